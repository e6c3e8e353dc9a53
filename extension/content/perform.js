// @ts-check
// Does what the service worker asks for, one primitive operation at a time: re-checks the facts that the operation
// carries, does it, reads back, reports. It never decides what to write or where, never throws, and never prints or keeps
// a value (what undo needs stays in this frame's memory). What it does is in the files before it.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").ContentMessage} ContentMessage */
  /** @typedef {import("../types/vaulty.d.ts").ContentReply} ContentReply */
  /** @typedef {import("../types/vaulty.d.ts").Operation} Operation */
  /** @typedef {import("../types/vaulty.d.ts").OperationResult} OperationResult */
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.performs) return;
  vaulty.performs = true;

  const { hand, parts, Refusal, turn } = vaulty;
  const { breath, checkpoint, log, until } = vaulty.turn;
  const { complaintAbout, describe, isEditable, isInvalid, isTextControl, isTicked, kindOf, reading, shownBy } = vaulty.reader;
  const { clickApproved } = vaulty.clicks;
  const { find, prepare } = vaulty.actionable;
  const { isStepped } = vaulty.stepper;
  const { doubt, writeText } = vaulty.writing;
  const { checkOptions, chooseOptions, FILE_SHOWS, giveFiles, showsNames, tick } = vaulty.choices;
  const { remember, undo } = vaulty.memory;
  const { closeList, openedBy, openList, pickOption } = vaulty.lists;
  const { pickDate } = vaulty.calendars;

  // Milliseconds.
  /** How long one message waits in all for elements to become actionable. */
  const PATIENCE = 1000;

  /** Work between two chances for a `HALT` to arrive. */
  const BREATH = 12;

  /** @param {Element} element @param {boolean} fits @param {string} what */
  const demand = (element, fits, what) => {
    if (!fits) throw new Refusal("wrong-kind", `${describe(element)} takes no ${what}`);
  };

  /** Right before the click, in its own task; with one list for both, as a page may tell one from the next. @param {Element} element @param {Operation["expect"]} expect @param {Run} run */
  const checkApproved = (element, expect, run) => {
    checkpoint(run);
    const lists = vaulty.sent.listsOf(element);
    const changed = vaulty.sent.changes(element, expect, lists);
    // guard: approved (yes-amount-swapped)
    if (changed.length) throw Object.assign(new Refusal("approval-stale", "the form changed"), { changed });
    vaulty.hold.forget();
    vaulty.sent.watch(element, expect, lists);
  };

  /**
   * Does one operation. Throws a `Refusal` when it is not done.
   * @param {Operation} operation @param {Run} run @returns {Promise<Partial<OperationResult>>}
   */
  const perform = async (operation, run) => {
    const { expect } = operation;
    const element = find(operation.ref, expect);
    /** Right before what is chosen is chosen: the page hears of it before that. */
    const sameWords = () => {
      // guard: words-at-the-press (words-changed-when-pressed)
      if (vaulty.words.areOther(element, expect.words)) throw new Refusal("words-changed");
    };
    switch (operation.op) {
      case "setText": {
        demand(element, isTextControl(element) || isEditable(element) || isStepped(element), "text");
        await prepare(element, expect, run, { edits: true });
        return writtenUnread(element, run, () => writeText(element, operation.value, operation.strategy, run));
      }
      case "setOptions": {
        if (!(element instanceof HTMLSelectElement)) throw new Refusal("wrong-kind", `${describe(element)} has no options`);
        await prepare(element, expect, run, {});
        checkOptions(element, operation.positions, operation.values);
        return writtenUnread(element, run, () => chooseOptions(element, operation.positions, () => {
          sameWords();
          checkOptions(element, operation.positions, operation.values);
        }));
      }
      case "setChecked": {
        demand(element, isTicked(element) !== undefined, "tick");
        if (isTicked(element) === operation.checked) return reading(element);
        const face = await prepare(element, expect, run, { edits: true, clicks: true });
        return written(element, run, () => tick(element, face, operation.checked, run, sameWords));
      }
      case "setFiles": {
        if (!(element instanceof HTMLInputElement && element.type === "file")) throw new Refusal("wrong-kind", `${describe(element)} takes no files`);
        await prepare(element, expect, run, {});
        const result = await written(element, run, () => giveFiles(element, operation.files));
        if (result.read || !operation.files.length) return result;
        const shown = await until(run, FILE_SHOWS, () => showsNames(element, operation.files));
        return shown ? { ...result, read: operation.files.map(({ name }) => name).join(", ") } : result;
      }
      case "openList": {
        demand(element, !(element instanceof HTMLSelectElement), "opening");
        const isOpen = openedBy(element) !== null;
        const face = await prepare(element, expect, run, isOpen ? { isOpen } : { still: true });
        const memory = remember(element, run);
        const list = await openList(element, face, operation.filter, operation.clear === true, run);
        memory.after = reading(element);
        vaulty.words.accept(element);
        return { list };
      }
      case "pickOption":
        remember(element, run).picked = true;
        return written(element, run, () => pickOption(element, operation.option, run));
      case "pickDate": {
        const face = await prepare(element, expect, run, { still: true });
        return written(element, run, () => pickDate(element, face, operation.date, run));
      }
      case "closeList":
        await closeList(element, run);
        vaulty.words.accept(element);
        return reading(element);
      case "click": {
        const lastCheck = () => checkApproved(element, expect, run);
        // What the page tried to send by itself, and no button of it sends.
        if (vaulty.forms.isForm(element)) hand.sendForm(element, lastCheck);
        else clickApproved(await prepare(element, expect, run, { clicks: true }), element, lastCheck);
        return {};
      }
      case "read": {
        const now = reading(element);
        return kindOf(element) === "password" && now.read ? { ...now, read: "•" } : now;
      }
    }
  };

  /**
   * Writes, lets the page react, reads back, and remembers both states for undo.
   * @param {Element} element @param {Run} run @param {() => unknown} write
   */
  const written = async (element, run, write) => {
    const memory = remember(element, run);
    try {
      await write();
      await breath();
      vaulty.words.accept(element);
      return reading(element);
    } finally {
      memory.after = reading(element);
    }
  };

  /**
   * As `written`, but the page has its turn, and the field is read back, only after the writes that follow:
   * between every two turns the browser may paint.
   * @param {Element} element @param {Run} run @param {() => unknown} write
   * @returns {Promise<Partial<OperationResult>>}
   */
  const writtenUnread = async (element, run, write) => {
    const memory = remember(element, run);
    try {
      await write();
    } finally {
      memory.after = reading(element);
    }
    const result = { done: true, ...memory.after };
    run.unread.push({ result, element, memory });
    turn.lastWritten = element;
    return result;
  };

  /** Lets the page react to what was written, and reads it back. @param {Run} run */
  const readBack = async (run) => {
    if (!run.unread.length) return;
    await breath();
    for (const { result, element, memory } of run.unread.splice(0)) {
      memory.after = reading(element);
      vaulty.words.accept(element);
      Object.assign(result, memory.after);
      // What the page calls wrong at once, it did not take.
      const detail = doubt(element, memory.wasInvalid);
      const complaint = detail && isInvalid(element) ? complaintAbout(element) : memory.said;
      if (detail) Object.assign(result, { done: false, refusal: "not-kept", detail });
      // A hint that was there before is no answer.
      if (complaint !== memory.said) result.complaint = complaint;
      // Some boxes make tokens of a text and are empty again.
      if (!memory.after.read && element.isConnected) result.read = shownBy(element);
    }
  };

  /** Operations that need not wait for what earlier ones set off in the page. @type {Set<Operation["op"]>} */
  const PLAIN = new Set(["setText", "setOptions"]);

  /** Does one operation and reports, whatever happens. @param {Operation} operation @param {Run} run */
  const report = async (operation, run) => {
    /** @type {OperationResult} */
    let result;
    try {
      if (!PLAIN.has(operation.op)) await readBack(run);
      checkpoint(run);
      const outcome = await perform(operation, run);
      outcome.done = true;
      result = /** @type {OperationResult} */ (outcome);
    } catch (error) {
      // An error's message could quote what a page says; its name cannot.
      result = error instanceof Refusal
        ? { done: false, refusal: error.reason, detail: error.detail, changed: error.changed }
        : { done: false, refusal: "page-error", detail: error instanceof Error ? error.name : "" };
    }
    log("debug", operation.op, operation.ref, result.refusal ?? "done", result.detail ?? "");
    return result;
  };

  /** @returns {ContentReply} */
  const reply = () => ({ results: [], undone: [0, 0], executeMs: 0, settleMs: 0 });

  /** Waits until the page is quiet and takes its snapshot. @param {number} settleMs @param {ContentReply} answer */
  const observed = async (settleMs, answer) => {
    const started = performance.now();
    await vaulty.settleSinceWrites(settleMs);
    answer.settleMs = performance.now() - started;
    answer.snapshot = vaulty.snapshot();
    if (await vaulty.paint.pictured()) answer.snapshot = vaulty.snapshot();
    return answer;
  };

  /** @param {Extract<ContentMessage, { type: "EXECUTE" }>} message */
  const execute = async ({ operations, show, settleMs, observe, jobId, signs, seen }) => {
    const started = performance.now();
    vaulty.forgetWatch();
    vaulty.signs.learn(signs);
    parts.look();
    const clicks = operations.filter((operation) => operation.op === "click");
    if (clicks.length < operations.length) vaulty.hold.start();
    else if (clicks.every(({ maySend }) => maySend)) vaulty.hold.allow();
    else vaulty.hold.sends();
    /** @type {Run} */
    const run = { jobId, show, patience: PATIENCE, unread: [], seen, at: () => answer.results.length, began: started, isStale: false };
    const answer = reply();
    let breathed = started;
    for (const operation of operations) {
      const result = await report(operation, run);
      if (!run.isStale) answer.results.push(result);
      if (run.isStale || result.refusal === "stopped") break;
      if (performance.now() - breathed > BREATH) {
        await readBack(run);
        breathed = performance.now();
      }
    }
    await readBack(run);
    vaulty.watchSinceWrites();
    vaulty.outline?.(null);
    Object.assign(answer, { executeMs: performance.now() - started, isStale: run.isStale });
    log("info", "executed", answer.results.length, "of", operations.length, "in ms:", Math.round(answer.executeMs));
    if (!observe || turn.isHalted(jobId)) return answer;
    return observed(settleMs, answer);
  };

  /** What is under way. @type {Promise<unknown>} */
  let busy = Promise.resolve();

  /**
   * Reads and writes one after the other: a worker that came back must not read a page, and write to it, that
   * the order of its former life is still writing to.
   * @param {() => Promise<ContentReply>} work
   */
  const inTurn = (work) => {
    const done = busy.then(work);
    busy = done.catch(() => undefined);
    return done;
  };

  /** @param {ContentMessage} message @returns {Promise<ContentReply>} */
  const handle = async (message) => {
    switch (message.type) {
      case "ENTRIES":
        // The list is made first: the page hears of it.
        return { ...reply(), ...vaulty.sent.entriesOf(message.button), valuesDigest: vaulty.valuesDigest() };
      case "NEXT_PICKED":
        return { ...reply(), pointed: await vaulty.nextPicked?.(message.elements) };
      case "PLACES": case "FRAMED":
        return { ...reply(), ...vaulty.framed.answer(message) };
      case "LINKS": case "POINTED":
        return { ...reply(), ...(message.type === "LINKS" ? { links: vaulty.links?.() } : { pointed: vaulty.controls.pointed() }) };
      case "OBSERVE":
        return inTurn(() => observed(message.settleMs, reply()));
      case "EXECUTE":
        return inTurn(() => execute(message));
      case "HOLD":
        vaulty.hold.as(message.hold);
        return reply();
      case "HALT":
        turn.halt(message.jobId);
        vaulty.outline?.(null);
        return reply();
      case "UNDO_WRITES":
        return { ...reply(), undone: await undo(message.jobId) };
      case "OUTLINE":
        vaulty.outline?.((message.element && vaulty.element(message.element)) || null, true);
        return reply();
      case "HUD":
        vaulty.hud?.(message.hud);
        return reply();
      case "SET_LOG_LEVEL":
        turn.setLogLevel(message.level);
        return reply();
      default:
        return { ...reply(), error: "unknown message" };
    }
  };

  chrome.runtime.onMessage.addListener((message, sender, sendResponse) => {
    if (sender.id !== chrome.runtime.id || typeof message?.type !== "string") return false;
    handle(message).then(sendResponse, (error) => {
      log("error", message.type, "failed:", error instanceof Error ? error.name : typeof error);
      sendResponse({ ...reply(), error: `the page could not be used (${error instanceof Error ? error.name : "unknown"})` });
    });
    return true;
  });
})();
