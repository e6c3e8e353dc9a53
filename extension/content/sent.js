// @ts-check
// What a form would send: how, where to, and which entries. Compared right before the approved click, and
// again when the page has had its say and the form is about to leave; what is not what was approved is kept
// back and told. It sends nothing, presses nothing, and keeps no value longer than the click lasts.
//
// Where the entries are gathered last, in `formdata`, nothing can be held any more: there what was approved is
// put back. Not held: what a script sends by itself, and whatever hides these events from us
// (`stopImmediatePropagation`).

(() => {
  /** @typedef {import("../types/vaulty.d.ts").Expect} Expect */
  /** @typedef {import("../types/vaulty.d.ts").FormEntry} FormEntry */
  /** An entry as text: of a file what tells it from others. @typedef {[name: string, value: string]} Entry */
  /** `plain`: as an address carries it, of files the names. @typedef {{ url: string, method: string, target: string, enctype: string, entries: Entry[], plain: Entry[] }} Sending */

  if (!globalThis.vaulty || vaulty.sent) return;

  /** How long after the click what leaves is compared, in milliseconds: pages ask a script or a server first. */
  const WATCH = 10_000;
  /** Most entries and longest values that a card gets. */
  const MAX_ENTRIES = 10_000;
  const MAX_VALUE = 20_000;

  // A form's own properties can be shadowed by controls with such names (`<input name="action">`).
  /** @param {Function} run @returns {(target: any, ...rest: any[]) => any} */
  const uncurried = (run) => Function.prototype.call.bind(run);
  /** @param {{ prototype: object }} type @param {string} name */
  const getter = (type, name) =>
    uncurried(/** @type {Function} */ (Object.getOwnPropertyDescriptor(type.prototype, name)?.get));
  const attribute = uncurried(Element.prototype.getAttribute);
  const closest = uncurried(Element.prototype.closest);
  const controlsOf = getter(HTMLFormElement, "elements");
  const textOf = getter(Node, "textContent");

  /** @param {any} button @returns {button is HTMLButtonElement | HTMLInputElement} */
  const isNative = (button) => button instanceof HTMLButtonElement || button instanceof HTMLInputElement;
  /** @param {Element} button */
  const isSubmitter = (button) => isNative(button) && (button.type === "submit" || button.type === "image");

  /** The form that a press sends, or may have a script send. @param {Element} button @returns {HTMLFormElement | null} */
  const formOf = (button) =>
    button instanceof HTMLFormElement ? button : isNative(button) ? button.form : closest(button, "form");

  /** @param {Element} button @param {string} own the button's attribute @param {string} name the form's @param {HTMLFormElement} form */
  const said = (button, own, name, form) => (isSubmitter(button) ? attribute(button, own) : null) ?? attribute(form, name) ?? "";

  /** @param {string} action */
  const resolved = (action) => {
    try {
      return new URL(action || document.URL, document.baseURI).href;
    } catch {
      return action;
    }
  };

  /** How and where to a form is sent. @param {Element} button @param {HTMLFormElement} form */
  const wayOf = (button, form) => ({
    url: resolved(said(button, "formaction", "action", form)),
    method: said(button, "formmethod", "method", form).toLowerCase() || "get",
    target: said(button, "formtarget", "target", form) || baseTarget(),
    enctype: said(button, "formenctype", "enctype", form).toLowerCase(),
  });

  const LINKS = "a[href], area[href]";

  /** Where a press leads by a link: its own, the one that it is in, those that it holds. @param {Element} button */
  const linksOf = (button) =>
    /** @type {(HTMLAnchorElement | HTMLAreaElement)[]} */ ([closest(button, LINKS), ...button.querySelectorAll(LINKS)].filter(Boolean));

  /** How a press leads somewhere. @param {Element} button */
  const leading = (button) =>
    linksOf(button).map(({ href, target, ping, download, rel }) => [href, target || baseTarget(), ping, download, rel]);

  const baseTarget = () => document.querySelector("base[target]")?.getAttribute("target") ?? "";

  /** A digest of how a press sends, and of the button itself; only comparable in this document. @param {Element} button */
  const way = (button) => {
    const form = formOf(button);
    const own = ["id", "name", "value", "type", "form", "onclick", "href"].map((name) => attribute(button, name));
    const sends = form ? [vaulty.numberOf(form), Object.values(wayOf(button, form)), attribute(form, "accept-charset")] : [];
    const text = isNative(button) && button instanceof HTMLInputElement ? button.value : textOf(button).replace(/\s+/g, " ").trim();
    return vaulty.digest(JSON.stringify([own, leading(button), sends, button instanceof HTMLFormElement ? "" : text]));
  };

  /** A digest of a hidden input. @param {HTMLInputElement} input */
  const hidden = (input) => vaulty.digest(JSON.stringify([input.name, input.value, input.disabled]));

  /** Those of its form; of what has none any may go along. @param {Element} button @returns {HTMLInputElement[]} */
  const hiddenOf = (button) => {
    const form = formOf(button);
    const all = form ? [...controlsOf(form)] : [...document.querySelectorAll("input")];
    return all.filter((control) => control instanceof HTMLInputElement && control.type === "hidden");
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

  /** @param {FormDataEntryValue} value */
  const asText = (value) =>
    typeof value === "string" ? value : `${value.name}/${value.size}/${value.type}/${numberOfFile(value)}`;

  /** What a form's own list of entries holds (HTML, "constructing the entry list"). @param {Element} button */
  const listOf = (button) => {
    const form = formOf(button);
    if (!form) return [];
    isListing = true;
    try {
      return [...(isSubmitter(button) ? new FormData(form, /** @type {HTMLElement} */ (button)) : new FormData(form))];
    } catch {
      // The button has gone from its form, or the list is being made this very moment.
      return [...new FormData(form)];
    } finally {
      isListing = false;
    }
  };
  /** Whether a list is made for us: nothing leaves. */
  let isListing = false;

  /** The names under which a control has entries, and how many it has. @param {any} control @returns {number} */
  const countOf = (control) => {
    if (!control.name || control.matches(":disabled")) return 0;
    if (control instanceof HTMLSelectElement) return control.selectedOptions.length;
    if (control instanceof HTMLInputElement) {
      if (control.type === "checkbox" || control.type === "radio") return Number(control.checked);
      if (control.type === "file") return Math.max(1, control.files?.length ?? 0);
      return /^(?:submit|image|button|reset)$/.test(control.type) ? 0 : 1;
    }
    return control instanceof HTMLTextAreaElement || control.localName.includes("-") ? 1 : 0;
  };

  /** What goes along with a press, each entry with the control that it is of. @param {Element} button @returns {FormEntry[]} */
  const entries = (button) => {
    const form = formOf(button);
    if (!form) return [];
    /** @type {Map<string, any[]>} */
    const owners = new Map();
    for (const control of controlsOf(form)) {
      const name = attribute(control, "name") ?? "";
      for (let at = countOf(control); at > 0; at -= 1) owners.set(name, [...(owners.get(name) ?? []), control]);
    }
    const list = listOf(button);
    const left = list.length - MAX_ENTRIES;
    /** @type {FormEntry[]} */
    const unlisted = left > 0 ? [{ name: "…", value: `${left} more entries that are not listed here` }] : [];
    return [...unlisted, ...list.slice(0, MAX_ENTRIES).map(entryOf)];

    /** @param {[string, FormDataEntryValue]} entry @returns {FormEntry} */
    function entryOf([name, value]) {
      const owner = owners.get(name)?.shift();
      const text = typeof value === "string" ? value : value.name;
      /** @type {FormEntry} */
      const entry = { name, value: text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}… (${text.length - MAX_VALUE} more letters)` : text };
      if (typeof value !== "string") entry.isFile = true;
      if (owner) entry.ref = vaulty.numberOf(owner);
      if (owner instanceof HTMLInputElement && owner.type === "hidden") entry.isHidden = true;
      if (owner instanceof HTMLInputElement && owner.type === "password") entry.value = text && "•".repeat(8);
      // A script may have another list sent than the fields say.
      const holds = owner && "value" in owner && !(owner instanceof HTMLSelectElement) && typeof value === "string" ? owner.value : text;
      if (owner && holds.replace(/\r\n?/g, "\n") !== text.replace(/\r\n?/g, "\n")) entry.isChanged = true;
      return entry;
    }
  };

  /** What differs from what was approved, right before the click. @param {Element} button @param {Expect} expect @returns {string[]} */
  const changes = (button, expect) => {
    /** @type {string[]} */
    const found = [];
    // guard: sent-values (yes-field-changed-on-pointerdown)
    if (expect.valuesDigest != null && expect.valuesDigest !== vaulty.valuesDigest()) found.push("values");
    // guard: sent-way (yes-action-swapped, yes-method-swapped)
    if (expect.way != null && expect.way !== way(button)) found.push("way");
    if (expect.hidden == null) return found;
    const then = new Map(expect.hidden);
    for (const input of hiddenOf(button)) {
      const number = vaulty.numberOf(input);
      // guard: sent-hidden (yes-amount-swapped)
      if (then.get(number) !== hidden(input) && !varies(expect, input.name)) found.push(`hidden:${input.name}`);
      then.delete(number);
    }
    // guard: sent-hidden-gone (yes-hidden-removed)
    if (then.size) found.push("gone");
    return found;
  };

  /** @param {Expect} expect @param {string} name */
  const varies = (expect, name) => expect.varies?.includes(name) === true;

  // ---------------------------------------------------------------- what leaves

  /** What a form would send, as it was approved. @typedef {{ sending: Sending, list: [string, FormDataEntryValue][] }} Approved */
  /**
   * What was approved and is being pressed: by its own form, or, where it has none, whatever any form sends then.
   * @type {{ button: Element, forms: Map<HTMLFormElement, Approved>, leads: string[], expect: Expect, own: ReturnType<typeof ownEntry>, ends: number } | null}
   */
  let watched = null;
  /** What was otherwise when the approved press was kept back last. @type {string[]} */
  let kept = [];

  /** @param {Element} button @param {HTMLFormElement} form @returns {Sending} */
  const sendingOf = (button, form) => {
    const list = listOf(button);
    return {
      ...wayOf(button, form),
      entries: list.map(([name, value]) => [name, asText(value)]),
      plain: list.map(([name, value]) => [name, typeof value === "string" ? value : value.name]),
    };
  };

  /** @param {Element} button @param {HTMLFormElement} form @returns {Approved} */
  const approvedOf = (button, form) => ({ sending: sendingOf(button, form), list: listOf(button) });

  /** Begins to compare what leaves with what is approved now. @param {Element} button @param {Expect} expect */
  const watch = (button, expect) => {
    kept = [];
    const form = formOf(button);
    const forms = form ? [form] : [...document.forms];
    watched = expect.way == null ? null : {
      button, expect, own: ownEntry(button), ends: performance.now() + WATCH, leads: linksOf(button).map(({ href }) => href),
      forms: new Map(forms.map((one) => [one, approvedOf(form ? button : one, one)])),
    };
    // Those that were added last hear last, and what was changed before is seen.
    hearLast();
  };

  /** The values under a name. @param {Entry[]} list @param {string} name */
  const under = (list, name) => list.filter(([key]) => key === name).map(([, value]) => value.replace(/\r\n?/g, "\n"));

  /** Names whose entries differ between two lists. @param {Entry[]} one @param {Entry[]} other */
  const differing = (one, other) =>
    [...new Set([...one, ...other].map(([name]) => name))].filter((name) => JSON.stringify(under(one, name)) !== JSON.stringify(under(other, name)));

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
      .filter((name) => !varies(expect, name) && name !== "_charset_" && !(own && isOfButton(sending[as], entries, name, own)))
      .map((name) => `entry:${name}`);
  };

  const isWatching = () => watched !== null && performance.now() < watched.ends;

  /** @param {Sending} approved @param {{ url: string, method: string, target: string, enctype: string }} now */
  const isOtherWay = ({ url, method, target, enctype }, now) =>
    now.url !== url || now.method !== method || now.target !== target || now.enctype !== enctype;

  /** @param {SubmitEvent} event */
  const onSubmit = (event) => {
    if (!watched || !isWatching() || event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    const approved = watched.forms.get(event.target);
    const now = sendingOf(event.submitter ?? event.target, event.target);
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
    const form = source instanceof HTMLFormElement ? source : (source?.form ?? null);
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
    if (isListing || !(event.target instanceof HTMLFormElement)) return;
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

  vaulty.sent = { way, hidden, changes, entries, watch, numberOfFile, kept: () => kept.slice() };
})();
