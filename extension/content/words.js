// @ts-check
// A digest of the words by which a field is known: its labels, its names, what heads its group, and of a box or radio
// what stands around it. It is read with the page and again right before the field is written. Reads alone.

(() => {
  /** @typedef {import("../types/content.d.ts").Words} Words */

  if (!globalThis.vaulty || vaulty.words) return;

  /** What is read around a box or radio, in nodes on each side: as far as rules look (`observe/label.rs`). */
  const MAX_NODES = 400;

  /** What holds no words about a field: code, and what can be chosen or written. */
  const UNREAD = "script, style, template, select, textarea, datalist, [role=listbox], [role=option]";
  const FIELDS = "input:not([type=hidden]), select, textarea, [contenteditable], [role=checkbox], [role=radio], [role=switch], [role=combobox], [role=textbox]";
  const TICKED = "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]";
  const CHOSEN = "select, [role=combobox], [role=listbox], [aria-haspopup]";
  const GROUPS = "fieldset, [role=group], [role=radiogroup]";
  const NAMES = ["aria-label", "title", "placeholder", "aria-placeholder", "aria-description"];

  /** Elements that an attribute names by id. @param {Element} element @param {string} attribute */
  const named = (element, attribute) => (element.hasAttribute(attribute) ? vaulty.tree.named(element, attribute) : []);

  /** The words in a node that are rendered. @param {Node} node @param {Element} field @returns {string} */
  const text = (node, field) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node === field || vaulty.own.has(node) || vaulty.tree.fits(node, UNREAD)) return "";
    if (!node.checkVisibility({ visibilityProperty: true })) return "";
    return vaulty.tree.within(node).map((part) => text(part, field)).join("");
  };

  /** Whether another field stands there that is not of the same group of radios. @param {Node} node @param {Element} field */
  const endsAt = (node, field) => {
    if (!(node instanceof Element) || node === field || !vaulty.tree.fits(node, FIELDS)) return false;
    const isAmong = vaulty.tree.fits(field, "[type=radio], [role=radio]") && vaulty.tree.fits(node, "[type=radio], [role=radio]");
    return !(isAmong && node.getAttribute("name") === field.getAttribute("name"));
  };

  /** The words before and after a field, up to the fields around it; of a component also those around its host. @param {Element} field */
  const around = (field) => {
    const said = [];
    for (let place = field; ;) {
      const root = place.getRootNode();
      for (const isForward of [false, true]) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        walker.currentNode = place;
        for (let left = MAX_NODES; left > 0; left -= 1) {
          const node = isForward ? walker.nextNode() : walker.previousNode();
          if (!node || endsAt(node, field)) break;
          const holder = node instanceof Text ? node.parentElement : null;
          if (holder && !vaulty.tree.fits(holder, UNREAD) && holder.checkVisibility({ visibilityProperty: true })) said.push(node.nodeValue ?? "");
        }
      }
      if (!(root instanceof ShadowRoot)) return said;
      place = root.host;
    }
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

  /** Reads many fields of a page that does not change meanwhile. @returns {Words} */
  const reader = () => {
    /** @type {Map<Node, Map<Element, Element[]>>} */
    const roots = new Map();
    /** @param {Element} field */
    const labelsOf = (field) => {
      const root = field.getRootNode();
      const labels = roots.get(root) ?? labelsIn(root);
      roots.set(root, labels);
      return labels.get(field) ?? [];
    };
    /** @param {Element} field @param {Element} of @param {string[]} references @returns {string[]} */
    const names = (field, of, references) => [
      ...NAMES.map((name) => of.getAttribute(name) ?? ""),
      ...references.flatMap((attribute) => named(of, attribute)).map((part) => text(part, field)),
    ];
    return (field) => {
      const isTicked = vaulty.tree.fits(field, TICKED);
      const isChosen = isTicked || vaulty.tree.fits(field, CHOSEN);
      // What describes a text field is also what says that it is wrong: it changes as others are written.
      const said = names(field, field, isChosen ? ["aria-labelledby", "aria-describedby"] : ["aria-labelledby"]);
      said.push(...labelsOf(field).map((label) => text(label, field)));
      if (isChosen) {
        for (const group of vaulty.tree.outwards(field).filter((outer) => vaulty.tree.fits(outer, GROUPS))) {
          const legend = [...group.children].find((child) => child.localName === "legend");
          said.push(...names(field, group, ["aria-labelledby"]), legend ? text(legend, field) : "");
        }
      }
      if (isTicked) said.push(...around(field));
      return vaulty.digest(said.map((part) => part.replace(/\s+/g, " ").trim()).filter(Boolean).join("\n"));
    };
  };

  vaulty.words = { reader };
})();
