// @ts-check
// What a press sends as the form stands now: how, where to, and which entries, and what of it is not what was approved.
// It reads alone.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").Expect} Expect */
  /** @typedef {import("../types/vaulty.d.ts").FormEntry} FormEntry */

  if (!globalThis.vaulty || vaulty.forms) return;

  const { attribute, getter, method, textContent: textOf } = vaulty.dom;

  /** Most entries and longest values that a card gets. */
  const MAX_ENTRIES = 10_000;
  const MAX_VALUE = 20_000;

  // A form's own properties can be shadowed by controls with such names (`<input name="action">`).
  const closest = method(Element, "closest");
  const controlsOf = getter(HTMLFormElement, "elements");

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

  /** @param {string} text */
  const plain = (text) => text.replace(/\r\n?/g, "\n");

  /**
   * Whether a control holds what its entry says: a script may have another list sent than the fields say.
   * @param {any} control @param {FormDataEntryValue} value
   */
  const holds = (control, value) => {
    if (typeof value !== "string") return (!value.size && !value.name) || [...(control.files ?? [])].includes(value);
    if (control instanceof HTMLSelectElement) return [...control.selectedOptions].some((option) => option.value === value);
    return !("value" in control) || plain(control.value) === plain(value);
  };

  /** @param {[string, FormDataEntryValue]} entry */
  const digestOf = ([name, value]) => vaulty.digest(JSON.stringify([name, plain(asText(value))]));

  /** What stands for the entries that a card doesn't list. */
  const REST = "…";

  /** Names and digests of a list of entries; of what a card doesn't list one for all. @param {[string, FormDataEntryValue][]} list @returns {[string, string][]} */
  const digestsOf = (list) => {
    const listed = list.slice(0, MAX_ENTRIES).map((entry) => /** @type {[string, string]} */ ([entry[0], digestOf(entry)]));
    const rest = list.slice(MAX_ENTRIES).map(digestOf).join();
    return rest ? [[REST, vaulty.digest(rest)], ...listed] : listed;
  };

  /** The values under a name. @param {[string, string][]} list @param {string} name */
  const under = (list, name) => list.filter(([key]) => key === name).map(([, value]) => plain(value));

  /** Names whose entries differ between two lists. @param {[string, string][]} one @param {[string, string][]} other */
  const differing = (one, other) =>
    [...new Set([...one, ...other].map(([name]) => name))].filter((name) => JSON.stringify(under(one, name)) !== JSON.stringify(under(other, name)));

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
    const unlisted = left > 0 ? [{ name: REST, digest: digestsOf(list)[0]?.[1] ?? "", value: `${left} more entries that are not listed here` }] : [];
    return [...unlisted, ...list.slice(0, MAX_ENTRIES).map(entryOf)];

    /** @param {[string, FormDataEntryValue]} entry @returns {FormEntry} */
    function entryOf([name, value]) {
      const owner = owners.get(name)?.shift();
      const text = typeof value === "string" ? value : value.name;
      /** @type {FormEntry} */
      const entry = { name, digest: "", value: text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}… (${text.length - MAX_VALUE} more letters)` : text };
      entry.digest = digestOf([name, value]);
      if (typeof value !== "string") entry.isFile = true;
      if (owner) entry.ref = vaulty.numberOf(owner);
      if (owner instanceof HTMLInputElement && owner.type === "hidden") entry.isHidden = true;
      if (owner instanceof HTMLInputElement && owner.type === "password") entry.value = text && "•".repeat(8);
      if (owner && !holds(owner, value)) entry.isChanged = true;
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
    const listed = expect.entries ?? [];
    const other = differing(listed, digestsOf(listOf(button))).filter((name) => !varies(expect, name) && name !== "_charset_");
    // What was told already is not told twice.
    // guard: sent-entries (yes-card-lists-another-amount, yes-card-lists-less)
    if (expect.entries != null && !found.length) found.push(...other.map((name) => `entry:${name}`));
    return found;
  };

  /** @param {Expect} expect @param {string} name */
  const varies = (expect, name) => expect.varies?.includes(name) === true;

  vaulty.forms = {
    attribute, isSubmitter, formOf, wayOf, linksOf, way, hidden, numberOfFile, asText, listOf, isListing: () => isListing, entries, changes, varies, under, differing,
  };
})();
