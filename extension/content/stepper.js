// @ts-check
// Sliders and steppers: arrow keys as ARIA has them, else their own + and −. It moves the focus; presses and keys go
// through `press.js`, and no value is set.

(() => {
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.stepper) return;

  const { territoryOf } = vaulty.parts;
  const { parts } = vaulty;
  const { moveFocus } = vaulty.hand;
  const { breath, until } = vaulty.turn;
  const { isDisabled, isEditable, isTextControl } = vaulty.reader;
  const { clickPart, tapKey } = vaulty.clicks;

  /** How long a slider may take to show that it moved. */
  const STEP_SHOWS = 200;

  const MAX_STEPS = 400;

  /** What has a number and is no text. @param {Element} element */
  const isStepped = (element) => element.hasAttribute("aria-valuenow") && !isTextControl(element) && !isEditable(element);

  /** @param {Element} element */
  const numberAt = (element) => Number(element.getAttribute("aria-valuenow") ?? Number.NaN);

  /**
   * Goes on as long as it leads nearer to the wanted number.
   * @param {Element} element @param {number} wanted @param {Run} run @param {() => void} go
   */
  const approach = async (element, wanted, run, go) => {
    for (let turn = 0; turn < MAX_STEPS && element.isConnected; turn += 1) {
      const before = numberAt(element);
      if (before === wanted) return;
      go();
      await breath();
      if (numberAt(element) === before) await until(run, STEP_SHOWS, () => numberAt(element) !== before);
      const left = Math.abs(wanted - numberAt(element));
      if (!(left < Math.abs(wanted - before))) return;
    }
  };

  /** By arrow keys, as ARIA has it, else by the buttons beside it. @param {Element} element @param {number} wanted @param {Run} run */
  const step = async (element, wanted, run) => {
    moveFocus(element, "focus");
    /** @type {[string, number, string, number][]} */
    const keys = [["ArrowRight", 39, "ArrowLeft", 37], ["ArrowUp", 38, "ArrowDown", 40]];
    // Only sliders lie on their side; those that do may not know the other keys.
    for (const [more, moreCode, less, lessCode] of element.matches("[role=slider]") ? keys : keys.slice(1)) {
      await approach(element, wanted, run, () =>
        wanted > numberAt(element) ? tapKey(element, more, moreCode) : tapKey(element, less, lessCode));
    }
    for (const way of /** @type {const} */ (["more", "less"])) {
      for (const button of territoryOf(element).querySelectorAll("button, [role=button]")) {
        const leads = () => (way === "more") === (wanted > numberAt(element));
        if (numberAt(element) === wanted || !leads() || !parts.isStep(element, button, way)) continue;
        await approach(element, wanted, run, () => { if (leads() && !isDisabled(button)) clickPart(button, { owner: element, as: way }); });
      }
    }
    moveFocus(element, "blur");
  };

  vaulty.stepper = { isStepped, step };
})();
