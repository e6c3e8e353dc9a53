// @ts-check
// Text into a field, in the ways in which pages take it. It changes the value of the field that it is given and nothing
// else; keys go through `press.js`.

(() => {
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.typing) return;

  const { hand } = vaulty;
  const { sendInput } = vaulty.hand;
  const { breath, checkpoint } = vaulty.turn;
  const { isEditable, isTextControl } = vaulty.reader;
  const { keyOf } = vaulty.clicks;

  /** How long an editor may take to notice what is selected. */
  const EDITOR_NOTICES = 25;

  /** Characters written with key events between two chances for a `HALT`. */
  const KEYS_PER_BREATH = 16;

  /** Types that the browser edits with a widget of its own: key strokes don't make up their value. */
  const SETTER_ONLY = new Set(["color", "date", "datetime-local", "month", "range", "time", "week"]);

  /** Text without what would be Enter in a field of one line. @param {Element} element @param {string} text */
  const fitting = (element, text) =>
    element instanceof HTMLInputElement ? text.replace(/[\r\n]+/g, " ") : text.replace(/\r\n?/g, "\n");

  /** @param {HTMLInputElement | HTMLTextAreaElement} element @param {string} text */
  const setNatively = (element, text) => {
    // This script's view of the element has no accessors of the page on it: the assignment reaches the
    // browser's own setter, past those by which frameworks watch a field.
    element.value = text;
    sendInput(element, text, "insertReplacementText");
  };

  /** @param {Element} element @param {string} text */
  const insertAll = async (element, text) => {
    hand.selectAll(element);
    // Editors with a model of their own learn of a selection a moment later.
    if (isEditable(element)) await vaulty.delay(EDITOR_NOTICES);
    const accepted = hand.insert(element, text);
    if (!accepted && isTextControl(element) && element.value !== text) setNatively(element, text);
  };

  /** @param {Element} element @param {string} text @param {Run} run */
  const typeKeys = async (element, text, run) => {
    hand.selectAll(element);
    if (isEditable(element)) await vaulty.delay(EDITOR_NOTICES);
    hand.insert(element, "");
    let typed = 0;
    for (const character of text) {
      typeKey(element, character);
      typed += 1;
      if (typed % KEYS_PER_BREATH === 0) {
        await breath();
        checkpoint(run);
      }
    }
  };

  /** @param {Element} element @param {string} character */
  const typeKey = (element, character) => {
    if (character === "\n") {
      hand.insert(element, "\n");
      return;
    }
    const { code, keyCode, shiftKey } = keyOf(character);
    const charCode = character.codePointAt(0);
    const down = { code, keyCode, which: keyCode, shiftKey };
    const goesIn =
      hand.sendKey(element, element, "keydown", character, down) &&
      hand.sendKey(element, element, "keypress", character, { code, keyCode: charCode, which: charCode, charCode, shiftKey }) &&
      hand.sendBeforeInput(element, { inputType: "insertText", data: character });
    if (goesIn) hand.insert(element, character);
    hand.sendKey(element, element, "keyup", character, down);
  };

  vaulty.typing = { fitting, insertAll, setNatively, SETTER_ONLY, typeKey, typeKeys };
})();
