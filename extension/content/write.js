// @ts-check
// A value into a field, by the way that was chosen for it, and whether the page took it. It changes that field alone;
// presses and keys go through `press.js`.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").TextStrategy} TextStrategy */
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.writing) return;

  const { isRendered, labelsOf } = vaulty.tree;
  const { hand, parts } = vaulty;
  const { moveFocus, sendChange } = vaulty.hand;
  const { isEditable, isExpanded, isInvalid, isTextControl, textOf } = vaulty.reader;
  const { pressBeside, tapKey } = vaulty.clicks;
  const { isStepped, step } = vaulty.stepper;
  const { fitting, insertAll, setNatively, SETTER_ONLY, typeKeys } = vaulty.typing;
  const { clearTokens, writeTokens } = vaulty.tokens;

  /** @param {Element} element @param {string} value @param {TextStrategy} strategy @param {Run} run */
  const writeText = async (element, value, strategy, run) => {
    if (strategy === "tokens") return writeTokens(element, value.split("\n"), run);
    const text = fitting(element, value);
    if (isStepped(element)) return step(element, Number(text), run);
    const wasExpanded = isExpanded(element);
    parts.note(element);
    moveFocus(element, "focus");
    const native = isTextControl(element);
    if (isEditable(element) && !textOf(element)) await clearTokens(element, element, run);
    if (native && (strategy === "setter" || SETTER_ONLY.has(element.type))) setNatively(element, text);
    else if (strategy === "keys") await typeKeys(element, text, run);
    else await insertAll(element, text);
    if (native) sendChange(element);
    // People leave a field by Tab: what opened closes, what was typed counts.
    if (element instanceof HTMLInputElement && hand.mayTap(element, "Tab")) tapKey(element, "Tab", 9);
    moveFocus(element, "blur");
    if (native && !wasExpanded && isExpanded(element)) await pressBeside(element, run);
  };

  /**
   * The hidden text field that a box without a name stands in for: what that one holds is what the form
   * sends.
   * @param {Element} box
   */
  const replacedBy = (box) => {
    if (!isTextControl(box) || box.name || labelsOf(box).length) return null;
    let outer = box.parentElement;
    for (let level = 0; outer && level < 4 && !outer.matches("form, fieldset, body"); level += 1, outer = outer.parentElement) {
      const others = [...outer.querySelectorAll("input, select, textarea")].filter((other) => other !== box);
      if (others.some(isRendered)) return null;
      const hidden = others.find(isTextControl);
      if (hidden) return hidden.name || hidden.id ? hidden : null;
    }
    return null;
  };

  /**
   * Why the page cannot be believed to have taken what a field shows; empty where nothing says so.
   * @param {Element} element @param {boolean} wasInvalid
   */
  const doubt = (element, wasInvalid) => {
    if (!wasInvalid && isInvalid(element)) return "the page marks it as invalid";
    const replaced = replacedBy(element);
    const shown = isTextControl(element) ? element.value : "";
    if (replaced && shown && !replaced.value.includes(shown)) return "the field that it stands for stays without it";
    // What waits in a calendar or a list that is open is not taken yet.
    return isTextControl(element) && shown && isExpanded(element) ? "what it opened stays open" : "";
  };

  vaulty.writing = { doubt, writeText };
})();
