// @ts-check
// What is chosen, ticked or handed over: options of selects, boxes and radios, files. It changes the field alone, and
// presses it through `press.js`.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").FileData} FileData */
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.choices) return;

  const { closest } = vaulty.tree;
  const { hand, Refusal } = vaulty;
  const { moveFocus, sendInput, sendChange } = vaulty.hand;
  const { breath, LOOK_AGAIN, until } = vaulty.turn;
  const { isTickable, isTicked, textOf } = vaulty.reader;
  const { clickOn } = vaulty.clicks;

  /** How long a page may take to show the name of a file that it took out of the field. */
  const FILE_SHOWS = 300;

  /** @param {HTMLSelectElement} select @param {number[]} positions @param {() => void} [lastCheck] throws to prevent the choice */
  const chooseOptions = (select, positions, lastCheck) => {
    moveFocus(select, "focus");
    lastCheck?.();
    if (select.multiple) {
      [...select.options].forEach((option, index) => { option.selected = positions.includes(index); });
    } else {
      select.selectedIndex = positions[0] ?? -1;
    }
    sendInput(select, "", "");
    sendChange(select);
    moveFocus(select, "blur");
  };

  /** @param {HTMLSelectElement} select @param {number[]} positions @param {string[]} values */
  const checkOptions = (select, positions, values) => {
    if (!select.multiple && positions.length !== 1) throw new Refusal("wrong-kind", "takes one option");
    positions.forEach((position, index) => {
      const option = select.options[position];
      if (!option || option.value !== values[index]) throw new Refusal("element-changed", "its options changed");
      const group = option.parentElement;
      if (option.disabled || (group instanceof HTMLOptGroupElement && group.disabled)) {
        throw new Refusal("disabled", "the option is disabled");
      }
    });
  };

  /**
   * Ticks or unticks by clicking, where a person would click.
   * @param {Element} element @param {Element} face @param {boolean} checked @param {Run} run
   * @param {() => void} lastCheck throws to prevent it
   */
  const tick = async (element, face, checked, run, lastCheck) => {
    const isDone = () => isTicked(element) === checked;
    try {
      clickOn(face, element, lastCheck);
    } catch (error) {
      // A label may lie in a link: the box itself need not.
      if (!(error instanceof Refusal) || error.reason !== "not-judged" || !isTickable(element)) throw error;
    }
    await breath();
    if (await until(run, LOOK_AGAIN, isDone)) return;
    // Some stars count a click only where the pointer has been for a moment.
    if (element.matches("[role=radio]")) clickOn(face, element, lastCheck);
    // What stands in for it may not pass the click on when it is no label.
    if (isTickable(element) && element !== face && !isDone()) {
      lastCheck();
      hand.tap({ owner: element, as: "self" }, element);
    }
  };

  /** @param {FileData} data */
  const fileOf = ({ name, mediaType, data }) =>
    new File([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], name, { type: mediaType });

  /** @param {HTMLInputElement} input @param {FileData[]} files */
  const giveFiles = (input, files) => {
    if (!input.multiple && files.length > 1) throw new Refusal("wrong-kind", "takes one file");
    const transfer = new DataTransfer();
    for (const data of files) transfer.items.add(fileOf(data));
    input.files = transfer.files;
    sendInput(input, "", "");
    sendChange(input);
  };

  /**
   * Whether the page shows these names near a file field. Some pages take the files and empty the field.
   * @param {Element} input @param {FileData[]} files
   */
  const showsNames = (input, files) => {
    const around = closest(input, "form, [role=dialog], body");
    const text = around ? textOf(around) : "";
    return files.length > 0 && files.every(({ name }) => text.includes(name));
  };

  vaulty.choices = { checkOptions, chooseOptions, FILE_SHOWS, giveFiles, showsNames, tick };
})();
