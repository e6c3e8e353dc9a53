// @ts-check
// Boxes that open a list: opening, reading its options, choosing one, closing. It scrolls to an option, types into the
// box's own filter and takes that out again; presses and keys go through `press.js`.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").ListOption} ListOption */
  /** @typedef {import("../types/content.d.ts").Run} Run */

  if (!globalThis.vaulty || vaulty.lists) return;

  const { roots, surrounds, closest, named, flat, isRendered, isOpen, focused } = vaulty.tree;
  const { territoryOf } = vaulty.parts;
  const { hand, parts, Refusal, turn } = vaulty;
  const { moveFocus } = vaulty.hand;
  const { breath, until } = vaulty.turn;
  const { isChosen, isDisabled, isEditable, isExpanded, isLoose, isReadOnly, isSame, isTextControl, looseOptions, optionsIn, reading, shownBy, textOf } = vaulty.reader;
  const { clickPoint, isVisible } = vaulty.reach;
  const { clickOn, clickPart, POPUP_APPEARS, POPUP_CLOSES, tapKey } = vaulty.clicks;
  const { PATIENCE_EACH } = vaulty.actionable;
  const { fitting, insertAll } = vaulty.typing;
  const { clearTokens } = vaulty.tokens;
  const { remembered, restore } = vaulty.memory;

  const LIST_FILLS = 1000;

  /** How long a list may stay without options before it is typed into. */
  const LIST_WANTS_TEXT = 350;

  /** How long a list may take to begin to react to the text it is filtered by. */
  const FILTERS = 180;

  /** How long a page may take to show any answer to a press. What fetches a list first says so, or has the focus shown. */
  const ANSWERS = 110;

  /** Lists of one job that nothing answered for, after which its page is given less time for the others. */
  const MANY_DEAD = 2;

  /** How long a list has on such a page, and how long it has where text was typed for it. */
  const SHORT = 240;
  const SHORT_FOR_TEXT = 100;

  /** How long a box that answered no press has to answer what is typed: its list may come from a server. */
  const ASKS_A_SERVER = 420;

  /**
   * Boxes that nothing in the page answered for while this job was at work, and the lists that were there before.
   * @type {{ jobId: string, boxes: Map<Element, Map<Element, boolean>> }}
   */
  let dead = { jobId: "", boxes: new Map() };

  /** The list that was opened last. @type {Element | null} */
  let lastList = null;

  const LISTS = "[role=listbox], [role=tree], [role=grid], [role=menu]";

  /** What lies over the page with something to press in it. */
  const looseLists = () => roots().flatMap((root) => [...root.querySelectorAll("div, ul")])
    .filter((element) => /absolute|fixed/.test(getComputedStyle(element).position) && isRendered(element) && looseOptions(flat(element)).length > 1);

  /** Lists that are rendered now, and whether each can be seen. @param {Element} box @returns {Map<Element, boolean>} */
  const renderedLists = (box) => {
    const lists = roots().flatMap((root) => [...root.querySelectorAll(LISTS)]).filter(isRendered);
    if (isLoose(box)) lists.push(...looseLists());
    return new Map(lists.map((list) => [list, isVisible(list)]));
  };

  /** A list that is there for screen readers only is part of the one that people see. @param {Element} list */
  const renderedAround = (list) => {
    let outer = /** @type {Element | null} */ (list);
    for (let level = 0; outer && !isRendered(outer) && level < 3; level += 1) outer = outer.parentElement;
    return outer && isRendered(outer) && !outer.matches("body, form, html") ? outer : null;
  };

  /**
   * The list that belongs to a box: the box itself, the one it names, or one that came up since.
   * @param {Element} box @param {Map<Element, boolean>} before lists that were there before
   */
  const listOf = (box, before) => {
    if (box.matches("[role=listbox]")) return box;
    const around = closest(box, "[role=combobox]") ?? box;
    const inside = box.querySelector("[aria-controls], [aria-owns]");
    for (const element of [box, around, ...(inside ? [inside] : [])]) {
      for (const list of [...named(element, "aria-controls"), ...named(element, "aria-owns")]) {
        const rendered = renderedAround(list);
        // What is around the box as well is no list of its own.
        const own = rendered && surrounds(rendered, box) && isOpen(list) ? list : rendered;
        if (own && optionsIn(own).length) return own;
      }
    }
    const now = renderedLists(box);
    const fresh = [...now].filter(([list, visible]) => !before.has(list) || (visible && !before.get(list))).map(([list]) => list);
    // Of lists in lists the inner one holds the options.
    const innermost = fresh.find((list) => !fresh.some((other) => other !== list && surrounds(list, other)));
    if (innermost || !isExpanded(box)) return innermost ?? null;
    // A list inside the box that is always there; the last one, for the first may show what is chosen.
    return [...now.keys()].filter((list) => surrounds(box, list)).at(-1) ?? null;
  };

  /** The list of a box that is open already. @param {Element} box */
  const openedBy = (box) => {
    if (isLoose(box) && turn.lastWritten === box && lastList?.isConnected && isOpen(lastList)) return lastList;
    if (!isExpanded(box)) return null;
    const around = closest(box, "[role=combobox]") ?? box;
    const inside = around === box ? [] : [...renderedLists(box).keys()].filter((list) => surrounds(around, list));
    const last = turn.lastWritten === box && lastList?.isConnected && isOpen(lastList) ? lastList : null;
    // Of lists of one kind side by side each holds what the choice in the one before leads to.
    const top = last?.getBoundingClientRect().top ?? 0;
    const column = last && [...renderedLists(box).keys()]
      .filter((list) => list.className === last.className && Math.abs(list.getBoundingClientRect().top - top) < 4).at(-1);
    return inside.at(-1) ?? column ?? listOf(box, new Map());
  };

  /**
   * The button behind a box that opens its list, else a sign there that can be pressed. What stands before
   * the box takes a token out.
   * @param {Element} box
   */
  const togglerOf = (box) => {
    const behind = [...territoryOf(box).querySelectorAll("*")].filter((element) =>
      box.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING && isVisible(element) && parts.isToggler(box, element));
    return behind.find((element) => element.matches("button, [role=button], [aria-haspopup]")) ??
      behind.find((element) => getComputedStyle(element).cursor === "pointer") ?? null;
  };

  /** Where one types to filter the list. @param {Element} box @param {Element | null} list */
  const filterBoxOf = (box, list) => {
    const active = focused();
    const inside = list?.querySelector("input") ?? list?.parentElement?.querySelector("input");
    // What has the focus may be anything.
    const isOwn = (/** @type {Element | null} */ element) => element !== null && hand.hears(box, element);
    /** @param {Element | null | undefined} element */
    const takesText = (element) => element && (isTextControl(element) || isEditable(element)) && !isReadOnly(element);
    return [box, isOwn(active) ? active : null, inside].find(takesText) ?? null;
  };

  /** Tells whether anything in the page has changed since: a saved page, or a script that failed, answers nothing. */
  const watchAnswers = () => {
    let answered = false;
    /** @param {MutationRecord[]} records */
    const look = (records) => {
      answered ||= records.some(({ target, addedNodes }) => !vaulty.own.has(target) && ![...addedNodes].some((node) => vaulty.own.has(node)));
    };
    const observer = new MutationObserver(look);
    for (const root of roots()) observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    return { answered: () => (look(observer.takeRecords()), answered), end: () => observer.disconnect() };
  };

  /**
   * Opens what a box opens, the ways that people do.
   * @param {Element} box @param {Element} face @param {() => Element | null} find @param {() => boolean} answered @param {Run} run
   */
  const open = async (box, face, find, answered, run) => {
    if (box.matches("[role=listbox]")) return box;
    const already = openedBy(box);
    if (already) return already;
    /** What came up in time; nothing, as soon as it is clear that nothing answers. */
    const appears = async () => {
      const began = performance.now();
      const [patience, silence] = isMuch() ? [SHORT, ANSWERS / 2] : [POPUP_APPEARS, ANSWERS];
      const seen = await until(run, patience, () => find() ?? (!answered() && performance.now() - began > silence ? "nothing" : null));
      return seen === "nothing" ? null : seen;
    };
    clickOn(clickPoint(face, box) instanceof Refusal ? territoryOf(face) : face, box);
    let list = await appears();
    if (!list && !isExpanded(box)) {
      hand.tapKey(box, focused() ?? box, "ArrowDown", 40);
      list = await appears();
    }
    const toggler = list || isExpanded(box) ? null : togglerOf(box);
    if (toggler) {
      clickPart(toggler, { owner: box, as: "toggler" });
      list = await appears();
    }
    return list ?? (answered() ? appears() : null);
  };

  /** Whether so much of this page is dead that its other lists get less time. */
  const isMuch = () => dead.boxes.size >= MANY_DEAD;

  /**
   * Waits until a list has options and has them for a moment.
   * @param {() => Element | null} find the list may be built anew @param {number} patience
   * @param {string} filter what was typed: options that have it come late @param {Run} run
   */
  const filledOptions = async (find, patience, filter, run) => {
    let seen = "";
    /** @type {Element[]} */
    let options = [];
    await until(run, patience, () => {
      const list = find();
      options = list ? optionsIn(list) : [];
      const now = options.map((option) => vaulty.numberOf(option)).join();
      const steady = now !== "" && now === seen;
      seen = now;
      return steady && options.some((option) => textOf(option).toLowerCase().includes(filter));
    });
    return options;
  };

  /** @param {Element[]} options @param {string} shown what the box shows @param {boolean} isSilent whether nothing says what is chosen @returns {ListOption[]} */
  const reportOptions = (options, shown, isSilent) => {
    const counts = /\d/.test(shown) && !options.some((option) => shown.includes(textOf(option)));
    return options.map((option) => ({
      ref: vaulty.numberOf(option),
      text: textOf(option) || (option.getAttribute("aria-label") ?? ""),
      disabled: isDisabled(option),
      selected: isSilent ? shown.includes(textOf(option)) : isChosen(option, shown, counts),
    }));
  };

  /** @param {Element} box @param {Element} face @param {string | null | undefined} filter @param {boolean} clear @param {Run} run */
  const openList = async (box, face, filter, clear, run) => {
    if (dead.jobId !== run.jobId) dead = { jobId: run.jobId, boxes: new Map() };
    parts.watch(box);
    const before = dead.boxes.get(box) ?? renderedLists(box);
    const own = (/** @type {Element | null} */ list) => (list && parts.opened(box, list) ? list : null);
    const { answered, end } = watchAnswers();
    /** @type {Element[]} */
    let options;
    try {
      // What nothing answered for is not opened again, to be typed into.
      const list = own(dead.boxes.has(box) ? listOf(box, before) : await open(box, face, () => own(listOf(box, before)), answered, run));
      [lastList, turn.lastWritten] = [list, box];
      const find = () => (list?.isConnected && isOpen(list) ? list : own(listOf(box, before)));
      const input = filterBoxOf(box, list);
      if (clear && input) await clearTokens(box, input, run);
      if (filter && input) {
        moveFocus(input, "focus");
        await insertAll(input, fitting(input, filter));
        await breath();
        await vaulty.settle(FILTERS);
      }
      const isDead = !list && !answered();
      const patience = isDead && !(filter && input) ? 0 : isDead ? (isMuch() ? SHORT_FOR_TEXT : ASKS_A_SERVER) : input && !filter ? LIST_WANTS_TEXT : LIST_FILLS;
      options = await filledOptions(find, patience, (filter ?? "").toLowerCase(), run);
      if (options.length || answered()) dead.boxes.delete(box);
      else dead.boxes.set(box, before);
    } finally {
      end();
    }
    if (!options.length) {
      const isDead = dead.boxes.has(box);
      throw new Refusal("timed-out", isDead ? "nothing in the page answered when its list was opened" : filter ? "no option came up for the text" : "no list opened");
    }
    return reportOptions(options, shownBy(box), isLoose(box));
  };

  /** @param {Element} box @param {number} number @param {Run} run */
  const pickOption = async (box, number, run) => {
    const option = vaulty.element(number);
    if (!option?.isConnected) throw new Refusal("element-changed", "the option is not in the page any more");
    if (isDisabled(option)) throw new Refusal("disabled", "the option is disabled");
    option.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    if (!isRendered(option)) throw new Refusal("not-visible", "the list was closed");
    // Lists grow and slide while they open.
    await until(run, PATIENCE_EACH, () => !(clickPoint(option, option) instanceof Refusal));
    const [state, shown] = [optionState(option), reading(box).read];
    clickPart(option, { owner: box, as: "option" });
    await breath();
    const isGone = () => !(option.isConnected && isRendered(option));
    await until(run, POPUP_CLOSES, () => (isGone() ? !isExpanded(box) || reading(box).read !== shown : optionState(option) !== state));
    await breath();
  };

  /** Whether an option is chosen, as it says itself. @param {Element} option */
  const optionState = (option) => `${option.getAttribute("aria-selected")}/${option.getAttribute("aria-checked")}`;

  /** Closes a list, and takes back what was typed to filter it. @param {Element} box @param {Run} run */
  const closeList = async (box, run) => {
    const isThere = () => lastList?.isConnected && isOpen(lastList);
    const isClosed = () => !isExpanded(box) && !(isLoose(box) && isThere());
    const active = focused();
    // Escape also closes dialogs, so it is only pressed while the list is really open.
    if (!isClosed()) {
      hand.tapKey(box, lastList && isThere() ? lastList : box, "Escape", 27);
      await until(run, POPUP_APPEARS, isClosed);
    }
    if (!isClosed()) tapKey(box, "Escape", 27);
    if (active && hand.hears(box, active)) moveFocus(active, "blur");
    moveFocus(box, "blur");
    await breath();
    await until(run, POPUP_APPEARS, isClosed);
    const memory = remembered(box, run);
    if (!memory || memory.picked || isSame(memory.before, memory.after) || !isSame(reading(box), memory.after)) return;
    await restore(box, memory);
    memory.after = reading(box);
  };

  vaulty.lists = { closeList, openedBy, openList, pickOption, togglerOf };
})();
