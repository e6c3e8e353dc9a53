// @ts-check
// The links that are rendered on a page, for a list of forms: what each is called and where it leads. Reads alone; which
// of them are offered is not decided here.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").PageLink} PageLink */

  if (!globalThis.vaulty || vaulty.links) return;

  const { attribute, firstChild, getter, nextSibling, querySelector } = vaulty.dom;
  const hrefOf = getter(HTMLAnchorElement, "href");
  // Without what is in it and not rendered, such as its styles.
  const innerText = getter(HTMLElement, "innerText");

  // Pages without end.
  const MAX_NODES = 200_000;
  const MAX_LINKS = 3_000;
  const MAX_TEXT = 300;
  const MAX_ADDRESS = 3_000;

  /** @param {HTMLAnchorElement} link @returns {PageLink} */
  const told = (link) => {
    const picture = querySelector(link, "img[alt]");
    const texts = [innerText(link), attribute(link, "aria-label"), picture && attribute(picture, "alt"), attribute(link, "title")];
    const text = texts.map((one) => (one ?? "").trim()).find(Boolean) ?? "";
    return { text: text.slice(0, MAX_TEXT), address: hrefOf(link).slice(0, MAX_ADDRESS) };
  };

  vaulty.links = () => {
    /** @type {PageLink[]} */
    const found = [];
    /** What is still to be looked at: the first of each row of siblings. @type {(Node | null)[]} */
    const rows = [document.documentElement];
    for (let seen = 0; rows.length && seen < MAX_NODES && found.length < MAX_LINKS; seen += 1) {
      const node = rows.pop();
      if (!node) continue;
      rows.push(nextSibling(node));
      if (!(node instanceof Element)) continue;
      if (node instanceof HTMLAnchorElement && hrefOf(node) && vaulty.tree.isShown(node)) {
        found.push(told(node));
      }
      rows.push(firstChild(node));
      const root = vaulty.shadowOf(node);
      if (root) rows.push(firstChild(root));
    }
    return found;
  };
})();
