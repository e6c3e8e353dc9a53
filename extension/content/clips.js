// @ts-check
// What is left of a box by what clips it: elements around it, the window, frames. It reads alone.

(() => {
  /** @typedef {import("../types/content.d.ts").Surrounding} Surrounding */
  /** @typedef {import("../types/content.d.ts").Box} Box */
  /** @typedef {import("../types/content.d.ts").Port} Port */

  if (!globalThis.vaulty || vaulty.clips) return;

  const {
    rectOf, clientLeft, clientTop, clientWidth, clientHeight, scrollLeft, scrollTop, scrollWidth, scrollHeight, styleOf, frameOf, placeOf,
  } = vaulty.nodes;
  const { isTurned } = vaulty.surroundings;
  const { lengthOf, split, shapeIn, cut, isCutting, isScrolling, alongX, alongY } = vaulty.boxes;

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

  /** The window, as a document is seen through it. @param {Box} box @param {Port} port @param {boolean} isFixed @returns {Box} */
  const throughWindow = (box, port, isFixed) =>
    isFixed
      ? cut(box, port.box)
      : {
          ...alongX(box, port.box, port.overflowX, port.scrolled[0], port.all[0], port.direction),
          ...alongY(box, port.box, port.overflowY, port.scrolled[1], port.all[1]),
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

  /**
   * The windows of documents, for one look at the page.
   * @param {(element: Element) => Surrounding} surroundingOf
   */
  const windowsOnce = (surroundingOf) => {
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
        isBodys, isUnknown: !element && view !== view.top, frame: element ? placeOf(element) : null, isTurned: element !== null && isTurned(element),
      };
      ports.set(of, port);
      return port;
    };

    return { portOf };
  };

  vaulty.clips = { clippedBy, throughWindow, shapedBy, windowsOnce };
})();
