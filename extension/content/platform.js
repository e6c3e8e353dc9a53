// @ts-check
// What browsers do differently, as far as content scripts meet it. Each difference is probed by what is there or by what
// came of a call, never by a browser's name. Reads the page, and moves its selection within the field that is written.

(() => {
  if (!globalThis.vaulty || vaulty.platform) return;

  const { chrome: browser } = /** @type {{ chrome?: any }} */ (/** @type {unknown} */ (globalThis));

  // ---------------------------------------------------------------- styles before layout

  const stylesOf = Object.hasOwn(Element.prototype, "computedStyleMap") && vaulty.dom.method(Element, "computedStyleMap");

  /**
   * Whether a style transforms an element. What a matrix is a style says only after laying out; whether there is any, the
   * typed one says at once.
   * @param {Element} element @param {CSSStyleDeclaration} style
   */
  const isTransformed = (element, style) => (stylesOf ? stylesOf(element).get("transform")?.value : style.transform) !== "none";

  // ---------------------------------------------------------------- whether a person has changed a field

  /**
   * The browser's own sign of that. Some set it also when the focus leaves what a script has changed: who wrote what a
   * field holds has to be known beside it (`undo.js`).
   * @param {Element} element
   */
  const isTouched = (element) => vaulty.dom.matches(element, ":user-valid, :user-invalid");

  // ---------------------------------------------------------------- a clock for tabs that nobody looks at

  /**
   * Memory that nobody ever wakes. Waiting for it with a timeout is a clock that is not slowed down in tabs that nobody
   * looks at, as `setTimeout` is.
   */
  const sleeper = (() => {
    try {
      return new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
    } catch {
      return null;
    }
  })();

  /** @param {number} ms @returns {Promise<void>} */
  const sleep = (ms) => Promise.resolve(/** @type {any} */ (Atomics).waitAsync?.(sleeper, 0, 0, ms).value);

  /** Whether such a wait ever ends: where there is the function, some never do. */
  let sleeps = false;
  if (sleeper && /** @type {any} */ (Atomics).waitAsync) sleep(1).then(() => (sleeps = true), () => undefined);

  /** To the extension's background, whose timers are not slowed down. @type {any} */
  let port = null;
  let lastAsked = 0;
  /** @type {Map<number, () => void>} */
  const asked = new Map();

  /** @param {number} ms @returns {Promise<void>} */
  const askedFor = (ms) =>
    new Promise((resolve) => {
      lastAsked += 1;
      asked.set(lastAsked, resolve);
      try {
        port ??= connected();
        port.postMessage({ id: lastAsked, ms });
      } catch {
        // The extension was updated or is gone: the page's own timer is left.
        port = null;
      }
    });

  const connected = () => {
    const opened = browser.runtime.connect({ name: "clock" });
    opened.onMessage.addListener((/** @type {number} */ id) => {
      asked.get(id)?.();
      asked.delete(id);
    });
    opened.onDisconnect.addListener(() => {
      asked.clear();
      port = null;
    });
    return opened;
  };

  // ---------------------------------------------------------------- the selection of a window that is not in front

  /** Selects what is in a field, where the browser's own command selected nothing or the page. @param {Element} owner */
  const ensureSelected = (owner) => {
    const selection = getSelection();
    if (!selection) return;
    const isWithin = owner.contains(selection.anchorNode) && owner.contains(selection.focusNode);
    if (!isWithin || (selection.isCollapsed && owner.textContent)) selection.selectAllChildren(owner);
  };

  vaulty.platform = { ensureSelected, isTouched, isTransformed, unslowed: (ms) => (sleeps ? sleep(ms) : askedFor(ms)) };
})();
