// @ts-check
// Holds what would leave this document while it is written: what the page sends or opens by itself when it
// hears of a write is kept back and told. It never sends anything; only what the person said yes to is sent
// again, by the one exit for presses. A rule of the browser's own (the worker's) holds what is not heard here.

(() => {
  if (!globalThis.vaulty || vaulty.hold) return;

  /** @typedef {import("../types/vaulty.d.ts").RawHeld} RawHeld */

  /** How long what was pressed without a yes sends nothing, in milliseconds: pages ask a script or a server first. */
  const AFTER_A_PRESS = 10_000;
  /** Fewest letters of what a field holds that are looked for in an address. */
  const TELLING = 3;
  /** How long a hold lasts that nobody renews: its worker may be gone. Milliseconds. */
  const LEASE = 40_000;
  /** How long a page that was just written has its turn. Milliseconds. */
  const TURN = 500;
  /** Most attempts that are told. */
  const MAX_TOLD = 8;

  let ends = 0;
  let sendsEnds = 0;
  /** Whether what is held now is of our own doing: Enter in a box of tokens. */
  let isOwn = false;
  let attempts = 0;
  /** @type {RawHeld[]} */
  const told = [];
  /** What a form was to be sent by. @type {WeakMap<Element, WeakRef<HTMLElement>>} */
  const submitters = new WeakMap();

  const isOn = () => isOwn || performance.now() < ends;
  const holdsSends = () => performance.now() < sendsEnds;

  /** Whether an address carries what a field of this document holds. @param {URL} url */
  const carriesValues = (url) => {
    let said = url.href.replace(/\+/g, " ");
    try {
      said = decodeURIComponent(said);
    } catch {
      // What is not encoded is looked for as it stands.
    }
    said = said.toLowerCase();
    return [...document.querySelectorAll("input:not([type=hidden i]), textarea")].some((field) => {
      const value = /** @type {HTMLInputElement} */ (field).value.trim().toLowerCase();
      return value.length >= TELLING && said.includes(value) && !document.URL.toLowerCase().includes(value);
    });
  };

  /** Whether leaving sends a form, leads to another site, or carries what is filled in. @param {any} event */
  const isSending = (event) => {
    if (event.formData || formOf(event)) return true;
    const url = new URL(event.destination.url);
    return url.origin !== new URL(document.URL).origin || carriesValues(url);
  };

  /** The form that a navigation is of. @param {any} event @returns {HTMLFormElement | null} */
  const formOf = ({ sourceElement }) =>
    vaulty.forms.isForm(sourceElement) ? sourceElement : (sourceElement?.form ?? null);

  /** @param {Element | null} form @param {Element | null} submitter */
  const tell = (form, submitter) => {
    if (isOwn) return;
    attempts += 1;
    /** @type {RawHeld} */
    const held = { attempt: attempts };
    if (vaulty.forms.isForm(form)) {
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
    const form = formOf(event);
    tell(form, form && event.sourceElement !== form ? event.sourceElement : null);
  };

  addEventListener("submit", (event) => {
    // guard: submit (sends-itself-on-change)
    if (isOn()) return holdSubmit(event);
    // guard: submit-unasked (next-that-sends-by-its-own-handler)
    if (holdsSends()) holdSubmit(event);
  }, true);

  const { navigation } = /** @type {any} */ (globalThis);
  navigation?.addEventListener("navigate", (/** @type {any} */ event) => {
    // guard: navigate (form-without-a-button, sends-itself-on-input)
    if (isOn() && !event.destination.sameDocument) return holdNavigation(event);
    // guard: navigate-unasked (next-by-the-rules-that-sends, next-that-leads-away)
    if (holdsSends() && !event.destination.sameDocument && isSending(event)) holdNavigation(event);
  });

  /** What the person presses by themselves is theirs. @param {Event} event */
  const onOwnPress = (event) => {
    if (event.isTrusted) sendsEnds = 0;
  };
  addEventListener("pointerdown", onOwnPress, true);
  addEventListener("keydown", onOwnPress, true);

  vaulty.hold = {
    start() {
      ends = performance.now() + LEASE;
    },
    sends() {
      ends = 0;
      sendsEnds = performance.now() + AFTER_A_PRESS;
    },
    holdsSends,
    as(wanted) {
      if (wanted === "everything") this.start();
      else if (wanted === "sends") this.sends();
      else if (wanted === "turn") ends = Math.min(ends, performance.now() + TURN);
      else this.end();
    },
    end() {
      ends = 0;
    },
    allow() {
      ends = 0;
      sendsEnds = 0;
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
        return form ? { ...held, digest: vaulty.forms.way(form) } : held;
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
