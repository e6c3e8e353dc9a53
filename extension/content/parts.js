// @ts-check
// What belongs to a widget: its box, what it opened, and the buttons that open, turn and step it. All of it by
// positive evidence; what nothing speaks for belongs to nobody. It reads alone.

(() => {
  /** @typedef {import("../types/content.d.ts").Purpose} Purpose */
  /** @typedef {import("../types/content.d.ts").Opener} Opener */

  if (!globalThis.vaulty || vaulty.parts) return;

  const { surrounds, fits, outwards, closest, named, flat, isRendered, isOpen, isShown } = vaulty.tree;
  const { isLink, isSubmitter, isActing } = vaulty.acts;
  const { words, openers, sayingsOf, wordsIn, nameOf, saysOf, isKnownAs } = vaulty.signs;

  /** How far a sign may stand out of the box that it is in. */
  const OVERLAP = 3;
  /** What takes input: nobody's button. */
  const INPUT =
    "input:not([type=button i]), select, textarea, [contenteditable], option, " +
    "[role~=checkbox i], [role~=radio i], [role~=switch i], [role~=option i], [role~=menuitem i], [role~=tab i], " +
    "[role~=textbox i], [role~=searchbox i], [role~=slider i], [role~=spinbutton i], [role~=listbox i]";

  // ---------------------------------------------------------------- its box

  /**
   * What a box stands in and that belongs to it alone, outermost last: no other control, label or list can
   * be seen in there.
   * @param {Element} box
   */
  const wrappersOf = (box) => {
    const wrappers = [];
    const foreign = "input:not([type=hidden]), select, textarea, label, [role=combobox], [role=listbox]";
    const { top, bottom } = box.getBoundingClientRect();
    /** A list that stands on the same line holds what is chosen, and where more is typed. @param {Element} other */
    const isForeign = (other) => {
      if (other === box || box.contains(other) || !isShown(other)) return false;
      const place = closest(other, "[role=listbox]")?.getBoundingClientRect();
      return !(place && place.top < bottom && place.bottom > top);
    };
    for (let outer = box.parentElement; outer && wrappers.length < 4; outer = outer.parentElement) {
      if (outer.matches("form, fieldset, label, body")) break;
      if ([...outer.querySelectorAll(foreign)].some(isForeign)) break;
      wrappers.push(outer);
    }
    return wrappers;
  };

  /** All of a box that opens something: a person may press any part of it. @param {Element} box */
  const territoryOf = (box) => wrappersOf(box).at(-1) ?? box;

  /**
   * The innermost element that holds both and nothing that acts but them and the field's other signs.
   * @param {Element} field @param {Element} part
   */
  const sharedBox = (field, part) => {
    const box = wrappersOf(field).find((outer) => surrounds(outer, part)) ?? (surrounds(field, part) ? field : null);
    const isOwn = (/** @type {Element} */ other) =>
      surrounds(other, field) || surrounds(field, other) || surrounds(other, part) || surrounds(part, other) ||
      !isShown(other) || (!isLink(other) && !isSubmitter(other) &&
        /** @type {Purpose[]} */ (Object.keys(words)).some((purpose) => isKnownAs(other, purpose, field)));
    return box && flat(box).filter((other) => isActing(other)).every(isOwn) ? box : null;
  };

  /** @param {string} color */
  const isClear = (color) => /^transparent$|[,/]\s*0(\.0+)?%?\s*\)$/.test(color);
  /** Whether people see an element's edge. @param {Element} element */
  const hasEdge = (element) => {
    const style = getComputedStyle(element);
    const isEdge = (/** @type {string} */ width, /** @type {string} */ line, /** @type {string} */ color) =>
      parseFloat(width) > 0 && line !== "none" && !isClear(color);
    return style.boxShadow !== "none" || isEdge(style.borderTopWidth, style.borderTopStyle, style.borderTopColor) ||
      isEdge(style.borderBottomWidth, style.borderBottomStyle, style.borderBottomColor);
  };

  /** Whether a part lies in the box that is drawn around a field's text, or on the ground under it. @param {Element} field @param {Element} part */
  const isInDrawnBox = (field, part) => {
    const around = [field, ...wrappersOf(field)];
    const drawn = around.find(hasEdge) ?? around.slice(1).find((outer) => !isClear(getComputedStyle(outer).backgroundColor)) ?? field;
    const [box, own] = [drawn.getBoundingClientRect(), part.getBoundingClientRect()];
    return own.left >= box.left - OVERLAP && own.right <= box.right + OVERLAP && own.top >= box.top - OVERLAP && own.bottom <= box.bottom + OVERLAP;
  };

  // ---------------------------------------------------------------- what it opened

  /**
   * What could be seen before a field was pressed, and what came up since.
   * @typedef {{ seen: WeakSet<Element>, popups: Set<Element> }} Watch
   */
  /** @type {WeakMap<Element, Watch>} */
  const watches = new WeakMap();

  /** What a field opened and is still there. @param {Element} field */
  const popupsOf = (field) =>
    fits(field, "[role~=listbox i]") ? [field]
      : [...(watches.get(field)?.popups ?? [])].filter((popup) => popup.isConnected && isOpen(popup));

  /** What can be seen now. */
  const seenNow = () => {
    /** @type {WeakSet<Element>} */
    const seen = new WeakSet();
    for (const root of vaulty.tree.roots()) for (const element of root.querySelectorAll("*")) if (isShown(element)) seen.add(element);
    return seen;
  };

  /** Notes what can be seen before a field is pressed; what it opened earlier and is open stays its own. @param {Element} field */
  const watch = (field) => {
    if (!watches.has(field) || !popupsOf(field).length) watches.set(field, { seen: seenNow(), popups: new Set() });
  };

  /** What could be seen before the order that is carried out now. @type {WeakSet<Element> | null} */
  let seenBefore = null;
  const look = () => {
    seenBefore = null;
  };
  /** Notes the same for a field that is written, for many open something then: once for all of an order. @param {Element} field */
  const note = (field) => {
    if (!watches.has(field)) watches.set(field, { seen: (seenBefore ??= seenNow()), popups: new Set() });
  };

  /** Whether it came up since the field was first pressed. @param {Element} field @param {Element} element */
  const isFresh = (field, element) => {
    const seen = watches.get(field)?.seen;
    return seen !== undefined && !seen.has(element);
  };

  /** The ids that a field, or the box around or in it, names as what it opens. @param {Element} field */
  const controlledBy = (field) => {
    const around = closest(field, "[role=combobox]");
    const inside = field.querySelector("[aria-controls], [aria-owns]");
    return [field, around, inside].flatMap((part) => (part ? [...named(part, "aria-controls"), ...named(part, "aria-owns")] : []));
  };

  /** Whether another field names it as what it opens. @param {Element} field @param {Element} popup */
  const isOthers = (field, popup) => {
    if (!popup.id) return false;
    const openers = vaulty.tree.roots().flatMap((root) => [...root.querySelectorAll(`[aria-controls~="${CSS.escape(popup.id)}"], [aria-owns~="${CSS.escape(popup.id)}"]`)]);
    const around = territoryOf(field);
    return openers.length > 0 && !openers.some((opener) => surrounds(around, opener) || surrounds(opener, field) || surrounds(popup, opener) || isFresh(field, opener));
  };

  /**
   * Takes something for what a field opened, where that is so: the field names it, it came up since the field
   * was pressed, or it stands in the field's own box.
   * @param {Element} field @param {Element} popup @returns {boolean}
   */
  const opened = (field, popup) => {
    if (popup === field) return true;
    if (surrounds(popup, field) || isOthers(field, popup)) return false;
    const isNamed = controlledBy(field).some((part) => surrounds(popup, part) || surrounds(part, popup));
    const isInside = surrounds(field, popup) || wrappersOf(field).some((outer) => surrounds(outer, popup));
    if (!isNamed && !isInside && !isFresh(field, popup)) return false;
    if (!watches.has(field)) watch(field);
    watches.get(field)?.popups.add(popup).add(cameUpWith(field, popup));
    return true;
  };

  /** All that came up together with a part of it. @param {Element} field @param {Element} part */
  const cameUpWith = (field, part) => {
    const named = controlledBy(field);
    let whole = part;
    for (const outer of outwards(part).slice(1)) {
      if (fits(outer, "body, html, form, main") || surrounds(outer, field)) break;
      if (!isFresh(field, outer) && !named.some((own) => surrounds(own, outer)) && !wrappersOf(field).some((own) => surrounds(own, outer))) break;
      if (isRendered(outer)) whole = outer;
    }
    return whole;
  };

  // ---------------------------------------------------------------- evidence

  /** Whether a button names what the field names, or opened. @param {Element} field @param {Element} button */
  const sharesPopup = (field, button) => {
    const [own, theirs] = [[...controlledBy(field), ...popupsOf(field)], [...named(button, "aria-controls"), ...named(button, "aria-owns")]];
    return theirs.some((popup) => own.some((known) => known === popup));
  };

  /** What is no button of a widget's, whatever else speaks for it. @param {Element} part */
  const isNone = (part) => fits(part, INPUT) || isLink(part) || isSubmitter(part) || !isRendered(part);

  /**
   * Whether its words open what this field has: "Select" alone chooses what it stands beside, and a calendar's
   * words open no list. Markup that says that it opens something is enough.
   * @param {Element} field @param {Element} part
   */
  const opensInWords = (field, part) => {
    if (fits(part, "[aria-haspopup]:not([aria-haspopup=false]), [aria-expanded], [aria-controls]")) return true;
    const [said, name] = [wordsIn(sayingsOf(part)), nameOf(field)];
    const says = (/** @type {Opener} */ kind) => said.some((word) => openers[kind].has(word));
    const namesField = said.some((word) => name.has(word) && !openers.chooses.has(word));
    const isList = fits(field, "[role=combobox], [aria-haspopup=listbox]") && !fits(field, "[aria-haspopup=dialog], [aria-haspopup=grid]");
    if (says("days") && isList && !namesField) return false;
    return !says("chooses") || says("lists") || says("days") || namesField;
  };

  /** Whether pressing it opens what belongs to the field. @param {Element} field @param {Element} part */
  const isToggler = (field, part) => {
    if (isNone(part) || !isKnownAs(part, "opens", field)) return false;
    if (sharesPopup(field, part)) return true;
    if (!opensInWords(field, part)) return false;
    return sharedBox(field, part) !== null && (saysOf(part, "opens", field) === "known" || isInDrawnBox(field, part));
  };

  /** Whether it turns the pages of what the field opened. @param {Element} field @param {Element} part */
  const isPager = (field, part) =>
    !isNone(part) && isKnownAs(part, "turns") && popupsOf(field).some((popup) => popup !== part && surrounds(popup, part));

  /** Whether it makes the field's number larger, or smaller. @param {Element} field @param {Element} part @param {"more" | "less"} way */
  const isStep = (field, part, way) =>
    !isNone(part) && isKnownAs(part, way, field) && sharedBox(field, part) !== null &&
    (saysOf(part, way, field) === "known" || isInDrawnBox(field, part));

  /** Whether it stands in what the field opened, or in a list that is the field. @param {Element} field @param {Element} part */
  const isInPopup = (field, part) => popupsOf(field).some((popup) => popup !== part && surrounds(popup, part));

  vaulty.parts = {
    wrappersOf, territoryOf, popupsOf, look, note, watch, isFresh, opened, cameUpWith,
    isToggler, isPager, isStep, isInPopup,
  };
})();
