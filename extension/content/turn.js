// @ts-check
// What an order of the worker carries from operation to operation: whether it was stopped, what it waits for, which
// field was written last. Touches nothing of the page.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").LogLevel} LogLevel */
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.turn) return;

  const { Refusal } = vaulty;

  /** Between two looks at a page that is changing. */
  const LOOK_AGAIN = 40;

  const LEVELS = /** @type {const} */ (["off", "error", "info", "debug"]);

  /** @type {LogLevel} */
  let logLevel = "error";

  /** @param {Exclude<LogLevel, "off">} level @param {...(string | number)} parts Never a value of a field. */
  const log = (level, ...parts) => {
    if (LEVELS.indexOf(level) <= LEVELS.indexOf(logLevel)) console.debug("[vaulty content]", ...parts);
  };

  /** Jobs that were stopped. A stopped job never runs again. @type {Set<string>} */
  const halted = new Set();

  /** @param {Run} run */
  const checkpoint = (run) => {
    if (halted.has(run.jobId)) throw new Refusal("stopped");
  };

  const channel = new MessageChannel();

  /** @type {(() => void)[]} */
  const breathers = [];

  channel.port1.onmessage = () => breathers.shift()?.();

  /** One turn of the event loop; unlike a timer it is not slowed down in a tab that nobody sees. */
  const breath = () =>
    new Promise((resolve) => {
      breathers.push(() => resolve(undefined));
      channel.port2.postMessage(null);
    });

  /**
   * Looks again and again until `look` returns something true, at most `ms` milliseconds.
   * @template T
   * @param {Run} run @param {number} ms @param {() => T} look
   * @returns {Promise<T>} what it returned last
   */
  const until = async (run, ms, look) => {
    const end = performance.now() + ms;
    let seen = look();
    while (!seen && performance.now() < end) {
      await vaulty.delay(LOOK_AGAIN);
      checkpoint(run);
      seen = look();
    }
    return seen;
  };

  vaulty.turn = {
    breath, checkpoint, log, LOOK_AGAIN, until,
    lastWritten: null,
    halt: (jobId) => void halted.add(jobId),
    isHalted: (jobId) => halted.has(jobId),
    setLogLevel(level) {
      logLevel = level;
    },
  };
})();
