// @ts-check
// Elements as they are rendered, also those in frames of the site, read through the prototypes: what a page names
// its controls shadows nothing. It reads alone.

(() => {
  if (!globalThis.vaulty || vaulty.nodes) return;

  const { getter, method } = vaulty.dom;

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

  /** The element that shows a frame, if it is of the same site. @param {Window} view @returns {Element | null} */
  const frameOf = (view) => {
    try {
      return view === view.top ? null : view.frameElement;
    } catch {
      return null;
    }
  };

  /** Where what a frame shows begins, and how much smaller it is than it says, each way. @param {Element} element */
  const placeOf = (element) => {
    const place = rectOf(element);
    const across = place.width / (/** @type {any} */ (element).offsetWidth || 1);
    const down = place.height / (/** @type {any} */ (element).offsetHeight || 1);
    const style = styleOf(element);
    const left = place.left + (clientLeft(element) + Number.parseFloat(style.paddingLeft)) * across;
    const top = place.top + (clientTop(element) + Number.parseFloat(style.paddingTop)) * down;
    return {
      element, place, across, down,
      isRendered: checkVisibility(element, { visibilityProperty: true }),
      /** A point of what it shows, in its own window. @param {{ x: number, y: number }} point */
      pointOf: ({ x, y }) => ({ x: left + x * across, y: top + y * down }),
      /** A box of what it shows, there. @param {{ left: number, top: number, right: number, bottom: number }} box */
      boxOf: (box) => ({ left: left + box.left * across, top: top + box.top * down, right: left + box.right * across, bottom: top + box.bottom * down }),
    };
  };

  vaulty.nodes = {
    childrenOf, ownerOf, rootOf, nameOf, rectOf, matches, select, clientLeft, clientTop, clientWidth, clientHeight,
    scrollLeft, scrollTop, scrollWidth, scrollHeight, checkVisibility, animationsOf, nextElement, previousElement, isElement, above,
    surrounds, viewOf, styleOf, frameOf, placeOf,
  };
})();
