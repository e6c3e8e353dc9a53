// @ts-check
// What a person could see and hit of an element now. Scrolls, and changes nothing else.

(() => {
  /** @typedef {import("../types/content.d.ts").Refused} Refused */

  if (!globalThis.vaulty || vaulty.reach) return;

  const { surrounds, closest, isRendered, labelsOf } = vaulty.tree;
  const { wrappersOf } = vaulty.parts;
  const { Refusal } = vaulty;
  const { describe, isTickable } = vaulty.reader;

  const isRightToLeft = () => getComputedStyle(document.documentElement).direction === "rtl";

  /** @param {Element} element */
  const isOpaque = (element) => element.checkVisibility({ opacityProperty: true });

  /** Whether a person could see it, after scrolling to it. @param {Element} element */
  const isVisible = (element) => {
    if (!isOpaque(element) || !isRendered(element)) return false;
    const box = element.getBoundingClientRect();
    // Above or left of where the document begins: no scrolling leads there. (A page that runs from right to
    // left scrolls to the left.)
    return box.bottom + scrollY > 0 && (box.right + scrollX > 0 || isRightToLeft());
  };

  /** @param {Element} element */
  const isInView = (element) => {
    const box = element.getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  };

  /** @param {Element} element */
  const bringIntoView = (element) => element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });

  /** What a click at this point of the viewport would hit, through shadow roots. @param {number} x @param {number} y */
  const hitAt = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    for (let shadow = hit && vaulty.shadowOf(hit); hit && shadow; shadow = vaulty.shadowOf(hit)) {
      const inner = shadow.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };

  /** What can be pressed, and passes a press on to what is in it. */
  const PRESSED = "button, a, label, summary, [role=button], [role=option], [role=combobox]";

  /** Whether a click on `hit` is a click on `element`. @param {Element} element @param {Element} hit */
  const reaches = (element, hit) =>
    surrounds(element, hit) ||
    // Text that a component shows through a slot belongs to the component's host.
    (vaulty.shadowOf(hit) !== null && surrounds(hit, element)) ||
    labelsOf(element).some((label) => surrounds(label, hit)) ||
    // A star or a box that is drawn over the control that it stands for.
    ((isTickable(element) || element.matches("[role=combobox], [aria-haspopup]")) &&
      (isSamePlace(element, hit) || wrappersOf(element).slice(0, 2).some((wrapper) => surrounds(wrapper, hit)))) ||
    (surrounds(hit, element) && closest(hit, PRESSED) !== null);

  /** Whether what holds both is no larger than the one. @param {Element} element @param {Element} hit */
  const isSamePlace = (element, hit) => {
    let outer = element.parentElement;
    while (outer && !surrounds(outer, hit)) outer = outer.parentElement;
    const [all, own] = [outer?.getBoundingClientRect(), element.getBoundingClientRect()];
    return all !== undefined && all.width - own.width < 9 && all.height - own.height < 9;
  };

  /** The points of an element that a person would click, best first. @param {Element} element */
  const pointsOf = (element) =>
    [element.getBoundingClientRect(), ...[...element.getClientRects()].slice(0, 3)]
      .filter((box) => box.width > 0 && box.height > 0)
      .map((box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 }));

  /**
   * Where a click on what is seen of an element reaches it, and what it hits there.
   * @param {Element} face @param {Element} element
   * @returns {{ x: number, y: number, hit: Element } | Refused}
   */
  const clickPoint = (face, element) => {
    /** @type {Element | null} */
    let cover = null;
    for (const { x, y } of pointsOf(face)) {
      const hit = hitAt(x, y);
      if (hit && (reaches(face, hit) || reaches(element, hit))) return { x, y, hit };
      cover ??= hit;
    }
    return new Refusal("covered", cover ? `covered by ${describe(cover)}` : "outside of the window");
  };

  /** As `clickPoint`, after scrolling there where that helps. @param {Element} face @param {Element} element */
  const reachablePoint = (face, element) => {
    if (isInView(face)) {
      const point = clickPoint(face, element);
      // What is in view can still lie under a bar that does not scroll.
      if (!(point instanceof Refusal)) return point;
    }
    bringIntoView(face);
    return clickPoint(face, element);
  };

  vaulty.reach = { bringIntoView, clickPoint, isInView, isVisible, reachablePoint, reaches };
})();
