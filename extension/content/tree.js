// @ts-check
// The tree as it is rendered: through shadow roots and slots, by names and ids. It reads alone.

(() => {
  if (!globalThis.vaulty || vaulty.tree) return;

  /** Smallest side of what a person can see, in CSS pixels. */
  const MIN_SIDE = 2;

  /** The document and every shadow root in it. @returns {(Document | ShadowRoot)[]} */
  const roots = () => {
    /** @type {(Document | ShadowRoot)[]} */
    const found = [document];
    for (const root of found) {
      for (const element of root.querySelectorAll("*")) {
        const shadow = vaulty.own.has(element) ? null : vaulty.shadowOf(element);
        if (shadow) found.push(shadow);
      }
    }
    return found;
  };

  // A form's own properties can be shadowed by controls with such names (`<input name="parentNode">`).
  const parentOf = vaulty.dom.getter(Node, "parentNode");
  const slotOf = vaulty.dom.getter(Element, "assignedSlot");

  /** The parent in the tree that is rendered. @param {Node} node @returns {Node | null} */
  const above = (node) =>
    node instanceof ShadowRoot ? node.host : (node instanceof Element && slotOf(node)) || parentOf(node);

  /** Whether `outer` is `inner` or is rendered around it. @param {Node} outer @param {Node} inner */
  const surrounds = (outer, inner) => {
    for (let node = /** @type {Node | null} */ (inner); node; node = above(node)) if (node === outer) return true;
    return false;
  };

  /** Whether an element fits, whatever its form's controls are named. @param {Element} element @param {string} selector */
  const fits = (element, selector) => Element.prototype.matches.call(element, selector);

  /** The element and all that is rendered around it, outermost last. @param {Element} element @returns {Element[]} */
  const outwards = (element) => {
    const chain = [];
    for (let node = /** @type {Node | null} */ (element); node; node = above(node)) {
      if (node instanceof Element) chain.push(node);
    }
    return chain;
  };

  /** The nearest element, from this one upwards, that fits. @param {Element} element @param {string} selector */
  const closest = (element, selector) => outwards(element).find((outer) => fits(outer, selector)) ?? null;

  /** The elements that an attribute names by id. @param {Element} element @param {string} attribute */
  const named = (element, attribute) => {
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const places = [root, document, vaulty.shadowOf(element)];
    return (element.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean)
      .map((id) => places.reduce((found, place) => found ?? place?.getElementById?.(id) ?? null, /** @type {Element | null} */ (null)))
      .filter((found) => found !== null);
  };

  /** What is rendered right in a node: through its shadow root, or what a slot is given. @param {Node} node @returns {Node[]} */
  const within = (node) => {
    const given = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    return given.length ? given : [...((node instanceof Element && vaulty.shadowOf(node)) || node).childNodes];
  };
  /** All elements that are rendered in a node. @param {Node} node @returns {Element[]} */
  const flat = (node) => within(node).flatMap((part) => (part instanceof Element ? [part, ...flat(part)] : []));

  /** @param {Element} element */
  const takesRoom = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= MIN_SIDE && height >= MIN_SIDE;
  };
  /**
   * Whether it takes up room, be it transparent: what fades in stays transparent in a tab that is not painted.
   * @param {Element} element
   */
  const isRendered = (element) => element.checkVisibility({ visibilityProperty: true }) && takesRoom(element);
  /** Whether a list or the like is rendered: itself, or where it has no box of its own what is in it. @param {Element} popup */
  const isOpen = (popup) =>
    isRendered(popup) || (getComputedStyle(popup).display !== "none" && flat(popup).some(isRendered));
  /** Whether it takes up room where scrolling leads, and is not transparent. @param {Element} element */
  const isShown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || !takesRoom(element)) return false;
    const { right, bottom } = element.getBoundingClientRect();
    // A page that runs from right to left scrolls to the left.
    return bottom + scrollY > 0 && (right + scrollX > 0 || getComputedStyle(document.documentElement).direction === "rtl");
  };

  /** The element that has the focus, through shadow roots. */
  const focused = () => {
    let active = document.activeElement;
    for (let inner = active && vaulty.shadowOf(active)?.activeElement; inner; inner = vaulty.shadowOf(inner)?.activeElement) {
      active = inner;
    }
    return active;
  };

  /** The labels of a control. @param {Element} element @returns {Element[]} */
  const labelsOf = (element) => [.../** @type {HTMLInputElement} */ (element).labels ?? []];

  vaulty.tree = { roots, above, surrounds, fits, outwards, closest, named, within, flat, isRendered, isOpen, isShown, focused, labelsOf };
})();
