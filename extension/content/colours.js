// @ts-check
// Colours as styles name them, and how well one can be told from another. Touches nothing of the page.

(() => {
  /** @typedef {import("../types/content.d.ts").Colour} Colour */

  if (!globalThis.vaulty || vaulty.colours) return;

  /** Contrast of what has nothing to read: the largest that there is (WCAG 2.2, "contrast ratio"). */
  const FULL_CONTRAST = 21;
  /** Alpha from which on a colour hides what is below it. */
  const HIDES = 0.5;

  /** @type {OffscreenCanvasRenderingContext2D | null | undefined} */
  let canvas;
  /** @type {Map<string, Colour>} */
  const colours = new Map();

  /** @param {string} text As computed: `rgb(…)` or a colour of any other space. @returns {Colour} */
  const colourOf = (text) => {
    const known = colours.get(text);
    if (known) return known;
    const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
    /** @type {Colour} */
    let colour = [0, 0, 0, 1];
    if (parts) {
      colour = [Number(parts[1]) / 255, Number(parts[2]) / 255, Number(parts[3]) / 255, Number(parts[4] ?? 1)];
    } else {
      canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      if (canvas) {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
        colour = [red / 255, green / 255, blue / 255, alpha / 255];
      }
    }
    colours.set(text, colour);
    return colour;
  };

  /** @type {Colour[]} */
  const BLACK_AND_WHITE = [[0, 0, 0, 1], [1, 1, 1, 1]];
  /** @type {WeakMap<Colour, Colour[]>} */
  const lists = new WeakMap();

  /** A list of one colour, always the same. @param {Colour} colour */
  const alone = (colour) => {
    const list = lists.get(colour) ?? [colour];
    lists.set(colour, list);
    return list;
  };

  /** @param {Colour} top @param {Colour} below @returns {Colour} */
  const over = (top, below) => {
    const [, , , a] = top;
    const mix = (/** @type {0 | 1 | 2} */ at) => top[at] * a + below[at] * (1 - a);
    return [mix(0), mix(1), mix(2), a + below[3] * (1 - a)];
  };

  /** Relative luminance (WCAG 2.2). @param {Colour} colour */
  const luminance = ([red, green, blue]) => {
    const linear = (/** @type {number} */ x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };

  /** @param {Colour} one @param {Colour} other */
  const contrastOf = (one, other) => {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };

  /** The colours of a computed `background-image`; none where there is a picture in it. @param {string} image */
  const coloursIn = (image) =>
    /url\(|image-set\(|element\(|paint\(|cross-fade\(/.test(image)
      ? null
      : [...image.matchAll(/(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\([^()]*\)/g)].map(([text]) => colourOf(text));

  /** A colour that is seen in part. @param {Colour} colour @param {number} seen @returns {Colour} */
  const faded = (colour, seen) => (seen === 1 ? colour : [colour[0], colour[1], colour[2], colour[3] * seen]);

  vaulty.colours = { FULL_CONTRAST, HIDES, colourOf, BLACK_AND_WHITE, alone, over, contrastOf, coloursIn, faded };
})();
