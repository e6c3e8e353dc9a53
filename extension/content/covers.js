// @ts-check
// What takes no presses and may be painted over others, so that no plain hit test finds it. It reads alone.

(() => {
  /** @typedef {import("../types/content.d.ts").Cover} Cover */

  if (!globalThis.vaulty || vaulty.covers) return;

  const { nameOf, rectOf, viewOf, styleOf } = vaulty.nodes;
  const { reachOf } = vaulty.layers;
  const { LEAST_REACH, hasOwnSign, paintsAny } = vaulty.veils;

  /**
   * How long a list of what may lie over fields is believed, in milliseconds, where making it takes longer than
   * that: a page can lay something over its fields at every write, without touching the document.
   */
  const COVERS_HOLD = 100;
  const COVERS_QUICK = 4;
  /** What is shown above everything else, each with something drawn below it. */
  const ON_TOP = ":popover-open, :modal, :fullscreen";
  /** How far signs of lists are painted, where a page has drawn them itself. */
  const SIGN_REACH = 100;

  /** Whether it takes no presses because the page closed it off (HTML, inert subtrees; CSS Basic UI 4). @param {CSSStyleDeclaration} style */
  const isInert = (style) => /** @type {any} */ (style).interactivity === "inert";

  /** What an element itself may lay over others. @param {Element} element @param {CSSStyleDeclaration} style @param {string} tag @returns {Cover[]} */
  const coversOf = (element, style, tag) => {
    const isClosed = isInert(style);
    if (!isClosed && style.pointerEvents !== "none") return [];
    const reach = hasOwnSign(style) ? SIGN_REACH : reachOf(style);
    return paintsAny(element, style, tag) ? [{ element, pseudo: "", reach, isInert: isClosed }] : [];
  };

  /** What is drawn below what is shown above everything else, and takes no presses. @param {Document | ShadowRoot} root @returns {Cover[]} */
  const backdropsIn = (root) =>
    [...root.querySelectorAll(ON_TOP)].filter((element) => styleOf(element, "::backdrop").pointerEvents === "none")
      .map((element) => ({ element, pseudo: "::backdrop", reach: -1, isInert: false }));

  /** Those of which something may be in the window now. @param {Cover[]} covers */
  const inWindow = (covers) =>
    covers.filter(({ element, pseudo, reach }) => {
      if (pseudo) return true;
      const { innerWidth, innerHeight } = viewOf(element);
      const { left, top, right, bottom } = rectOf(element);
      const more = Math.max(reach, LEAST_REACH);
      return right + more > 0 && bottom + more > 0 && left - more < innerWidth && top - more < innerHeight;
    });

  /** @param {Document} doc @returns {Cover[]} */
  const transitionsIn = (doc) => {
    const root = doc.documentElement;
    const isUnderWay = doc.getAnimations().some((animation) => /** @type {any} */ (animation.effect)?.pseudoElement?.startsWith("::view-transition"));
    return root && isUnderWay ? [{ element: root, pseudo: "::view-transition", reach: -1, isInert: false }] : [];
  };

  /** @type {WeakMap<Document, { at: number, covers: Cover[], roots: (Document | ShadowRoot)[], watch: MutationObserver, isChanged: boolean }>} */
  const lastCovers = new WeakMap();

  /** All that takes no clicks and may hide what is below it, in a document. @param {Document} doc @returns {Cover[]} */
  const coversIn = (doc) => {
    const before = lastCovers.get(doc);
    const began = performance.now();
    // What comes above everything changes nothing in the document.
    const late = (/** @type {(Document | ShadowRoot)[]} */ roots) => [...roots.flatMap(backdropsIn), ...transitionsIn(doc)];
    if (before && !before.isChanged && !before.watch.takeRecords().length && began - before.at < COVERS_HOLD) return [...before.covers, ...late(before.roots)];
    before?.watch.disconnect();
    lastCovers.delete(doc);
    /** @type {Cover[]} */
    const covers = [];
    /** @type {(Document | ShadowRoot)[]} */
    const roots = [];
    const view = /** @type {Window} */ (doc.defaultView ?? window);
    /** @param {Document | ShadowRoot} root */
    const walk = (root) => {
      roots.push(root);
      for (const element of root.querySelectorAll("*")) {
        if (vaulty.own.has(element)) continue;
        const style = view.getComputedStyle(element);
        if (style.display === "none") continue;
        const own = coversOf(element, style, nameOf(element));
        covers.push(...own);
        if (!own.length) covers.push(...beyondOf(element, style, view));
        const shadow = vaulty.shadowOf(element);
        if (shadow) walk(shadow);
      }
    };
    walk(doc);
    const at = performance.now();
    if (at - began > COVERS_QUICK) {
      const known = { at, covers, roots, isChanged: false, watch: new MutationObserver(() => { known.isChanged = true; }) };
      known.watch.observe(doc, { subtree: true, childList: true, attributes: true, characterData: true });
      lastCovers.set(doc, known);
    }
    return [...covers, ...late(roots)];
  };

  /** The same for one turn in which the page does not run. @returns {(doc: Document) => Cover[]} */
  const coversOnce = () => {
    /** @type {Map<Document, Cover[]>} */
    const known = new Map();
    return (doc) => {
      const covers = known.get(doc) ?? coversIn(doc);
      known.set(doc, covers);
      return covers;
    };
  };

  /** What something that takes presses paints where it takes none. @param {Element} element @param {CSSStyleDeclaration} style @param {Window} view @returns {Cover[]} */
  const beyondOf = (element, style, view) => {
    /** @type {Cover[]} */
    const covers = [];
    const reach = reachOf(style);
    if (reach >= LEAST_REACH) covers.push({ element, pseudo: "", reach, isInert: false });
    if (style.pointerEvents === "none") return covers;
    for (const pseudo of /** @type {const} */ (["::before", "::after"])) {
      const drawn = view.getComputedStyle(element, pseudo);
      if (drawn.content !== "none" && drawn.content !== "normal" && drawn.pointerEvents === "none") covers.push({ element, pseudo, reach: -1, isInert: false });
    }
    return covers;
  };

  vaulty.covers = { ON_TOP, isInert, coversOf, backdropsIn, inWindow, coversOnce };
})();
