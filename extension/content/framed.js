// @ts-check
// Frames of other origins, which can look at nothing around them: where a frame is, where something stands in it, and,
// asked of the document around it, what a part of it has too little of to be seen. Which frame an element shows is known
// by the order of `window.frames` alone, in which no page has a say. Scrolls when it is told to, and changes nothing else.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").RawBox} Box */
  /** @typedef {import("../types/vaulty.d.ts").RawPaint} Paint */
  /** @typedef {import("../types/vaulty.d.ts").RawNode} RawNode */
  /** @typedef {import("../types/vaulty.d.ts").ContentMessage} ContentMessage */

  if (!globalThis.vaulty || vaulty.framed) return;

  const { rectOf, frameOf, placeOf, viewOf, ownerOf } = vaulty.nodes;
  const { bringIntoView, isInView } = vaulty.reach;
  const { freeNow, painter, coversOnce, lacks } = vaulty.paint;

  /** How far into a part it is looked at from each side, and how much of it is. */
  const ACROSS = [0.1, 0.3, 0.5, 0.7, 0.9];
  const DOWN = [0.25, 0.75];

  /** The how manieth of its parent's frames a window is; nothing for the page itself. @param {Window} view @returns {number | undefined} */
  const indexOf = (view) => {
    const around = view.parent;
    if (around === view) return undefined;
    for (let at = 0; at < around.length; at += 1) if (around[at] === view) return at;
    return -1;
  };

  /** The outermost window that can be looked into from here. */
  const outermost = () => {
    let view = /** @type {Window} */ (window);
    for (let holder = frameOf(view); holder; holder = frameOf(view)) view = viewOf(holder);
    return view;
  };

  /** A box in the window of a document, in the outermost that can be looked into. @param {Box} box @param {Window} from @returns {Box} */
  const outwards = (box, from) => {
    let { left, top, right, bottom } = box;
    for (let holder = frameOf(from); holder; holder = frameOf(viewOf(holder))) {
      const place = placeOf(holder);
      [left, right] = [left, right].map((x) => place.left + x * place.factor);
      [top, bottom] = [top, bottom].map((y) => place.top + y * place.factor);
    }
    return { left, top, right, bottom };
  };

  /** From the page down, the how manieth of its parent's frames each window is. */
  const place = () => {
    /** @type {number[]} */
    const path = [];
    for (let view = /** @type {Window} */ (window); view !== view.top; view = view.parent) path.unshift(indexOf(view) ?? -1);
    return path;
  };

  /** @param {number[]} numbers @param {boolean} scroll @returns {{ places: (Box | null)[], frame: number | undefined }} */
  const places = (numbers, scroll) => ({
    places: numbers.map((number) => {
      const element = vaulty.element(number);
      if (!element?.isConnected) return null;
      if (scroll || !isInView(element)) bringIntoView(element);
      const { left, top, right, bottom } = rectOf(element);
      return outwards({ left, top, right, bottom }, window);
    }),
    frame: indexOf(outermost()),
  });

  /** The points of a box that are in a window. @param {Box} box @param {Window} view */
  const pointsIn = ({ left, top, right, bottom }, view) =>
    DOWN.flatMap((down) => ACROSS.map((across) => ({ x: left + (right - left) * across, y: top + (bottom - top) * down })))
      .filter(({ x, y }) => x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight);

  /** What a part of a frame has too little of. @param {Element} holder @param {Box} part @param {Paint} least */
  const lacking = (holder, part, least) => {
    const covers = coversOnce();
    const { left, top, factor } = placeOf(holder);
    const box = { left: left + part.left * factor, right: left + part.right * factor, top: top + part.top * factor, bottom: top + part.bottom * factor };
    const short = lacks(painter(covers).measure(holder, { isFace: true, box }), least);
    if (short) return short;
    const points = pointsIn(box, viewOf(holder));
    if (points.length < ACROSS.length) return "window";
    const free = freeNow(holder, holder, (hit) => hit === holder, covers, points) * (points.length / (ACROSS.length * DOWN.length));
    return free < least.free ? "covered" : "";
  };

  /**
   * What parts of a frame have too little of to be seen, and where they are in the outermost window from here.
   * @param {number} element @param {number} frame @param {Box[]} parts @param {Paint} least
   */
  const framed = (element, frame, parts, least) => {
    const holder = /** @type {HTMLIFrameElement | undefined} */ (vaulty.element(element));
    const isIt = holder?.isConnected && ownerOf(holder) === document && holder.contentWindow !== null && holder.contentWindow === window[frame];
    return {
      lacks: parts.map((part) => (isIt ? lacking(holder, part, least) : "frame")),
      places: parts.map((part) => {
        if (!isIt) return null;
        const { left, top, factor } = placeOf(holder);
        return outwards({ left: left + part.left * factor, right: left + part.right * factor, top: top + part.top * factor, bottom: top + part.bottom * factor }, window);
      }),
      frame: indexOf(outermost()),
    };
  };

  /** @param {Extract<ContentMessage, { type: "PLACES" | "FRAMED" }>} message */
  const answer = (message) =>
    message.type === "PLACES" ? places(message.elements, message.scroll) : framed(message.element, message.frame, message.parts, message.least);

  /**
   * Says in the node of an element that shows a frame which one that is, and what is painted of it.
   * @param {Element} element @param {string} tag @param {RawNode} node @param {{ measure(element: Element, how: { isFace: boolean }): Paint }} look
   */
  const tell = (element, tag, node, look) => {
    if (tag !== "iframe" && tag !== "frame" && tag !== "object") return;
    const shown = /** @type {HTMLIFrameElement} */ (element).contentWindow;
    for (let at = 0; shown && at < window.length; at += 1) if (window[at] === shown) node.frame = at;
    if (node.frame === undefined) return;
    node.ref = vaulty.numberOf(element);
    if (!node.hidden) node.paint = look.measure(element, { isFace: true });
  };

  vaulty.framed = { place, answer, tell };
})();
