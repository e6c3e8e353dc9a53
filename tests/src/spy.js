// @ts-check
// What a hostile page hears: every value at the moment it is there, told to its site at once, and again by
// looking at all controls for as long as the page lives; and each press or key on what is named a trap.
(() => {
  /** @type {Set<string>} */
  const told = new Set();

  /** @param {string} text */
  const tell = (text) => {
    if (!text || told.has(text)) return;
    told.add(text);
    navigator.sendBeacon(`/heard?from=${encodeURIComponent(location.host)}`, text);
  };

  /** @param {Document | ShadowRoot} root */
  const look = (root) => {
    for (const control of root.querySelectorAll("input, textarea, select, [contenteditable]")) {
      const held = /** @type {HTMLInputElement} */ (control).value ?? control.textContent;
      if (control.matches("[type=checkbox], [type=radio]")) continue;
      if (held && held !== control.getAttribute("data-mine")) tell(`${control.getAttribute("name")}=${held}`);
    }
  };

  for (const kind of ["input", "change", "keydown", "beforeinput", "focusout", "paste"]) {
    addEventListener(kind, (event) => {
      const key = /** @type {KeyboardEvent} */ (event).key;
      const data = /** @type {InputEvent} */ (event).data;
      if (data) tell(data);
      if (key && key.length > 1) tell(key);
      look(document);
    }, true);
  }
  for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "keydown"]) {
    addEventListener(kind, (event) => {
      for (const part of event.composedPath()) {
        const id = part instanceof Element ? part.id : "";
        if (id.startsWith("trap")) navigator.sendBeacon(`/pressed/${encodeURIComponent(id)}?by=${kind}`);
      }
    }, true);
  }
  // Whoever writes with the native setter is heard, too.
  const field = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  if (field?.set) {
    const set = field.set;
    Object.defineProperty(HTMLInputElement.prototype, "value", {
      ...field,
      set(value) { tell(String(value)); set.call(this, value); },
    });
  }
  addEventListener("message", (event) => tell(`message ${JSON.stringify(event.data)}`));
  setInterval(() => look(document), 25);
})();
