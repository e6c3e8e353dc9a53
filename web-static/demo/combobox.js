// @ts-check
// A select-only combobox after the ARIA authoring practices. Its list is rendered elsewhere in the
// document, as dropdowns of component libraries are.

/**
 * The list of a box, closed, with its options.
 * @param {HTMLButtonElement} box
 * @param {readonly string[]} choices
 * @param {{ pick: (position: number) => void, highlight: (position: number) => void }} on
 */
function listOf(box, choices, { pick, highlight }) {
  const list = document.createElement("ul");
  list.id = box.dataset.list ?? "";
  list.className = "options";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-labelledby", (box.getAttribute("aria-labelledby") ?? "").split(" ")[0] ?? "");
  list.hidden = true;
  const options = choices.map((choice, position) => {
    const option = document.createElement("li");
    option.id = `${list.id}-${position}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.textContent = choice;
    // Keeps the focus on the box while the list is clicked.
    option.addEventListener("mousedown", (event) => event.preventDefault());
    option.addEventListener("click", () => pick(position));
    option.addEventListener("mousemove", () => highlight(position));
    list.append(option);
    return option;
  });
  return { list, options };
}

/** Finds the choice that begins with what was typed within a short time. @param {readonly string[]} choices */
function searchOf(choices) {
  let typed = "";
  let typedAt = 0;
  return (/** @type {string} */ character) => {
    const now = performance.now();
    typed = now - typedAt > 700 ? character : typed + character;
    typedAt = now;
    return choices.findIndex((choice) => choice.toLowerCase().startsWith(typed.toLowerCase()));
  };
}

/** Puts a list right below its box. @param {HTMLElement} list @param {Element} box */
function place(list, box) {
  const at = box.getBoundingClientRect();
  list.style.left = `${at.left + scrollX}px`;
  list.style.top = `${at.bottom + scrollY + 4}px`;
  list.style.width = `${at.width}px`;
}

/**
 * @param {HTMLButtonElement} box the element with `role="combobox"`
 * @param {readonly string[]} choices what can be chosen
 * @param {Element} popups where the list is rendered
 */
export function combobox(box, choices, popups) {
  const value = /** @type {HTMLInputElement} */ (document.getElementById(box.dataset.value ?? ""));
  const empty = box.textContent ?? "";
  let active = -1;
  const search = searchOf(choices);

  const { list, options } = listOf(box, choices, { pick, highlight });
  popups.append(list);
  box.classList.add("empty");

  const isOpen = () => !list.hidden;

  function open() {
    if (isOpen()) return;
    place(list, box);
    list.hidden = false;
    box.setAttribute("aria-expanded", "true");
    highlight(Math.max(0, choices.indexOf(value.value)));
  }

  function close() {
    list.hidden = true;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  }

  /** @param {number} position */
  function highlight(position) {
    active = Math.min(Math.max(position, 0), options.length - 1);
    options.forEach((option, at) => option.classList.toggle("active", at === active));
    box.setAttribute("aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest" });
  }

  /** @param {number} position */
  function choose(position) {
    value.value = choices[position];
    box.textContent = choices[position];
    box.classList.toggle("empty", value.value === "" || value.value === empty);
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === position)));
    value.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** @param {number} position */
  function pick(position) {
    choose(position);
    close();
  }

  /** @param {string} character */
  function find(character) {
    const hit = search(character);
    if (hit >= 0) highlight(hit);
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowDown: () => highlight(active + 1),
    ArrowUp: () => highlight(active - 1),
    Home: () => highlight(0),
    End: () => highlight(options.length - 1),
    Enter: () => pick(active),
    " ": () => pick(active),
    Escape: close,
  };

  box.addEventListener("click", () => { if (isOpen()) close(); else open(); });
  box.addEventListener("blur", close);
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const printable = event.key.length === 1 && event.key !== " ";
    if (!printable && !(event.key in keys)) return;
    if (!isOpen() && event.key === "Escape") return;
    event.preventDefault();
    const wasOpen = isOpen();
    open();
    if (printable) find(event.key);
    else if (wasOpen) keys[event.key]?.();
  });
}
