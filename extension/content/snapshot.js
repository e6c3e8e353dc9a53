// @ts-check
// Gathers the facts of one frame in one pass: what is there, where it is, what it holds. It judges
// nothing and changes nothing. What the facts mean is decided in Rust, from the snapshot.
//
// A classic script for the isolated world. Injecting it twice is harmless.

/** @typedef {import("../types/vaulty").RawSnapshot} RawSnapshot */
/** @typedef {import("../types/vaulty").RawNode} RawNode */
/** @typedef {import("../types/vaulty").RawControl} RawControl */
/** @typedef {import("../types/vaulty").RawOption} RawOption */
/** @typedef {import("../types/vaulty").RawPaint} Paint */

/**
 * What the content scripts share.
 * @typedef {object} Vaulty
 * @property {ElementRegistry} elements Numbers of elements, stable for the life of the document.
 * @property {WeakSet<Node>} own Elements that Vaulty itself put into the page; they are not gathered.
 * @property {(number: number) => Element | null} element The element with this number, if it still exists.
 * @property {(element: Element) => number} numberOf The number of an element; given on first asking.
 * @property {(element: Element) => ShadowRoot | null} shadowOf An element's shadow root, closed ones included.
 * @property {() => RawSnapshot} snapshot Gathers the frame.
 * @property {import("../types/content").VaultyPaint} paint What is painted of an element; of `paint.js`.
 * @property {() => string} valuesDigest A digest over the values of all controls, for this document only.
 * @property {(ms: number) => Promise<void>} delay Waits, also in a tab that nobody looks at.
 * @property {(ms: number) => Promise<void>} settle Waits until the document is quiet, at most this long.
 */

/**
 * @typedef {object} ElementRegistry
 * @property {WeakMap<Element, number>} numbers
 * @property {Map<number, WeakRef<Element>>} byNumber
 */

