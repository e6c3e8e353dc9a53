// @ts-check
// What the markup and the style of an element say: its attributes, whether it is hidden, what its style writes into it.
// Reads alone.

(() => {
  if (!globalThis.vaulty || vaulty.markup) return;

  const { attribute, attributeNames, checkVisibility, localName, nodeType, querySelector, rectOf, textContent, words } = vaulty.dom;
  const { editable, isLooseBox, roleOf, WIDGET_ROLES } = vaulty.controls;

  const MAX_TEXT = 2_000;
  const MAX_CLASS = 100;
  /** Attributes that are taken; all `aria-*` besides, and `value` of {@link VALUE_IS_LABEL}. */
  const ATTRIBUTES = words(
    "id name type class role for href placeholder autocomplete pattern min max step inputmode title alt " +
      "accept multiple action form formaction list lang contenteditable tabindex hidden colspan " +
      "toolparamtitle toolparamdescription",
  );
  /** Types of `input` whose `value` attribute belongs to the page, not to the person. */
  const VALUE_IS_LABEL = words("submit button reset image radio checkbox");
  /** Elements that start a line by default: white space next to them means nothing. */
  const BLOCKS = words(
    "html body div p form fieldset legend ul ol li dl dt dd table thead tbody tfoot tr td th caption section " +
      "article header footer main nav aside h1 h2 h3 h4 h5 h6 hr br details summary option address pre",
  );
  const REFERENCES = ["aria-labelledby", "aria-describedby", "aria-errormessage"];
  const VISIBLE = { visibilityProperty: true };

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
   * @param {{ gone: boolean, hidden: boolean } | null} parent
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

  vaulty.markup = { MAX_TEXT, attributesOf, drawsUnread, generatedOf, hiddenness, inline, kindOf, referenced, resolved };
})();
