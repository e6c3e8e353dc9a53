// @ts-check
// What controls are and hold. Reads alone.

(() => {
  /** @typedef {import("../types/vaulty").RawControl} RawControl */
  /** @typedef {import("../types/vaulty").RawOption} RawOption */

  if (!globalThis.vaulty || vaulty.controls) return;

  const { numberOf, own, shadowOf } = vaulty;
  const { asHex, attribute, getter, hasAttribute, localName, matches, mixed, numberOfFile, querySelector, textContent, words } = vaulty.dom;

  const MAX_TEXT = 2_000;
  const MAX_OPTIONS = 1_000;
  const MAX_VALUE = 20_000;
  const WIDGET_ROLES = words(
    "combobox listbox textbox searchbox checkbox radio switch slider spinbutton button link",
  );
  const CONTROLS =
    "input:not([type=hidden i]), select, textarea, [contenteditable], " +
    "[role=combobox], [role=listbox], [role=textbox], [role=searchbox], [role=checkbox], [role=radio], " +
    "[role=switch], [role=slider], [role=spinbutton]";
  /** Signs that a box opens something. */
  const SIGNS = "svg, i, [class*=arrow i], [class*=caret i], [class*=chevron i]";
  /** Fields that hold, or once held, a password; pages turn them into text fields to show it. */
  /** @type {WeakSet<Element>} */
  const secret = new WeakSet();

  /** @param {Element} target */
  const editable = (target) => {
    const value = attribute(target, "contenteditable");
    return value !== null && value.toLowerCase() !== "false";
  };

  /** @param {Element} target */
  const roleOf = (target) => (attribute(target, "role") ?? "").trim().split(/\s+/, 1)[0].toLowerCase();

  /** @param {HTMLInputElement} input */
  const isSecret = (input) => {
    if (input.type === "password" || /password\s*$/i.test(attribute(input, "autocomplete") ?? "")) {
      secret.add(input);
    }
    return secret.has(input);
  };

  /**
   * What a control holds, passwords and file names included. Only the digest may see this.
   * @param {any} control
   */
  const stateOf = (control) => {
    switch (localName(control)) {
      case "input":
        if (control.type === "checkbox" || control.type === "radio") return String(control.checked);
        if (control.type === "file") {
          return [...(control.files ?? [])].map((file) => `${file.name}/${file.size}/${numberOfFile(file)}`).join("\n");
        }
        return control.value;
      case "textarea":
        return control.value;
      case "select":
        return [...control.selectedOptions].map((option) => `${option.index}/${option.value}`).join("\n");
      default:
        return ["aria-checked", "aria-valuenow"].map((name) => attribute(control, name)).join() +
          textContent(control);
    }
  };

  /** @returns {string} */
  const valuesDigest = () => {
    let [low, high] = [0, 0];
    /** @param {any} control */
    const add = (control) => {
      const [a, b] = mixed(`${numberOf(control)}:${attribute(control, "name")}:${attribute(control, "form")}:${stateOf(control)}`);
      // A sum, so that the order in which roots are found does not matter.
      low = (low + a) >>> 0;
      high = (high + b) >>> 0;
    };
    /** @type {(Document | ShadowRoot)[]} */
    const roots = [document];
    for (let root = roots.pop(); root; root = roots.pop()) {
      for (const control of root.querySelectorAll(CONTROLS)) {
        if (!(control instanceof HTMLInputElement && control.type === "hidden")) add(control);
      }
      for (const host of root.querySelectorAll("*")) {
        const shadow = shadowOf(host);
        if (shadow && !own.has(host)) roots.push(shadow);
      }
    }
    return asHex(low, high);
  };

  /** @param {HTMLOptionElement} option @returns {RawOption} */
  const optionOf = (option) => {
    const parent = option.parentElement;
    /** @type {RawOption} */
    const raw = { value: option.value, text: option.label.trim() || option.text };
    if (option.selected) raw.selected = true;
    if (option.disabled || (parent instanceof HTMLOptGroupElement && parent.disabled)) raw.disabled = true;
    return raw;
  };

  /** @param {RawControl} control @param {HTMLCollectionOf<HTMLOptionElement>} options */
  const addOptions = (control, options) => {
    control.options = Array.from({ length: Math.min(options.length, MAX_OPTIONS) }, (_, i) =>
      optionOf(/** @type {HTMLOptionElement} */ (options[i])),
    );
    if (options.length > MAX_OPTIONS) control.omittedOptions = options.length - MAX_OPTIONS;
  };

  /** Where a submit button sends its form. @param {any} button */
  const submitUrl = (button) => {
    const action = hasAttribute(button, "formaction")
      ? attribute(button, "formaction")
      : button.form && attribute(button.form, "action");
    if (!button.form && !action) return "";
    try {
      return new URL(action || document.URL, document.baseURI).href.slice(0, MAX_TEXT);
    } catch {
      return "";
    }
  };

  /** @param {string} text */
  const cutValue = (text) => (text.length > MAX_VALUE ? text.slice(0, MAX_VALUE) : text);

  /**
   * Whether something may be a list's box though nothing says so: it takes the focus, holds no control and
   * shows a sign.
   * @param {Element} target @param {string} tag @param {Record<string, string>} attrs
   */
  const isLooseBox = (target, tag, attrs) =>
    (tag === "div" || tag === "span") && attrs.tabindex === "0" && attrs.role === undefined &&
    !querySelector(target, `${CONTROLS}, [tabindex="0"]`) && querySelector(target, SIGNS) !== null;

  /** Whether a control holds something else than its markup says. @param {any} target @param {string} kind */
  const isChanged = (target, kind) => {
    if (kind === "checkbox" || kind === "radio") return target.checked !== target.defaultChecked;
    if (!kind.startsWith("select-")) return target.value !== target.defaultValue;
    const options = [...target.options];
    const marked = options.some((option) => option.defaultSelected);
    // A list that marks none shows the first that can be chosen.
    const first = marked ? undefined : options.find((option) => !option.disabled);
    return kind === "select-one" && options.some((option) =>
      option.selected !== (marked ? option.defaultSelected : option === first));
  };

  /** @param {any} target @param {string} tag @returns {RawControl} */
  const controlOf = (target, tag) => {
    /** @type {RawControl} */
    const control = {};
    const native = tag === "input" || tag === "select" || tag === "textarea" || tag === "button";
    if (!native) {
      if (typeof target.href === "string") control.href = target.href.slice(0, MAX_TEXT);
      const isEditable = editable(target);
      const isLoose = attribute(target, "role") === null && (tag === "div" || tag === "span");
      if (isEditable) control.type = "contenteditable";
      else if (isLoose) control.type = "box";
      if (isEditable || isLoose || WIDGET_ROLES.has(roleOf(target))) {
        control.value = cutValue(textContent(target).trim());
      }
      return control;
    }
    const kind = target.type;
    control.type = kind;
    if (matches(target, ":disabled")) control.disabled = true;
    if (target.form) control.hasForm = true;
    if (kind === "submit" || kind === "image") {
      const url = submitUrl(target);
      if (url) control.formAction = url;
    }
    if (tag === "button" || kind === "submit" || kind === "image" || kind === "reset" || kind === "button") {
      // Some widgets are buttons that show what is chosen.
      if (WIDGET_ROLES.has(roleOf(target)) || attribute(target, "aria-haspopup") === "listbox") {
        control.value = cutValue(textContent(target).trim());
      }
      return control;
    }
    if (target.required) control.required = true;
    if (target.readOnly) control.readOnly = true;
    if (target.multiple) control.multiple = true;
    if (target.maxLength >= 0) control.maxLength = target.maxLength;
    if (kind !== "file" && kind !== "password" && isChanged(target, kind)) control.changed = true;
    // The browser's own sign that the person has changed it; until the focus leaves it there is none.
    const focused = control.changed && matches(target, ":focus");
    if (focused || (vaulty.platform.isTouched(target) && !vaulty.controls.holdsOurs(target))) control.touched = true;
    if (matches(target, ":user-invalid")) control.validationMessage = target.validationMessage;
    if (kind === "checkbox" || kind === "radio") {
      control.checked = target.checked;
    } else if (kind === "file") {
      control.files = target.files?.length ?? 0;
      if (control.files) control.value = cutValue(Array.from(target.files, (file) => file.name).join(", "));
    } else if (target.value) {
      control.value = tag === "input" && isSecret(target) ? "•" : cutValue(target.value);
    } else if (kind === "password") {
      secret.add(target);
    }
    if (tag === "select") addOptions(control, target.options);
    else if (tag === "input" && target.list) addOptions(control, target.list.options);
    return control;
  };

  /** Whether a label may be seen in its control's stead, or is none's. @param {any} label */
  const mayStandIn = (label) => !label.control || /^(checkbox|radio|file)$/.test(label.control.type ?? "");

  /** Whether it is filled in, not pressed. @param {Element} target */
  const isFilledIn = (target) => {
    const tag = localName(target);
    if (tag === "input") return !/^(?:submit|button|reset|image)$/.test(/** @type {any} */ (target).type);
    return tag !== "a" && tag !== "summary";
  };

  /** Whether a press on its label is one on it. @param {any} target */
  const passesOn = (target) => /^(?:checkbox|radio|file)$/.test(target.type ?? "");

  const parentElement = getter(Node, "parentElement");

  /** The number of the field that the person is in: clicked with either button, or reached by keys. */
  const pointed = () => {
    /** @type {Element | null} */
    let target = document.activeElement;
    for (let inner = target && shadowOf(target)?.activeElement; inner; inner = shadowOf(inner)?.activeElement) {
      target = inner;
    }
    while (target && !matches(target, CONTROLS)) target = parentElement(target);
    return target ? numberOf(target) : undefined;
  };

  vaulty.controls = { CONTROLS, WIDGET_ROLES, controlOf, cutValue, editable, holdsOurs: () => false, isFilledIn, isLooseBox, mayStandIn, passesOn, pointed, roleOf };
  vaulty.valuesDigest = valuesDigest;
})();
