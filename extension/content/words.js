// @ts-check
// A digest of the words by which a field is known: its labels, its names, what heads its group, and of boxes, radios and
// the browser's own lists also what stands around it. It is read with the page and again right before the field is written. Reads alone.

(() => {
  /** @typedef {import("../types/content.d.ts").Words} Words */

  if (!globalThis.vaulty || vaulty.words) return;

  const { attribute, getter, hasAttribute, localName, method, textContent, words } = vaulty.dom;
  const checkVisibility = method(Element, "checkVisibility");
  const childrenOf = getter(Element, "children");

  /** What is read on each side of a field: nodes as far as rules look (`observe/label.rs`), and characters. */
  const MAX_NODES = 400;
  const MAX_CHARS = 600;

  /** What holds no words about a field: code, and what can be chosen or written. */
  const UNREAD = "script, style, template, select, textarea, datalist, [role=listbox], [role=option]";
  /** Other fields; not what stands in for one without being reached by anybody. */
  const FIELDS =
    ":is(input:not([type=hidden i]), select, textarea, [contenteditable]:not([contenteditable=false i]), [role=checkbox], [role=radio], [role=switch], [role=combobox], [role=textbox])" +
    ":not([aria-hidden=true][tabindex='-1'])";
  const RADIOS = "[type=radio i], [role=radio]";
  const TICKED = "input[type=checkbox i], input[type=radio i], [role=checkbox], [role=radio], [role=switch]";
  const CHOSEN = `${TICKED}, select, [role=combobox], [role=listbox], [aria-haspopup]`;
  /** What opens shows its list, its choice and its hints around it: there only what names it is compared. */
  const STILL = `${TICKED}, select`;
  const GROUPS = "fieldset, [role=group], [role=radiogroup]";
  const NAMES = words("aria-label title placeholder aria-placeholder aria-description toolparamtitle toolparamdescription");

  const { closest, fits, named, outwards, within } = vaulty.tree;

  /** Whether nothing of an element is shown. What has no box of its own may show what is in it. @param {Element} element */
  const isGone = (element) =>
    !checkVisibility(element, { visibilityProperty: true }) && getComputedStyle(element).display !== "contents";

  /**
   * The words in a node that are rendered; with `drawn` also what styles write, and what pictures are called.
   * @param {Node} node @param {Element} field @param {boolean} drawn @returns {string}
   */
  const text = (node, field, drawn) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node === field || vaulty.own.has(node) || fits(node, UNREAD) || isGone(node)) return "";
    const inner = within(node).map((part) => text(part, field, drawn)).join("");
    if (!drawn) return inner;
    const [before, after] = vaulty.markup.generatedOf(node) ?? ["", ""];
    return [before, attribute(node, "alt"), attribute(node, "aria-label"), inner, after].filter(Boolean).join(" ");
  };

  /** Whether two radios answer one question: by their name, or where they have none by what is around both. @param {Element} one @param {Element} other */
  const isOfGroup = (one, other) => {
    const name = attribute(one, "name");
    return name === attribute(other, "name") && (name !== null || closest(one, GROUPS) === closest(other, GROUPS));
  };

  /** Whether another field stands there that is not of the same group of radios. @param {Node} node @param {Element} field */
  const endsAt = (node, field) => {
    if (!(node instanceof Element) || node === field || !fits(node, FIELDS)) return false;
    return !(fits(field, RADIOS) && fits(node, RADIOS) && isOfGroup(node, field));
  };

  /** The words on one side of a place, up to the next field. @param {Element} place @param {Element} field @param {boolean} isForward */
  const beside = (place, field, isForward) => {
    const walker = document.createTreeWalker(place.getRootNode(), NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    walker.currentNode = place;
    let said = "";
    for (let left = MAX_NODES; left > 0 && said.length < MAX_CHARS; left -= 1) {
      const node = isForward ? walker.nextNode() : walker.previousNode();
      if (!node || endsAt(node, field)) break;
      const holder = node instanceof Text ? node.parentElement : null;
      if (holder && !fits(holder, UNREAD) && !isGone(holder)) said += `${node.nodeValue} `;
    }
    return said;
  };

  /** The words before and after a field; of a component also those around its host. @param {Element} field */
  const around = (field) => {
    const said = [];
    for (let place = /** @type {Element | null} */ (field); place;) {
      said.push(beside(place, field, false), beside(place, field, true));
      const root = place.getRootNode();
      place = root instanceof ShadowRoot ? root.host : null;
    }
    return said;
  };

  /** Labels by what they are of, in one root. @param {Node} root */
  const labelsIn = (root) => {
    /** @type {Map<Element, Element[]>} */
    const labels = new Map();
    for (const label of /** @type {Document | ShadowRoot} */ (root).querySelectorAll?.("label") ?? []) {
      const { control } = /** @type {HTMLLabelElement} */ (label);
      if (control) labels.set(control, [...(labels.get(control) ?? []), label]);
    }
    return labels;
  };

  /** The choices of a list of the browser's own, as they are called. @param {Element} field */
  const choices = (field) => {
    if (!(field instanceof HTMLSelectElement)) return [];
    return [textContent(field), ...[...field.querySelectorAll("option[label], optgroup[label]")].map((option) => attribute(option, "label"))];
  };

  /** @param {Element} field @param {Element} of @param {string[]} references @param {boolean} drawn @returns {string[]} */
  const names = (field, of, references, drawn) => [
    ...[...NAMES].map((name) => attribute(of, name) ?? ""),
    ...references.flatMap((name) => (hasAttribute(of, name) ? named(of, name) : [])).map((part) => text(part, field, drawn)),
  ];

  /** @param {Element} field @param {Element[]} labels */
  const digestOf = (field, labels) => {
    const isChosen = fits(field, CHOSEN);
    // What describes a text field is also what says that it is wrong: it changes as others are written.
    const said = names(field, field, isChosen ? ["aria-labelledby", "aria-describedby"] : ["aria-labelledby"], isChosen);
    said.push(...labels.map((label) => text(label, field, isChosen)));
    if (isChosen) {
      for (const group of outwards(field).filter((outer) => fits(outer, GROUPS))) {
        const legend = [...childrenOf(group)].find((child) => localName(child) === "legend");
        said.push(...names(field, group, ["aria-labelledby"], true), legend ? text(legend, field, true) : "");
      }
      if (fits(field, STILL)) said.push(...choices(field), ...around(field));
    }
    return vaulty.digest(said.map((part) => part.replace(/\s+/g, " ").trim()).filter(Boolean).join("\n"));
  };

  /** Reads many fields of a page that does not change meanwhile. @returns {Words} */
  const reader = () => {
    /** @type {Map<Node, Map<Element, Element[]>>} */
    const roots = new Map();
    return (field) => {
      const root = field.getRootNode();
      const labels = roots.get(root) ?? labelsIn(root);
      roots.set(root, labels);
      return digestOf(field, labels.get(field) ?? []);
    };
  };

  /** What fields were called right after they were written: their own box may say by now what it holds. @type {WeakMap<Element, string>} */
  let afterwards = new WeakMap();

  /** Reads one field: the browser knows the labels of its own controls. @type {Words} */
  const read = (field) => ("labels" in field ? digestOf(field, vaulty.tree.labelsOf(field)) : reader()(field));

  /** Whether a field is called otherwise than it was judged by. @param {Element} field @param {string | null | undefined} judged */
  const areOther = (field, judged) => {
    if (judged === null || judged === undefined) return false;
    const now = read(field);
    return now !== judged && now !== afterwards.get(field);
  };

  vaulty.words = {
    reader,
    areOther,
    accept: (field) => void afterwards.set(field, read(field)),
    forget: () => void (afterwards = new WeakMap()),
  };
})();
