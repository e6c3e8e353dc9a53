// @ts-check
// Where letters stand and how much ink they are. It reads alone.

(() => {
  /** @typedef {import("../types/content.d.ts").Box} Box */
  /** @typedef {import("../types/content.d.ts").Point} Point */

  if (!globalThis.vaulty || vaulty.letters) return;

  const { childrenOf, ownerOf, nameOf, rectOf, clientLeft, clientTop, clientWidth, clientHeight, viewOf, styleOf } = vaulty.nodes;
  const { colourOf } = vaulty.colours;
  const { isIn } = vaulty.boxes;
  const { shadowsIn, together } = vaulty.layers;

  /** Where across an element it is looked at, as shares of its width. */
  const ACROSS = [0.1, 0.3, 0.5, 0.7, 0.9];
  /** Padding to each side that does not count as taken from the letters, in CSS pixels. */
  const USUAL_PADDING = 8;
  /** How many of a field's letters must be seen, in sizes of a letter. */
  const FIRST_LETTERS = 10;
  /** Longest text of which the ink is measured, and the size of letters at which it is. */
  const MOST_LETTERS = 200;
  const INK_SIZE = 24;

  /** Whether letters are written in an element as a whole. @param {any} element */
  const isWritable = (element) => {
    const tag = nameOf(element);
    return tag === "textarea" || tag === "select" || (tag === "input" && !/^(?:checkbox|radio|range|color|file|image)$/.test(element.type));
  };

  /** How wide what can be written in is, in its own pixels. @param {any} element @param {CSSStyleDeclaration} style */
  const roomOf = (element, style) => clientWidth(element) - paddingOf(style, "Left") - paddingOf(style, "Right");
  /** @param {CSSStyleDeclaration} style @param {"Left" | "Right" | "Top" | "Bottom"} side */
  const paddingOf = (style, side) => Math.max(0, Number.parseFloat(style[`padding${side}`]) || 0);

  /**
   * Where in a field letters stand first: a few of them, at the side and in the line in which it begins.
   * @param {any} element @param {DOMRect} rect @param {CSSStyleDeclaration} [style] @returns {Box}
   */
  const lettersIn = (element, rect, style = styleOf(element)) => {
    // Asking a style or a box costs more than all that is done with the answer: each is asked once.
    const { fontSize, lineHeight, textAlign } = style;
    const [border, inside, edge, height] = [clientLeft(element), clientWidth(element), clientTop(element), clientHeight(element)];
    const [before, after] = [paddingOf(style, "Left"), paddingOf(style, "Right")];
    const across = rect.width / (element.offsetWidth || rect.width || 1);
    const down = rect.height / (element.offsetHeight || rect.height || 1);
    const size = Number.parseFloat(fontSize) || 0;
    const lines = Math.max(size, Number.parseFloat(lineHeight) || size * 1.2);
    // Where there is hardly any room, padding as pages have it does not count.
    const uncounted = inside - before - after < size ? USUAL_PADDING : 0;
    const [from, to] = [border + Math.max(0, before - uncounted), border + inside - Math.max(0, after - uncounted)];
    const width = Math.min(to - from, FIRST_LETTERS * size);
    const isRtl = (textAlign === "start" || textAlign === "end") && style.direction === "rtl";
    const isCentred = textAlign.endsWith("center");
    const isAtEnd = textAlign.endsWith("right") || (textAlign === "end" && !isRtl) || (textAlign === "start" && isRtl);
    const left = isCentred ? (from + to - width) / 2 : isAtEnd ? to - width : from;
    const [above, below] = [edge + paddingOf(style, "Top"), edge + height - paddingOf(style, "Bottom")];
    const isLines = nameOf(element) === "textarea" || element.isContentEditable;
    const top = isLines ? above : (above + below - lines) / 2;
    return {
      left: rect.left + left * across, right: rect.left + (left + width) * across,
      top: Math.max(rect.top, rect.top + top * down), bottom: Math.min(rect.bottom, rect.top + (top + lines) * down),
    };
  };

  /** Where an element is looked at, in the window of its document. @param {Element} face */
  const pointsOf = (face) => {
    const view = viewOf(face);
    const isWritten = isWritable(face) || /** @type {any} */ (face).isContentEditable;
    const { left, top, right, bottom } = isWritten ? lettersIn(face, rectOf(face)) : rectOf(face);
    return ACROSS.map((share) => ({ x: left + (right - left) * share, y: (top + bottom) / 2 }))
      .filter(({ x, y }) => x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight);
  };

  /** @type {OffscreenCanvasRenderingContext2D | null | undefined} */
  let paperForInk;
  /** @type {Map<string, number>} */
  const inks = new Map();

  /** The share of its lines that a text fills with ink: a fifth of ordinary letters, all of it of blocks. @param {string} text @param {CSSStyleDeclaration} style */
  const inkShare = (text, style) => {
    const size = Number.parseFloat(style.fontSize);
    const said = text.replace(/\s+/g, " ").trim();
    if (!(size > 0) || !said) return 0;
    if (said.length > MOST_LETTERS || Number.parseFloat(/** @type {any} */ (style).webkitTextStrokeWidth) > size / 10) return 1;
    if (style.textDecorationLine !== "none" && Number.parseFloat(style.textDecorationThickness) > size / 5) return 1;
    const spacing = ((Number.parseFloat(style.letterSpacing) || 0) / size) * INK_SIZE;
    const lines = Math.min(1.2, (Number.parseFloat(style.lineHeight) || size * 1.2) / size);
    const font = `${style.fontStyle} ${style.fontWeight} ${INK_SIZE}px ${style.fontFamily}`;
    const key = `${font}/${spacing}/${said}`;
    const known = inks.get(key) ?? measuredInk(said, font, spacing);
    inks.set(key, known);
    const shadows = style.textShadow === "none" ? 0 : shadowsIn(style.textShadow).length;
    return Math.min(1, (known / Math.max(0.1, lines)) * (1 + shadows));
  };

  /** Ink of a text as a share of its width and the size of its letters. @param {string} text @param {string} font @param {number} spacing */
  const measuredInk = (text, font, spacing) => {
    paperForInk ??= new OffscreenCanvas(2_000, INK_SIZE * 2).getContext("2d", { willReadFrequently: true });
    const paper = paperForInk;
    if (!paper) return 1;
    paper.clearRect(0, 0, 2_000, INK_SIZE * 2);
    paper.font = font;
    paper.letterSpacing = `${spacing}px`;
    paper.textBaseline = "middle";
    paper.fillStyle = "rgb(0, 0, 0)";
    const width = Math.ceil(Math.min(2_000, Math.max(1, paper.measureText(text).width)));
    paper.fillText(text, 0, INK_SIZE);
    const { data } = paper.getImageData(0, 0, width, INK_SIZE * 2);
    let ink = 0;
    for (let at = 3; at < data.length; at += 4) ink += data[at] ?? 0;
    return ink / 255 / (width * INK_SIZE);
  };

  /** @param {Element} element @returns {Text[]} */
  const textsIn = (element) => [...childrenOf(element)].filter((child) => child.nodeType === 3 && /\S/.test(child.data));

  /** How much an element's own letters hide at a point. @param {Element} element @param {CSSStyleDeclaration} style @param {Point} point */
  const lettersAt = (element, style, point) => {
    const fill = /** @type {any} */ (style).webkitTextFillColor ?? style.color;
    const shadows = style.textShadow === "none" ? [] : shadowsIn(style.textShadow);
    const reach = Math.max(0, ...shadows.map(({ x, y, blur }) => Math.max(Math.abs(x), Math.abs(y)) + blur / 2));
    const alpha = Math.max(colourOf(fill)[3], ...shadows.map((shadow) => shadow.alpha));
    if (alpha === 0) return 0;
    const first = styleOf(element, "::first-letter");
    const isChanged = first.fontSize !== style.fontSize && first.fontSize !== "" || colourOf(first.backgroundColor || "rgba(0, 0, 0, 0)")[3] > colourOf(style.backgroundColor)[3];
    return together(textsIn(element).map((text) => {
      const range = ownerOf(text).createRange();
      range.selectNodeContents(text);
      const isThere = [...range.getClientRects()].some((rect) => isIn(rect, point, reach));
      return isThere ? alpha * (isChanged ? 1 : inkShare(text.data, style)) : 0;
    }));
  };

  /** Around all the text right in an element. @param {Element} element @returns {DOMRect} */
  const rectOfTexts = (element) => {
    const [first] = textsIn(element);
    const last = textsIn(element).at(-1);
    if (!first || !last) return rectOf(element);
    const range = ownerOf(element).createRange();
    range.setStartBefore(first);
    range.setEndAfter(last);
    return range.getBoundingClientRect();
  };

  vaulty.letters = { ACROSS, isWritable, roomOf, lettersIn, inkShare, textsIn, lettersAt, pointsOf, rectOfTexts };
})();
