// @ts-check
// What may be seen of a control in its stead. It reads alone.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").RawFace} RawFace */
  /** @typedef {import("../types/vaulty.d.ts").RawPaint} RawPaint */

  if (!globalThis.vaulty || vaulty.faces) return;

  const { rootOf, nameOf, matches, select, checkVisibility, nextElement, previousElement, isElement, above } = vaulty.nodes;

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

  /** @param {Element} element @param {{ measure(element: Element, how?: { isFace?: boolean }): RawPaint }} look @returns {RawFace[]} */
  const facesOf = (element, look) =>
    standIns(element)
      .filter(([face]) => !vaulty.own.has(face) && checkVisibility(face, { visibilityProperty: true }))
      .map(([face, how]) => ({ ref: vaulty.numberOf(face), how, others: othersIn(face, element), paint: look.measure(face, { isFace: true }) }));

  vaulty.faces = { standIns, othersIn, facesOf };
})();
