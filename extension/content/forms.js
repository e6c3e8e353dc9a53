// @ts-check
// What a press sends as the form stands now: how, where to, and which entries, and what of it is not what was approved.
// It reads alone.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").Expect} Expect */
  /** @typedef {import("../types/vaulty.d.ts").FormEntry} FormEntry */

  if (!globalThis.vaulty || vaulty.forms) return;

  const { attribute, getter, localName, method, nodeType, numberOfFile, textContent: textOf } = vaulty.dom;

  /** Most entries and longest values that a card gets. */
  const MAX_ENTRIES = 10_000;
  const MAX_VALUE = 20_000;

  // A form's own properties can be shadowed by controls with such names (`<input name="action">`).
  const closest = method(Element, "closest");
  const controlsOf = getter(HTMLFormElement, "elements");

  const XHTML = "http://www.w3.org/1999/xhtml";
  const namespaceOf = getter(Element, "namespaceURI");
  /** Whether it is an element of HTML of this name. What a page has brought from a frame is no instance of this window's. @param {any} node @param {string} name */
  const is = (node, name) => {
    try {
      return nodeType(node) === Node.ELEMENT_NODE && namespaceOf(node) === XHTML && localName(node) === name;
    } catch {
      return false;
    }
  };
  /** @param {any} node @returns {node is HTMLFormElement} */
  const isForm = (node) => is(node, "form");
  /** @param {any} button @returns {button is HTMLButtonElement | HTMLInputElement} */
  const isNative = (button) => is(button, "button") || is(button, "input");
  /** Whether it was made in another window: what it does there is not known of here. @param {Element} element */
  const isForeign = (element) => namespaceOf(element) === XHTML && !(element instanceof HTMLElement);
  /** @param {Element} button */
  const isSubmitter = (button) => isNative(button) && (button.type === "submit" || button.type === "image");

  /** The form that a press sends, or may have a script send. @param {Element} button @returns {HTMLFormElement | null} */
  const formOf = (button) =>
    isForm(button) ? button : isNative(button) ? button.form : closest(button, "form");

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

  /** How a press sends, and the button itself, to be compared with those of another document. @param {Element} button */
  const wayText = (button) => {
    const form = formOf(button);
    const own = ["id", "name", "value", "type", "form", "onclick", "href"].map((name) => attribute(button, name));
    const sends = form ? [Object.values(wayOf(button, form)), attribute(form, "accept-charset")] : [];
    const text = isNative(button) && is(button, "input") ? button.value : textOf(button).replace(/\s+/g, " ").trim();
    return JSON.stringify([own, leading(button), sends, isForm(button) ? "" : text]);
  };

  /** A digest of that, and of which form it is; only comparable in this document. @param {Element} button */
  const way = (button) => {
    const form = formOf(button);
    return vaulty.digest(JSON.stringify([form && vaulty.numberOf(form), wayText(button)]));
  };

  /** A digest of a hidden input. @param {HTMLInputElement} input */
  const hidden = (input) => vaulty.digest(JSON.stringify([input.name, input.value, input.disabled]));

  /** Those of its form; of what has none any may go along. @param {Element} button @returns {HTMLInputElement[]} */
  const hiddenOf = (button) => {
    const form = formOf(button);
    const all = form ? [...controlsOf(form)] : [...document.querySelectorAll("input")];
    return all.filter((control) => is(control, "input") && control.type === "hidden");
  };

  /** @param {FormDataEntryValue} value */
  const asText = (value) =>
    typeof value === "string" ? value : `${value.name}/${value.size}/${value.type}/${numberOfFile(value)}`;

  /** An entry, and a form's own list of them (HTML, "constructing the entry list"). @typedef {[string, FormDataEntryValue][]} List */

  /** What a form would send by a button. @param {Element} button @param {HTMLFormElement | null} [form] @returns {List} */
  const listOf = (button, form = formOf(button)) => {
    if (!form) return [];
    isListing = true;
    try {
      return [...(isSubmitter(button) ? new FormData(form, /** @type {HTMLElement} */ (button)) : new FormData(form))];
    } catch {
      // The button is none of the form, or the list is being made this very moment.
      return [...new FormData(form)];
    } finally {
      isListing = false;
    }
  };

  /** What each form would send that a press may send: its own, or, where it has none, any. @param {Element} button @returns {Map<HTMLFormElement, List>} */
  const listsOf = (button) => {
    const own = formOf(button);
    return new Map((own ? [own] : [...document.forms]).map((form) => [form, listOf(button, form)]));
  };
  /** Whether a list is made for us: nothing leaves. */
  let isListing = false;

  /** The names under which a control has entries, and how many it has. @param {any} control @returns {number} */
  const countOf = (control) => {
    if (!control.name || control.matches(":disabled")) return 0;
    if (is(control, "select")) return control.selectedOptions.length;
    if (is(control, "input")) {
      if (control.type === "checkbox" || control.type === "radio") return Number(control.checked);
      if (control.type === "file") return Math.max(1, control.files?.length ?? 0);
      return /^(?:submit|image|button|reset)$/.test(control.type) ? 0 : 1;
    }
    return is(control, "textarea") || control.localName.includes("-") ? 1 : 0;
  };

  /** @param {string} text */
  const plain = (text) => text.replace(/\r\n?/g, "\n");

  /**
   * Whether a control holds what its entry says: a script may have another list sent than the fields say.
   * @param {any} control @param {number} at the how manieth entry of it @param {FormDataEntryValue} value
   */
  const holds = (control, at, value) => {
    if (typeof value !== "string") return (!value.size && !value.name) || control.files?.[at] === value;
    if (is(control, "select")) return control.selectedOptions[at]?.value === value;
    return !("value" in control) || plain(control.value) === plain(value);
  };

  /** @param {HTMLFormElement} form @param {[string, FormDataEntryValue]} entry */
  const digestOf = (form, [name, value]) => vaulty.digest(JSON.stringify([vaulty.numberOf(form), name, plain(asText(value))]));

  /** What stands for the entries that a card doesn't list. */
  const REST = "…";

  /** Names and digests of lists of entries; of what a card doesn't list one for all. @param {Map<HTMLFormElement, List>} lists @returns {[string, string][]} */
  const digestsOf = (lists) => {
    const all = [...lists].flatMap(([form, list]) => list.map((entry) => /** @type {[string, string]} */ ([entry[0], digestOf(form, entry)])));
    const rest = all.slice(MAX_ENTRIES).join();
    return rest ? [[REST, vaulty.digest(rest)], ...all.slice(0, MAX_ENTRIES)] : all;
  };

  /** The values under a name. @param {[string, string][]} list @param {string} name */
  const under = (list, name) => list.filter(([key]) => key === name).map(([, value]) => plain(value));

  /** Names whose entries differ between two lists. @param {[string, string][]} one @param {[string, string][]} other */
  const differing = (one, other) =>
    [...new Set([...one, ...other].map(([name]) => name))].filter((name) => JSON.stringify(under(one, name)) !== JSON.stringify(under(other, name)));

  /** The entries of a form with the control that each is of, and the how manieth of it that is. @param {HTMLFormElement} form @param {List} list */
  const owned = (form, list) => {
    /** @type {Map<string, [any, number][]>} */
    const owners = new Map();
    for (const control of controlsOf(form)) {
      const name = attribute(control, "name") ?? "";
      const count = countOf(control);
      for (let at = 0; at < count; at += 1) owners.set(name, [...(owners.get(name) ?? []), [control, at]]);
    }
    return list.map(([name, value]) => ({ form, name, value, owner: owners.get(name)?.shift() }));
  };

  /** What goes along with a press, each entry with the control that it is of. @param {Element} button @returns {FormEntry[]} */
  const entries = (button) => {
    const lists = listsOf(button);
    const all = [...lists].flatMap(([form, list]) => owned(form, list));
    const left = all.length - MAX_ENTRIES;
    /** @type {FormEntry[]} */
    const unlisted = left > 0 ? [{ name: REST, digest: digestsOf(lists)[0]?.[1] ?? "", value: `${left} more entries that are not listed here` }] : [];
    return [...unlisted, ...all.slice(0, MAX_ENTRIES).map(entryOf)];

    /** @param {ReturnType<typeof owned>[number]} one @returns {FormEntry} */
    function entryOf({ form, name, value, owner: [owner, at] = [undefined, 0] }) {
      const text = typeof value === "string" ? value : value.name || (value.size ? `a file without a name, of ${value.size} bytes` : "");
      const isChanged = owner && !holds(owner, at, value);
      /** @type {FormEntry} */
      const entry = { name, digest: digestOf(form, [name, value]), value: text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}… (${text.length - MAX_VALUE} more letters)` : text };
      if (typeof value !== "string") entry.isFile = true;
      if (owner) entry.ref = vaulty.numberOf(owner);
      if (is(owner, "input") && owner.type === "hidden") entry.isHidden = true;
      // A password of the page's making is none of the person's.
      if (is(owner, "input") && owner.type === "password" && !isChanged) entry.value = text && "•".repeat(8);
      if (isChanged) entry.isChanged = true;
      return entry;
    }
  };

  /** What differs from what was approved, right before the click. @param {Element} button @param {Expect} expect @param {Map<HTMLFormElement, List>} lists what would go along now @returns {string[]} */
  const changes = (button, expect, lists) => {
    /** @type {string[]} */
    const found = [];
    // guard: sent-values (yes-field-changed-on-pointerdown)
    if (expect.valuesDigest != null && expect.valuesDigest !== vaulty.valuesDigest()) found.push("values");
    // guard: sent-way (yes-action-swapped, yes-method-swapped)
    if (expect.way != null && expect.way !== way(button)) found.push("way");
    // What was made in a frame may be told otherwise here.
    if (expect.way != null && [button, ...lists.keys()].some(isForeign)) found.push("way");
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
    const [listed, now] = [expect.entries ?? [], digestsOf(lists)];
    const other = differing(listed, now).filter((name) => !isFree(expect, name, listed, now) && !isCharset(name, [...lists.values()].flat()));
    // What was told already is not told twice.
    // guard: sent-entries (yes-card-lists-another-amount, yes-card-lists-less)
    if (expect.entries != null && !found.length) found.push(...other.map((name) => `entry:${name}`));
    return found;
  };

  /** @param {Expect} expect @param {string} name */
  const varies = (expect, name) => expect.varies?.includes(name) === true;

  /** Whether what is under a name may differ: one entry stays one. @param {Expect} expect @param {string} name @param {[string, string][]} one @param {[string, string][]} other */
  const isFree = (expect, name, one, other) => varies(expect, name) && under(one, name).length === under(other, name).length;

  /** Whether it is the one entry that the browser itself fills in, with the name of an encoding. @param {string} name @param {List} list */
  const isCharset = (name, list) => {
    const own = name === "_charset_" ? list.filter(([key]) => key === name) : [];
    return own.length === 1 && /^[\w:.-]{1,40}$/.test(String(own[0]?.[1]));
  };

  vaulty.forms = {
    attribute, is, isSubmitter, formOf, wayOf, linksOf, way, wayText, hidden, asText, listOf, isListing: () => isListing, listsOf, entries, changes, isForm, isFree, isCharset, under, differing,
  };
})();
