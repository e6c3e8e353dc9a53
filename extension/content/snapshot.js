// @ts-check
// Gathers the facts of one frame in one pass: what is there, where it is, what it holds. It judges
// nothing and changes nothing. What the facts mean is decided in Rust, from the snapshot.

(() => {
  /** @typedef {import("../types/vaulty").RawSnapshot} RawSnapshot */
  /** @typedef {import("../types/vaulty").RawNode} RawNode */
  /** @typedef {import("../types/vaulty").RawControl} RawControl */
  /** @typedef {import("../types/vaulty").RawPaint} Paint */

  if (!globalThis.vaulty || Object.hasOwn(vaulty, "snapshot")) return;

  const { elements, numberOf, own, valuesDigest } = vaulty;
  const { attribute, firstChild, localName, nextSibling, nodeType, previousSibling, querySelector, shadowRootOf, words: set } = vaulty.dom;
  const { CONTROLS, controlOf, cutValue, editable, isFilledIn, mayStandIn, passesOn } = vaulty.controls;
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

  /** Whether there is no question that it is seen itself, so that nothing is looked for in its stead. @param {Paint | null | undefined} paint */
  const isWholly = (paint) =>
    paint != null && paint.opacity === 1 && paint.share > 0.99 && paint.free === 1 && paint.width > 9 && paint.height > 9 &&
    paint.contrast > 2 && paint.letter > 8 && paint.upright > 0.99 && vaulty.paint.isPlain(paint);

  /** Whether there is no question that a text is seen. @param {Paint} paint */
  const isLegible = (paint) =>
    paint.opacity > 0.9 && paint.width > 4 && paint.height > 4 && paint.share > 0.3 && paint.contrast > 2 && paint.letter > 8 && paint.upright > 0.9 &&
    vaulty.paint.isPlain(paint);

  /** Whether the browser may have put back what fields held on an earlier visit. */
  const isRestored = () => {
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    return visit?.type === "reload" || visit?.type === "back_forward";
  };

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
    vaulty.words.forget();
    const words = vaulty.words.reader();
    /** What may be a field, of whatever element. @type {[RawControl, Element][]} */
    const fields = [];
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
        vaulty.framed.tell(target, tag, node, look);
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
          if (role || isFilledIn(target)) fields.push([node.control, target]);
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
    for (const [control, target] of fields) control.words = words(target);
    for (const [node, target] of measured) {
      const isField = isFilledIn(target);
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
      omittedFields, omittedFrames: 0,
      valuesDigest: valuesDigest(),
      used: navigator.userActivation.hasBeenActive, restored: isRestored(),
      pressChanged: vaulty.sent.kept(),
      held: vaulty.hold.told(),
      place: vaulty.framed.place(),
      gatherMs: round(performance.now() - started),
    };
  };

  vaulty.snapshot = snapshot;
})();
