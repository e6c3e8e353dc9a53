// @ts-check
// What each element does to all that is in it: opacity, effects, turning, clipping. It reads alone, each element once for
// one look at the page.

(() => {
  /** @typedef {import("../types/content.d.ts").Surrounding} Surrounding */
  /** @typedef {import("../types/content.d.ts").Surroundings} Surroundings */

  if (!globalThis.vaulty || vaulty.surroundings) return;

  const { ownerOf, nameOf, rectOf, animationsOf, above, styleOf } = vaulty.nodes;

  /** Longest animation in a tab that nobody looks at of which the end counts, in milliseconds. */
  const LONGEST_FADE = 2_000;
  /** How much of a matrix is rounding. */
  const STRAIGHT = 0.001;
  /** How a mask is named among what changes what is seen. */
  const MASK = "mask: ";

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
    const isTurned = scale !== "none" || rotate !== "none" || vaulty.platform.isTransformed(element, style);
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

  /** Whether what is positioned in it is held by it. @param {Surrounding} outer @param {string} position */
  const holds = (outer, position) => {
    if (position === "absolute" && outer.position !== "static") return true;
    if (outer.matrix || outer.effects.some((effect) => effect.startsWith("filter"))) return true;
    const style = styleOf(outer.element);
    return style.perspective !== "none" || style.transform !== "none" || style.translate !== "none" ||
      (style.backdropFilter ?? "none") !== "none" || /paint|layout|strict|content/.test(style.contain) ||
      /transform|perspective|filter/.test(style.willChange) || style.contentVisibility === "auto";
  };

  /**
   * Whether what an element shows is turned, slanted or mirrored, by itself or by what is around it: where in it something
   * stands is then not known from its box.
   * @param {Element} element
   */
  const isTurned = (element) => {
    for (let node = /** @type {Element | null} */ (element); node; node = above(node)) {
      const { transform, scale, rotate, offsetPath } = /** @type {any} */ (styleOf(node));
      if ((offsetPath ?? "none") !== "none") return true;
      if (transform === "none" && scale === "none" && rotate === "none") continue;
      const { m11, m12, m13, m14, m21, m22, m23, m24 } = matrixOf(transform, scale, rotate);
      if (!(m11 > 0 && m22 > 0) || [m12, m13, m14, m21, m23, m24].some((part) => Math.abs(part) > STRAIGHT)) return true;
    }
    return false;
  };

  /** What is around elements, for one look at the page: what was read of one is not read again. @returns {Surroundings} */
  const surroundingsOnce = () => {
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

    return { styleIn, rectIn, surroundingOf, beyond };
  };

  vaulty.surroundings = { MASK, holds, isTurned, surroundingsOnce };
})();
