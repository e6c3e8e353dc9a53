// @ts-check
// Calendars: what turns them is learnt by pressing it, then a day is chosen. It sets a month or year
// that the calendar has a field for; presses and keys go through `press.js`, as this field's own.

(() => {
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.calendars) return;

  const { roots, above, surrounds, flat, isRendered } = vaulty.tree;
  const { hand, parts, Refusal } = vaulty;
  const { moveFocus, sendChange } = vaulty.hand;
  const { breath, until } = vaulty.turn;
  const { isDisabled, oneLine, reading, textOf } = vaulty.reader;
  const { clickOn, clickPart, POPUP_APPEARS, POPUP_CLOSES, tapKey } = vaulty.clicks;
  const { setNatively } = vaulty.typing;
  const { chooseOptions } = vaulty.choices;
  const { togglerOf } = vaulty.lists;

  /** How long a calendar may take to show another month. */
  const PAGE_TURNS = 400;

  const MAX_PAGES = 150;

  /**
   * The days of a calendar, in order, from the 1st on, and all that came up with them.
   * @typedef {{ grid: Element, days: Element[], around: Element }} Calendar
   */
  /** The first calendar that is rendered and belongs to a field. @param {Element} field @returns {Calendar | null} */
  const calendarOf = (field) => {
    const isDay = (/** @type {Element} */ element) =>
      /^(0?[1-9]|[12]\d|3[01])$/.test(oneLine(element.textContent ?? "")) && !element.firstElementChild && isRendered(element);
    const days = roots().flatMap((root) => [...root.querySelectorAll("*")].filter(isDay));
    const firsts = days.flatMap((day, at) => (Number(day.textContent) === 1 ? [at] : []));
    for (const first of firsts) {
      const month = days.slice(first, first + 28);
      if (month.length < 28 || month.some((day, at) => Number(day.textContent) !== at + 1)) continue;
      let grid = /** @type {Node | null} */ (month[0]);
      while (grid && !month.every((day) => grid && surrounds(grid, day))) grid = above(grid);
      if (!(grid instanceof Element)) continue;
      const around = parts.cameUpWith(field, grid);
      if (parts.opened(field, around)) return { grid, days: days.slice(first, first + 31), around };
    }
    return null;
  };

  /** What may turn the pages: signs first, then what says so. @param {Element} field @param {Calendar} shown */
  const pagers = (field, { around, grid }) => {
    const pressable = flat(around).filter((element) =>
      !surrounds(grid, element) && !surrounds(element, grid) &&
      (element.matches("button, a, [role=button]") ||
        (getComputedStyle(element).cursor === "pointer" && element.parentElement && getComputedStyle(element.parentElement).cursor !== "pointer")) &&
      parts.isPager(field, element));
    const worded = (/** @type {Element} */ element) => /[\p{L}\p{N}]/u.test(textOf(element));
    return [...pressable.filter((element) => !worded(element)), ...pressable.filter(worded)];
  };

  /** What is pressed to choose a day: the button that the number stands on, if there is one. @param {Element} day @param {Element} around */
  const cellOf = (day, around) => vaulty.acts.actingUpTo(day, around) ?? day;

  /** @type {RegExp[][] | undefined} */
  let monthNames;

  /** The months in the page's language and in English, as patterns. */
  const months = () => {
    const languages = [document.documentElement.lang, "en"].filter((lang) => Intl.DateTimeFormat.supportedLocalesOf([lang || "en"]).length);
    monthNames ??= Array.from({ length: 12 }, (_, at) => languages.flatMap((lang) =>
      /** @type {const} */ (["long", "short"]).map((month) => {
        const name = new Intl.DateTimeFormat(lang || "en", { month, timeZone: "UTC" }).format(Date.UTC(2024, at, 15));
        return new RegExp(`(?<!\\p{L})${name.replace(/\W$/, "")}(?!\\p{L})`, "iu");
      })));
    return monthNames;
  };

  /** Year and month that a text names, as months since year 0. @param {string} text */
  const monthIn = (text) => {
    const iso = /\b((?:19|20|21)\d\d)-(\d\d)\b/.exec(text);
    if (iso) return Number(iso[1]) * 12 + Number(iso[2]) - 1;
    const year = /(?<!\d)((?:19|20|21)\d\d)(?!\d)/.exec(text);
    const month = months().findIndex((names) => names.some((name) => name.test(text)));
    return year && month >= 0 ? Number(year[1]) * 12 + month : null;
  };

  /** The month that a calendar shows: by its head, else by what a day says of itself. @param {Calendar} shown */
  const monthShown = ({ grid, days, around }) => {
    const head = flat(around).filter((element) => !surrounds(element, grid) && !surrounds(grid, element) && isRendered(element))
      .map((element) =>
        element instanceof HTMLSelectElement ? element.selectedOptions[0]?.text ?? ""
          : element instanceof HTMLInputElement ? element.value
            : [...element.childNodes].filter((node) => node instanceof Text).map((node) => node.textContent).join(" "));
    const day = days[14];
    const said = [day, day?.parentElement, ...(day?.parentElement?.children ?? [])]
      .flatMap((element) => [...(element?.attributes ?? [])].map(({ value }) => value));
    return monthIn(head.join(" ")) ?? monthIn(said.join(" "));
  };

  /** Sets a year where the calendar has a field or a list for it. @param {Element} field @param {Element} around @param {number} year @param {number} month */
  const setParts = (field, around, year, month) => {
    for (const part of flat(around)) {
      if (part instanceof HTMLSelectElement) {
        const texts = [...part.options].map((option) => option.text.trim());
        const at = texts.indexOf(String(year));
        if (at >= 0) chooseOptions(part, [at]);
        else if (texts.length === 12) chooseOptions(part, [month - 1]);
      } else if (part instanceof HTMLInputElement && /^(19|20)\d\d$/.test(part.value)) {
        setNatively(part, String(year));
        sendChange(part);
        hand.tapKey(field, part, "End", 35);
      }
    }
  };

  /**
   * Opens the calendar of a field, turns to the month and presses the day. What each sign does is seen by
   * pressing it.
   * @param {Element} field @param {Element} face @param {string} date @param {Run} run
   */
  const pickDate = async (field, face, date, run) => {
    const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
    const opened = () => calendarOf(field);
    // Many open it when they are written.
    if (!opened()) parts.watch(field);
    clickOn(face, field);
    let shown = await until(run, POPUP_APPEARS, opened);
    const toggler = shown ? null : togglerOf(field);
    if (toggler) {
      clickPart(toggler, { owner: field, as: "toggler" });
      shown = await until(run, POPUP_APPEARS, opened);
    }
    if (!shown) throw new Refusal("timed-out", "no calendar opened");
    const wanted = year * 12 + month - 1;
    setParts(field, shown.around, year, month);
    await breath();
    /** What buttons do, in months. @type {Map<number, number>} */
    const steps = new Map();
    let untried = 0;
    for (let turn = 0; turn < MAX_PAGES; turn += 1) {
      shown = opened();
      if (!shown) throw new Refusal("timed-out", "the calendar went away");
      const now = monthShown(shown);
      if (now === null) throw new Refusal("wrong-kind", "the calendar does not say which month and year it shows");
      const left = wanted - now;
      if (left === 0) break;
      const buttons = pagers(field, shown);
      const known = [...steps].filter(([, by]) => by * left > 0 && Math.abs(by) <= Math.abs(left)).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
      const at = (known[0]?.[0] !== undefined && (untried >= Math.min(buttons.length, 4) || Math.abs(left) < 12)) ? known[0][0] : untried++;
      const button = buttons[at];
      if (!button) throw new Refusal("timed-out", "the calendar does not turn to the month");
      if (isDisabled(button)) continue;
      clickPart(button, { owner: field, as: "pager" });
      const after = await until(run, PAGE_TURNS, () => {
        const next = opened();
        const there = next && monthShown(next);
        return there !== null && there !== now ? { there } : null;
      });
      if (after) steps.set(at, after.there - now);
    }
    const number = shown.days[day - 1];
    const cell = number && cellOf(number, shown.around);
    if (!number || !cell || Number(number.textContent) !== day || isDisabled(cell)) throw new Refusal("disabled", "the day cannot be chosen");
    const read = reading(field).read;
    clickPart(cell, { owner: field, as: "day" });
    await until(run, POPUP_CLOSES, () => reading(field).read !== read);
    tapKey(field, "Tab", 9);
    moveFocus(field, "blur");
  };

  vaulty.calendars = { pickDate };
})();
