// @ts-check
// Holds what would leave this document while it is written: what the page sends or opens by itself when it
// hears of a write is kept back and told. It never sends anything; only what the person said yes to is sent
// again, by the one exit for presses. A rule of the browser's own (the worker's) holds what is not heard here.

(() => {
  if (!globalThis.vaulty || vaulty.hold) return;

  /** @typedef {import("../types/vaulty.d.ts").RawHeld} RawHeld */

  /** How long a hold lasts that nobody renews: its worker may be gone. Milliseconds. */
  const LEASE = 40_000;
  /** Most attempts that are told. */
  const MAX_TOLD = 8;

  let ends = 0;
  /** Whether what is held now is of our own doing: Enter in a box of tokens. */
  let isOwn = false;
  let attempts = 0;
  /** @type {RawHeld[]} */
  const told = [];
  /** What a form was to be sent by. @type {WeakMap<Element, WeakRef<HTMLElement>>} */
  const submitters = new WeakMap();

  const isOn = () => isOwn || performance.now() < ends;

  /** @param {Element | null} form @param {Element | null} submitter */
  const tell = (form, submitter) => {
    if (isOwn) return;
    attempts += 1;
    /** @type {RawHeld} */
    const held = { attempt: attempts };
    if (form instanceof HTMLFormElement) {
      held.form = vaulty.numberOf(form);
      held.formAction = actionOf(form, submitter);
      if (submitter instanceof HTMLElement) {
        submitters.set(form, new WeakRef(submitter));
        held.submitter = vaulty.numberOf(submitter);
      } else submitters.delete(form);
      const known = told.findIndex((other) => other.form === held.form);
      if (known >= 0) told.splice(known, 1);
    }
    told.push(held);
    told.splice(0, Math.max(0, told.length - MAX_TOLD));
  };

  /** Where a form goes. @param {HTMLFormElement} form @param {Element | null} submitter */
  const actionOf = (form, submitter) => {
    const action = submitter?.getAttribute("formaction") ?? Element.prototype.getAttribute.call(form, "action");
    try {
      return new URL(action || document.URL, document.baseURI).href.slice(0, 2_000);
    } catch {
      return "";
    }
  };

  /** @param {SubmitEvent} event */
  const holdSubmit = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    tell(event.target instanceof Element ? event.target : null, event.submitter);
  };

  /** @param {any} event */
  const holdNavigation = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const source = event.sourceElement ?? null;
    const form = source instanceof HTMLFormElement ? source : source?.form ?? null;
    tell(form, form && source !== form ? source : null);
  };

  addEventListener("submit", (event) => {
    // guard: submit (sends-itself-on-change)
    if (isOn()) holdSubmit(event);
  }, true);

  const { navigation } = /** @type {any} */ (globalThis);
  navigation?.addEventListener("navigate", (/** @type {any} */ event) => {
    // guard: navigate (form-without-a-button, sends-itself-on-input)
    if (isOn() && !event.destination.sameDocument) holdNavigation(event);
  });

  vaulty.hold = {
    start() {
      ends = performance.now() + LEASE;
    },
    end() {
      ends = 0;
    },
    aside(work) {
      const before = isOwn;
      isOwn = true;
      try {
        return work();
      } finally {
        isOwn = before;
      }
    },
    told: () =>
      told.map((held) => {
        const form = held.form == null ? null : vaulty.element(held.form);
        return form ? { ...held, digest: vaulty.sent.way(form) } : held;
      }),
    forget() {
      told.length = 0;
    },
    submitterOf: (form) => {
      const submitter = submitters.get(form)?.deref() ?? null;
      return submitter?.isConnected ? submitter : null;
    },
  };
})();
