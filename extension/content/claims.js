// @ts-check
// What may get a press or a key, by what is claimed of it. What is not shown to be the field's own is refused: what sends
// a form, what leads elsewhere, what acts and is not the field, and what no evidence speaks for. The approved click alone
// may send, and is for one element alone. It judges, and sends nothing.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").RefusalReason} RefusalReason */
  /** @typedef {import("../types/content.d.ts").Claim} Claim */

  if (!globalThis.vaulty || vaulty.claims) return;

  const { surrounds, outwards, fits, closest, labelsOf, isRendered } = vaulty.tree;
  const { isLink, isSubmitter, isActing, actingUpTo } = vaulty.acts;
  const parts = vaulty.parts;

  /** Why an operation was not done. Thrown inside, reported outside. */
  class Refusal {
    /** @param {RefusalReason} reason @param {string} [detail] */
    constructor(reason, detail = "") {
      this.reason = reason;
      this.detail = detail;
      /** What is other than approved. @type {string[]} */
      this.changed = [];
    }
  }

  /**
   * Whether pressing a label does to its control what pressing the field, or the element in it, does.
   * @param {Element} label @param {Element} owner @param {Element} [element]
   */
  const passesOnTo = (label, owner, element) => {
    const { control } = /** @type {HTMLLabelElement} */ (label);
    return control === null || (element !== undefined && isInnerTick(control, element)) || control === owner || surrounds(control, owner) || surrounds(owner, control) ||
      // It moves the focus there, and no more.
      fits(control, "textarea, select, input:not([type=checkbox i], [type=radio i], [type=file i], [type=color i], [type=button i], [type=submit i], [type=image i], [type=reset i])");
  };

  /** A tick in what is pressed, that shows whether it is chosen. @param {Element} inner @param {Element} element */
  const isInnerTick = (inner, element) =>
    inner !== element && surrounds(element, inner) && fits(inner, "input[type=checkbox i], input[type=radio i]");

  /** A tick that is drawn as a widget around the browser's own. @param {Element} outer @param {Element} owner */
  const isDrawnTick = (outer, owner) =>
    fits(owner, "input[type=checkbox i], input[type=radio i]") && surrounds(outer, owner) && !fits(outer, "button") &&
    fits(outer, "[role~=checkbox i], [role~=radio i], [role~=switch i], [role~=option i]");

  /** Whether it is the field's: itself, its own label, or the box that it alone stands in. @param {Element} element @param {Element} owner */
  const isOwn = (element, owner) =>
    element === owner || isOwnLabel(element, owner) || isDrawnTick(element, owner) ||
    (surrounds(element, owner) && (element === closest(owner, "[role=combobox]") || parts.wrappersOf(owner).includes(element)));

  /** @param {Element} element @param {Element} owner */
  const isOwnLabel = (element, owner) => labelsOf(owner).includes(element) && passesOnTo(element, owner);

  /** The number of a day. @param {Element} element */
  const isDay = (element) => /^\s*(0?[1-9]|[12]\d|3[01])\s*$/.test(element.textContent ?? "");

  /** Whether what must speak for a press does, by what is claimed of it. @param {Claim["as"]} as @param {Element} element @param {Element} owner */
  const isShownToBe = (as, element, owner) => {
    switch (as) {
      case "approved": return element === owner;
      case "self": return isOwn(element, owner);
      case "option": return parts.isInPopup(owner, element);
      case "day": return parts.isInPopup(owner, element) && isDay(element);
      case "toggler": return parts.isToggler(owner, element);
      case "pager": return parts.isPager(owner, element);
      case "more": return parts.isStep(owner, element, "more");
      case "less": return parts.isStep(owner, element, "less");
      case "beside": return element !== owner && surrounds(element, owner) && !outwards(element).some(handlesPresses);
    }
  };

  /** What handles presses by itself, as its markup or its cursor says. @param {Element} element */
  const handlesPresses = (element) =>
    isActing(element) || fits(element, "label, [onclick], [onmousedown], [onmouseup], [onpointerdown], [onpointerup]") ||
    getComputedStyle(element).cursor === "pointer";

  /**
   * Why something may not get an event of a press; nothing where it may. `target` is the element or lies in it.
   * @param {Element} target @param {Element} element @param {Claim} claim
   */
  const objection = (target, element, { owner, as }) => {
    const chain = outwards(target);
    const approved = as === "approved" ? owner : null;
    // guard: submitter (options-that-send, calendar-days-that-send)
    if (chain.some((outer) => outer !== approved && isSubmitter(outer))) return "it sends or empties a form";
    // guard: link (calendar-days-that-lead-away)
    if (chain.some((outer) => outer !== approved && isLink(outer))) return "it leads elsewhere";
    // guard: acting (option-inside-what-acts)
    if (chain.some((outer) => outer !== element && outer !== owner && isActing(outer) && !isDrawnTick(outer, owner) && !isInnerTick(outer, element))) return "it lies in something else that acts";
    // guard: label (label-of-another-control)
    if (chain.some((outer) => outer !== approved && outer instanceof HTMLLabelElement && !passesOnTo(outer, owner, element))) return "its label is another control's";
    // guard: evidence (sign-changes-when-pressed)
    if (!isShownToBe(as, element, owner)) return "nothing shows that it belongs to the field";
    return "";
  };

  /** @param {Element} target @param {Element} element @param {Claim} claim */
  const permit = (target, element, claim) => {
    const why = objection(target, element, claim);
    if (why) throw new Refusal("not-judged", why);
  };

  /** Keys that act on what has the focus. */
  const ACTIVATES = new Set(["Enter", " "]);

  /** Whether a part is a token in the field's own box: it takes keys, and no press is meant. @param {Element} owner @param {Element} target */
  const isToken = (owner, target) =>
    parts.wrappersOf(owner).some((outer) => outer !== target && surrounds(outer, target)) && isRendered(target) &&
    !fits(target, "button, input, select, textarea, summary, [role~=button i]");

  /** Whether a key may be meant for the field there. @param {Element} owner @param {Element} target */
  const hears = (owner, target) =>
    target === owner || (surrounds(owner, target) && !actingUpTo(target, owner)) ||
    parts.popupsOf(owner).some((popup) => popup === target || parts.isInPopup(owner, target)) || isToken(owner, target);

  /** Why something may not get a key; nothing where it may. @param {Element} owner @param {Element} target @param {string} key */
  const objectionToKey = (owner, target, key) => {
    const chain = outwards(target);
    // guard: key-submitter (fields-inside-what-acts)
    if (chain.some(isSubmitter)) return "the key would reach what sends or empties a form";
    // guard: key-link (fields-inside-what-acts)
    if (chain.some(isLink)) return "the key would reach what leads elsewhere";
    // guard: key-activates (tokens-that-send)
    if (ACTIVATES.has(key) && chain.some((outer) => outer !== owner && isActing(outer))) return "the key would press something else";
    return "";
  };

  /** Whether a key may reach a field itself. @param {Element} owner @param {string} key */
  const mayTap = (owner, key) => objectionToKey(owner, owner, key) === "";

  vaulty.Refusal = Refusal;
  vaulty.claims = { passesOnTo, isInnerTick, isOwn, isOwnLabel, permit, hears, objectionToKey, mayTap };
})();
