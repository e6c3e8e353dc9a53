// @ts-check
// Waits: for a time, and until the document is quiet. Changes nothing.

(() => {
  if (!globalThis.vaulty || Object.hasOwn(vaulty, "delay")) return;

  const { own } = vaulty;

  const QUIET_MS = 60;
  const QUIET_WHILE_LOADING_MS = 250;
  /** How long after writes a reading still counts from them. */
  const READ_WITHIN_MS = 1_000;
  /** How long a document that is still being parsed is waited for where nothing else is. */
  const PARSED_MS = 5_000;

  /** @param {number} ms @returns {Promise<void>} */
  const delay = async (ms) => {
    /** @type {Promise<void>} */
    const timer = new Promise((resolve) => setTimeout(resolve, ms));
    await (document.hidden ? Promise.race([timer, vaulty.platform.unslowed(ms)]) : timer);
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

  /** Watches the document for changes. */
  const watch = () => {
    const observer = new MutationObserver((records) => {
      if (!records.every(isOwn)) watching.lastChange = performance.now();
    });
    const watching = { lastChange: performance.now(), end: () => observer.disconnect() };
    observer.observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["class", "hidden", "disabled", "open", "aria-hidden", "aria-busy", "aria-expanded", "aria-invalid"],
    });
    return watching;
  };

  /**
   * @param {number} ms @param {ReturnType<typeof watch>} [watching] Since when quiet counts; from now on, without one.
   * @returns {Promise<void>}
   */
  const settle = async (ms, watching) => {
    if (ms <= 0) {
      watching?.end();
      return parsed();
    }
    const started = performance.now();
    const watched = watching ?? watch();
    try {
      for (;;) {
        const now = performance.now();
        const wanted = document.readyState === "complete" ? QUIET_MS : QUIET_WHILE_LOADING_MS;
        const quiet = document.readyState === "loading" ? 0 : now - watched.lastChange;
        if (quiet >= wanted || now - started >= ms) return;
        await delay(Math.max(1, Math.min(wanted - quiet, ms - (now - started))));
      }
    } finally {
      watched.end();
    }
  };
  /** What watches the page since the last writes. @type {ReturnType<typeof watch> | undefined} */
  let sinceWrites;

  const forgetWatch = () => {
    sinceWrites?.end();
    sinceWrites = undefined;
  };

  /** From here on quiet counts for a reading that follows soon. */
  const watchSinceWrites = () => {
    const watching = watch();
    sinceWrites = watching;
    setTimeout(() => {
      if (sinceWrites === watching) forgetWatch();
    }, READ_WITHIN_MS);
  };

  /** @param {number} ms */
  const settleSinceWrites = (ms) => {
    const watching = sinceWrites;
    sinceWrites = undefined;
    return settle(ms, watching);
  };

  vaulty.delay = delay;
  vaulty.settle = settle;
  Object.assign(vaulty, { forgetWatch, settleSinceWrites, watchSinceWrites });
})();
