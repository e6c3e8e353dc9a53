// @ts-check
// Walks the page as it is rendered and notes each element and each text in order: what it is, what it holds, where it is,
// and what is to be measured of it later. It judges nothing and changes nothing.

(() => {
  /** @typedef {import("../types/vaulty").RawNode} RawNode */
  /** @typedef {import("../types/content").Gathered} Gathered */
  /** @typedef {import("../types/content").Noted} Noted */

  if (!globalThis.vaulty || vaulty.walk) return;

  const { elements, numberOf, own } = vaulty;
  const { firstChild, localName, nextSibling, nodeType, previousSibling, querySelector, shadowRootOf, words: set } = vaulty.dom;
  const { CONTROLS, controlOf, cutValue, editable, isFilledIn, mayStandIn } = vaulty.controls;
  const { MAX_TEXT, attributesOf, drawsUnread, generatedOf, hiddenness, inline, kindOf, referenced, resolved } = vaulty.markup;

  const MAX_NODES = 200_000;
  const MAX_TOTAL_TEXT = 400_000;

  /** Elements that hold nothing a person reads. */
  const SKIPPED = set("script style template noscript head link meta base datalist param source track");
  /** Elements whose content is not part of the page, or is read from their properties. */
  const LEAVES = set("svg select textarea input iframe frame object embed canvas video audio img br hr");
  /** Elements that are named by their content. */
  const NAMED_BY_CONTENT = set("label legend button summary a th caption");
  /** Elements whose generated content a person reads as part of the name. */
  const GENERATES = set("label legend button");

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

  /** What a reading of the page begins with. @returns {Gathered} */
  const begun = () => {
    const scrolled = /** @type {[number, number]} */ ([scrollX, scrollY]);
    const hostScopes = [{ scope: 0, references: referenced(document) }];
    const { painter, backdropsIn, inWindow } = vaulty.paint;
    const covers = backdropsIn(document);
    /** @type {import("../types/content").Cover[] | undefined} */
    let near;
    const nearby = () => (near ??= inWindow(covers));
    return {
      nodes: [], omittedText: 0, omittedFields: 0, textLength: 0, scrolled, hostScopes, forms: new Map(), owned: [], covers, nearby, look: painter(nearby),
      fields: [], holders: [], measured: [],
    };
  };

  /** @param {Gathered} all @param {string} text @param {number} limit */
  const cut = (all, text, limit) => {
    const kept = Math.max(0, Math.min(text.length, limit, MAX_TOTAL_TEXT - all.textLength));
    all.omittedText += text.length - kept;
    all.textLength += kept;
    return kept < text.length ? text.slice(0, kept) : text;
  };

  /** @param {Gathered} all @param {Element} target @returns {[number, number, number, number]} */
  const boxOf = ({ look, scrolled: [left, top] }, target) => {
    const rect = look.rectIn(target);
    return [round(rect.left + left), round(rect.top + top), round(rect.width), round(rect.height)];
  };

  /** Notes what a control is and holds, and how it is sent. @param {Gathered} all @param {Element} target @param {RawNode} node @param {Noted} noted */
  const noteControl = (all, target, node, { tag, widget, role }) => {
    if (tag === "input" && /** @type {any} */ (target).type === "hidden") {
      const input = /** @type {HTMLInputElement} */ (target);
      node.ref = numberOf(target);
      node.control = { type: "hidden", value: cutValue(input.value), hasForm: input.form !== null, digest: vaulty.sent.hidden(input) };
      if (input.form) all.owned.push([node.control, input.form]);
    }
    if (widget) {
      node.control = controlOf(target, tag);
      if (tag === "button" || !isFilledIn(target) || role === "button") node.control.digest = vaulty.sent.way(target);
      if (node.control.hasForm) all.owned.push([node.control, /** @type {any} */ (target).form]);
      if (role || isFilledIn(target)) all.fields.push([node.control, target]);
    }
  };

  /** Notes an element as a node. @param {Gathered} all @param {Element} target @param {Level | null} parent @param {Noted} noted */
  const note = (all, target, parent, noted) => {
    const { tag, attrs, scope, widget, option, hidden, gone, pressed, generates } = noted;
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
      node.box = boxOf(all, target);
      if (widget && tag !== "a") all.measured.push([node, target]);
    } else if (!hidden && (tag === "img" || tag === "svg" || tag === "iframe" || (tag === "label" && mayStandIn(target)))) {
      node.box = boxOf(all, target);
    }
    vaulty.framed.tell(target, tag, node, all.look);
    noteControl(all, target, node, noted);
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
      const style = all.look.styleIn(target);
      if (style.pointerEvents === "none" || vaulty.paint.isInert(style)) all.covers.push(...vaulty.paint.coversOf(target, style, tag));
    }
    if (tag === "form") {
      // Its whole address, as it would be sent to.
      if (attrs.action) node.attrs = { ...attrs, action: resolved(attrs.action) };
      all.forms.set(target, all.nodes.length);
      // Only what was held has a number.
      node.ref = elements.numbers.get(target);
    }
    all.nodes.push(node);
  };

  /** Finds where the children of an element are: in its shadow, in what is assigned to it, or in itself. @param {Gathered} all @param {Level} level */
  const enter = ({ covers, hostScopes }, level) => {
    const { element, tag, scope, references } = level;
    const shadow = shadowRootOf(element, tag);
    if (shadow) {
      level.scope = hostScopes.length;
      level.references = referenced(shadow);
      hostScopes.push({ scope, references });
      covers.push(...vaulty.paint.backdropsIn(shadow));
      level.next = shadow.firstChild;
    } else if (tag === "slot" && scope) {
      const assigned = /** @type {HTMLSlotElement} */ (element).assignedNodes();
      if (assigned.length) {
        level.list = assigned;
        const host = hostScopes[scope];
        level.scope = host?.scope ?? 0;
        level.references = host?.references ?? references;
      } else {
        level.next = firstChild(element);
      }
    } else {
      level.next = firstChild(element);
    }
  };

  /** Notes an element, and says where to go on in it. @param {Gathered} all @param {Element} target @param {Level | null} parent @returns {Level | null} */
  const visit = (all, target, parent) => {
    const tag = localName(target).toLowerCase();
    if (SKIPPED.has(tag) || own.has(target)) return null;
    const scope = parent?.scope ?? 0;
    const attrs = attributesOf(target, tag);
    const { widget, option, role } = kindOf(target, tag, attrs);
    const full = all.nodes.length >= MAX_NODES;
    const [hidden, gone] = full ? [false, true] : hiddenness(target, parent);
    const references = parent?.references ?? all.hostScopes[0].references;
    const namesItself = NAMED_BY_CONTENT.has(tag) || (widget && role !== "") || option || references.has(target);
    const pressed = Boolean(parent?.pressed) || tag === "button" || tag === "summary" || role === "button" || (tag === "label" && mayStandIn(target));
    const generates = GENERATES.has(tag) || pressed || references.has(target);
    if (!full) note(all, target, parent, { tag, attrs, scope, widget, option, role, hidden, gone, pressed, generates });
    else if (widget) all.omittedFields += 1;
    if (LEAVES.has(tag)) return null;
    if (attrs.contenteditable !== undefined && editable(target) && !querySelector(target, CONTROLS)) {
      return null;
    }
    /** @type {Level} */
    const level = {
      element: target,
      tag,
      index: full ? (parent?.index ?? 0) : all.nodes.length - 1,
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
    enter(all, level);
    return level;
  };

  /** @param {Gathered} all @param {Text} text @param {Level} parent */
  const visitText = (all, text, parent) => {
    const { nodes } = all;
    if (nodes.length >= MAX_NODES) {
      all.omittedText += text.length;
      return;
    }
    if (!/\S/.test(text.data)) {
      if (inline(previousSibling(text), parent.tag) && inline(nextSibling(text), parent.tag)) {
        nodes.push({ parent: parent.index, text: " " });
      }
      return;
    }
    const kept = cut(all, text.data, MAX_TEXT);
    if (!kept) return;
    nodes.push({ parent: parent.index, text: kept });
    const holder = nodes[parent.index];
    // The label of a control is told, seen or not: it is its name.
    if (!parent.hidden && !parent.isHolder && !parent.boxed) {
      parent.isHolder = true;
      all.holders.push([holder, parent.element, parent.pressed]);
    }
    if (!parent.hidden && !holder.box && !parent.boxed) holder.box = boxOf(all, parent.element);
  };

  /** Walks the page from its root on. @param {Gathered} all @param {Element | null} root */
  const walk = (all, root) => {
    /** @type {Level[]} */
    const levels = [];
    const first = root && visit(all, root, null);
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
        const below = visit(all, /** @type {Element} */ (child), level);
        if (below) levels.push(below);
      } else if (type === Node.TEXT_NODE || type === Node.CDATA_SECTION_NODE) {
        visitText(all, /** @type {Text} */ (child), level);
      }
    }
  };

  vaulty.walk = { begun, round, walk };
})();
