// @ts-check
// Compares what leaves with what was approved: when the page has had its say and the form is about to leave, what is not
// what was approved is kept back and told. It sends nothing, presses nothing, and keeps no value longer than the click
// lasts.
//
// Where the entries are gathered last, in `formdata`, nothing can be held any more: there what was approved is
// put back. Not held: what a script sends by itself, and whatever hides these events from us
// (`stopImmediatePropagation`).

(() => {
  /** @typedef {import("../types/vaulty.d.ts").Expect} Expect */
  /** An entry as text: of a file what tells it from others. @typedef {[name: string, value: string]} Entry */
  /** `plain`: as an address carries it, of files the names. @typedef {{ url: string, method: string, target: string, enctype: string, entries: Entry[], plain: Entry[] }} Sending */

  if (!globalThis.vaulty || vaulty.sent) return;

  const { attribute, isSubmitter, formOf, wayOf, linksOf, way, wayText, hidden, asText, listOf, isListing, listsOf, entries, changes, isForm, isFree, isCharset, under, differing } = vaulty.forms;

  /** How long after the click what leaves is compared, in milliseconds: pages ask a script or a server first. */
  const WATCH = 10_000;

  /** What a form would send, as it was approved. @typedef {{ sending: Sending, list: [string, FormDataEntryValue][] }} Approved */
  /**
   * What was approved and is being pressed: by its own form, or, where it has none, whatever any form sends then.
   * @type {{ button: Element, forms: Map<HTMLFormElement, Approved>, leads: string[], expect: Expect, own: ReturnType<typeof ownEntry>, ends: number } | null}
   */
  let watched = null;
  /** What was otherwise when the approved press was kept back last. @type {string[]} */
  let kept = [];

  /** @param {Element} button @param {HTMLFormElement} form @param {[string, FormDataEntryValue][]} list @returns {Sending} */
  const sendingOf = (button, form, list) => {
    return {
      ...wayOf(button, form),
      entries: list.map(([name, value]) => [name, asText(value)]),
      plain: list.map(([name, value]) => [name, typeof value === "string" ? value : value.name]),
    };
  };

  /**
   * Begins to compare what leaves with what is approved now.
   * @param {Element} button @param {Expect} expect @param {Map<HTMLFormElement, [string, FormDataEntryValue][]>} lists what was compared with the card: a page may tell one list from the next
   */
  const watch = (button, expect, lists) => {
    kept = [];
    const form = formOf(button);
    watched = expect.way == null ? null : {
      button, expect, own: ownEntry(button), ends: performance.now() + WATCH, leads: linksOf(button).map(({ href }) => href),
      forms: new Map([...lists].map(([one, list]) => [one, { sending: sendingOf(form ? button : one, one, list), list }])),
    };
    // Those that were added last hear last, and what was changed before is seen.
    hearLast();
  };

  /** What the pressed button itself adds to a list of entries (HTML, "constructing the entry list"). @param {Element} button */
  const ownEntry = (button) => {
    if (!isSubmitter(button)) return null;
    const { type, value } = /** @type {HTMLInputElement} */ (button);
    return { name: attribute(button, "name") ?? "", value, isImage: type === "image" };
  };

  /**
   * Whether the entries under a name differ by no more than what the button adds: a script that sends the form leaves
   * it out, and of an image it is where it was pressed.
   * @param {Entry[]} approved @param {Entry[]} now @param {string} name @param {NonNullable<ReturnType<typeof ownEntry>>} own
   */
  const isOfButton = (approved, now, name, own) => {
    const [before, after] = [under(approved, name), under(now, name)];
    if (own.isImage) {
      const isPlace = own.name ? name === `${own.name}.x` || name === `${own.name}.y` : name === "x" || name === "y";
      return isPlace && [...before, ...after].length <= 2 && [...before, ...after].every((value) => /^\d{1,5}$/.test(value));
    }
    if (!own.name || name !== own.name) return false;
    const at = before.lastIndexOf(own.value);
    return at >= 0 && JSON.stringify(before.filter((_, place) => place !== at)) === JSON.stringify(after);
  };

  /** What a list of entries holds that was not approved so. @param {Sending} sending @param {Entry[]} entries @param {"entries" | "plain"} as */
  const otherThanApproved = (sending, entries, as = "entries") => {
    if (!watched) return [];
    const { expect, own } = watched;
    return differing(sending[as], entries)
      .filter((name) => !isFree(expect, name, sending[as], entries) && !isCharset(name, entries) && !(own && isOfButton(sending[as], entries, name, own)))
      .map((name) => `entry:${name}`);
  };

  const isWatching = () => watched !== null && performance.now() < watched.ends;

  /** @param {Sending} approved @param {{ url: string, method: string, target: string, enctype: string }} now */
  const isOtherWay = ({ url, method, target, enctype }, now) =>
    now.url !== url || now.method !== method || now.target !== target || now.enctype !== enctype;

  /** @param {SubmitEvent} event */
  const onSubmit = (event) => {
    if (!watched || !isWatching() || event.defaultPrevented || !isForm(event.target)) return;
    const approved = watched.forms.get(event.target);
    const by = event.submitter ?? event.target;
    const now = sendingOf(by, event.target, listOf(by, event.target));
    // A script may send the form without its button, but not by another one of the form.
    const isAnothers = event.submitter !== null && event.submitter !== watched.button && formOf(watched.button) !== null;
    const isElsewhere = !approved || isAnothers || isOtherWay(approved.sending, now);
    const other = [...(isElsewhere ? ["way"] : []), ...(approved ? otherThanApproved(approved.sending, now.entries) : [])];
    // guard: sent-submit (yes-changed-on-submit)
    if (other.length) keep(event, other);
  };

  /** @param {any} event */
  const onNavigate = (event) => {
    if (!watched || !isWatching() || event.userInitiated || event.destination.sameDocument || event.navigationType === "traverse") return;
    const source = event.sourceElement ?? null;
    const form = isForm(source) ? source : (source?.form ?? null);
    const going = new URL(event.destination.url);
    // Without its source it is told by the only form that it may be of.
    const sending = (form ? watched.forms.get(form) : watched.forms.size === 1 ? [...watched.forms.values()][0] : undefined)?.sending;
    /** @type {string[]} */
    let other = [];
    if (source instanceof HTMLAnchorElement && watched.leads.length) {
      if (!watched.leads.includes(going.href)) other = ["way"];
    } else if ((event.formData || form) && !sending) {
      other = ["way"];
    } else if (event.formData && sending) {
      going.hash = "";
      const wanted = new URL(sending.url);
      wanted.hash = "";
      const list = [...event.formData].map(([name, value]) => /** @type {Entry} */ ([name, asText(value)]));
      other = [...(going.href === wanted.href && sending.method === "post" ? [] : ["way"]), ...otherThanApproved(sending, list)];
    } else if (form && sending) {
      const wanted = new URL(sending.url);
      const isSame = going.origin === wanted.origin && going.pathname === wanted.pathname && sending.method !== "post";
      other = [...(isSame ? [] : ["way"]), ...otherThanApproved(sending, [...going.searchParams], "plain")];
    }
    // guard: sent-navigate (yes-sent-by-script)
    if (other.length) keep(event, other);
  };

  /** @param {Event} event @param {string[]} other */
  const keep = (event, other) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept = [...new Set(other)];
    isOver();
  };

  /** The yes is used: what else the page sends is nobody's doing but its own. */
  const isOver = () => {
    watched = null;
    vaulty.hold.sends();
  };

  /** What the person presses by themselves is theirs. @param {Event} event */
  const onOwnPress = (event) => {
    if (event.isTrusted) watched = null;
  };

  /** Whether it is shown in this very document, which hears of it and can hold it. @param {string} target */
  const isHere = (target) => target === "" || target.toLowerCase() === "_self";

  /** @param {FormData} formData */
  const empty = (formData) => {
    for (const name of new Set(formData.keys())) formData.delete(name);
  };

  /** @param {FormData} formData */
  const refuse = (formData) => {
    empty(formData);
    kept = ["way"];
  };

  /** @param {FormData} formData @param {string[]} names @param {[string, FormDataEntryValue][]} approved */
  const putBack = (formData, names, approved) => {
    for (const name of names) {
      formData.delete(name);
      for (const [key, value] of approved) if (key === name) formData.append(name, value);
    }
  };

  /**
   * What leaves into a frame or a new tab cannot be held once its entries are gathered. If it goes where nobody said yes
   * to, it goes empty; else what was approved is put back.
   * @param {FormDataEvent} event
   */
  const onFormData = (event) => {
    if (isListing() || !isForm(event.target)) return;
    const form = event.target;
    if (!watched || !isWatching()) {
      // guard: sent-again (yes-approved-first-then-more)
      if (vaulty.hold.holdsSends() && !isHere(wayOf(form, form).target)) empty(event.formData);
      return;
    }
    const way = wayOf(formOf(watched.button) === form ? watched.button : form, form);
    if (isHere(way.target)) return;
    const { formData } = event;
    const approved = watched.forms.get(form);
    queueMicrotask(isOver);
    // guard: sent-elsewhere (yes-sent-into-a-frame-elsewhere)
    if (!approved || isOtherWay(approved.sending, way)) return refuse(formData);
    const now = [...formData].map(([name, value]) => /** @type {Entry} */ ([name, asText(value)]));
    const other = otherThanApproved(approved.sending, now).map((change) => change.slice("entry:".length));
    // guard: sent-formdata (yes-frame-amount-swapped-by-script)
    if (other.length) putBack(formData, other, approved.list);
  };

  /** Puts the listeners behind all that the page has added by now. */
  const hearLast = () => {
    removeEventListener("submit", onSubmit);
    addEventListener("submit", onSubmit);
    removeEventListener("formdata", onFormData);
    addEventListener("formdata", onFormData);
  };

  addEventListener("submit", onSubmit, true);
  // What listeners on the way add is behind these, too.
  addEventListener("submit", () => watched && hearLast(), true);
  addEventListener("formdata", () => watched && hearLast(), true);
  hearLast();
  addEventListener("pointerdown", onOwnPress, true);
  addEventListener("keydown", onOwnPress, true);
  /** @type {any} */ (globalThis).navigation?.addEventListener("navigate", onNavigate);

  /** What goes along with a press, and how it is sent, by the number of what is pressed. @param {number} number */
  const entriesOf = (number) => {
    const button = vaulty.element(number);
    return button?.isConnected ? { entries: entries(button), way: wayText(button), wayDigest: way(button) } : {};
  };

  vaulty.sent = { way, hidden, listsOf, changes, entriesOf, watch, kept: () => kept.slice() };
})();