(() => {
  const shared = /** @type {{ vaulty?: Vaulty, chrome?: any }} */ (/** @type {unknown} */ (globalThis));
  if (shared.vaulty) return;

  const MAX_NODES = 200_000;
  const MAX_TEXT = 2_000;
  const MAX_TOTAL_TEXT = 400_000;
  const MAX_CLASS = 100;
  const MAX_OPTIONS = 1_000;
  const MAX_VALUE = 20_000;
  const QUIET_MS = 60;
  const QUIET_WHILE_LOADING_MS = 250;

  const words = (/** @type {string} */ text) => new Set(text.split(" "));
  /** Attributes that are taken; all `aria-*` besides, and `value` of {@link VALUE_IS_LABEL}. */
  const ATTRIBUTES = words(
    "id name type class role for href placeholder autocomplete pattern min max step inputmode title alt " +
      "accept multiple action form formaction list lang contenteditable tabindex hidden colspan",
  );
  /** Types of `input` whose `value` attribute belongs to the page, not to the person. */
  const VALUE_IS_LABEL = words("submit button reset image radio checkbox");
  /** Elements that hold nothing a person reads. */
  const SKIPPED = words("script style template noscript head link meta base datalist param source track");
  /** Elements whose content is not part of the page, or is read from their properties. */
  const LEAVES = words("svg select textarea input iframe frame object embed canvas video audio img br hr");
  /** Elements that start a line by default: white space next to them means nothing. */
  const BLOCKS = words(
    "html body div p form fieldset legend ul ol li dl dt dd table thead tbody tfoot tr td th caption section " +
      "article header footer main nav aside h1 h2 h3 h4 h5 h6 hr br details summary option address pre",
  );
  /** Elements other than custom ones that can have a shadow root (DOM, `attachShadow`). */
  const SHADOW_HOSTS = words(
    "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span",
  );
  const WIDGET_ROLES = words(
    "combobox listbox textbox searchbox checkbox radio switch slider spinbutton button link",
  );
  /** Elements that are named by their content. */
  const NAMED_BY_CONTENT = words("label legend button summary a th caption");
  /** Elements whose generated content a person reads as part of the name. */
  const GENERATES = words("label legend button");
  const REFERENCES = ["aria-labelledby", "aria-describedby", "aria-errormessage"];
  const CONTROLS =
    "input:not([type=hidden i]), select, textarea, [contenteditable], " +
    "[role=combobox], [role=listbox], [role=textbox], [role=searchbox], [role=checkbox], [role=radio], " +
    "[role=switch], [role=slider], [role=spinbutton]";
  /** Signs that a box opens something. */
  const SIGNS = "svg, i, [class*=arrow i], [class*=caret i], [class*=chevron i]";
  const VISIBLE = { visibilityProperty: true };

  // A form's own properties can be shadowed by controls with such names (`<input name="children">`), so
  // that everything is read through the prototypes.
  /** @param {Function} run @returns {(target: any, argument?: any) => any} */
  const uncurried = (run) => Function.prototype.call.bind(run);
  /** @param {{ prototype: object }} type @param {string} name */
  const getter = (type, name) =>
    uncurried(/** @type {Function} */ (Object.getOwnPropertyDescriptor(type.prototype, name)?.get));
  /** @param {{ prototype: any }} type @param {string} name */
  const method = (type, name) => uncurried(type.prototype[name]);
  const firstChild = getter(Node, "firstChild");
  const nextSibling = getter(Node, "nextSibling");
  const previousSibling = getter(Node, "previousSibling");
  const nodeType = getter(Node, "nodeType");
  const textContent = getter(Node, "textContent");
  const localName = getter(Element, "localName");
  const openShadowRoot = getter(Element, "shadowRoot");
  const attributeNames = method(Element, "getAttributeNames");
  const attribute = method(Element, "getAttribute");
  const hasAttribute = method(Element, "hasAttribute");
  const matches = method(Element, "matches");
  const checkVisibility = method(Element, "checkVisibility");
  const querySelector = method(Element, "querySelector");
  const rectOf = method(Element, "getBoundingClientRect");

  /** @type {ElementRegistry} */
  const elements = { numbers: new WeakMap(), byNumber: new Map() };
  let lastNumber = 0;
  /** @type {WeakSet<Node>} */
  const own = new WeakSet();
  /** Fields that hold, or once held, a password; pages turn them into text fields to show it. */
  /** @type {WeakSet<Element>} */
  const secret = new WeakSet();

  /** @param {Element} element */
  const numberOf = (element) => {
    const known = elements.numbers.get(element);
    if (known !== undefined) return known;
    lastNumber += 1;
    elements.numbers.set(element, lastNumber);
    elements.byNumber.set(lastNumber, new WeakRef(element));
    return lastNumber;
  };

  /** @param {number} number */
  const element = (number) => elements.byNumber.get(number)?.deref() ?? null;

  /** @type {((element: Element) => ShadowRoot | null) | undefined} */
  const openOrClosed = shared.chrome?.dom?.openOrClosedShadowRoot?.bind(shared.chrome.dom);

  /**
   * Asking for a closed root costs as much as everything else about an element together. It is asked for
   * where one is likely: on custom elements, and on others that have no content of their own to show.
   * @param {Element} host @param {string} tag
   */
  const shadowRootOf = (host, tag) => {
    const custom = tag.includes("-");
    if (!custom && !SHADOW_HOSTS.has(tag)) return null;
    const open = openShadowRoot(host);
    if (open || !openOrClosed || !(custom || !firstChild(host)) || !(host instanceof HTMLElement)) return open;
    return openOrClosed(host);
  };
  /** @param {Element} host */
  const shadowOf = (host) => shadowRootOf(host, localName(host));

  // ---- what a control holds ----

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
          return [...(control.files ?? [])].map((file) => `${file.name}/${file.size}/${vaulty.sent.numberOfFile(file)}`).join("\n");
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

  // The key makes digests of different documents incomparable.
  const key = crypto.getRandomValues(new Uint32Array(2));

  /** @param {string} text @returns {[number, number]} */
  const mixed = (text) => {
    let [a = 0, b = 0] = key;
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 2654435761);
      b = Math.imul(b ^ unit, 1597334677);
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return [a >>> 0, b >>> 0];
  };

  /** @param {number} low @param {number} high */
  const asHex = (low, high) => low.toString(16).padStart(8, "0") + high.toString(16).padStart(8, "0");

  /** A digest of a text, only comparable in this document. @param {string} text */
  const digest = (text) => asHex(...mixed(text));

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

  // ---- the snapshot ----

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

  /** The text of a computed `content`: its strings, or its alternative text. @param {string} content */
  const contentText = (content) => {
    if (content === "none" || content === "normal") return "";
    const strings = (/** @type {string} */ part) =>
      [...part.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1].replace(/\\(.)/g, "$1")).join("");
    const slash = content.lastIndexOf('/ "');
    return strings(slash < 0 ? content : content.slice(slash));
  };

  /** A computed `content` that is nothing but text. */
  const STRINGS = /^(?:"(?:[^"\\]|\\.)*"\s*)+$/;
  /** Markers of lists and of what can be opened that are no words. */
  const PLAIN_MARKERS = /^(?:none|disc|circle|square|disclosure-open|disclosure-closed)$/;
  const PICTURED = /url\(|image-set\(|element\(|paint\(|cross-fade\(/;
  /** Longest side of an icon, in CSS pixels: in what is smaller there are no words. */
  const ICON = 64;

  /** Whether a picture of its style's may be words. @param {CSSStyleDeclaration} style @param {number} width @param {number} height */
  const isPictured = (style, width, height) =>
    !(width <= ICON && height <= ICON) && [style.backgroundImage, style.borderImageSource, style.maskImage].some((image) => PICTURED.test(image));

  /** Whether a style draws in an element what is no text of it: it may be words. @param {Element} target */
  const drawsUnread = (target) => {
    const style = getComputedStyle(target);
    if (style.content !== "normal" && style.content !== "none") return true;
    const marker = getComputedStyle(target, "::marker").content;
    if (marker !== "normal" && marker !== "none") return true;
    if (style.display.includes("list-item") && !(PLAIN_MARKERS.test(style.listStyleType) && style.listStyleImage === "none")) return true;
    const { width, height } = rectOf(target);
    if (isPictured(style, width, height)) return true;
    return ["::before", "::after"].some((pseudo) => {
      const drawn = getComputedStyle(target, pseudo);
      if (drawn.content === "none" || drawn.content === "normal" || drawn.display === "none" || drawn.visibility !== "visible") return false;
      if (!STRINGS.test(drawn.content)) return !(width <= ICON && height <= ICON);
      return isPictured(drawn, Number.parseFloat(drawn.width), Number.parseFloat(drawn.height));
    });
  };

  /** @param {Element} target @returns {[string, string] | undefined} */
  const generatedOf = (target) => {
    const [before, after] = ["::before", "::after"].map((pseudo) => {
      const style = getComputedStyle(target, pseudo);
      const text = contentText(style.content);
      if (!text || style.display === "none" || style.visibility !== "visible") return "";
      return style.display === "inline" ? text : ` ${text} `;
    });
    return before || after ? [before, after] : undefined;
  };

  /** @param {string} address */
  const resolved = (address) => {
    try {
      return new URL(address, document.baseURI).href;
    } catch {
      return address;
    }
  };

  /** @param {Document | ShadowRoot} root @returns {Set<Element>} Elements that ARIA attributes refer to. */
  const referenced = (root) => {
    const found = new Set();
    for (const target of root.querySelectorAll(REFERENCES.map((name) => `[${name}]`).join())) {
      for (const name of REFERENCES) {
        for (const id of (attribute(target, name) ?? "").split(/\s+/)) {
          const other = id && root.getElementById(id);
          if (other) found.add(other);
        }
      }
    }
    return found;
  };

  /** @param {Node | null} node @param {string} parentTag Whether white space next to this can matter. */
  const inline = (node, parentTag) => {
    if (!node) return !BLOCKS.has(parentTag);
    return nodeType(node) !== 1 || !BLOCKS.has(localName(node));
  };

  /** Whether a label may be seen in its control's stead, or is none's. @param {any} label */
  const mayStandIn = (label) => !label.control || /^(checkbox|radio|file)$/.test(label.control.type ?? "");

  /** Whether it is filled in, not pressed. @param {Element} target */
  const isFilledIn = (target) => {
    const tag = localName(target);
    if (tag === "input") return !/^(?:submit|button|reset|image)$/.test(/** @type {any} */ (target).type);
    return tag !== "a" && tag !== "summary";
  };

  /** Whether there is no question that it is seen itself, so that nothing is looked for in its stead. @param {Paint | null | undefined} paint */
  const isWholly = (paint) =>
    paint != null && paint.opacity === 1 && paint.share > 0.99 && paint.free === 1 && paint.width > 9 && paint.height > 9 &&
    paint.contrast > 2 && paint.letter > 8 && paint.upright > 0.99 && paint.effects.length === 0;

  /** Whether there is no question that a text is seen. @param {Paint} paint */
  const isLegible = (paint) =>
    paint.opacity > 0.9 && paint.width > 4 && paint.height > 4 && paint.share > 0.3 && paint.contrast > 2 && paint.letter > 8 && paint.upright > 0.9 &&
    paint.effects.length === 0;

  /** Whether a press on its label is one on it. @param {any} target */
  const passesOn = (target) => /^(?:checkbox|radio|file)$/.test(target.type ?? "");

  const round = (/** @type {number} */ x) => Math.round(x * 10) / 10;

  /**
   * A level of the walk: an element of which the children are being visited.
   * @typedef {object} Level
   * @property {Element} element
   * @property {string} tag
   * @property {number} index Its index in `nodes`.
   * @property {number} scope Tree scope of its children.
   * @property {Set<Element>} references What ARIA attributes of that scope refer to.
   * @property {boolean} hidden
   * @property {boolean} gone Whether nothing below can be rendered.
   * @property {boolean} naming Whether its content is part of a name.
   * @property {boolean} pressed Whether it is, or is in, what is pressed or says what is ticked: all that is painted there is read.
   * @property {boolean} isHolder Whether a text was found right in it.
   * @property {boolean} boxed Whether what is in it needs no box: it is in a label that is a control's.
   * @property {Node | null} next The next child, when the children are listed by `nextSibling`.
   * @property {Node[] | null} list The children, when they are assigned to a slot.
   * @property {number} position In `list`.
   */

  /** @returns {RawSnapshot} */
  const snapshot = () => {
    const started = performance.now();
    const root = document.documentElement;
    /** @type {RawNode[]} */
    const nodes = [];
    let [omittedText, omittedFields, textLength] = [0, 0, 0];
    const [left, top] = [scrollX, scrollY];
    /** Scope number of the host of each scope, and what its attributes refer to. */
    const hostScopes = [{ scope: 0, references: referenced(document) }];
    /** @type {Map<Element, number>} */
    const forms = new Map();
    /** @type {[RawControl, Element][]} */
    const owned = [];
    const { painter, facesOf, freeOfCovers, pointsOf, coversOf, backdropsIn, inWindow, writesOn, isInert } = vaulty.paint;
    /** What takes no presses and may hide what is below it. @type {import("../types/content").Cover[]} */
    const covers = backdropsIn(document);
    /** @type {import("../types/content").Cover[] | undefined} */
    let near;
    const nearby = () => (near ??= inWindow(covers));
    const look = painter(nearby);
    const words = vaulty.words.reader();
    /** What holds text itself, and takes up room; whether it is pressed. @type {[RawNode, Element, boolean][]} */
    const holders = [];
    /** @type {[RawNode, Element][]} */
    const measured = [];

    /** @param {string} text @param {number} limit */
    const cut = (text, limit) => {
      const kept = Math.max(0, Math.min(text.length, limit, MAX_TOTAL_TEXT - textLength));
      omittedText += text.length - kept;
      textLength += kept;
      return kept < text.length ? text.slice(0, kept) : text;
    };

    /** @param {Element} target @returns {[number, number, number, number]} */
    const boxOf = (target) => {
      const rect = look.rectIn(target);
      return [round(rect.left + left), round(rect.top + top), round(rect.width), round(rect.height)];
    };

    /** @param {Element} target @param {string} tag */
    const attributesOf = (target, tag) => {
      /** @type {Record<string, string>} */
      const attrs = {};
      for (const name of attributeNames(target)) {
        if (ATTRIBUTES.has(name) || name.startsWith("aria-")) {
          attrs[name] = attribute(target, name).slice(0, name === "class" ? MAX_CLASS : MAX_TEXT);
        } else if (
          name === "value" &&
          (tag === "button" || tag === "option" || (tag === "input" && VALUE_IS_LABEL.has(/** @type {any} */ (target).type)))
        ) {
          attrs.value = attribute(target, name).slice(0, MAX_TEXT);
        }
      }
      if (tag === "svg") {
        const title = querySelector(target, ":scope > title");
        if (title) attrs.title = textContent(title).slice(0, MAX_TEXT);
      }
      return attrs;
    };

    /**
     * Whether an element is hidden, and whether everything in it must be.
     * @param {Element} target
     * @param {Level | null} parent
     * @returns {[boolean, boolean]}
     */
    const hiddenness = (target, parent) => {
      if (parent?.gone) return [true, true];
      if (checkVisibility(target, VISIBLE)) return [false, false];
      const style = getComputedStyle(target);
      if (style.display === "none") return [true, true];
      if (style.display === "contents") return [style.visibility !== "visible" || Boolean(parent?.hidden), false];
      return [true, false];
    };

    /** @param {Element} target @param {string} tag @param {Record<string, string>} attrs */
    const kindOf = (target, tag, attrs) => {
      const role = attrs.role ? roleOf(target) : "";
      const native =
        (tag === "input" && /** @type {any} */ (target).type !== "hidden") ||
        tag === "select" || tag === "textarea" || tag === "button" || tag === "summary" ||
        (tag === "a" && attrs.href !== undefined);
      const widget = native || WIDGET_ROLES.has(role) || (attrs.contenteditable !== undefined && editable(target)) ||
        isLooseBox(target, tag, attrs);
      return { widget, option: role === "option", role };
    };

    /** @param {Element} target @param {Level | null} parent @returns {Level | null} */
    const visit = (target, parent) => {
      const tag = localName(target).toLowerCase();
      if (SKIPPED.has(tag) || own.has(target)) return null;
      const scope = parent?.scope ?? 0;
      const attrs = attributesOf(target, tag);
      const { widget, option, role } = kindOf(target, tag, attrs);
      const full = nodes.length >= MAX_NODES;
      const [hidden, gone] = full ? [false, true] : hiddenness(target, parent);
      const references = parent?.references ?? hostScopes[0].references;
      const namesItself = NAMED_BY_CONTENT.has(tag) || (widget && role !== "") || option || references.has(target);
      const pressed = Boolean(parent?.pressed) || tag === "button" || tag === "summary" || role === "button" || (tag === "label" && mayStandIn(target));
      const generates = GENERATES.has(tag) || pressed || references.has(target);
      if (full) {
        if (widget) omittedFields += 1;
      } else {
        /** @type {RawNode} */
        const node = { tag };
        if (parent) node.parent = parent.index;
        for (const _ in attrs) {
          node.attrs = attrs;
          break;
        }
        if (scope) node.scope = scope;
        if (hidden) node.hidden = true;
        if (widget || option) {
          node.ref = numberOf(target);
          node.box = boxOf(target);
          if (widget && tag !== "a") measured.push([node, target]);
        } else if (!hidden && (tag === "img" || tag === "svg" || tag === "iframe" || (tag === "label" && mayStandIn(target)))) {
          node.box = boxOf(target);
        }
        if (tag === "input" && /** @type {any} */ (target).type === "hidden") {
          const input = /** @type {HTMLInputElement} */ (target);
          node.ref = numberOf(target);
          node.control = { type: "hidden", value: cutValue(input.value), hasForm: input.form !== null, digest: vaulty.sent.hidden(input) };
          if (input.form) owned.push([node.control, input.form]);
        }
        if (widget) {
          node.control = controlOf(target, tag);
          if (tag === "button" || !isFilledIn(target) || role === "button") node.control.digest = vaulty.sent.way(target);
          if (node.control.hasForm) owned.push([node.control, /** @type {any} */ (target).form]);
        }
        if (!gone && parent?.naming) {
          const display = getComputedStyle(target).display;
          node.block = !display.startsWith("inline") && display !== "contents";
        }
        if (!gone && generates) {
          const generated = generatedOf(target);
          if (generated) node.generated = generated;
          if (pressed && drawsUnread(target)) node.draws = true;
        }
        if (!hidden) {
          const style = look.styleIn(target);
          if (style.pointerEvents === "none" || isInert(style)) covers.push(...coversOf(target, style, tag));
        }
        if (tag === "form") {
          // Its whole address, as it would be sent to.
          if (attrs.action) node.attrs = { ...attrs, action: resolved(attrs.action) };
          forms.set(target, nodes.length);
          // Only what was held has a number.
          node.ref = elements.numbers.get(target);
        }
        nodes.push(node);
      }
      if (LEAVES.has(tag)) return null;
      if (attrs.contenteditable !== undefined && editable(target) && !querySelector(target, CONTROLS)) {
        return null;
      }
      /** @type {Level} */
      const level = {
        element: target,
        tag,
        index: full ? (parent?.index ?? 0) : nodes.length - 1,
        scope,
        references,
        hidden,
        gone,
        naming: Boolean(parent?.naming) || namesItself,
        pressed,
        isHolder: false,
        boxed: Boolean(parent?.boxed) || (tag === "label" && /** @type {any} */ (target).control !== null),
        next: null,
        list: null,
        position: 0,
      };
      const shadow = shadowRootOf(target, tag);
      if (shadow) {
        level.scope = hostScopes.length;
        level.references = referenced(shadow);
        hostScopes.push({ scope, references });
        covers.push(...backdropsIn(shadow));
        level.next = shadow.firstChild;
      } else if (tag === "slot" && scope) {
        const assigned = /** @type {HTMLSlotElement} */ (target).assignedNodes();
        if (assigned.length) {
          level.list = assigned;
          const host = hostScopes[scope];
          level.scope = host?.scope ?? 0;
          level.references = host?.references ?? references;
        } else {
          level.next = firstChild(target);
        }
      } else {
        level.next = firstChild(target);
      }
      return level;
    };

    /** @param {Text} text @param {Level} parent */
    const visitText = (text, parent) => {
      if (nodes.length >= MAX_NODES) {
        omittedText += text.length;
        return;
      }
      if (!/\S/.test(text.data)) {
        if (inline(previousSibling(text), parent.tag) && inline(nextSibling(text), parent.tag)) {
          nodes.push({ parent: parent.index, text: " " });
        }
        return;
      }
      const kept = cut(text.data, MAX_TEXT);
      if (!kept) return;
      nodes.push({ parent: parent.index, text: kept });
      const holder = nodes[parent.index];
      // The label of a control is told, seen or not: it is its name.
      if (!parent.hidden && !parent.isHolder && !parent.boxed) {
        parent.isHolder = true;
        holders.push([holder, parent.element, parent.pressed]);
      }
      if (!parent.hidden && !holder.box && !parent.boxed) holder.box = boxOf(parent.element);
    };

    /** @type {Level[]} */
    const levels = [];
    const first = root && visit(root, null);
    if (first) levels.push(first);
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const child = level.list ? (level.list[level.position++] ?? null) : level.next;
      if (!child) {
        levels.pop();
        continue;
      }
      if (!level.list) level.next = nextSibling(child);
      const type = nodeType(child);
      if (type === Node.ELEMENT_NODE) {
        const below = visit(/** @type {Element} */ (child), level);
        if (below) levels.push(below);
      } else if (type === Node.TEXT_NODE || type === Node.CDATA_SECTION_NODE) {
        visitText(/** @type {Text} */ (child), level);
      }
    }
    for (const [node, target] of measured) {
      const isField = isFilledIn(target);
      if (isField && node.control) node.control.words = words(target);
      if (!node.hidden) {
        node.paint = look.measure(target);
        if (isField && covers.length) node.paint.free = freeOfCovers(target, target, pointsOf(target), nearby());
        if (!isField && nearby().some((cover) => writesOn(cover, target))) node.draws = true;
      }
      if (isField && !isWholly(node.paint) && (node.paint || passesOn(target))) {
        const faces = facesOf(target, look);
        if (faces.length) node.faces = faces;
      }
    }
    for (const [node, target, pressed] of holders) {
      if (node.paint && !pressed) continue;
      const paint = look.measure(target, { isText: true });
      if (isLegible(paint)) continue;
      node.paint ??= paint;
      if (pressed) node.faint = true;
    }
    for (const [control, form] of owned) {
      const index = forms.get(form);
      if (index !== undefined) control.form = index;
    }
    return {
      url: location.href,
      // Not the address's: a sandboxed document has none, and one without an address has its parent's.
      origin: globalThis.origin,
      title: document.title.slice(0, MAX_TEXT),
      lang: root && attribute(root, "lang") ? attribute(root, "lang") : "",
      readyState: document.readyState,
      viewport: [innerWidth, innerHeight],
      nodes,
      omittedTextChars: omittedText,
      omittedFields,
      omittedFrames: 0,
      valuesDigest: valuesDigest(),
      pressChanged: vaulty.sent.kept(),
      held: vaulty.hold?.told() ?? [],
      gatherMs: round(performance.now() - started),
    };
  };

  // ---- waiting ----

  /**
   * Memory that nobody ever wakes. Waiting for it with a timeout is a clock that Chromium does not slow
   * down in tabs that nobody looks at, as it does with `setTimeout`.
   */
  const sleeper = (() => {
    if (typeof (/** @type {any} */ (Atomics).waitAsync) !== "function") return null;
    try {
      return new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
    } catch {
      return null;
    }
  })();

  /** @param {number} ms @returns {Promise<void>} */
  const delay = async (ms) => {
    if (document.hidden && sleeper) {
      await /** @type {any} */ (Atomics).waitAsync(sleeper, 0, 0, ms).value;
    } else {
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  };

  /** @param {MutationRecord} record Whether only Vaulty's own elements came, went or changed. */
  const isOwn = (record) =>
    record.type === "childList"
      ? [...record.addedNodes, ...record.removedNodes].every((node) => own.has(node))
      : own.has(record.target);

  /** @param {number} ms @returns {Promise<void>} */
  const settle = async (ms) => {
    if (ms <= 0) return;
    const started = performance.now();
    let lastChange = started;
    const observer = new MutationObserver((records) => {
      if (!records.every(isOwn)) lastChange = performance.now();
    });
    const watched = {
      childList: true,
      characterData: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["class", "hidden", "disabled", "open", "aria-hidden", "aria-busy", "aria-expanded", "aria-invalid"],
    };
    observer.observe(document, watched);
    try {
      for (;;) {
        const now = performance.now();
        const wanted = document.readyState === "complete" ? QUIET_MS : QUIET_WHILE_LOADING_MS;
        const quiet = document.readyState === "loading" ? 0 : now - lastChange;
        if (quiet >= wanted || now - started >= ms) return;
        await delay(Math.max(1, Math.min(wanted - quiet, ms - (now - started))));
      }
    } finally {
      observer.disconnect();
    }
  };

  shared.vaulty = /** @type {Vaulty} */ (
    /** @type {unknown} */ ({ elements, own, element, numberOf, shadowOf, snapshot, digest, valuesDigest, delay, settle })
  );
})();
