// @ts-check
// What elements are and what they hold. Reads, and changes nothing.

(() => {
  /** @typedef {import("../types/content.d.ts").Reading} Reading */

  if (!globalThis.vaulty || vaulty.reader) return;

  const { closest, named, within, flat, isRendered } = vaulty.tree;
  const { wrappersOf } = vaulty.parts;

  /** Smallest side of what a person can see, in CSS pixels. */
  const MIN_SIDE = 2;

  /** @param {Node} node @returns {string} */
  const flatText = (node) =>
    node instanceof Text ? node.data
      : node instanceof Element && (node.matches("style, script, svg, [hidden]") || isClippedAway(node)) ? ""
        : within(node).map(flatText).join(" ");

  /** Whether it is there for screen readers only. @param {Element} element */
  const isClippedAway = (element) => {
    const { width, height } = element.getBoundingClientRect();
    const { clip, fontSize } = getComputedStyle(element);
    return clip !== "auto" || fontSize === "0px" || (width > 0 && width < MIN_SIDE && height < MIN_SIDE);
  };

  /** A short tag for a person to recognise an element by. Never holds its text or value. @param {Element} element */
  const describe = (element) => {
    const parts = ["id", "name", "class"].flatMap((name) => {
      const value = element.getAttribute(name);
      return value ? [`${name}=${value.replace(/\s+/g, ".").slice(0, 40)}`] : [];
    });
    return `<${[element.localName, ...parts].join(" ")}>`;
  };

  /** @param {Element} element @returns {element is HTMLInputElement | HTMLTextAreaElement} */
  const isTextControl = (element) =>
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !NOT_TEXT.has(element.type));

  const NOT_TEXT = new Set(["button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"]);

  /** @param {Element} element @returns {element is HTMLElement} */
  const isEditable = (element) => element instanceof HTMLElement && element.isContentEditable;

  /** @param {Element} element @returns {element is HTMLInputElement} */
  const isTickable = (element) =>
    element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio");

  /** @param {Element} element */
  const isNative = (element) => element.matches("input, select, textarea, button");

  /** The `type` property of a control of the browser's own. @param {Element} element */
  const kindOf = (element) => (isNative(element) ? /** @type {HTMLInputElement} */ (element).type : "");

  /** @param {Element} element */
  const isDisabled = (element) =>
    element.matches(":disabled") || element.getAttribute("aria-disabled") === "true" || closest(element, "[inert]") !== null;

  /** @param {Element} element */
  const isReadOnly = (element) =>
    isTextControl(element) ? element.readOnly : element.getAttribute("aria-readonly") === "true";

  /** What an element holds. @param {Element} element @returns {Reading} */
  const reading = (element) => {
    if (isTickable(element)) return { read: String(element.checked) };
    if (element instanceof HTMLInputElement && element.type === "file") {
      return { read: [...(element.files ?? [])].map((file) => file.name).join(", ") };
    }
    if (element instanceof HTMLSelectElement) {
      const chosen = [...element.options].flatMap((option, index) => (option.selected ? [index] : []));
      return { read: [...element.selectedOptions].map((option) => option.value).join(", "), chosen };
    }
    if (isTextControl(element)) {
      return { read: element.value || (closest(element, "[role=combobox]") ? shownBy(element) : "") };
    }
    if (isEditable(element)) return { read: element.innerText.replace(/\n$/, "") };
    if (element.matches("[role=listbox]")) {
      return { read: optionsIn(element).filter((option) => isChosen(option, textOf(option), false)).map(textOf).join(", ") };
    }
    const state = element.hasAttribute("aria-checked") ? String(isTicked(element)) : element.getAttribute("aria-valuenow");
    return { read: state ?? shownBy(element) };
  };

  /** The text that a box shows as its choice: its own, or that of what it stands in. @param {Element} box */
  const shownBy = (box) =>
    [box, ...wrappersOf(box)].map((part) => (part.querySelector("button, select") ? partsOf(part) : textOf(part))).find(Boolean) ?? "";

  /** The texts in an element, of tokens and of the buttons in them, each for itself. @param {Node} node @returns {string} */
  const partsOf = (node) =>
    oneLine(node instanceof Text ? node.data
      : node instanceof Element && (node.matches("select, style, script, svg") || !node.checkVisibility()) ? ""
        : within(node).map(partsOf).join(" "));

  /** @param {string} text */
  const oneLine = (text) => text.replace(/[\s\u200b\ufeff]+/g, " ").trim();

  /** What a person reads there. @param {Element} element */
  const textOf = (element) =>
    oneLine(element instanceof HTMLElement ? element.innerText : element.textContent ?? "") ||
    (flat(element).length ? oneLine(flatText(element)) : "");

  /** What the page says of a field that it calls invalid. @param {Element} element */
  const complaintAbout = (element) =>
    [...named(element, "aria-errormessage"), ...named(element, "aria-describedby")].filter(isRendered).map(textOf).join(" ").slice(0, 300);

  /** @param {Element} element */
  const isInvalid = (element) => element.getAttribute("aria-invalid") === "true";

  /** @param {Reading} one @param {Reading} other */
  const isSame = (one, other) => one.read === other.read && String(one.chosen) === String(other.chosen);

  /** Whether it is ticked; `undefined` for what cannot be. @param {Element} element */
  const isTicked = (element) => {
    if (isTickable(element)) return element.checked;
    const checked = element.getAttribute("aria-checked");
    if (checked === null) return undefined;
    return checked === "true" && !isOutdone(element);
  };

  /** Whether a radio after it is chosen as well: of stars all up to the chosen one are filled. @param {Element} element */
  const isOutdone = (element) => {
    if (!element.matches("[role=radio]")) return false;
    let group = element.parentElement;
    while (group && group.querySelectorAll("[role=radio]").length < 2) group = group.parentElement;
    return [...(group?.querySelectorAll("[role=radio][aria-checked=true]") ?? [element])].at(-1) !== element;
  };

  /** What options look like, best first: by role, by state, by markup. */
  const OPTIONS = ["[role=option], [role=treeitem], [role=menuitemradio], [role=menuitemcheckbox]", "[aria-selected]", "li:not(:has(li), [role=alert], [role=status])"];

  /** Whether a box says nothing of what it is; nor does what it opens. @param {Element} box */
  const isLoose = (box) => box.matches("div:not([role], [aria-haspopup]), span:not([role], [aria-haspopup])") && !isEditable(box);

  /** What can be pressed there and reads as something; what may do more than choose is not among it. @param {Element[]} elements */
  const looseOptions = (elements) => {
    const isPressed = (/** @type {Element | null} */ element) => element !== null && getComputedStyle(element).cursor === "pointer";
    const acts = "a, button, input, label, summary, [role]:not([role=img], [role=none], [role=presentation])";
    return elements.filter((element) => isPressed(element) && !isPressed(element.parentElement) &&
      !element.matches(acts) && !element.querySelector(acts) && textOf(element));
  };

  /** The options in a list that are rendered. @param {Element} list */
  const optionsIn = (list) => {
    const all = flat(list);
    const rendered = all.filter(isRendered);
    return [...OPTIONS.map((selector) => rendered.filter((element) => element.matches(selector))), twinsOf(all, rendered), looseOptions(rendered)]
      .find((options) => options.length) ?? [];
  };

  /**
   * Options that only screen readers are told of are shown elsewhere: among the siblings of what reads the same.
   * @param {Element[]} all @param {Element[]} rendered
   */
  const twinsOf = (all, rendered) => {
    const option = all.find((element) => element.matches("[role=option]"));
    const told = oneLine(option?.getAttribute("aria-label") ?? option?.textContent ?? "");
    const twin = told && rendered.find((element) => textOf(element) === told);
    return twin ? [...(twin.parentElement?.children ?? [])].filter(isRendered) : [];
  };

  /** @param {Element} box */
  const isExpanded = (box) =>
    [box, closest(box, "[role=combobox]"), box.querySelector("[aria-expanded]")]
      .some((element) => element?.getAttribute("aria-expanded") === "true");

  /**
   * Some lists call selected what the keyboard would choose. It is chosen where the box shows it, or where
   * the box only shows a number of choices.
   * @param {Element} option @param {string} shown what the box shows @param {boolean} counts
   */
  const isChosen = (option, shown, counts) =>
    option.getAttribute("aria-checked") === "true" ||
    (option.getAttribute("aria-selected") === "true" && (counts || shown.includes(textOf(option))));

  vaulty.reader = { complaintAbout, describe, isChosen, isDisabled, isEditable, isExpanded, isInvalid, isLoose, isNative, isReadOnly, isSame, isTextControl, isTickable, isTicked, kindOf, looseOptions, oneLine, optionsIn, reading, shownBy, textOf };
})();
