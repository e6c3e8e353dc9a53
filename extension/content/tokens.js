// @ts-check
// Boxes that hold several entries as tokens. It types into the box and takes out tokens of its own; Enter is pressed
// here alone, and keys go through `press.js`.

(() => {
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.tokens) return;

  const { named, focused, labelsOf } = vaulty.tree;
  const { hand, Refusal } = vaulty;
  const { moveFocus } = vaulty.hand;
  const { LOOK_AGAIN, until } = vaulty.turn;
  const { isTextControl, shownBy, textOf } = vaulty.reader;
  const { tapKey } = vaulty.clicks;
  const { insertAll, typeKey } = vaulty.typing;

  /** How long a token may take to go, or to come. */
  const TOKEN_GOES = 400;

  const TOKEN_COMES = 200;

  /** Most tokens that are taken out of a box, steps of a slider, pages of a calendar. */
  const MAX_TOKENS = 50;

  /** Takes tokens out of a box by Backspace in its empty text. @param {Element} box @param {Element} input @param {Run} run */
  const clearTokens = async (box, input, run) => {
    for (let turn = 0; turn < MAX_TOKENS; turn += 1) {
      const before = shownBy(box);
      if (!before) return;
      if (isTextControl(input) && input.value) {
        if (!turn) return;
        // Some put the text of the token that went into the box, to be changed.
        await insertAll(input, "");
      }
      moveFocus(input, "focus");
      tapKey(input, "Backspace", 8);
      // Some go to the last token first, and take it out at the next stroke.
      const token = focused();
      if (token && token !== input && hand.hears(input, token)) hand.tapKey(input, token, "Backspace", 8);
      const isGone = () => shownBy(box) !== before;
      if (await until(run, TOKEN_GOES, isGone)) continue;
      tapKey(input, "Backspace", 8);
      if (!(await until(run, TOKEN_GOES, isGone))) return;
    }
  };

  /** @param {string} text @returns {string[]} */
  const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

  /** What a box is called, and what stands in it until something is typed. @param {Element} box */
  const namesOf = (box) =>
    [...labelsOf(box), ...named(box, "aria-labelledby")].map(textOf)
      .concat(["aria-label", "placeholder"].map((name) => box.getAttribute(name) ?? "")).join(" ");

  /** What is typed in a box and no token yet. @param {Element} box */
  const textIn = (box) => (isTextControl(box) ? box.value : textOf(box));

  /** @param {Element} element */
  const tapEnter = (element) => tapKey(element, "Enter", 13);

  /** How a token may be ended, best first. @type {((box: Element) => void)[]} */
  const ENDS = [(box) => typeKey(box, ","), tapEnter];

  /** Makes a token of each entry and takes out those that were there. @param {Element} box @param {string[]} entries @param {Run} run */
  const writeTokens = async (box, entries, run) => {
    await clearTokens(box, box, run);
    const rest = wordsOf(shownBy(box)).filter((word) => !wordsOf([namesOf(box), ...entries].join(" ")).includes(word));
    if (rest.length) throw new Refusal("not-kept", "what is there stays there");
    let ends = ENDS;
    for (const entry of entries) {
      for (const end of ends) {
        moveFocus(box, "focus");
        await insertAll(box, entry);
        await vaulty.delay(LOOK_AGAIN);
        const isToken = () => !textIn(box) && shownBy(box).includes(entry);
        end(box);
        // The first stroke may only open a list that says what the next one does.
        if (!(await until(run, TOKEN_COMES, isToken)) && end === tapEnter && textIn(box)) end(box);
        if (await until(run, TOKEN_COMES, isToken)) {
          ends = [end];
          break;
        }
      }
    }
    const failed = textIn(box) !== "";
    if (failed) await insertAll(box, "");
    moveFocus(box, "blur");
    if (failed) throw new Refusal("not-kept", "no token came of it");
  };

  vaulty.tokens = { clearTokens, writeTokens };
})();
