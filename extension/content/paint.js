// @ts-check
// Measures what is painted of an element, for a person who may scroll but does nothing else: how much of it
// is left after all that clips it, how opaque it is, whether what is written in it can be read, what lies
// over it. Facts only, in numbers of which more means more to see: Rust says how much is enough, in the
// snapshot and, through `Expect.paint`, again where something is written. Nothing in the page is changed but
// for the time of a hit test, and then by a style sheet that is gone before the page runs again.
//
// Not seen here: ink that glyphs have outside of their boxes, what filters of the page's own draw, reflections.

(() => {
  /** @typedef {import("../types/content.d.ts").Box} Box */
  /** @typedef {import("../types/content.d.ts").Cover} Cover */
  /** @typedef {import("../types/vaulty.d.ts").RawPaint} Paint */

  if (!globalThis.vaulty || vaulty.paint) return;

  const { ownerOf, rectOf } = vaulty.nodes;
  const { HIDES } = vaulty.colours;
  const { LEAST_PART, split, cut, round } = vaulty.boxes;
  const { pictured } = vaulty.pictures;
  const { imageAt } = vaulty.layers;
  const { ACROSS, isWritable, lettersIn, pointsOf, rectOfTexts } = vaulty.letters;
  const { writesOn, hidesAt } = vaulty.veils;
  const { isInert, coversOf, backdropsIn, inWindow, coversOnce } = vaulty.covers;
  const { freeOfCovers, freeNow } = vaulty.stacking;
  const { standIns, othersIn, facesOf } = vaulty.faces;
  const { surroundingsOnce, MASK, holds } = vaulty.surroundings;
  const { windowsOnce, clippedBy, throughWindow, shapedBy } = vaulty.clips;
  const { groundsOnce } = vaulty.grounds;
  const { inkOnce, NO_TEXT } = vaulty.ink;

  /**
   * A measure for one look at the page: what was read of an element is not read again.
   * @param {(doc: Document) => Cover[]} [covers] what takes no presses and may be painted over others, or behind them
   */
  const painter = (covers = coversOnce()) => {
    const surroundings = surroundingsOnce();
    const { styleIn, rectIn, surroundingOf, beyond } = surroundings;
    const { portOf } = windowsOnce(surroundingOf);
    const { lettersOf, writingOf, inkOf } = inkOnce(surroundings, groundsOnce(surroundings, covers));

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

    /**
     * What is painted of an element.
     * @param {Element} element @param {{ isFace?: boolean, isText?: boolean, box?: Box }} [how] `isFace`: of what is drawn in
     *   place of a control all that is drawn counts, not what is written in it; `isText`: what it holds is only read; `box`:
     *   of this part of what it shows alone
     * @returns {Paint}
     */
    const measure = (element, { isFace = false, isText = false, box: part } = {}) => {
      const own = rectIn(element);
      // Text can be seen beside a box that has no size, unless that is cut off.
      const isLoose = isText && (own.width < LEAST_PART || own.height < LEAST_PART);
      const rect = isLoose ? rectOfTexts(element) : own;
      const isWritten = !isFace && !isText && (isWritable(element) || /** @type {any} */ (element).isContentEditable);
      let box = part ? { ...part } : isWritten ? lettersIn(element, rect, styleIn(element)) : { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
      const whole = Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
      let opacity = 1;
      /** @type {string[]} */
      const effects = [];
      let matrix = /** @type {DOMMatrix | null} */ (null);
      let isBackShown = false;
      let waits = "";
      let scale = { x: 1, y: 1 };
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
          if (isSelf && part) box = cut(box, { left: own.left, top: own.top, right: own.right, bottom: own.bottom });
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
        if (port.isUnknown) effects.push(UNKNOWN);
        if (frame) {
          const { across, down, place } = frame;
          scale = { x: scale.x * across, y: scale.y * down };
          box = frame.boxOf(box);
          // Where it is seen in what is turned is not known.
          if (port.isTurned) effects.push(TURNED);
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
        share: whole > 0 ? round((width * height) / (whole * scale.x * scale.y)) : 0,
        opacity: isBackShown ? 0 : round(opacity), contrast: round(contrast), letter: round(letter * Math.min(scale.x, scale.y)),
        upright: round(upright), free: 1, effects: [...new Set(effects)],
      };
    };

    return { measure, rectIn, styleIn };
  };

  /** Said of all that is in a frame that can look at nothing around it. */
  const UNKNOWN = "frame: of another site";

  /** Said of all that is in a frame that is turned, slanted or mirrored. */
  const TURNED = "frame: turned";

  /** Whether no effect is known to change what is seen. @param {Paint} paint */
  const isPlain = (paint) => paint.effects.every((effect) => effect === UNKNOWN);

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

  vaulty.paint = {
    painter, coversOnce, facesOf, standIns, othersIn, freeNow, freeOfCovers, pointsOf, coversOf, backdropsIn, inWindow, hidesAt, writesOn,
    isInert, pictured, lacks, isPlain, TURNED,
  };
})();
