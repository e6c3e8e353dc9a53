// @ts-check
// Frames of other origins, which can look at nothing around them: where a frame is, where something stands in it, and,
// asked of the document around it, what a part of it has too little of to be seen. Which frame an element shows is known
// by the order of `window.frames` alone, in which no page has a say. Scrolls when it is told to, and changes nothing else.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").RawBox} Box */
  /** @typedef {import("../types/vaulty.d.ts").RawPaint} Paint */
  /** @typedef {import("../types/vaulty.d.ts").RawNode} RawNode */
  /** @typedef {import("../types/vaulty.d.ts").ContentMessage} ContentMessage */
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.framed) return;

  const { rectOf, frameOf, placeOf, viewOf, ownerOf } = vaulty.nodes;
  const { bringIntoView, isInView } = vaulty.reach;
  const { isWritable, lettersIn } = vaulty.letters;
  const { isTurned } = vaulty.surroundings;
  const { freeNow, painter, coversOnce, lacks, TURNED } = vaulty.paint;

  /** How far into a part it is looked at from each side, and how much of it is. */
  const ACROSS = [0.1, 0.3, 0.5, 0.7, 0.9];
  const DOWN = [0.25, 0.75];
  /** How long what was said around a frame is good for, in milliseconds, and how far what stands still may move, in pixels. */
  const GOOD_FOR = 250;
  const STILL = 2;
  const SIDES = /** @type {const} */ (["left", "top", "right", "bottom"]);

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
    let place = box;
    for (let holder = frameOf(from); holder; holder = frameOf(viewOf(holder))) place = placeOf(holder).boxOf(place);
    return place;
  };

  /** From the page down, the how manieth of its parent's frames each window is. */
  const place = () => {
    /** @type {number[]} */
    const path = [];
    for (let view = /** @type {Window} */ (window); view !== view.top; view = view.parent) path.unshift(indexOf(view) ?? -1);
    return path;
  };

  /** Where letters stand in an element, or where it is, in the outermost window from here. @param {Element} element */
  const placeNow = (element) => {
    const isWritten = isWritable(element) || /** @type {any} */ (element).isContentEditable;
    const { left, top, right, bottom } = isWritten ? lettersIn(element, rectOf(element)) : rectOf(element);
    return outwards({ left, top, right, bottom }, window);
  };

  /** @param {number[]} numbers @param {boolean} scroll @returns {{ places: (Box | null)[], frame: number | undefined, path: number[] }} */
  const places = (numbers, scroll) => ({
    places: numbers.map((number, at) => {
      const element = vaulty.element(number);
      if (!element?.isConnected) return null;
      // What one is scrolled to for moves those before it: only the first is.
      if (scroll || !isInView(element)) {
        if (at > 0) return null;
        bringIntoView(element);
      }
      return placeNow(element);
    }),
    frame: indexOf(outermost()),
    path: place(),
  });

  /**
   * Whether an element is still where the documents around were asked about, in the same frame, and that not long ago. Frames
   * that go make those after them earlier ones, and none a later one: who is the same now was the same in between.
   * @param {Element} element @param {Run} run
   */
  const isAsSeen = (element, { seen, at, began }) => {
    if (!seen) return true;
    const then = seen.places[at()];
    if (!then || performance.now() - began > GOOD_FOR || String(place()) !== String(seen.path)) return false;
    const now = placeNow(element);
    return SIDES.every((side) => Math.abs(now[side] - then[side]) <= STILL);
  };

  /** The points of a box that are in a window. @param {Box} box @param {Window} view */
  const pointsIn = ({ left, top, right, bottom }, view) =>
    DOWN.flatMap((down) => ACROSS.map((across) => ({ x: left + (right - left) * across, y: top + (bottom - top) * down })))
      .filter(({ x, y }) => x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight);

  /** What a part of a frame has too little of. @param {Element} holder @param {Box} part @param {Paint} least */
  const lacking = (holder, part, least) => {
    if (isTurned(holder)) return "turned";
    const covers = coversOnce();
    const box = placeOf(holder).boxOf(part);
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
      places: parts.map((part) => (isIt ? outwards(placeOf(holder).boxOf(part), window) : null)),
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
    if (node.hidden) return;
    node.paint = look.measure(element, { isFace: true });
    if (isTurned(element)) node.paint.effects.push(TURNED);
  };

  vaulty.framed = { place, answer, isAsSeen, tell };
})();
