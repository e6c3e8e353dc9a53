// @ts-check
// What lies above what: hit tests, stacking contexts, and the share of an element that is free of all that is above it.
// Changes nothing but for the time of a hit test, and then by a style sheet that is gone before the page runs again.

(() => {
  /** @typedef {import("../types/content.d.ts").Point} Point */
  /** @typedef {import("../types/content.d.ts").Cover} Cover */

  if (!globalThis.vaulty || vaulty.stacking) return;

  const { ownerOf, rootOf, rectOf, matches, above, surrounds, viewOf, styleOf, frameOf, placeOf } = vaulty.nodes;
  const { HIDES } = vaulty.colours;
  const { round, isIn } = vaulty.boxes;
  const { together } = vaulty.layers;
  const { ACROSS, pointsOf } = vaulty.letters;
  const { LEAST_REACH, veilAt } = vaulty.veils;
  const { ON_TOP } = vaulty.covers;

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
        const shadow = vaulty.shadowOf(hit);
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

  /** @param {Document | ShadowRoot} doc @param {number} x @param {number} y */
  const hitAt = (doc, x, y) => {
    let hit = doc.elementFromPoint(x, y);
    for (let shadow = hit && vaulty.shadowOf(hit); hit && shadow; shadow = vaulty.shadowOf(hit)) {
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
   * @param {Point[]} [all] of these points, not of those of all that is shown
   */
  const freeNow = (shown, face, reaches, covers, all) => {
    let points = (all ?? pointsOf(shown)).filter(({ x, y }) => {
      const hit = hitAt(ownerOf(shown), x, y);
      return hit !== null && reaches(hit, x, y);
    });
    if (!points.length) return 0;
    let share = (points.length / (all ?? ACROSS).length) * freeOfCovers(shown, face, points, covers(ownerOf(shown)));
    let frame = frameOf(viewOf(shown));
    while (frame && share > 0) {
      const holder = frame;
      const place = placeOf(holder);
      const doc = ownerOf(holder);
      const before = points.map(place.pointOf);
      points = before.filter(({ x, y }) => hitAt(doc, x, y) === holder);
      share *= (points.length / before.length) * freeOfCovers(holder, holder, points, covers(doc));
      frame = frameOf(viewOf(holder));
    }
    return round(share);
  };

  vaulty.stacking = { stackAt, allPressable, freeOfCovers, freeNow };
})();
