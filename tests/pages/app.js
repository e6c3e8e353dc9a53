// @ts-check
// What a page's own application believes. It learns of values only through `input` and `change`
// events, as frameworks do, so a test that compares `window.app` notices a value that was only
// painted. `app.sent` is what the last submit would have sent.
(() => {
  /** @typedef {string | boolean | string[]} Belief */

  const app = {
    /** @type {Record<string, Belief>} by control name, else id */
    values: {},
    submits: 0,
    /** @type {Record<string, Belief> | null} */
    sent: null,
    /** @type {string[]} */
    errors: [],
    /** @type {string[]} names of controls in the order in which their values came */
    order: [],
    /** @type {((form: HTMLFormElement) => void) | null} what a page does instead of saying thank you */
    onSubmit: null,
    /** Listens in a tree whose events don't reach the document: closed shadow roots, submits in shadow roots. */
    watch,
    /** Keeps the belief for the next document of this tab. */
    carry: () => sessionStorage.setItem("app", JSON.stringify(app)),
    /** Goes on from what an earlier document carried. */
    restore: () => { Object.assign(app, JSON.parse(sessionStorage.getItem("app") ?? "{}")); },
    /** Writes a message where a person reads it. */
    say,
  };

  /** @param {Element} element */
  const nameOf = (element) => element.getAttribute("name") || element.id;

  /** @param {Element} element @returns {Belief} */
  function valueOf(element) {
    if (element instanceof HTMLInputElement && element.type === "checkbox") {
      const name = element.name && CSS.escape(element.name);
      const scope = /** @type {Document | ShadowRoot} */ (element.getRootNode());
      const group = name ? [...scope.querySelectorAll(`input[type="checkbox"][name="${name}"]`)] : [];
      if (group.length < 2) return element.checked;
      return group.filter((box) => box instanceof HTMLInputElement && box.checked).map((box) => /** @type {HTMLInputElement} */ (box).value);
    }
    if (element instanceof HTMLInputElement && element.type === "file") return [...(element.files ?? [])].map((file) => file.name);
    if (element instanceof HTMLSelectElement && element.multiple) return [...element.selectedOptions].map((option) => option.value);
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return element.value;
    return element.textContent ?? "";
  }

  /** @param {Event} event */
  function learn(event) {
    const element = event.composedPath()[0];
    if (!(element instanceof Element) || !nameOf(element)) return;
    const name = nameOf(element);
    app.values[name] = valueOf(element);
    if (app.order.at(-1) !== name) app.order.push(name);
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.composedPath()[0]);
    app.submits += 1;
    app.sent = { ...app.values };
    if (app.onSubmit) app.onSubmit(form);
    else say("Thank you");
  }

  /** @param {string} text */
  function say(text) {
    let status = document.querySelector('[role="status"]');
    if (!status) {
      status = document.createElement("p");
      status.setAttribute("role", "status");
      document.body.append(status);
    }
    status.textContent = text;
  }

  /** @param {Document | ShadowRoot} root */
  function watch(root) {
    root.addEventListener("input", learn);
    root.addEventListener("change", learn);
    root.addEventListener("submit", submit);
  }

  watch(document);
  addEventListener("error", (event) => app.errors.push(event.message));
  Object.assign(window, { app });
})();
