// @ts-check
// Measures what is painted of an element, for a person who may scroll but does nothing else: how much of it
// is left after all that clips it, how opaque it is, whether what is written in it can be read, what lies
// over it. Facts only, in numbers of which more means more to see: Rust says how much is enough, in the
// snapshot and, through `Expect.paint`, again where something is written. Nothing in the page is changed but
// for the time of a hit test, and then by a style sheet that is gone before the page runs again.
//
// Not seen here: ink that glyphs have outside of their boxes, what filters of the page's own draw, reflections.

(() => {
  /** @typedef {import("../types/vaulty").RawPaint} Paint */
  /** @typedef {import("../types/vaulty").RawFace} RawFace */

  const shared = globalThis.vaulty;
  if (!shared || shared.paint) return;

  /** Contrast of what has nothing to read: the largest that there is (WCAG 2.2, "contrast ratio"). */
  const FULL_CONTRAST = 21;
  /** Letters of what has no text, in CSS pixels. */
  const NO_TEXT = 16;
  /** Where across an element it is looked at, as shares of its width. */
  const ACROSS = [0.1, 0.3, 0.5, 0.7, 0.9];
  /**
   * How long a list of what may lie over fields is believed, in milliseconds, where making it takes longer than
   * that: a page can lay something over its fields at every write, without touching the document.
   */
  const COVERS_HOLD = 100;
  const COVERS_QUICK = 4;
  /** Longest animation in a tab that nobody looks at of which the end counts, in milliseconds. */
  const LONGEST_FADE = 2_000;
  /** Elements that are looked at for what is drawn in place of a control. */
  const MOST_PARTS = 40;
  /** Smallest side of a part that counts as drawn, in CSS pixels: screen readers' texts are in boxes of 1 × 1. */
  const LEAST_PART = 2;
  /** Alpha from which on a colour hides what is below it. */
  const HIDES = 0.5;
  /** Colours that a ground is taken to have, at most. */
  const MOST_COLOURS = 24;
  /** At how many of its points it is looked at what is behind a field. */
  const GROUND_POINTS = 3;
  /** Padding to each side that does not count as taken from the letters, in CSS pixels. */
  const USUAL_PADDING = 8;
  /** How much what is seen through a filter may be blurred at most, in CSS pixels, and its light be changed. */
  const MOST_BLUR = 2;
  const LIGHT = /** @type {const} */ ([0.4, 2]);
  /** What is looked at of pictures in styles: characters, pixels, and milliseconds that are waited for it. */
  const LONGEST_PICTURE = 500_000;
  const MOST_PIXELS = 4_000_000;
  const PICTURE_PATIENCE = 500;
  /** Opacity from which on a part is drawn at all, and what contrast a picture is taken to have that is half transparent. */
  const LEAST_SEEN = 0.25;
  const FAINT_PICTURE = 2;
  /** How a mask is named among what changes what is seen. */
  const MASK = "mask: ";
  /** How many of a field's letters must be seen, in sizes of a letter. */
  const FIRST_LETTERS = 10;
  /** What the browser itself draws. */
  const NATIVE = /^(?:input|select|textarea|button|meter|progress)$/;
  /** Parts of an editor that letters are written in. */
  const WRITTEN = "p, div, span, li, h1, h2, h3, h4, h5, h6, blockquote, pre, b, i, em, strong, font";
  /** Width of a letter's edge, and how far letters are pushed into each other, from which on they cannot be read, in their size. */
  const STROKE = 0.1;
  const SPACING = 0.3;

  /** @param {Function} run @returns {(target: any, ...rest: any[]) => any} */
  const uncurried = (run) => Function.prototype.call.bind(run);
  /** @param {{ prototype: object }} type @param {string} name */
  const getter = (type, name) =>
    uncurried(/** @type {Function} */ (Object.getOwnPropertyDescriptor(type.prototype, name)?.get));
  /** @param {{ prototype: any }} type @param {string} name */
  const method = (type, name) => uncurried(type.prototype[name]);
  const parentNodeOf = getter(Node, "parentNode");
  const childrenOf = getter(Node, "childNodes");
  const ownerOf = getter(Node, "ownerDocument");
  const rootOf = method(Node, "getRootNode");
  const slotOf = getter(Element, "assignedSlot");
  const nameOf = getter(Element, "localName");
  const rectOf = method(Element, "getBoundingClientRect");
  const matches = method(Element, "matches");
  const select = method(Element, "querySelectorAll");
  const clientLeft = getter(Element, "clientLeft");
  const clientTop = getter(Element, "clientTop");
  const clientWidth = getter(Element, "clientWidth");
  const clientHeight = getter(Element, "clientHeight");
  const scrollLeft = getter(Element, "scrollLeft");
  const scrollTop = getter(Element, "scrollTop");
  const scrollWidth = getter(Element, "scrollWidth");
  const scrollHeight = getter(Element, "scrollHeight");
  const checkVisibility = method(Element, "checkVisibility");
  const stylesOf = method(Element, "computedStyleMap");
  const animationsOf = method(Element, "getAnimations");
  const nextElement = getter(Element, "nextElementSibling");
  const previousElement = getter(Element, "previousElementSibling");

  /** @param {any} node @returns {node is Element} An element of this or of another frame of the site. */
  const isElement = (node) => node?.nodeType === 1;

  /** The element around, in the tree that is rendered. @param {Element} element @returns {Element | null} */
  const above = (element) => {
    const outer = slotOf(element) ?? parentNodeOf(element);
    return isElement(outer) ? outer : outer?.nodeType === 11 ? (outer.host ?? null) : null;
  };

  /** @param {Element} outer @param {Element} inner */
  const surrounds = (outer, inner) => {
    for (let node = /** @type {Element | null} */ (inner); node; node = above(node)) if (node === outer) return true;
    return false;
  };

  /** @param {Element} element */
  const viewOf = (element) => /** @type {Window} */ (ownerOf(element).defaultView ?? window);
  /** @param {Element} element @param {string} [pseudo] */
  const styleOf = (element, pseudo) => viewOf(element).getComputedStyle(element, pseudo);

  // ---------------------------------------------------------------- colours

  /** @typedef {[red: number, green: number, blue: number, alpha: number]} Colour Each from 0 to 1. */

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

  /**
   * One layer of a background (CSS Backgrounds 3).
   * @typedef {{ image: string, size: string, place: string, repeat: string, clip: string }} Layer
   */
  /** Topmost first; the colour lies below the last. @param {CSSStyleDeclaration} style @returns {Layer[]} */
  const layersOf = (style) => {
    if (style.backgroundImage === "none") return [{ image: "none", size: "auto", place: "0% 0%", repeat: "repeat", clip: style.backgroundClip }];
    const [sizes, places, repeats, clips] = [style.backgroundSize, style.backgroundPosition, style.backgroundRepeat, style.backgroundClip].map((list) => split(list, /,/));
    /** @param {string[] | undefined} list @param {number} at */
    const nth = (list, at) => list?.[at % (list.length || 1)] ?? "";
    return split(style.backgroundImage, /,/).map((image, at) => ({
      image, size: nth(sizes, at), place: nth(places, at), repeat: nth(repeats, at), clip: nth(clips, at),
    }));
  };

  /** Whether a layer is painted where letters are. @param {string} clip */
  const isFilling = (clip) => clip === "border-box" || clip === "padding-box" || clip === "content-box";

  /** Share of a box, across and down, from which on it counts that a layer is painted there, and from which on it is all. */
  const SOME = 0.3;
  const ALL = 0.9;

  /** How much of a box a layer is painted in: all of it, some, or as good as none. @param {Layer} layer @param {Box} box @returns {"all" | "some" | "none"} */
  const extentOf = ({ image, size, place, repeat, clip }, { left, top, right, bottom }) => {
    if (image === "none" || !isFilling(clip)) return "none";
    if (size === "cover") return "all";
    const isDrawn = coloursIn(image) !== null;
    const [across = "auto", down = "auto"] = size.split(" ");
    const [repeatX = "repeat", repeatY = repeatX] = repeat === "repeat-x" ? ["repeat", "no-repeat"] : repeat === "repeat-y" ? ["no-repeat", "repeat"] : repeat.split(" ");
    const [placeX = "", placeY = ""] = split(place, /\s/);
    /** @param {string} length @param {number} whole @param {string} again @param {string} from */
    const shareOf = (length, whole, again, from) => {
      // Only gradients are as large as the box by themselves.
      const share = length === "auto" ? (isDrawn ? 1 : Number.NaN) : length === "contain" ? Number.NaN : lengthOf(length, whole) / (whole || 1);
      if (share === 0) return 0;
      if (again !== "no-repeat") return share >= ALL || isDrawn && Number.isNaN(share) ? 1 : (ALL + SOME) / 2;
      // Moved by pixels it may be anywhere.
      return Number.isNaN(share) || /[1-9]/.test(/(-?[\d.]+)px/.exec(from)?.[1] ?? "") ? (ALL + SOME) / 2 : share;
    };
    const shares = [shareOf(across, right - left, repeatX, placeX), shareOf(down, bottom - top, repeatY, placeY)];
    const least = Math.min(...shares);
    return least < SOME ? "none" : least < ALL ? "some" : "all";
  };

  // ---------------------------------------------------------------- one pass

  /**
   * What an element does to all that is in it.
   * @typedef {object} Surrounding
   * @property {Element} element
   * @property {Element | null} parent
   * @property {number} opacity
   * @property {string[]} effects
   * @property {DOMMatrix | null} matrix
   * @property {boolean} isBackHidden
   * @property {string} overflowX
   * @property {string} overflowY
   * @property {string} position
   * @property {string} clip
   * @property {string} clipPath
   * @property {boolean} isPlain Whether it neither clips, fades, turns nor holds what is positioned.
   * @property {Element | null | undefined} beyond The nearest around it that is not plain, or a document's root.
   */

  /** @typedef {{ left: number, top: number, right: number, bottom: number }} Box In pixels of the window. */

  /** @param {string} text @param {number} size @returns {number} pixels; no number where it is not plain */
  const lengthOf = (text, size) => {
    const sum = /^calc\(([-\d.]+)% ([-+]) ([-\d.]+)px\)$/.exec(text);
    if (sum) return (Number(sum[1]) / 100) * size + (sum[2] === "-" ? -1 : 1) * Number(sum[3]);
    if (text.endsWith("%")) return (Number(text.slice(0, -1)) / 100) * size;
    return text === "0" || text.endsWith("px") ? Number.parseFloat(text) : Number.NaN;
  };

  /** Parts of a list, brackets kept together. @param {string} text @param {RegExp} mark */
  const split = (text, mark) => {
    /** @type {string[]} */
    const parts = [""];
    let depth = 0;
    for (const letter of text) {
      depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
      if (depth === 0 && mark.test(letter)) parts.push("");
      else parts[parts.length - 1] += letter;
    }
    return parts.map((part) => part.trim()).filter(Boolean);
  };

  /**
   * The box around what a basic shape leaves of a box (CSS Shapes 1); nothing where it is another shape.
   * @param {string} path @param {Box} box @returns {Box | null}
   */
  const shapeIn = (path, { left, top, right, bottom }) => {
    const [width, height] = [right - left, bottom - top];
    const call = /^([a-z]+)\((.*)\)$/.exec(path);
    if (!call) return null;
    const [, name = "", inner = ""] = call;
    /** @type {Box | null} */
    let shape = null;
    if (name === "inset") {
      const [t = "0", r = t, b = t, l = r] = split(inner.split(" round ")[0] ?? "", /\s/);
      shape = { left: left + lengthOf(l, width), top: top + lengthOf(t, height), right: right - lengthOf(r, width), bottom: bottom - lengthOf(b, height) };
    } else if (name === "circle" || name === "ellipse") {
      const [sizes = "", at = "50% 50%"] = inner.split(/\s*\bat /);
      const [x = "50%", y = "50%"] = split(at, /\s/);
      const centre = [left + lengthOf(x, width), top + lengthOf(y, height)];
      const [a = "closest-side", b = a] = split(sizes, /\s/);
      if (/side|corner/.test(a + b)) return { left, top, right, bottom };
      const diagonal = Math.hypot(width, height) / Math.SQRT2;
      const [rx, ry] = name === "circle" ? [lengthOf(a, diagonal), lengthOf(a, diagonal)] : [lengthOf(a, width), lengthOf(b, height)];
      const [cx = 0, cy = 0] = centre;
      shape = { left: cx - rx, top: cy - ry, right: cx + rx, bottom: cy + ry };
    } else if (name === "polygon") {
      const points = split(inner.replace(/^(?:nonzero|evenodd),/, ""), /,/).map((point) => split(point, /\s/));
      const xs = points.map(([x = ""]) => left + lengthOf(x, width));
      const ys = points.map(([, y = ""]) => top + lengthOf(y, height));
      shape = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    }
    return shape && Object.values(shape).every(Number.isFinite) ? shape : null;
  };

  /** @param {Box} box @param {Box} by @returns {Box} */
  const cut = (box, by) => ({
    left: Math.max(box.left, by.left), top: Math.max(box.top, by.top),
    right: Math.min(box.right, by.right), bottom: Math.min(box.bottom, by.bottom),
  });

  /** @param {string} overflow */
  const isCutting = (overflow) => overflow === "hidden" || overflow === "clip";
  /** @param {string} overflow */
  const isScrolling = (overflow) => overflow === "auto" || overflow === "scroll" || overflow === "overlay";

  /**
   * What is left of a span when it is scrolled into a window: as much as fits, if any scrolling leads there.
   * @param {[number, number]} span @param {[number, number]} port the window @param {[number, number]} reach all that can be scrolled to
   * @returns {[number, number]}
   */
  const scrolledInto = ([from, to], port, reach) => {
    const [start, end] = [Math.max(from, reach[0]), Math.min(to, reach[1])];
    const size = Math.min(end - start, port[1] - port[0]);
    if (!(size > 0)) return [0, 0];
    const at = Math.max(port[0], Math.min(start, port[1] - size));
    return [at, at + size];
  };

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
   * @param {any} element @param {DOMRect} rect @returns {Box}
   */
  const lettersIn = (element, rect) => {
    const style = styleOf(element);
    const across = rect.width / (element.offsetWidth || rect.width || 1);
    const down = rect.height / (element.offsetHeight || rect.height || 1);
    const size = Number.parseFloat(style.fontSize) || 0;
    const lines = Math.max(size, Number.parseFloat(style.lineHeight) || size * 1.2);
    const isNarrow = roomOf(element, style) < size;
    /** Where there is hardly any room, padding as pages have it does not count. @param {"Left" | "Right"} side */
    const padding = (side) => Math.max(0, paddingOf(style, side) - (isNarrow ? USUAL_PADDING : 0));
    const [from, to] = [clientLeft(element) + padding("Left"), clientLeft(element) + clientWidth(element) - padding("Right")];
    const width = Math.min(to - from, FIRST_LETTERS * size);
    const isRtl = style.direction === "rtl";
    const isCentred = style.textAlign.endsWith("center");
    const isAtEnd = style.textAlign.endsWith("right") || (style.textAlign === "end" && !isRtl) || (style.textAlign === "start" && isRtl);
    const left = isCentred ? (from + to - width) / 2 : isAtEnd ? to - width : from;
    const [above, below] = [clientTop(element) + paddingOf(style, "Top"), clientTop(element) + clientHeight(element) - paddingOf(style, "Bottom")];
    const isLines = nameOf(element) === "textarea" || element.isContentEditable;
    const top = isLines ? above : (above + below - lines) / 2;
    return {
      left: rect.left + left * across, right: rect.left + (left + width) * across,
      top: Math.max(rect.top, rect.top + top * down), bottom: Math.min(rect.bottom, rect.top + (top + lines) * down),
    };
  };

  /**
   * A measure for one look at the page: what was read of an element is not read again.
   * @param {(doc: Document) => Cover[]} [covers] what takes no presses and may be painted over others, or behind them
   */
  const painter = (covers = coversOnce()) => {
    /** @type {Map<Element, Surrounding>} */
    const known = new Map();
    /** @type {Map<Element, CSSStyleDeclaration>} */
    const styles = new Map();
    /** @param {Element} element */
    const styleIn = (element) => {
      const before = styles.get(element);
      if (before) return before;
      const style = styleOf(element);
      styles.set(element, style);
      return style;
    };
    /** @type {Map<Element, DOMRect>} */
    const rects = new Map();
    /** @param {Element} element @returns {DOMRect} */
    const rectIn = (element) => {
      const before = rects.get(element);
      if (before) return before;
      const rect = rectOf(element);
      rects.set(element, rect);
      return rect;
    };

    /**
     * How opaque, by the end of what is fading in: in a tab that nobody looks at nothing moves.
     * @param {Element} element @param {number} opacity
     */
    const settledOpacity = (element, opacity) => {
      if (opacity === 1 || !ownerOf(element).hidden) return opacity;
      for (const animation of animationsOf(element)) {
        const timing = animation.effect?.getComputedTiming();
        const last = animation.effect?.getKeyframes?.().at(-1);
        if (last?.opacity !== undefined && Number(timing?.endTime) <= LONGEST_FADE) return Number(last.opacity);
      }
      return opacity;
    };

    /** @param {Element} element @param {CSSStyleDeclaration} style @returns {Surrounding} */
    const read = (element, style) => {
      /** @type {string[]} */
      const effects = [];
      const { filter, maskImage, mixBlendMode, scale, rotate, overflow, position, clipPath } = style;
      if (filter !== "none") effects.push(`filter: ${filter}`);
      if (maskImage !== "none") effects.push(`${MASK}${maskImage}`);
      if (mixBlendMode !== "normal") effects.push(`blend: ${mixBlendMode}`);
      const frameMask = /** @type {any} */ (style).webkitMaskBoxImageSource;
      if (frameMask && frameMask !== "none") effects.push(`mask: ${frameMask}`);
      // A style says what a matrix is only after laying out; whether there is any it says at once.
      const isTurned = scale !== "none" || rotate !== "none" || stylesOf(element).get("transform")?.value !== "none";
      let opacity = settledOpacity(element, Number(style.opacity));
      if (nameOf(element) === "details") {
        // What is folded out is in a box of its own that only a pseudo-element is a name for.
        const content = styleOf(element, "::details-content");
        if (content.opacity) opacity *= Number(content.opacity);
        if (content.filter && content.filter !== "none") effects.push(`filter: ${content.filter}`);
      }
      const clip = position === "absolute" || position === "fixed" ? style.clip : "auto";
      const isPlain = opacity === 1 && !effects.length && !isTurned && overflow === "visible" && position === "static" && clipPath === "none";
      const [overflowX = "", overflowY = overflowX] = overflow.split(" ");
      return {
        element, parent: above(element), beyond: undefined, opacity, effects, overflowX, overflowY, position, clip, clipPath, isPlain,
        matrix: isTurned ? matrixOf(style.transform, scale, rotate) : null,
        isBackHidden: isTurned && style.backfaceVisibility === "hidden",
      };
    };

    /** @param {string} transform @param {string} scale @param {string} rotate */
    const matrixOf = (transform, scale, rotate) => {
      const matrix = new DOMMatrix();
      if (rotate !== "none") {
        const angle = /(-?[\d.]+)deg/.exec(rotate)?.[1] ?? "0";
        const axis = rotate.replace(/\s*-?[\d.]+deg\s*/, "").trim();
        const [x = 0, y = 0, z = 1] = axis === "x" ? [1, 0, 0] : axis === "y" ? [0, 1, 0] : axis ? axis.split(/\s+/).map(Number) : [];
        matrix.rotateAxisAngleSelf(x, y, z, Number(angle));
      }
      if (scale !== "none") {
        const [x = 1, y = x, z = 1] = scale.split(/\s+/).map(Number);
        matrix.scaleSelf(x, y, z);
      }
      return transform === "none" ? matrix : matrix.multiplySelf(new DOMMatrix(transform));
    };

    /** @param {Element} element */
    const surroundingOf = (element) => {
      const before = known.get(element);
      if (before) return before;
      const now = read(element, styleIn(element));
      known.set(element, now);
      return now;
    };

    /** The nearest around an element that does anything to it. @param {Surrounding} inner @returns {Element | null} */
    const beyond = (inner) => {
      /** @type {Surrounding[]} */
      const passed = [];
      /** @type {Element | null | undefined} */
      let found;
      for (let at = inner; found === undefined; ) {
        found = at.beyond;
        if (found !== undefined) break;
        passed.push(at);
        if (!at.parent) found = null;
        else {
          at = surroundingOf(at.parent);
          if (!at.isPlain || !at.parent) found = at.element;
        }
      }
      for (const at of passed) at.beyond = found;
      return found;
    };

    /** Whether what is positioned in it is held by it. @param {Surrounding} outer @param {string} position */
    const holds = (outer, position) => {
      if (position === "absolute" && outer.position !== "static") return true;
      if (outer.matrix || outer.effects.some((effect) => effect.startsWith("filter"))) return true;
      const style = styleOf(outer.element);
      return style.perspective !== "none" || style.transform !== "none" || style.translate !== "none" ||
        (style.backdropFilter ?? "none") !== "none" || /paint|layout|strict|content/.test(style.contain) ||
        /transform|perspective|filter/.test(style.willChange) || style.contentVisibility === "auto";
    };

    /** @param {Box} box @param {Surrounding} outer @returns {Box} */
    const clippedBy = (box, outer) => {
      const { element, overflowX, overflowY } = outer;
      const rect = rectOf(element);
      const across = rect.width / (/** @type {any} */ (element).offsetWidth || rect.width || 1);
      const down = rect.height / (/** @type {any} */ (element).offsetHeight || rect.height || 1);
      const left = rect.left + clientLeft(element) * across;
      const top = rect.top + clientTop(element) * down;
      const port = { left, top, right: left + clientWidth(element) * across, bottom: top + clientHeight(element) * down };
      const { direction } = isScrolling(overflowX) ? styleOf(element) : { direction: "ltr" };
      return {
        ...alongX(box, port, overflowX, scrollLeft(element) * across, scrollWidth(element) * across, direction),
        ...alongY(box, port, overflowY, scrollTop(element) * down, scrollHeight(element) * down),
      };
    };

    /** @param {Box} box @param {Box} port @param {string} overflow @param {number} scrolled @param {number} all @param {string} direction */
    const alongX = (box, port, overflow, scrolled, all, direction) => {
      if (isCutting(overflow)) return { left: Math.max(box.left, port.left), right: Math.min(box.right, port.right) };
      if (!isScrolling(overflow)) return { left: box.left, right: box.right };
      const start = direction === "rtl" ? port.right - scrolled - all : port.left - scrolled;
      const [left, right] = scrolledInto([box.left, box.right], [port.left, port.right], [start, start + all]);
      return { left, right };
    };

    /** @param {Box} box @param {Box} port @param {string} overflow @param {number} scrolled @param {number} all */
    const alongY = (box, port, overflow, scrolled, all) => {
      if (isCutting(overflow)) return { top: Math.max(box.top, port.top), bottom: Math.min(box.bottom, port.bottom) };
      if (!isScrolling(overflow)) return { top: box.top, bottom: box.bottom };
      const start = port.top - scrolled;
      const [top, bottom] = scrolledInto([box.top, box.bottom], [port.top, port.bottom], [start, start + all]);
      return { top, bottom };
    };

    /**
     * The window of a document, and the frame that shows it.
     * @typedef {object} Port
     * @property {Box} box
     * @property {string} overflowX
     * @property {string} overflowY
     * @property {string} direction
     * @property {[number, number]} scrolled
     * @property {[number, number]} all What can be scrolled to.
     * @property {boolean} isBodys Whether what the body says of overflow is said of the window.
     * @property {boolean} isUnknown Whether it is a frame of another site's, around which nothing can be looked at.
     * @property {{ element: Element, place: DOMRect, left: number, top: number, factor: number, isRendered: boolean } | null} frame
     */

    /** @type {Map<Document, Port>} */
    const ports = new Map();
    /** @param {Document} of @returns {Port} */
    const portOf = (of) => {
      const before = ports.get(of);
      if (before) return before;
      const view = /** @type {Window} */ (of.defaultView ?? window);
      const root = of.documentElement;
      const html = surroundingOf(root);
      const isBodys = html.overflowX === "visible" && html.overflowY === "visible";
      const said = of.body && isBodys ? surroundingOf(of.body) : html;
      const element = frameOf(view);
      const isStill = element?.getAttribute("scrolling")?.toLowerCase() === "no";
      /** @param {string} overflow */
      const asWindow = (overflow) => (isStill || isCutting(overflow) ? "hidden" : "auto");
      const scroller = of.scrollingElement ?? root;
      const port = {
        box: { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight },
        overflowX: asWindow(said.overflowX), overflowY: asWindow(said.overflowY), direction: styleOf(root).direction,
        scrolled: /** @type {[number, number]} */ ([view.scrollX, view.scrollY]),
        all: /** @type {[number, number]} */ ([Math.max(scrollWidth(scroller), view.innerWidth), Math.max(scrollHeight(scroller), view.innerHeight)]),
        isBodys, isUnknown: !element && view !== view.top, frame: element ? placeOf(element) : null,
      };
      ports.set(of, port);
      return port;
    };

    /** The window, as a document is seen through it. @param {Box} box @param {Port} port @param {boolean} isFixed @returns {Box} */
    const throughWindow = (box, port, isFixed) =>
      isFixed
        ? cut(box, port.box)
        : {
            ...alongX(box, port.box, port.overflowX, port.scrolled[0], port.all[0], port.direction),
            ...alongY(box, port.box, port.overflowY, port.scrolled[1], port.all[1]),
          };

    /**
     * What is painted of an element.
     * @param {Element} element @param {{ isFace?: boolean, isText?: boolean }} [how] `isFace`: of what is drawn in place
     *   of a control all that is drawn counts, not what is written in it; `isText`: what it holds is only read
     * @returns {Paint}
     */
    const measure = (element, { isFace = false, isText = false } = {}) => {
      const own = rectIn(element);
      // Text can be seen beside a box that has no size, unless that is cut off.
      const isLoose = isText && (own.width < LEAST_PART || own.height < LEAST_PART);
      const rect = isLoose ? rectOfTexts(element) : own;
      const isWritten = !isFace && !isText && (isWritable(element) || /** @type {any} */ (element).isContentEditable);
      let box = isWritten ? lettersIn(element, rect) : { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
      const whole = Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
      let opacity = 1;
      /** @type {string[]} */
      const effects = [];
      let matrix = /** @type {DOMMatrix | null} */ (null);
      let isBackShown = false;
      let waits = "";
      let scale = 1;
      let node = /** @type {Element | null} */ (element);
      while (node) {
        const outer = surroundingOf(node);
        const isSelf = node === element;
        const doc = ownerOf(node);
        const isRoot = node === doc.documentElement;
        const isHeld = isSelf || !waits || (!isRoot && holds(outer, waits));
        if (!outer.isPlain) {
          opacity *= outer.opacity;
          effects.push(...outer.effects.filter((effect) => !effect.startsWith(MASK) || !isUnderMask(outer.element, box)));
          if (outer.matrix) matrix = outer.matrix.multiply(matrix ?? new DOMMatrix());
          if (outer.isBackHidden && matrix && matrix.m33 < 0) isBackShown = true;
          if (isHeld) {
            const isOfWindow = isRoot || (node === doc.body && portOf(doc).isBodys);
            if ((!isSelf || isLoose) && !isOfWindow && (outer.overflowX !== "visible" || outer.overflowY !== "visible")) box = clippedBy(box, outer);
            box = shapedBy(box, outer, effects);
          }
        }
        if (isHeld) waits = outer.position === "absolute" || outer.position === "fixed" ? outer.position : "";
        if (!isRoot) {
          node = waits ? outer.parent : beyond(outer);
          continue;
        }
        const port = portOf(doc);
        const { frame } = port;
        box = throughWindow(box, port, waits === "fixed");
        // What is in such a frame is not known to be seen.
        if (port.isUnknown) effects.push("frame: of another site");
        if (frame) {
          const { left, top, factor, place } = frame;
          scale *= factor;
          box = { left: left + box.left * factor, right: left + box.right * factor, top: top + box.top * factor, bottom: top + box.bottom * factor };
          if (!frame.isRendered) opacity = 0;
          box = cut(box, place);
          waits = "";
        }
        node = frame?.element ?? null;
      }
      const width = Math.max(0, box.right - box.left);
      const height = Math.max(0, box.bottom - box.top);
      const [contrast, letter] = isFace ? [inkOf(element), NO_TEXT] : isText ? lettersOf(element, rect, false) : writingOf(element, rect);
      const upright = matrix
        ? Math.min(matrix.m11 / (Math.hypot(matrix.m11, matrix.m12) || 1), matrix.m22 / (Math.hypot(matrix.m21, matrix.m22) || 1))
        : 1;
      return {
        width: round(width), height: round(height),
        share: whole > 0 ? round((width * height) / (whole * scale * scale)) : 0,
        opacity: isBackShown ? 0 : round(opacity), contrast: round(contrast), letter: round(letter * scale),
        upright: round(upright), free: 1, effects: [...new Set(effects)],
      };
    };

    /** Whether a mask that fades in a line leaves all that is seen in a box. @param {Element} outer @param {Box} box */
    const isUnderMask = (outer, { left, top, right, bottom }) => {
      const { maskImage, maskSize, maskClip, maskOrigin, maskMode, maskComposite } = /** @type {any} */ (styleIn(outer));
      /** @param {string} list @param {RegExp} plain */
      const areAll = (list, plain) => split(list, /,/).every((one) => plain.test(one));
      const isWhole = areAll(maskSize, /^(?:auto|auto auto|100% 100%)$/) && areAll(maskClip, /^border-box$/) && areAll(maskOrigin, /^border-box$/) &&
        areAll(maskComposite, /^add$/) && !maskMode.includes("luminance");
      if (!isWhole || right <= left || bottom <= top) return false;
      const images = split(maskImage, /,/);
      const place = rectOf(outer);
      const [across, down] = [[0, ...ACROSS, 1].map((part) => left + (right - left) * part), [0, 0.5, 1].map((part) => top + (bottom - top) * part)];
      return across.flatMap((x) => down.map((y) => ({ x, y }))).every((point) => images.some((image) => imageAt(image, place, point, 0) >= HIDES));
    };

    /** @param {Box} box @param {Surrounding} outer @param {string[]} effects @returns {Box} */
    const shapedBy = (box, { element, clip, clipPath }, effects) => {
      let left = box;
      if (clip !== "auto") {
        const rect = rectOf(element);
        const [t = "auto", r = "auto", b = "auto", l = "auto"] = split(/^rect\((.*)\)$/.exec(clip)?.[1] ?? "", /[\s,]/);
        /** @param {string} edge @param {number} size @param {number} auto */
        const edge = (edge, size, auto) => (edge === "auto" ? auto : lengthOf(edge, size));
        left = cut(left, {
          left: rect.left + edge(l, 0, 0), top: rect.top + edge(t, 0, 0),
          right: rect.left + edge(r, 0, rect.width), bottom: rect.top + edge(b, 0, rect.height),
        });
      }
      if (clipPath !== "none") {
        const shape = shapeIn(clipPath, rectOf(element));
        if (shape) left = cut(left, shape);
        else effects.push(`clip-path: ${clipPath}`);
      }
      return left;
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

    /** @type {Map<Element, Colour[] | null>} */
    const backdrops = new Map();
    /** @type {Colour[] | undefined} */
    let blank;
    /** @returns {Colour[]} The colour of a page on which nothing is painted. */
    const paper = () =>
      (blank ??= /dark/.test(styleOf(document.documentElement).colorScheme) && matchMedia("(prefers-color-scheme: dark)").matches
        ? [[0.07, 0.07, 0.07, 1]]
        : [[1, 1, 1, 1]]);

    /** What is behind what is in an element: the colours it may have there; none where a picture is. @param {Element | null} element @returns {Colour[] | null} */
    const backdropOf = (element) => {
      /** @type {Element[]} */
      const unknown = [];
      let node = element;
      while (node && !backdrops.has(node)) {
        unknown.push(node);
        if (isOpaque(node)) break;
        node = above(node);
      }
      let behind = node ? (backdrops.get(node) ?? null) : paper();
      for (const node of unknown.reverse()) backdrops.set(node, (behind = backdropOn(node, behind)));
      return behind;
    };

    /**
     * What an element's ground is, but for pictures.
     * @typedef {{ colour: Colour, isPlain: boolean, isInset: boolean, isOpaque: boolean }} Ground
     */
    /** @type {Map<Element, Ground>} */
    const grounds = new Map();
    /** @param {Element} element @returns {Ground} */
    const ownGround = (element) => {
      const before = grounds.get(element);
      if (before) return before;
      const style = styleIn(element);
      const colour = colourOf(style.backgroundColor);
      const isPlain = style.backgroundImage === "none";
      const isOpaque = colour[3] === 1 && isFilling(isPlain ? style.backgroundClip : (layersOf(style).at(-1)?.clip ?? ""));
      const ground = { colour, isPlain, isInset: style.boxShadow.includes("inset"), isOpaque };
      grounds.set(element, ground);
      return ground;
    };

    /** Whether nothing is seen through an element's ground. @param {Element} element */
    const isOpaque = (element) => ownGround(element).isOpaque;

    /** @param {Element} element @param {Colour[] | null} behind what is behind all of it @returns {Colour[] | null} */
    const backdropOn = (element, behind) => {
      const { colour, isPlain, isInset, isOpaque } = ownGround(element);
      if (isPlain && !isInset && (isOpaque || colour[3] === 0)) return isOpaque ? alone(colour) : behind;
      const style = styleIn(element);
      const layers = layersOf(style);
      let found = isFilling(layers.at(-1)?.clip ?? "") ? painted([colour], behind) : behind;
      if (isPlain && !isInset) return found;
      // What comes of blending is not known.
      if (!isPlain && /[a-z]/.test(style.backgroundBlendMode.replaceAll("normal", ""))) return BLACK_AND_WHITE;
      const box = rectOf(element);
      for (const layer of layers.reverse()) {
        const extent = extentOf(layer, box);
        if (extent === "none") continue;
        const colours = coloursIn(layer.image);
        // Beside a picture that leaves some of it the ground is seen.
        if (!colours) found = extent === "all" ? null : found;
        else if (colours.length) found = extent === "all" ? painted(colours, found) : (found && [...found, ...(painted(colours, found) ?? [])]);
      }
      for (const { alpha, blur, spread, colour } of isInset ? shadowsIn(style.boxShadow).filter(({ isInner }) => isInner) : []) {
        if (alpha > 0 && spread + blur / 2 > box.height * SOME) found = painted([colour], found);
      }
      return found && found.length > MOST_COLOURS ? found.slice(0, MOST_COLOURS) : found;
    };

    /** Colours on others; what shines through on a picture is not known. @param {Colour[]} colours @param {Colour[] | null} behind @returns {Colour[] | null} */
    const painted = (colours, behind) => {
      if (colours.every(([, , , alpha]) => alpha === 1)) return colours;
      if (colours.every(([, , , alpha]) => alpha === 0)) return behind;
      const below = behind ?? (colours.every(([, , , alpha]) => alpha >= HIDES) ? BLACK_AND_WHITE : null);
      return below && colours.flatMap((colour) => below.map((ground) => over(colour, ground)));
    };

    /**
     * What is behind what is written in an element: of what can be seen through where it stands now, whatever is painted
     * there, whoever it belongs to. Looked at where letters begin.
     * @param {Element} element @returns {Colour[] | null}
     */
    const groundOf = (element) => {
      const points = isOpaque(element) ? [] : pointsOf(element).slice(0, GROUND_POINTS);
      const found = points.map((point) => groundBelow(element, point)).filter((ground) => ground !== null);
      if (!points.length) return backdropOf(element);
      const same = found.every((ground) => ground === found[0]);
      return found.length ? (same ? (found[0] ?? null) : found.flat()) : null;
    };

    /** What is behind a field with a neighbour below it, as far as that one is opaque. @param {Element} neighbour @param {Element} element @param {Colour[] | null} behind @returns {Colour[] | null} */
    const through = (neighbour, element, behind) => {
      let opacity = 1;
      for (let node = /** @type {Element | null} */ (neighbour); node && !surrounds(node, element); node = above(node)) opacity *= Number(styleIn(node).opacity);
      const on = backdropOn(neighbour, behind);
      if (opacity === 1 || !on || !behind || on === behind) return on;
      const mixed = on.flatMap(([red, green, blue]) => behind.map((below) => over([red, green, blue, opacity], below)));
      return mixed.slice(0, MOST_COLOURS);
    };

    /** @param {Element} element @param {Point} point @returns {Colour[] | null} */
    const groundBelow = (element, point) => {
      const doc = ownerOf(element);
      const veiling = covers(doc).filter((cover) => !cover.pseudo && isIn(rectIn(cover.element), point) && !surrounds(cover.element, element) && !surrounds(element, cover.element));
      const look = () => stackAt(doc, point.x, point.y);
      const stack = veiling.length ? allPressable(doc, [element, ...veiling.map((cover) => cover.element)], look) : look();
      const below = stack.slice(stack.findIndex((hit) => surrounds(element, hit)) + 1).filter((hit) => !surrounds(element, hit));
      if (below.length === stack.length || below.every((hit) => surrounds(hit, element))) return backdropOf(element);
      const last = below.findIndex(isOpaque);
      let behind = last < 0 ? paper() : null;
      for (const hit of (last < 0 ? below : below.slice(0, last + 1)).reverse()) {
        const isNeighbour = !surrounds(hit, element);
        if (isNeighbour && REPLACED.test(nameOf(hit))) behind = null;
        else behind = isNeighbour ? through(hit, element, behind) : backdropOn(hit, behind);
      }
      return backdropOn(element, behind);
    };

    /** How far a colour can be told from what is behind it, where it can be told the least. @param {Colour} colour @param {Colour[] | null} behind */
    const against = (colour, behind) => {
      if (!behind) return colour[3] > 0 ? FULL_CONTRAST : 1;
      const known = contrasts.get(behind)?.get(colour);
      if (known !== undefined) return known;
      const contrast = Math.min(FULL_CONTRAST, ...behind.map((below) => contrastOf(over(colour, below), below)));
      if (!contrasts.has(behind)) contrasts.set(behind, new Map());
      contrasts.get(behind)?.set(colour, contrast);
      return contrast;
    };
    /** @type {WeakMap<Colour[], Map<Colour, number>>} */
    const contrasts = new WeakMap();

    /**
     * How well letters in an element can be read: contrast, and their size; 0 where they are not in it.
     * @param {any} element @param {DOMRect} rect @param {boolean} isField
     * @returns {[number, number]}
     */
    const lettersOf = (element, rect, isField) => {
      const style = styleIn(element);
      const behind = isField ? groundOf(element) : backdropOf(element);
      const [contrast, size] = inkIn(style, behind);
      // What stands in a line has no room of its own.
      const room = isField ? roomOf(element, style) : rect.width;
      const indent = lengthOf(style.textIndent, room);
      const isShifted = indent > room - LEAST_PART || indent < -Math.max(room, size) || Number.parseFloat(style.letterSpacing) < -size * SPACING;
      const ratio = element.offsetHeight ? rect.height / element.offsetHeight : 1;
      return [contrast, isShifted ? 0 : size * ratio];
    };

    /** Contrast and size of letters in a style. @param {CSSStyleDeclaration} style @param {Colour[] | null} behind @returns {[number, number]} */
    const inkIn = (style, behind) => {
      const size = Number.parseFloat(style.fontSize);
      const own = /** @type {any} */ (style);
      // An edge is painted over the letter, half of it inside.
      const ink = Number.parseFloat(own.webkitTextStrokeWidth) > size * STROKE ? own.webkitTextStrokeColor : own.webkitTextFillColor;
      return [against(colourOf(ink), behind), size];
    };

    /**
     * The least that is left of letters in the parts of a control that have styles of their own: a first line, the
     * paragraphs of an editor.
     * @param {any} element @param {[number, number]} whole @returns {[number, number]}
     */
    const partsOf = (element, whole) => {
      let [contrast, letter] = whole;
      /** @param {CSSStyleDeclaration} style @param {Colour[] | null} behind */
      const see = (style, behind) => {
        if (style.display === "none" || style.visibility === "hidden") return;
        const [ink, size] = inkIn(style, behind);
        contrast = Math.min(contrast, Number(style.opacity) < HIDES ? 0 : ink);
        letter = Math.min(letter, size);
      };
      if (element.isContentEditable || nameOf(element) === "textarea") {
        /** @type {Element[]} */
        const lines = [element];
        if (element.isContentEditable) lines.push(...[...select(element, WRITTEN)].filter((part) => /** @type {any} */ (part).isContentEditable).slice(0, MOST_PARTS));
        for (const line of lines) {
          if (line !== element) see(styleIn(line), backdropOf(line));
          for (const pseudo of ["::first-line", "::first-letter"]) {
            const style = styleOf(line, pseudo);
            if (style.webkitTextFillColor !== "") see(style, backdropOf(line));
          }
        }
      }
      return [contrast, letter];
    };

    /**
     * How well what is written or drawn in a control can be seen.
     * @param {any} element @param {DOMRect} rect @returns {[number, number]}
     */
    const writingOf = (element, rect) => {
      if (isWritable(element) || element.isContentEditable) return partsOf(element, lettersOf(element, rect, true));
      const isBox = nameOf(element) === "input" && /^(?:checkbox|radio)$/.test(element.type);
      // What the browser does not draw the page must.
      const isDrawn = NATIVE.test(nameOf(element)) && !(isBox && styleIn(element).appearance === "none");
      return isDrawn ? [FULL_CONTRAST, NO_TEXT] : [inkOf(element), NO_TEXT];
    };

    /** A colour that is seen in part. @param {Colour} colour @param {number} seen @returns {Colour} */
    const faded = (colour, seen) => (seen === 1 ? colour : [colour[0], colour[1], colour[2], colour[3] * seen]);

    /** @param {CSSStyleDeclaration} style @param {Colour[] | null} behind @param {number} seen */
    const inkOfStyle = (style, behind, seen) => {
      /** @param {Colour} colour */
      const ink = (colour) => against(faded(colour, seen), behind);
      let best = 1;
      if (style.backgroundImage !== "none") {
        const found = coloursIn(style.backgroundImage);
        best = found ? Math.max(best, ...found.map(ink)) : FULL_CONTRAST;
      }
      best = Math.max(best, ink(colourOf(style.backgroundColor)));
      for (const side of /** @type {const} */ (["Top", "Right", "Bottom", "Left"])) {
        if (Number.parseFloat(style[`border${side}Width`]) > 0) best = Math.max(best, ink(colourOf(style[`border${side}Color`])));
      }
      if (style.boxShadow !== "none") best = Math.max(best, ...(coloursIn(style.boxShadow) ?? []).map(ink));
      return best;
    };

    /** How well the best that is drawn in an element can be told from what is behind it. @param {Element} face */
    const inkOf = (face) => {
      const behind = backdropOf(above(face));
      const place = rectOf(face);
      let best = 1;
      let left = MOST_PARTS;
      /** @param {Element} part @param {number} opacity */
      const look = (part, opacity) => {
        if (left <= 0 || best >= FULL_CONTRAST || shared.own.has(part)) return;
        left -= 1;
        const style = styleOf(part);
        // What only holds others, as slots do, has no box itself.
        const isBoxed = style.display !== "contents";
        if (isBoxed && !checkVisibility(part, { visibilityProperty: true })) return;
        const seen = part === face || !isBoxed ? opacity : opacity * Number(style.opacity);
        if (seen < LEAST_SEEN) return;
        // What an effect leaves of a part is not known; of the whole it is asked elsewhere.
        const isChanged = isBlinding(style.filter) || style.maskImage !== "none" || style.clipPath !== "none" || style.mixBlendMode !== "normal";
        if (part !== face && isChanged) return;
        const tag = nameOf(part);
        const { left: x, top: y, width, height } = rectOf(part);
        const isThere = isBoxed && width >= LEAST_PART && height >= LEAST_PART && x < place.right && x + width > place.left && y < place.bottom && y + height > place.top;
        const isControl = (tag === "input" || tag === "select" || tag === "button") && style.appearance !== "none";
        if (isThere && (isControl || tag === "img" || tag === "svg" || tag === "canvas")) best = Math.max(best, seen < HIDES ? FAINT_PICTURE : FULL_CONTRAST);
        if (isThere) best = Math.max(best, inkOfStyle(style, behind, seen));
        for (const pseudo of ["::before", "::after"]) {
          const drawn = styleOf(part, pseudo);
          if (drawn.content === "none" || drawn.content === "normal" || drawn.display === "none") continue;
          best = Math.max(best, inkOfStyle(drawn, behind, seen));
          if (/"[^"]*[^\s"][^"]*"|url\(/.test(drawn.content)) best = Math.max(best, against(faded(colourOf(drawn.color), seen), backdropOf(part)));
        }
        const shadow = shared.shadowOf(part);
        for (const child of childrenOf(shadow ?? part)) {
          if (isElement(child)) look(child, seen);
          else if (child.nodeType === 3 && isThere && /\S/.test(child.data) && Number.parseFloat(style.fontSize) > 0) {
            const fill = /** @type {any} */ (style).webkitTextFillColor;
            best = Math.max(best, against(faded(colourOf(fill), seen), backdropOf(part)));
          }
        }
        if (tag === "slot") for (const given of /** @type {HTMLSlotElement} */ (part).assignedElements()) look(given, seen);
      };
      look(face, 1);
      return best;
    };

    return { measure, rectIn, styleIn };
  };

  /** @param {number} x */
  const round = (x) => Math.round(x * 100) / 100;

  /** The element that shows a frame, if it is of the same site. @param {Window} view @returns {Element | null} */
  const frameOf = (view) => {
    try {
      return view === view.top ? null : view.frameElement;
    } catch {
      return null;
    }
  };

  /** Where what a frame shows begins, and how much smaller it is than it says. @param {Element} element */
  const placeOf = (element) => {
    const place = rectOf(element);
    const factor = place.width / (/** @type {any} */ (element).offsetWidth || 1);
    const style = styleOf(element);
    return {
      element, place, factor,
      left: place.left + (clientLeft(element) + Number.parseFloat(style.paddingLeft)) * factor,
      top: place.top + (clientTop(element) + Number.parseFloat(style.paddingTop)) * factor,
      isRendered: checkVisibility(element, { visibilityProperty: true }),
    };
  };

  // ---------------------------------------------------------------- what is seen in place of a control

  const CONTROLS = "input:not([type=hidden i]), select, textarea, [contenteditable]:not([contenteditable=false i])";
  /** What holds a form's parts together and is nobody's face. */
  const HOLDERS = "html, body, form, fieldset";
  const AROUND = /** @type {const} */ (["around1", "around2", "around3", "around4"]);

  /** @param {Element} element @param {string} attribute @returns {Element[]} */
  const named = (element, attribute) => {
    const root = rootOf(element);
    return (element.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean)
      .flatMap((id) => root.getElementById?.(id) ?? []);
  };

  /** @param {any} element Whether a press on its label is a press on it. */
  const passesOn = (element) => nameOf(element) === "input" && /^(?:checkbox|radio|file)$/.test(element.type);

  /**
   * What may be seen of a control in its stead, best first, and how it belongs to it.
   * @param {Element} element @returns {[Element, RawFace["how"]][]}
   */
  const standIns = (element) => {
    /** @type {[Element, RawFace["how"]][]} */
    const labels = [.../** @type {any} */ (element).labels ?? [], ...named(element, "aria-labelledby")].map((label) => [label, "label"]);
    /** @type {[Element, RawFace["how"]][]} */
    const beside = [nextElement(element), previousElement(element)].filter(isElement).map((near) => [near, "beside"]);
    /** @type {[Element, RawFace["how"]][]} */
    const around = [];
    let outer = above(element);
    for (const how of AROUND) {
      if (!outer || matches(outer, HOLDERS)) break;
      around.push([outer, how]);
      outer = above(outer);
    }
    return passesOn(element) ? [...labels, ...beside, ...around] : [...beside, ...around, ...labels];
  };

  /** Whether it stands for another control that a component shows: neither people nor assistive technology get to it. @param {Element} control */
  const isProxy = (control) =>
    control.closest("[aria-hidden=true]") !== null && !checkVisibility(control, { opacityProperty: true, visibilityProperty: true });

  /**
   * How many controls other than this one are in an element; but for such as stand for it, of two of which neither has the
   * element for its own.
   * @param {Element} face @param {Element} element
   */
  const othersIn = (face, element) => {
    const others = [...select(face, CONTROLS)].filter((other) => other !== element && (isProxy(element) || !isProxy(other)));
    return others.length + Number(face !== element && matches(face, CONTROLS));
  };

  /** @param {Element} element @param {ReturnType<typeof painter>} look @returns {RawFace[]} */
  const facesOf = (element, look) =>
    standIns(element)
      .filter(([face]) => !shared.own.has(face) && checkVisibility(face, { visibilityProperty: true }))
      .map(([face, how]) => ({ ref: shared.numberOf(face), how, others: othersIn(face, element), paint: look.measure(face, { isFace: true }) }));

  // ---------------------------------------------------------------- what lies over it

  /**
   * Something that is painted and takes no clicks, so that no plain hit test finds it.
   * @typedef {import("../types/content").Cover} Cover
   */
  /** @typedef {{ x: number, y: number }} Point */

  /** What draws something of its own, whatever its style says. */
  const REPLACED = /^(?:img|video|canvas|iframe|object|embed)$/;
  const SHAPES = /^(?:rect|circle|ellipse|path|polygon|polyline|image|text|tspan|use)$/;
  const DRAWN = /^(?:input|select|textarea|button|progress|meter)$/;
  const SIDES = /** @type {const} */ (["Top", "Right", "Bottom", "Left"]);
  /** What is shown above everything else, each with something drawn below it. */
  const ON_TOP = ":popover-open, :modal, :fullscreen";
  /** Smallest reach that could hide a field, in pixels; rings around what has the focus are smaller. */
  const LEAST_REACH = 12;
  /** How far signs of lists are painted, where a page has drawn them itself. */
  const SIGN_REACH = 100;
  /** Longest text of which the ink is measured, and the size of letters at which it is. */
  const MOST_LETTERS = 200;
  const INK_SIZE = 24;

  /**
   * A shadow's colour and lengths (CSS Backgrounds 3, Filter Effects 1).
   * @typedef {{ colour: Colour, alpha: number, x: number, y: number, blur: number, spread: number, isInner: boolean }} Shadow
   */
  /** @param {string} text @returns {Shadow[]} */
  const shadowsIn = (text) =>
    split(text, /,/).map((shadow) => {
      const [x = 0, y = 0, blur = 0, spread = 0] = [...shadow.replace(/[a-z]+\([^()]*\)/, "").matchAll(/-?[\d.]+px/g)].map(([length]) => Number.parseFloat(length));
      const [colour = /** @type {Colour} */ ([0, 0, 0, 1])] = coloursIn(shadow) ?? [];
      return { colour, alpha: colour[3], x, y, blur, spread, isInner: shadow.includes("inset") };
    });

  /** The shadows that an element throws, those of its filters included. @param {CSSStyleDeclaration} style @returns {Shadow[]} */
  const thrownBy = ({ boxShadow, filter }) => {
    const outer = boxShadow === "none" ? [] : shadowsIn(boxShadow).filter(({ isInner }) => !isInner);
    const filtered = filter.includes("drop-shadow") ? [...filter.matchAll(/drop-shadow\(((?:[^()]|\([^()]*\))*)\)/g)] : [];
    return [...outer, ...filtered.flatMap(([, inner = ""]) => shadowsIn(inner))];
  };

  /** How far a shadow or an outline paints around a box. @param {CSSStyleDeclaration} style */
  const reachOf = (style) => {
    const thrown = thrownBy(style).filter(({ alpha }) => alpha > 0).map(({ x, y, blur, spread }) => spread + blur / 2 + Math.max(Math.abs(x), Math.abs(y)));
    const outline = style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth) + Math.max(0, Number.parseFloat(style.outlineOffset));
    return Math.max(0, outline, ...thrown);
  };

  /** How far a point is from the edges of a box: top, right, bottom, left; less than 0 outside. @param {Box} box @param {Point} point */
  const depthsOf = ({ left, top, right, bottom }, { x, y }) => [y - top, right - x, bottom - y, x - left];
  /** @param {Box} box @param {Point} point @param {number} [reach] */
  const isIn = (box, point, reach = 0) => Math.min(...depthsOf(box, point)) >= -reach;

  /** Of what one thing after the other hides, what all of them hide together. @param {number[]} alphas */
  const together = (alphas) => 1 - alphas.reduce((left, alpha) => left * (1 - Math.min(1, alpha)), 1);

  /**
   * Where a linear gradient has its colours, from 0 to 1 along its line; nothing where that is not plain.
   * @param {string[]} stops @param {number} length of the line @returns {{ at: number, alpha: number }[] | null}
   */
  const stopsOf = (stops, length) => {
    /** @type {{ at: number, alpha: number }[]} */
    const found = [];
    for (const stop of stops) {
      const [colour = "", ...places] = split(stop, /\s/);
      const alpha = coloursIn(colour)?.[0]?.[3];
      if (alpha === undefined) return null;
      const at = places.map((place) => lengthOf(place, length) / length);
      found.push(...(at.length ? at : [Number.NaN]).map((at) => ({ at, alpha })));
    }
    const last = found.length - 1;
    if (last < 1) return null;
    if (Number.isNaN(found[0]?.at)) found[0] = { ...found[0], at: 0 };
    if (Number.isNaN(found[last]?.at)) found[last] = { ...found[last], at: 1 };
    return found.every(({ at }) => Number.isFinite(at)) || last === 1 ? found : null;
  };

  /** Pictures that stand in a style itself, with the alpha of what is drawn strongest in them. @type {Map<string, number>} */
  const pictures = new Map();
  /** Those that are being looked at. @type {Map<string, Promise<void>>} */
  const pending = new Map();

  /**
   * Whether a picture always looks as it does when it is looked at: a PNG without frames (APNG has `acTL`), an SVG of a
   * fixed size in which nothing moves or depends on where it is shown.
   * @param {string} url
   */
  const isStill = (url) => {
    const [, kind = "", encoding = "", data = ""] = /^data:image\/(png|svg\+xml)(;base64|;utf8|;charset=utf-?8)?,(.*)$/is.exec(url) ?? [];
    if (!kind) return false;
    try {
      const text = encoding.toLowerCase() === ";base64" ? atob(data) : decodeURIComponent(data);
      if (kind.toLowerCase() === "png") return !text.includes("acTL");
      const root = /<svg\b[^>]*>/i.exec(text)?.[0] ?? "";
      const isFixed = /\swidth\s*=\s*["']?\d+(?:px)?["'\s>]/i.test(root) && /\sheight\s*=\s*["']?\d+(?:px)?["'\s>]/i.test(root);
      return isFixed && !/<(?:[\w-]+:)?(?:animate|set|style|script|foreignobject|image|use|switch)|<!|<\?xml-stylesheet|animation|transition|@/i.test(text);
    } catch {
      return false;
    }
  };

  /** How much a picture hides at most: all, until it was looked at. @param {string} image */
  const pictureAlpha = (image) => {
    const [, url = ""] = /^url\("(data:image\/.*)"\)$/s.exec(image.replace(/\\(["\\])/g, "$1")) ?? [];
    if (!url || url.length > LONGEST_PICTURE || !isStill(url)) return 1;
    if (!pictures.has(url) && !pending.has(url)) {
      const look = alphaIn(url).catch(() => 1).then((alpha) => {
        pictures.set(url, alpha);
        pending.delete(url);
      });
      pending.set(url, look);
    }
    return pictures.get(url) ?? 1;
  };

  /** @param {string} url @returns {Promise<number>} The largest alpha in a picture. */
  const alphaIn = async (url) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const [width, height] = [picture.naturalWidth, picture.naturalHeight];
    if (!width || !height || width * height > MOST_PIXELS) return 1;
    const paper = new OffscreenCanvas(width, height).getContext("2d");
    if (!paper) return 1;
    paper.drawImage(picture, 0, 0);
    const { data } = paper.getImageData(0, 0, width, height);
    let most = 0;
    for (let at = 3; at < data.length; at += 4) most = Math.max(most, data[at] ?? 0);
    return most / 255;
  };

  /** Waits until pictures were looked at that may hide something. @returns {Promise<boolean>} whether there was anything to wait for */
  const pictured = async () => {
    if (!pending.size) return false;
    await Promise.race([Promise.allSettled([...pending.values()]), new Promise((done) => { setTimeout(done, PICTURE_PATIENCE); })]);
    return true;
  };

  /**
   * How much of what is below a gradient or a picture hides at a point.
   * @param {string} image @param {Box} box @param {Point} point @param {number} [unknown] what a gradient does that is not plain; else the most that it can
   */
  const imageAt = (image, box, { x, y }, unknown) => {
    const colours = coloursIn(image);
    if (!colours) return unknown ?? pictureAlpha(image);
    const most = Math.max(0, ...colours.map(([, , , alpha]) => alpha));
    const [, inner = ""] = /^linear-gradient\((.*)\)$/.exec(image) ?? [];
    const parts = split(inner, /,/);
    const [, degrees = ""] = /^(-?[\d.]+)deg$/.exec(parts[0] ?? "") ?? [];
    const sides = { "to top": 0, "to right": 90, "to bottom": 180, "to left": 270 };
    const side = /** @type {Record<string, number>} */ (sides)[parts[0] ?? ""] ?? (degrees === "" ? undefined : Number(degrees));
    const angle = ((side ?? 180) / 180) * Math.PI;
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const length = Math.abs(width * Math.sin(angle)) + Math.abs(height * Math.cos(angle));
    const stops = length > 0 ? stopsOf(side === undefined ? parts : parts.slice(1), length) : null;
    if (!stops) return unknown ?? most;
    const at = ((x - (box.left + box.right) / 2) * Math.sin(angle) - (y - (box.top + box.bottom) / 2) * Math.cos(angle)) / length + 0.5;
    const after = stops.findIndex((stop) => stop.at >= at);
    const [from, to] = [stops[after < 0 ? stops.length - 1 : Math.max(0, after - 1)], stops[after < 0 ? stops.length - 1 : after]];
    if (!from || !to) return unknown ?? most;
    const part = to.at > from.at ? Math.min(1, Math.max(0, (at - from.at) / (to.at - from.at))) : 1;
    return from.alpha + (to.alpha - from.alpha) * part;
  };

  /** Whether what is seen through a filter can't be told any more (Filter Effects 1). @param {string | undefined} filter */
  const isBlinding = (filter = "none") => {
    if (filter === "none") return false;
    const functions = [...filter.matchAll(/([a-z-]+)\(([-\d.]*)(px|%)?[^()]*\)/g)];
    const said = functions.map(([whole]) => whole).join(" ");
    return said !== filter || functions.some(([, name = "", amount = "", unit]) => {
      const size = Number(amount || 1) / (unit === "%" ? 100 : 1);
      if (name === "blur") return size > MOST_BLUR;
      if (name === "brightness" || name === "contrast") return size < LIGHT[0] || size > LIGHT[1];
      return !/^(?:saturate|grayscale|sepia|hue-rotate)$/.test(name);
    });
  };

  /** How much a style's ground hides at a point in its box. @param {CSSStyleDeclaration} style @param {Box} box @param {Point} point */
  const groundAt = (style, box, point) => {
    if (isBlinding(style.backdropFilter)) return 1;
    const layers = layersOf(style);
    const lowest = layers.at(-1);
    const alphas = lowest && isFilling(lowest.clip) ? [colourOf(style.backgroundColor)[3]] : [];
    for (const layer of layers) {
      const extent = extentOf(layer, box);
      // At another size a picture may show what is cut off at its own.
      const isUsual = !layer.image.includes("url(") || /^auto(?: auto)?$/.test(layer.size);
      if (extent !== "none") alphas.push(isUsual ? imageAt(layer.image, box, point) : 1);
    }
    return together(alphas);
  };

  /** How much borders, inner shadows and outlines hide at a point. @param {CSSStyleDeclaration} style @param {Box} box @param {Point} point @param {number} scale */
  const edgesAt = (style, box, point, scale) => {
    const depths = depthsOf(box, point);
    const depth = Math.min(...depths);
    if (depth >= 0 && style.borderImageSource !== "none") return 1;
    const borders = SIDES.map((side, at) => {
      const within = depth >= 0 && (depths[at] ?? 0) < Number.parseFloat(style[`border${side}Width`]) * scale;
      return within ? colourOf(style[`border${side}Color`])[3] : 0;
    });
    const inner = style.boxShadow.includes("inset") ? shadowsIn(style.boxShadow).filter(({ isInner }) => isInner) : [];
    const shadows = inner.map(({ alpha, x, y, blur, spread }) => {
      const edges = [y, -x, -y, x].map((offset) => (spread + offset + blur / 2) * scale);
      return depth >= 0 && depths.some((own, at) => own < (edges[at] ?? 0)) ? alpha : 0;
    });
    const thrown = thrownBy(style).map(({ alpha, x, y, blur, spread }) => {
      const moved = { left: box.left + x * scale, top: box.top + y * scale, right: box.right + x * scale, bottom: box.bottom + y * scale };
      return depth < 0 && isIn(moved, point, (spread + blur / 2) * scale) ? alpha : 0;
    });
    const from = Number.parseFloat(style.outlineOffset) * scale;
    const isOutlined = style.outlineStyle !== "none" && -depth >= from && -depth <= from + Number.parseFloat(style.outlineWidth) * scale;
    return together([Math.max(...borders), ...shadows, ...thrown, isOutlined ? colourOf(style.outlineColor)[3] : 0]);
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

  /** Whether a list's sign is one that the page drew. @param {CSSStyleDeclaration} style */
  const hasOwnSign = (style) => style.display.includes("list-item") && (style.listStyleImage !== "none" || style.listStyleType.includes('"'));

  /** How much is hidden by what is neither text nor box: pictures, controls, shapes. @param {Element} element @param {CSSStyleDeclaration} style @param {string} tag */
  const pictureOf = (element, style, tag) => {
    // A picture may stand in the place of what is in it.
    if (REPLACED.test(tag) || style.content.includes("(")) return 1;
    if (DRAWN.test(tag) && style.appearance !== "none") return 1;
    if (DRAWN.test(tag) && /** @type {any} */ (element).value) return 1;
    if (!SHAPES.test(tag)) return 0;
    return style.fill === "none" ? 0 : Number(style.fillOpacity) * (coloursIn(style.fill)?.[0]?.[3] ?? 1);
  };

  /** Whether letters or a picture of something else's stand over an element. @param {Cover} cover @param {Element} below */
  const writesOn = ({ element, pseudo }, below) => {
    if (pseudo || surrounds(below, element)) return false;
    for (let node = /** @type {Element | null} */ (element); node && !surrounds(node, below); node = above(node)) {
      if (Number(styleOf(node).opacity) === 0) return false;
    }
    const box = rectOf(below);
    /** @param {Box} place */
    const meets = (place) => place.left < box.right && place.right > box.left && place.top < box.bottom && place.bottom > box.top;
    const isSeen = (/** @type {Box} */ place) => place.right - place.left >= LEAST_PART && place.bottom - place.top >= LEAST_PART && meets(place);
    const style = styleOf(element);
    if (pictureOf(element, style, nameOf(element)) > 0 || style.backgroundImage.includes("url(")) return isSeen(rectOf(element));
    return textsIn(element).some((text) => {
      const range = ownerOf(text).createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].some(isSeen);
    });
  };

  /** Whether an element paints anything that may lie over others. @param {Element} element @param {CSSStyleDeclaration} style @param {string} tag */
  const paintsAny = (element, style, tag) => {
    if (style.visibility !== "visible" || Number(style.opacity) === 0) return false;
    if (colourOf(style.backgroundColor)[3] > 0 || style.backgroundImage !== "none" || textsIn(element).length > 0) return true;
    if (pictureOf(element, style, tag) > 0 || (style.backdropFilter ?? "none") !== "none" || style.borderImageSource !== "none") return true;
    if (SIDES.some((side) => Number.parseFloat(style[`border${side}Width`]) > 0) || style.boxShadow !== "none") return true;
    return style.outlineStyle !== "none" || hasOwnSign(style) || Number.parseFloat(style.columnRuleWidth) >= LEAST_REACH;
  };

  /** Where a pseudo-element is, where that can be told. @param {Element} element @param {CSSStyleDeclaration} style @returns {Box | null} */
  const boxOfPseudo = (element, style) => {
    const isFixed = style.position === "fixed";
    if (!isFixed && (style.position !== "absolute" || styleOf(element).position === "static")) return null;
    const [left, top, width, height] = [style.left, style.top, style.width, style.height].map(Number.parseFloat);
    if (left === undefined || top === undefined || width === undefined || height === undefined || style.transform !== "none") return null;
    const rect = rectOf(element);
    const [x, y] = isFixed ? [left, top] : [rect.left + clientLeft(element) + left, rect.top + clientTop(element) + top];
    const isWhole = style.boxSizing === "border-box";
    /** @param {"Left" | "Right" | "Top" | "Bottom"} side */
    const edge = (side) => (isWhole ? 0 : Number.parseFloat(style[`padding${side}`]) + Number.parseFloat(style[`border${side}Width`]));
    const box = { left: x, top: y, right: x + width + edge("Left") + edge("Right"), bottom: y + height + edge("Top") + edge("Bottom") };
    return Object.values(box).every(Number.isFinite) ? box : null;
  };

  /** How much edges hide of which it is not known where they are. @param {CSSStyleDeclaration} style */
  const widestEdge = (style) => {
    const borders = SIDES.map((side) => (Number.parseFloat(style[`border${side}Width`]) >= LEAST_REACH ? colourOf(style[`border${side}Color`])[3] : 0));
    const shadows = thrownBy(style).map(({ alpha, spread, blur }) => (spread + blur / 2 >= LEAST_REACH ? alpha : 0));
    return together([Math.max(...borders), ...shadows]);
  };

  /** How much a pseudo-element hides at a point. @param {Cover} cover @param {Point} point */
  const pseudoAt = ({ element, pseudo }, point) => {
    const drawn = styleOf(element, pseudo);
    const view = viewOf(element);
    if (drawn.visibility !== "visible") return 0;
    const known = pseudo === "::backdrop" ? { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight } : boxOfPseudo(element, drawn);
    if (known && !isIn(known, point, reachOf(drawn))) return 0;
    const edges = known ? edgesAt(drawn, known, point, 1) : widestEdge(drawn);
    if (Number.parseFloat(drawn.width) < LEAST_PART || Number.parseFloat(drawn.height) < LEAST_PART) return Number(drawn.opacity) * edges;
    const box = known ?? rectOf(element);
    const texts = [...drawn.content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text).join("");
    const picture = /url\(|gradient\(|image-set\(/.test(drawn.content) ? 1 : 0;
    const fill = colourOf(drawn.color)[3] * inkShare(texts, drawn);
    return Number(drawn.opacity) * together([groundAt(drawn, box, point), picture, fill, edges]);
  };

  /**
   * How much of what is below something is hidden by it at a point, from 0 to 1. What is not known hides.
   * @param {Cover} cover @param {Element} shown what is looked at through it @param {Point} point
   */
  const veilAt = (cover, shown, point) => {
    const { element, pseudo, reach } = cover;
    if (pseudo === "::view-transition") return 1;
    let opacity = 1;
    for (let node = /** @type {Element | null} */ (element); node && !surrounds(node, shown); node = above(node)) opacity *= Number(styleOf(node).opacity);
    if (pseudo) return opacity * pseudoAt(cover, point);
    const box = rectOf(element);
    if (opacity === 0 || !isIn(box, point, Math.max(reach, LEAST_REACH))) return 0;
    const style = styleOf(element);
    const scale = box.width / (/** @type {any} */ (element).offsetWidth || box.width || 1);
    const edges = edgesAt(style, box, point, scale);
    // What takes presses is hit wherever it is, but for what it throws around itself.
    if (!cover.isInert && style.pointerEvents !== "none") return isIn(box, point) ? 0 : opacity * edges;
    const isRuled = Number.parseFloat(style.columnRuleWidth) >= LEAST_REACH && style.columnRuleStyle !== "none";
    const inside = isIn(box, point) ? [groundAt(style, box, point), pictureOf(element, style, nameOf(element)), isRuled ? 1 : 0] : [];
    return opacity * together([...inside, edges, lettersAt(element, style, point), hasOwnSign(style) ? 1 : 0]);
  };

  /** Whether what is drawn of an element at a point hides what is below. @param {Element} element @param {Point} point @param {Element} shown */
  const hidesAt = (element, point, shown) => veilAt({ element, pseudo: "", reach: 0, isInert: true }, shown, point) >= HIDES;

  /** Whether it takes no presses because the page closed it off (HTML, inert subtrees; CSS Basic UI 4). @param {CSSStyleDeclaration} style */
  const isInert = (style) => /** @type {any} */ (style).interactivity === "inert";

  /** What an element itself may lay over others. @param {Element} element @param {CSSStyleDeclaration} style @param {string} tag @returns {Cover[]} */
  const coversOf = (element, style, tag) => {
    const isClosed = isInert(style);
    if (!isClosed && style.pointerEvents !== "none") return [];
    const reach = hasOwnSign(style) ? SIGN_REACH : reachOf(style);
    return paintsAny(element, style, tag) ? [{ element, pseudo: "", reach, isInert: isClosed }] : [];
  };

  /** What is drawn below what is shown above everything else, and takes no presses. @param {Document | ShadowRoot} root @returns {Cover[]} */
  const backdropsIn = (root) =>
    [...root.querySelectorAll(ON_TOP)].filter((element) => styleOf(element, "::backdrop").pointerEvents === "none")
      .map((element) => ({ element, pseudo: "::backdrop", reach: -1, isInert: false }));

  /** Those of which something may be in the window now. @param {Cover[]} covers */
  const inWindow = (covers) =>
    covers.filter(({ element, pseudo, reach }) => {
      if (pseudo) return true;
      const { innerWidth, innerHeight } = viewOf(element);
      const { left, top, right, bottom } = rectOf(element);
      const more = Math.max(reach, LEAST_REACH);
      return right + more > 0 && bottom + more > 0 && left - more < innerWidth && top - more < innerHeight;
    });

  /** @param {Document} doc @returns {Cover[]} */
  const transitionsIn = (doc) => {
    const root = doc.documentElement;
    const isUnderWay = doc.getAnimations().some((animation) => /** @type {any} */ (animation.effect)?.pseudoElement?.startsWith("::view-transition"));
    return root && isUnderWay ? [{ element: root, pseudo: "::view-transition", reach: -1, isInert: false }] : [];
  };

  /** @type {WeakMap<Document, { at: number, covers: Cover[], roots: (Document | ShadowRoot)[], watch: MutationObserver, isChanged: boolean }>} */
  const lastCovers = new WeakMap();

  /** All that takes no clicks and may hide what is below it, in a document. @param {Document} doc @returns {Cover[]} */
  const coversIn = (doc) => {
    const before = lastCovers.get(doc);
    const began = performance.now();
    // What comes above everything changes nothing in the document.
    const late = (/** @type {(Document | ShadowRoot)[]} */ roots) => [...roots.flatMap(backdropsIn), ...transitionsIn(doc)];
    if (before && !before.isChanged && !before.watch.takeRecords().length && began - before.at < COVERS_HOLD) return [...before.covers, ...late(before.roots)];
    before?.watch.disconnect();
    lastCovers.delete(doc);
    /** @type {Cover[]} */
    const covers = [];
    /** @type {(Document | ShadowRoot)[]} */
    const roots = [];
    const view = /** @type {Window} */ (doc.defaultView ?? window);
    /** @param {Document | ShadowRoot} root */
    const walk = (root) => {
      roots.push(root);
      for (const element of root.querySelectorAll("*")) {
        if (shared.own.has(element)) continue;
        const style = view.getComputedStyle(element);
        if (style.display === "none") continue;
        const own = coversOf(element, style, nameOf(element));
        covers.push(...own);
        if (!own.length) covers.push(...beyondOf(element, style, view));
        const shadow = shared.shadowOf(element);
        if (shadow) walk(shadow);
      }
    };
    walk(doc);
    const at = performance.now();
    if (at - began > COVERS_QUICK) {
      const known = { at, covers, roots, isChanged: false, watch: new MutationObserver(() => { known.isChanged = true; }) };
      known.watch.observe(doc, { subtree: true, childList: true, attributes: true, characterData: true });
      lastCovers.set(doc, known);
    }
    return [...covers, ...late(roots)];
  };

  /** The same for one turn in which the page does not run. @returns {(doc: Document) => Cover[]} */
  const coversOnce = () => {
    /** @type {Map<Document, Cover[]>} */
    const known = new Map();
    return (doc) => {
      const covers = known.get(doc) ?? coversIn(doc);
      known.set(doc, covers);
      return covers;
    };
  };

  /** What something that takes presses paints where it takes none. @param {Element} element @param {CSSStyleDeclaration} style @param {Window} view @returns {Cover[]} */
  const beyondOf = (element, style, view) => {
    /** @type {Cover[]} */
    const covers = [];
    const reach = reachOf(style);
    if (reach >= LEAST_REACH) covers.push({ element, pseudo: "", reach, isInert: false });
    if (style.pointerEvents === "none") return covers;
    for (const pseudo of /** @type {const} */ (["::before", "::after"])) {
      const drawn = view.getComputedStyle(element, pseudo);
      if (drawn.content !== "none" && drawn.content !== "normal" && drawn.pointerEvents === "none") covers.push({ element, pseudo, reach: -1, isInert: false });
    }
    return covers;
  };

  /** @type {Map<Window, CSSStyleSheet>} */
  const sheets = new Map();
  /** @param {Window} view */
  const sheetOf = (view) => {
    const known = sheets.get(view);
    if (known) return known;
    const sheet = new (/** @type {any} */ (view).CSSStyleSheet)();
    sheet.replaceSync("*, *::before, *::after { pointer-events: auto !important }");
    sheets.set(view, sheet);
    return sheet;
  };

  /** All that a press at a point would hit if everything took presses, topmost first. @param {Document} doc @param {number} x @param {number} y */
  const stackAt = (doc, x, y) => {
    /** @type {Element[]} */
    const stack = [];
    /** @param {Document | ShadowRoot} root */
    const look = (root) => {
      for (const hit of root.elementsFromPoint(x, y)) {
        if (stack.includes(hit)) continue;
        const shadow = shared.shadowOf(hit);
        if (shadow && shadow !== root) look(shadow);
        stack.push(hit);
      }
    };
    look(doc);
    return stack;
  };

  /**
   * Does something while everything takes presses, in these trees.
   * @template T @param {Document} doc @param {Element[]} elements in those trees @param {() => T} work @returns {T}
   */
  const allPressable = (doc, elements, work) => {
    const roots = new Set(elements.map((element) => /** @type {Document | ShadowRoot} */ (rootOf(element))));
    const sheet = sheetOf(/** @type {Window} */ (doc.defaultView ?? window));
    const before = [...roots].map((root) => /** @type {const} */ ([root, [...root.adoptedStyleSheets]]));
    try {
      for (const [root, own] of before) root.adoptedStyleSheets = [...own, sheet];
      return work();
    } finally {
      for (const [root, own] of before) root.adoptedStyleSheets = [...own];
    }
  };

  /** Whether a cover can be over an element at all. @param {Cover} cover @param {Element} shown @param {Element} face @param {Point[]} points */
  const isNear = (cover, shown, face, points) => {
    const { element, pseudo, reach } = cover;
    if (pseudo === "::view-transition") return true;
    if (pseudo === "::backdrop") return !surrounds(element, shown);
    if (surrounds(face, element)) return false;
    if (pseudo) return true;
    if (surrounds(element, shown)) return false;
    const box = rectOf(element);
    return points.some((point) => isIn(box, point, Math.max(reach, LEAST_REACH)));
  };

  /**
   * The share of points of an element that can be seen through all that takes no presses.
   * @param {Element} shown @param {Element} face what is in it is its own
   * @param {Point[]} points @param {Cover[]} covers
   */
  const freeOfCovers = (shown, face, points, covers) => {
    if (!covers.length || !points.length) return 1;
    const near = covers.filter((cover) => isNear(cover, shown, face, points));
    const veils = points.map((point) => near.map((cover) => veilAt(cover, shown, point)));
    // Where nothing is hidden if all of it lies above, it does not matter what lies where.
    const isHidden = (/** @type {number[]} */ alphas) => together(alphas) >= HIDES;
    if (!veils.some(isHidden)) return 1;
    const doc = ownerOf(shown);
    const free = allPressable(doc, near.map(({ element }) => element), () => points.filter((point, at) => {
      const alphas = veils[at] ?? [];
      if (!isHidden(alphas)) return true;
      const stack = stackAt(doc, point.x, point.y);
      const own = stack.findIndex((hit) => surrounds(shown, hit) && !near.some((cover) => !cover.pseudo && surrounds(cover.element, hit)));
      // What is generated in an element is hit as that element.
      const ofFace = stack.findIndex((hit) => surrounds(face, hit));
      return !isHidden(alphas.filter((_, index) => {
        const cover = near[index];
        return cover !== undefined && liesAbove(cover, stack, cover.pseudo ? ofFace : own, shown);
      }));
    }));
    return free.length / points.length;
  };

  /** Whether an element makes a stacking context (CSS Positioned Layout 3). @param {Element} element @param {CSSStyleDeclaration} style */
  const isStacked = (element, style) => {
    if (matches(element, ON_TOP) || /^(?:fixed|sticky)$/.test(style.position)) return true;
    const outer = above(element);
    const isPlaced = style.position !== "static" || (outer !== null && /flex|grid/.test(styleOf(outer).display));
    if (isPlaced && style.zIndex !== "auto") return true;
    return Number(style.opacity) < 1 || style.transform !== "none" || style.scale !== "none" || style.rotate !== "none" || style.translate !== "none" ||
      style.filter !== "none" || (style.backdropFilter ?? "none") !== "none" || style.perspective !== "none" || style.clipPath !== "none" ||
      style.maskImage !== "none" || style.isolation === "isolate" || style.mixBlendMode !== "normal" || style.willChange !== "auto" ||
      /paint|layout|strict|content/.test(style.contain) || style.containerType !== "normal";
  };

  /** Where in the stacking contexts around it something is painted, outermost first (CSS 2.2, appendix E). @param {Element} element */
  const layersTo = (element) => {
    /** @type {{ element: Element, z: number }[]} */
    const layers = [];
    // Between two contexts it matters only for the innermost whether something is positioned.
    let isPositioned = false;
    for (let node = /** @type {Element | null} */ (element); node; node = above(node)) {
      const style = styleOf(node);
      const isTop = matches(node, ON_TOP);
      if (isStacked(node, style)) layers.unshift({ element: node, z: isTop ? Number.POSITIVE_INFINITY : Number.parseInt(style.zIndex, 10) || 0 });
      else if (!layers.length && !isPositioned && style.position !== "static") {
        isPositioned = true;
        layers.unshift({ element: node, z: 0 });
      }
      if (isTop) break;
    }
    // What is in the flow is painted after what has a negative z-index, before what is positioned.
    const isFlowing = layers.at(-1)?.element !== element && !isPositioned;
    return isFlowing ? [...layers, { element, z: -0.5 }] : layers;
  };

  /** Whether one element is plainly painted before another, which may then cover it. @param {Element} one @param {Element} other */
  const isPaintedBelow = (one, other) => {
    if (ownerOf(one) !== ownerOf(other)) return false;
    const [below, above] = [layersTo(one), layersTo(other)];
    for (let at = 0; ; at += 1) {
      const [a, b] = [below[at], above[at]];
      if (!a || !b) return a === undefined && b !== undefined && b.z >= 0;
      if (a.element === b.element) continue;
      if (a.z !== b.z) return a.z < b.z;
      return rootOf(a.element) === rootOf(b.element) && (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    }
  };

  /**
   * Whether a cover is above what is looked at. What no hit test finds, even while everything takes presses, is taken
   * to be, unless it stands behind by its own word.
   * @param {Cover} cover @param {Element[]} stack @param {number} own where in it what is looked at is
   * @param {Element} shown what is looked at
   */
  const liesAbove = ({ element, pseudo, reach, isInert }, stack, own, shown) => {
    if (pseudo === "::backdrop" || pseudo === "::view-transition") return true;
    // No hit test finds what is closed off.
    if (isInert) return !isPaintedBelow(element, shown);
    const at = stack.indexOf(element);
    if ((!pseudo && (styleOf(element).pointerEvents === "none" || (reach > 0 && at < 0)))) return !(Number(styleOf(element).zIndex) < 0);
    return at >= 0 && (own < 0 || at < own);
  };

  /** Where an element is looked at, in the window of its document. @param {Element} face */
  const pointsOf = (face) => {
    const view = viewOf(face);
    const isWritten = isWritable(face) || /** @type {any} */ (face).isContentEditable;
    const { left, top, right, bottom } = isWritten ? lettersIn(face, rectOf(face)) : rectOf(face);
    return ACROSS.map((share) => ({ x: left + (right - left) * share, y: (top + bottom) / 2 }))
      .filter(({ x, y }) => x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight);
  };

  /** @param {Document | ShadowRoot} doc @param {number} x @param {number} y */
  const hitAt = (doc, x, y) => {
    let hit = doc.elementFromPoint(x, y);
    for (let shadow = hit && shared.shadowOf(hit); hit && shadow; shadow = shared.shadowOf(hit)) {
      const inner = shadow.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };

  /**
   * The share of an element's points that can be seen now, where it stands: a press there would reach it, nothing that
   * takes no presses lies over it, and so on for the frames that it is in.
   * @param {Element} shown @param {Element} face what is in it is its own
   * @param {(hit: Element, x: number, y: number) => boolean} reaches whether a press on what was hit is one on it
   * @param {(doc: Document) => Cover[]} covers
   */
  const freeNow = (shown, face, reaches, covers) => {
    let points = pointsOf(shown).filter(({ x, y }) => {
      const hit = hitAt(ownerOf(shown), x, y);
      return hit !== null && reaches(hit, x, y);
    });
    if (!points.length) return 0;
    let share = (points.length / ACROSS.length) * freeOfCovers(shown, face, points, covers(ownerOf(shown)));
    let frame = frameOf(viewOf(shown));
    while (frame && share > 0) {
      const holder = frame;
      const { left, top, factor } = placeOf(holder);
      const doc = ownerOf(holder);
      const before = points.map(({ x, y }) => ({ x: left + x * factor, y: top + y * factor }));
      points = before.filter(({ x, y }) => hitAt(doc, x, y) === holder);
      share *= (points.length / before.length) * freeOfCovers(holder, holder, points, covers(doc));
      frame = frameOf(viewOf(holder));
    }
    return round(share);
  };

  // ---------------------------------------------------------------- comparing

  /** Measures of which more is more to see. */
  const NUMBERS = /** @type {const} */ (["width", "height", "share", "opacity", "contrast", "letter", "upright", "free"]);

  /**
   * What an element has too little of, measured against what it must have at least; nothing where it has enough.
   * @param {Paint} now @param {Paint} least
   */
  const lacks = (now, least) => {
    const less = NUMBERS.find((name) => !(now[name] >= least[name]));
    // guard: paint-measures (unseen-while-writing)
    if (less) return less;
    // guard: paint-effects (unseen-blurred-while-writing)
    if (now.effects.some((effect) => !least.effects.includes(effect))) return "effects";
    return "";
  };

  shared.paint = { painter, coversOnce, facesOf, standIns, othersIn, freeNow, freeOfCovers, pointsOf, coversOf, backdropsIn, inWindow, hidesAt, writesOn, isInert, pictured, lacks };
})();
