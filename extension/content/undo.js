// @ts-check
// What fields held before they were written, for as long as the document lives, and putting it back. It changes fields
// that still hold what was written, and no others.

(() => {
  /** @typedef {import("../types/content.d.ts").Run} Run */
  /** @typedef {import("../types/content.d.ts").Write} Write */

  if (!globalThis.vaulty || vaulty.memory) return;

  const { hand } = vaulty;
  const { sendInput, sendChange } = vaulty.hand;
  const { breath } = vaulty.turn;
  const { complaintAbout, isEditable, isInvalid, isSame, isTextControl, isTickable, reading } = vaulty.reader;
  const { writeText } = vaulty.writing;
  const { chooseOptions } = vaulty.choices;

  /** By job. @type {Map<string, Write[]>} */
  const writes = new Map();

  /** The last write of each element. @type {WeakMap<Element, Write>} */
  const latest = new WeakMap();

  /** Whether the browser says that a person has changed it, and it does not hold just what Vaulty wrote. @param {Element} element */
  const isTouched = (element) => vaulty.platform.isTouched(element) && !holdsOurs(element);

  /**
   * Whether it holds what Vaulty wrote into it when no person had touched it: some browsers sign what scripts write.
   * @param {Element} element
   */
  const holdsOurs = (element) => {
    const write = latest.get(element);
    return write !== undefined && !write.touched && isSame(reading(element), write.after);
  };

  /** The radio of the same group that is chosen now. @param {Element} element */
  const chosenRival = (element) => {
    if (!isTickable(element) || element.type !== "radio" || !element.name) return null;
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const group = root.querySelectorAll(`input[type=radio][name="${CSS.escape(element.name)}"]`);
    const rival = [...group].filter(isTickable).find((radio) => radio.checked && radio.form === element.form);
    return rival && rival !== element ? new WeakRef(rival) : null;
  };

  /** Remembers what an element holds before it is written. @param {Element} element @param {Run} run */
  const remember = (element, run) => {
    const list = writes.get(run.jobId) ?? [];
    writes.set(run.jobId, list);
    const known = list.find((write) => write.element.deref() === element);
    if (known) return known;
    const before = reading(element);
    const files = element instanceof HTMLInputElement && element.type === "file" ? element.files : null;
    const write = {
      element: new WeakRef(element), before, after: before, files, picked: false, wasInvalid: isInvalid(element), said: complaintAbout(element), rival: chosenRival(element),
      touched: isTouched(element),
    };
    list.push(write);
    latest.set(element, write);
    return write;
  };

  /** Puts back one write. @param {Element} element @param {Write} write */
  const restore = async (element, write) => {
    if (isTickable(element)) {
      const rival = write.rival?.deref();
      if (rival?.isConnected) hand.tap({ owner: rival, as: "self" }, rival);
      else if (element.type === "checkbox") hand.tap({ owner: element, as: "self" }, element);
      else {
        element.checked = write.before.read === "true";
        sendInput(element, "", "");
        sendChange(element);
      }
    } else if (element instanceof HTMLSelectElement) {
      chooseOptions(element, write.before.chosen ?? []);
    } else if (element instanceof HTMLInputElement && element.type === "file") {
      element.files = write.files ?? new DataTransfer().files;
      sendInput(element, "", "");
      sendChange(element);
    } else if (isTextControl(element) || isEditable(element)) {
      await writeText(element, write.before.read, "setter", { jobId: "", show: false, patience: 0, unread: [], at: () => 0, began: performance.now(), isStale: false });
    } else if (element.hasAttribute("aria-checked")) {
      hand.tap({ owner: element, as: "self" }, element);
    }
    await breath();
    return isSame(reading(element), write.before);
  };

  /** @param {string} jobId @returns {Promise<[number, number]>} fields put back, fields left alone */
  const undo = async (jobId) => {
    let restored = 0;
    let kept = 0;
    for (const write of (writes.get(jobId) ?? []).reverse()) {
      const element = write.element.deref();
      if (element?.isConnected && isSame(write.before, write.after)) continue;
      const ours = element?.isConnected && isSame(reading(element), write.after);
      if (ours && (await restore(element, write))) restored += 1;
      else kept += 1;
    }
    writes.delete(jobId);
    return [restored, kept];
  };

  /** What a field held before this job wrote to it. @param {Element} element @param {Run} run */
  const remembered = (element, run) => writes.get(run.jobId)?.find((write) => write.element.deref() === element);

  vaulty.controls.holdsOurs = holdsOurs;
  vaulty.memory = { remember, remembered, restore, undo };
})();
