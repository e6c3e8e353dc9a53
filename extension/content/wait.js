// @ts-check
// Waits: for a time, and until the document is quiet. Changes nothing.

(() => {
  if (!globalThis.vaulty || Object.hasOwn(vaulty, "delay")) return;

  const { own } = vaulty;

  const QUIET_MS = 60;
  const QUIET_WHILE_LOADING_MS = 250;
  /** How long a document that is still being parsed is waited for where nothing else is. */
  const PARSED_MS = 5_000;

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

  /** Half a document is never read: the scripts are there before it is parsed. @returns {Promise<void>} */
  const parsed = async () => {
    const started = performance.now();
    while (document.readyState === "loading" && performance.now() - started < PARSED_MS) await delay(20);
  };

  /** @param {number} ms @returns {Promise<void>} */
  const settle = async (ms) => {
    if (ms <= 0) return parsed();
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
  vaulty.delay = delay;
  vaulty.settle = settle;
})();
