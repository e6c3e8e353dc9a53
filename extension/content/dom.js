// @ts-check
// What all content scripts stand on: elements and files by number, shadow roots, digests, and the properties of nodes read so
// that no page can shadow them. Reads alone.
//
// Classic scripts for the isolated world. Injecting them twice is harmless.

(() => {
  if (globalThis.vaulty) return;

  const words = (/** @type {string} */ text) => new Set(text.split(" "));
  /** Elements other than custom ones that can have a shadow root (DOM, `attachShadow`). */
  const SHADOW_HOSTS = words(
    "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span",
  );

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

  /** @type {typeof vaulty.elements} */
  const elements = { numbers: new WeakMap(), byNumber: new Map() };
  let lastNumber = 0;
  /** @type {WeakSet<Node>} */
  const own = new WeakSet();
  /** @param {Element} element */
  const numberOf = (element) => {
    const known = elements.numbers.get(element);
    if (known !== undefined) return known;
    lastNumber += 1;
    elements.numbers.set(element, lastNumber);
    elements.byNumber.set(lastNumber, new WeakRef(element));
    return lastNumber;
  };

  /** Another file has another number, whatever it is called. @type {WeakMap<File, number>} */
  const files = new WeakMap();
  let fileCount = 0;
  /** Those that have numbers: what nothing holds gets another object, and so another number. @type {File[]} */
  const numbered = [];
  const MAX_FILES = 200;
  /** @param {File} file */
  const numberOfFile = (file) => {
    const known = files.get(file);
    if (known) return known;
    // An empty file input has a new empty file in each list.
    if (!file.size && !file.name) return 0;
    files.set(file, (fileCount += 1));
    numbered.push(file);
    numbered.splice(0, numbered.length - MAX_FILES);
    return fileCount;
  };

  /** @param {number} number */
  const element = (number) => elements.byNumber.get(number)?.deref() ?? null;

  // A closed root is shown to extensions alone: by a function of the browser's, or by a property of the elements.
  const { chrome: browser } = /** @type {{ chrome?: any }} */ (/** @type {unknown} */ (globalThis));
  const ofBrowser = browser?.dom?.openOrClosedShadowRoot;
  const ofElement = Object.getOwnPropertyDescriptor(Element.prototype, "openOrClosedShadowRoot")?.get;

  /** @param {HTMLElement} host @returns {ShadowRoot | null} */
  const closedRootOf = (host) => {
    if (ofBrowser) return browser.dom.openOrClosedShadowRoot(host);
    return ofElement ? uncurried(ofElement)(host) : null;
  };

  /**
   * Asking for a closed root costs as much as everything else about an element together. It is asked for
   * where one is likely: on custom elements, and on others that have no content of their own to show.
   * @param {Element} host @param {string} tag
   */
  const shadowRootOf = (host, tag) => {
    const custom = tag.includes("-");
    if (!custom && !SHADOW_HOSTS.has(tag)) return null;
    const open = openShadowRoot(host);
    if (open || !(custom || !firstChild(host)) || !(host instanceof HTMLElement)) return open;
    return closedRootOf(host);
  };
  /** @param {Element} host */
  const shadowOf = (host) => shadowRootOf(host, localName(host));

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

  const dom = { uncurried, getter, method, firstChild, nextSibling, previousSibling, nodeType, textContent, localName, attributeNames, attribute, hasAttribute, matches, checkVisibility, querySelector, rectOf, shadowRootOf, numberOfFile, mixed, asHex, words };
  globalThis.vaulty = /** @type {typeof vaulty} */ (/** @type {unknown} */ ({ elements, own, element, numberOf, shadowOf, digest, dom }));
})();
