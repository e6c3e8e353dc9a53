// @ts-check
// The widgets of the application forms. `app.values` learns what was chosen, and nothing else.
(() => {
  const { app } = /** @type {any} */ (window);

  /** @param {string} tag @param {Record<string, string>} attributes @param {(Node | string)[]} children */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /**
   * A list that is typed into, which opens when it is pressed down on and filters: `<div data-filter="a|b" id="x">`,
   * labelled by `x-label`.
   * @param {HTMLElement} host
   */
  function filter(host) {
    const { id } = host;
    const choices = (host.dataset.filter ?? "").split("|");
    const shown = make("div", { class: "shown" }, "Select...");
    const input = /** @type {HTMLInputElement} */ (make("input", {
      id: `${id}-input`, type: "text", role: "combobox", autocomplete: "off", "aria-autocomplete": "list",
      "aria-expanded": "false", "aria-haspopup": "true", "aria-labelledby": `${id}-label`,
    }));
    if (host.dataset.required) input.setAttribute("aria-required", "true");
    const control = make("div", { class: "control" }, make("div", { class: "value" }, shown, input));
    host.append(control);
    /** @type {HTMLElement | null} */
    let menu = null;
    const close = () => {
      menu?.remove();
      menu = null;
      input.value = "";
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-controls");
    };
    const open = () => {
      close_but_text();
      menu = make("div", { class: "menu", role: "listbox", id: `${id}-list` });
      const wanted = input.value.toLowerCase();
      const fitting = choices.filter((choice) => choice.toLowerCase().includes(wanted));
      if (!fitting.length) menu.append(make("div", {}, "No options"));
      for (const [at, choice] of fitting.entries()) {
        const option = make("div", { role: "option", id: `${id}-option-${at}`, tabindex: "-1", "aria-selected": String(app.values[id] === choice) }, choice);
        option.addEventListener("click", () => { app.values[id] = choice; shown.textContent = choice; close(); });
        menu.append(option);
      }
      host.append(menu);
      input.setAttribute("aria-expanded", "true");
      input.setAttribute("aria-controls", `${id}-list`);
    };
    const close_but_text = () => { menu?.remove(); menu = null; };
    control.addEventListener("mousedown", (event) => {
      if (event.target !== input) event.preventDefault();
      input.focus();
      if (menu) close();
      else open();
    });
    input.addEventListener("input", (event) => { event.stopPropagation(); open(); });
    input.addEventListener("change", (event) => event.stopPropagation());
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" && !menu) open();
      if (event.key === "Escape") close();
    });
    input.addEventListener("blur", () => setTimeout(close, 80));
  }

  /**
   * A button that opens a list at the end of the document: `<button data-choices="a|b" id="x">`.
   * @param {HTMLElement} button
   */
  function chooser(button) {
    const { id } = button;
    const choices = (button.dataset.choices ?? "").split("|");
    button.setAttribute("aria-haspopup", "listbox");
    button.setAttribute("aria-expanded", "false");
    button.textContent = "Select One";
    const close = () => {
      document.getElementById(`${id}-list`)?.remove();
      button.setAttribute("aria-expanded", "false");
    };
    button.addEventListener("click", () => {
      if (document.getElementById(`${id}-list`)) { close(); return; }
      const list = make("ul", { role: "listbox", id: `${id}-list`, "aria-labelledby": `${id}-label`, tabindex: "-1" });
      for (const choice of ["Select One", ...choices]) {
        const option = make("li", { role: "option", "aria-selected": String(button.textContent === choice) }, make("div", {}, choice));
        option.addEventListener("click", () => {
          button.textContent = choice;
          if (choice === "Select One") delete app.values[id];
          else app.values[id] = choice;
          close();
        });
        list.append(option);
      }
      document.body.append(list);
      button.setAttribute("aria-expanded", "true");
      button.setAttribute("aria-controls", list.id);
    });
    button.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
    document.addEventListener("mousedown", (event) => {
      const list = document.getElementById(`${id}-list`);
      if (list && event.target instanceof Node && !list.contains(event.target) && event.target !== button) close();
    });
  }

  /**
   * Two buttons for yes and no: `<div data-yes-no id="x">`, labelled by `x-label`.
   * @param {HTMLElement} host
   */
  function yesNo(host) {
    const { id } = host;
    host.setAttribute("role", "radiogroup");
    host.setAttribute("aria-labelledby", `${id}-label`);
    const buttons = ["Yes", "No"].map((text) => make("button", { type: "button", role: "radio", "aria-checked": "false" }, text));
    for (const button of buttons) {
      button.addEventListener("click", () => {
        for (const other of buttons) other.setAttribute("aria-checked", String(other === button));
        app.values[id] = button.textContent;
      });
    }
    host.append(...buttons);
  }

  for (const host of document.querySelectorAll("[data-filter]")) filter(/** @type {HTMLElement} */ (host));
  for (const host of document.querySelectorAll("[data-choices]")) chooser(/** @type {HTMLElement} */ (host));
  for (const host of document.querySelectorAll("[data-yes-no]")) yesNo(/** @type {HTMLElement} */ (host));
})();
