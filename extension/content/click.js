// @ts-check
// Presses and keys where a person would give them, through the one exit (`press.js`). It finds the place, and changes
// nothing by itself.

(() => {
  /** @typedef {import("../types/content.d.ts").Claim} Claim */
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.clicks) return;

  const { above, surrounds, outwards, labelsOf } = vaulty.tree;
  const { hand, Refusal } = vaulty;
  const { until } = vaulty.turn;
  const { isExpanded } = vaulty.reader;
  const { clickPoint } = vaulty.reach;

  /** How long a list may take to appear, and its options after that. */
  const POPUP_APPEARS = 400;

  /** How long a list may take to close after a choice. */
  const POPUP_CLOSES = 500;

  /** What Escape closes and a form may stand in. */
  const MODAL = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";

  /**
   * What of a field is pressed, by what a press there hits: the field, its own label, or the box that both
   * stand in. What only lies over it gets nothing.
   * @param {Element} element @param {Element} hit
   */
  const pressedOf = (element, hit) => {
    if (surrounds(element, hit)) return element;
    const label = labelsOf(element).find((label) => hand.isOwnLabel(label, element) && surrounds(label, hit));
    return label ?? outwards(hit).find((outer) => surrounds(outer, element) && hand.isOwn(outer, element)) ?? element;
  };

  /**
   * Presses and clicks a field where a person would.
   * @param {Element} face what is seen of it @param {Element} element
   * @param {() => void} [lastCheck] throws to prevent the click itself
   */
  const clickOn = (face, element, lastCheck) => {
    const point = clickPoint(face, element);
    if (point instanceof Refusal) throw point;
    const pressed = pressedOf(element, point.hit);
    const hit = surrounds(pressed, element) && pressed !== element ? null : point.hit;
    hand.press({ owner: element, as: "self" }, pressed, { ...point, hit }, lastCheck);
  };

  /** Presses and clicks what belongs to a field. @param {Element} part @param {Claim} claim */
  const clickPart = (part, claim) => {
    const point = clickPoint(part, part);
    if (point instanceof Refusal) throw point;
    hand.press(claim, part, point);
  };

  /**
   * The click that was judged: on this element alone.
   * @param {Element} face @param {Element} element @param {() => void} lastCheck throws to prevent the click itself
   */
  const clickApproved = (face, element, lastCheck) => {
    const point = clickPoint(face, element);
    if (point instanceof Refusal) throw point;
    lastCheck();
    hand.press({ owner: element, as: "approved" }, element, point, lastCheck);
  };

  /** Keys that are not named after their character, as on a US keyboard: code, key code, with Shift. */
  const KEYS = new Map(
    [
      [" ", "Space", 32], ["-", "Minus", 189], ["_", "Minus", 189, 1], ["=", "Equal", 187], ["+", "Equal", 187, 1],
      [",", "Comma", 188], ["<", "Comma", 188, 1], [".", "Period", 190], [">", "Period", 190, 1],
      ["/", "Slash", 191], ["?", "Slash", 191, 1], [";", "Semicolon", 186], [":", "Semicolon", 186, 1],
      ["'", "Quote", 222], ['"', "Quote", 222, 1], ["`", "Backquote", 192], ["~", "Backquote", 192, 1],
      ["[", "BracketLeft", 219], ["{", "BracketLeft", 219, 1], ["]", "BracketRight", 221], ["}", "BracketRight", 221, 1],
      ["\\", "Backslash", 220], ["|", "Backslash", 220, 1],
      ...[..."!@#$%^&*("].map((key, index) => [key, `Digit${index + 1}`, 49 + index, 1]), [")", "Digit0", 48, 1],
    ].map(([key, code, keyCode, shift]) => [String(key), { code: String(code), keyCode: Number(keyCode), shiftKey: !!shift }]),
  );

  /** How a keyboard names a character. @param {string} character */
  const keyOf = (character) => {
    const known = KEYS.get(character);
    if (known) return known;
    const upper = character.toUpperCase();
    const keyCode = upper.charCodeAt(0);
    if (/^\d$/.test(character)) return { code: `Digit${character}`, keyCode, shiftKey: false };
    if (/^[A-Z]$/.test(upper)) return { code: `Key${upper}`, keyCode, shiftKey: character === upper };
    return { code: "", keyCode: 0, shiftKey: false };
  };

  /** A key that is no character, for the field itself. @param {Element} element @param {string} key @param {number} keyCode */
  const tapKey = (element, key, keyCode) => hand.tapKey(element, element, key, keyCode);

  /** The outermost element around a field that is surely none of its own: its form, or what fills a dialog. @param {Element} field */
  const besides = (field) => {
    let outer = field;
    for (let node = /** @type {Node | null} */ (field); node; node = above(node)) {
      if (!(node instanceof Element)) continue;
      if (node.matches(`${MODAL}, body, html`)) break;
      outer = node;
      if (node.matches("form")) break;
    }
    return outer;
  };

  /** Closes what a field opened while it was written, as people do: they press beside it. @param {Element} field @param {Run} run */
  const pressBeside = async (field, run) => {
    const outer = besides(field);
    if (outer !== field) hand.pressBeside(field, outer);
    await until(run, POPUP_CLOSES, () => !isExpanded(field));
  };

  vaulty.clicks = { clickApproved, clickOn, clickPart, keyOf, MODAL, POPUP_APPEARS, POPUP_CLOSES, pressBeside, tapKey };
})();
