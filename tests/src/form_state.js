// Run in the extension's world of every frame: what the form's controls hold now, by control name.
// Radios give the chosen value ("" when none is), a single checkbox true or false, checkboxes that
// share a name and selects that take several an array, a file field the file names.
// A control without a name goes by its id, or by the name of the element whose shadow it is in.
() => {
  /** @type {Map<string, {kind: string, el: Element}[]>} */
  const controls = new Map();
  const skipped = new Set(["submit", "button", "reset", "image"]);
  const roles = new Set(["checkbox", "switch", "radio", "combobox", "listbox", "slider", "spinbutton", "textbox"]);

  /** The kind of control that an element is, or "" when it is none. @param {Element} el */
  const kindOf = (el) => {
    if (el instanceof HTMLInputElement) return skipped.has(el.type) ? "" : el.type;
    if (el instanceof HTMLSelectElement || el instanceof HTMLTextAreaElement) return el.type;
    if (el instanceof HTMLElement && el.isContentEditable && !el.parentElement?.isContentEditable) return "editable";
    const role = el.getAttribute("role") ?? "";
    return roles.has(role) ? `role-${role}` : "";
  };
  /** @param {Element} el @param {Element | null} host */
  const keyOf = (el, host) => {
    const own = el.getAttribute("name");
    const hosts = host && (host.getAttribute("name") || host.id || host.getAttribute("label"));
    return own || hosts || el.id || el.getAttribute("aria-label") || "";
  };
  /** @param {Document | ShadowRoot | Element} root @param {Element | null} host */
  const walk = (root, host) => {
    for (const el of root.querySelectorAll("*")) {
      const kind = kindOf(el);
      if (kind) {
        const key = keyOf(el, host) || `#${controls.size}`;
        controls.set(key, [...(controls.get(key) ?? []), { kind, el }]);
      }
      const shadow = el instanceof HTMLElement ? (chrome.dom?.openOrClosedShadowRoot(el) ?? el.openOrClosedShadowRoot) : null;
      if (shadow) walk(shadow, el);
    }
  };
  walk(document, null);

  const labelOf = (el) => (el.labels?.[0]?.textContent ?? "").replace(/\s+/g, " ").trim();
  /** What a ticked radio or checkbox stands for. */
  const choice = (el) => (el.hasAttribute("value") ? el.value : labelOf(el) || el.value);
  const one = ({ kind, el }) => {
    switch (kind) {
      case "select-multiple": return [...el.selectedOptions].map((option) => option.value);
      case "file": {
        const names = [...el.files].map((file) => file.name);
        return el.multiple ? names : names[0] ?? "";
      }
      case "checkbox": return el.checked;
      case "role-checkbox":
      case "role-switch":
      case "role-radio": return el.getAttribute("aria-checked") === "true";
      case "role-slider":
      case "role-spinbutton": return el.getAttribute("aria-valuenow") ?? "";
      case "role-listbox": return [...el.querySelectorAll("[aria-selected=true]")].map((o) => o.textContent.trim());
      case "editable":
      case "role-combobox":
      case "role-textbox": return el.innerText.trim();
      default: return el.value;
    }
  };
  /** @type {Record<string, unknown>} */
  const state = {};
  for (const [key, all] of controls) {
    const kinds = new Set(all.map(({ kind }) => kind));
    if (kinds.has("radio")) {
      const chosen = all.find(({ kind, el }) => kind === "radio" && el.checked);
      state[key] = chosen ? choice(chosen.el) : "";
    } else if (kinds.has("checkbox")) {
      // A hidden twin that sends "off" belongs to its checkbox.
      const boxes = all.filter(({ kind }) => kind === "checkbox");
      state[key] = boxes.length > 1 ? boxes.filter(({ el }) => el.checked).map(({ el }) => choice(el)) : one(boxes[0]);
    } else {
      state[key] = all.length > 1 ? all.map(one) : one(all[0]);
    }
  }
  return state;
}
