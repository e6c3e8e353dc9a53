// @ts-check
// Does what the service worker asks for, one primitive operation at a time: re-checks the facts that the
// operation carries, does it, reads back, reports. It never decides what to write or where, presses and types
// through the one exit alone (`press.js`), Enter only in a box of tokens, never throws, and never prints or
// keeps a value (what undo needs stays in this script's memory).

(() => {
  /** @typedef {import("../types/vaulty.d.ts").ContentMessage} ContentMessage */
  /** @typedef {import("../types/vaulty.d.ts").ContentReply} ContentReply */
  /** @typedef {import("../types/vaulty.d.ts").Expect} Expect */
  /** @typedef {import("../types/vaulty.d.ts").FileData} FileData */
  /** @typedef {import("../types/vaulty.d.ts").ListOption} ListOption */
  /** @typedef {import("../types/vaulty.d.ts").LogLevel} LogLevel */
  /** @typedef {import("../types/vaulty.d.ts").Operation} Operation */
  /** @typedef {import("../types/vaulty.d.ts").OperationResult} OperationResult */
  /** @typedef {import("../types/vaulty.d.ts").RefusalReason} RefusalReason */
  /** @typedef {import("../types/content.d.ts").Claim} Claim */
  /** @typedef {(doc: Document) => import("../types/content.d.ts").Cover[]} Covers */
  /** @typedef {import("../types/content.d.ts").Refused} Refused */
  /** @typedef {import("../types/vaulty.d.ts").TextStrategy} TextStrategy */

  /**
   * What one `EXECUTE` carries along: how long it may still wait for elements, and the writes that are to be
   * read back once the page has had its turn.
   * @typedef {{ jobId: string, show: boolean, patience: number, unread: Unread[] }} Run
   * @typedef {{ result: OperationResult, element: Element, memory: Write }} Unread
   */

  /** What reading an element reports. @typedef {{ read: string, chosen?: number[] }} Reading */

  if (!globalThis.vaulty || vaulty.performs) return;
  vaulty.performs = true;

  const { roots, above, surrounds, outwards, closest, named, within, flat, isRendered, isOpen, focused, labelsOf } = vaulty.tree;
  const { wrappersOf, territoryOf } = vaulty.parts;
  const { hand, parts, Refusal } = vaulty;
  const { moveFocus, sendInput, sendChange } = hand;

  // Milliseconds.
  /** How long one message waits in all for elements to become actionable. */
  const PATIENCE = 1000;
  /** How long it waits for one of them. */
  const PATIENCE_EACH = 300;
  /** Between two looks at a page that is changing. */
  const LOOK_AGAIN = 40;
  /** Work between two chances for a `HALT` to arrive. */
  const BREATH = 12;
  /** How long a list may take to appear, and its options after that. */
  const LIST_APPEARS = 400;
  const LIST_FILLS = 1000;
  /** How long a list may stay without options before it is typed into. */
  const LIST_WANTS_TEXT = 350;
  /** How long a page takes to hear that it was scrolled. */
  const SCROLL_NOTICED = 60;
  /** How long a token may take to go, or to come. */
  const TOKEN_GOES = 400;
  const TOKEN_COMES = 200;
  /** How long an editor may take to notice what is selected. */
  const EDITOR_NOTICES = 25;
  /** How long a slider may take to show that it moved. */
  const STEP_SHOWS = 200;
  /** How long a calendar may take to show another month. */
  const PAGE_TURNS = 400;
  /** How long a list may take to begin to react to the text it is filtered by. */
  const FILTERS = 180;
  /** How long a list may take to close after a choice. */
  const LIST_CLOSES = 500;
  /** How long a page may take to show the name of a file that it took out of the field. */
  const FILE_SHOWS = 300;

  /** Most tokens that are taken out of a box, steps of a slider, pages of a calendar. */
  const MAX_TOKENS = 50;
  const MAX_STEPS = 400;
  const MAX_PAGES = 150;
  /** Smallest side of what a person can see, in CSS pixels. */
  const MIN_SIDE = 2;
  /** Characters written with key events between two chances for a `HALT`. */
  const KEYS_PER_BREATH = 16;

  // ---------------------------------------------------------------- logs

  const LEVELS = /** @type {const} */ (["off", "error", "info", "debug"]);
  /** @type {LogLevel} */
  let logLevel = "error";
  /** @param {Exclude<LogLevel, "off">} level @param {...(string | number)} parts Never a value of a field. */
  const log = (level, ...parts) => {
    if (LEVELS.indexOf(level) <= LEVELS.indexOf(logLevel)) console.debug("[vaulty content]", ...parts);
  };

  // ---------------------------------------------------------------- time

  /** Jobs that were stopped. A stopped job never runs again. @type {Set<string>} */
  const halted = new Set();

  /** @param {Run} run */
  const checkpoint = (run) => {
    if (halted.has(run.jobId)) throw new Refusal("stopped");
  };

  const channel = new MessageChannel();
  /** @type {(() => void)[]} */
  const breathers = [];
  channel.port1.onmessage = () => breathers.shift()?.();
  /** One turn of the event loop; unlike a timer it is not slowed down in a tab that nobody sees. */
  const breath = () =>
    new Promise((resolve) => {
      breathers.push(() => resolve(undefined));
      channel.port2.postMessage(null);
    });

  /**
   * Looks again and again until `look` returns something true, at most `ms` milliseconds.
   * @template T
   * @param {Run} run @param {number} ms @param {() => T} look
   * @returns {Promise<T>} what it returned last
   */
  const until = async (run, ms, look) => {
    const end = performance.now() + ms;
    let seen = look();
    while (!seen && performance.now() < end) {
      await vaulty.delay(LOOK_AGAIN);
      checkpoint(run);
      seen = look();
    }
    return seen;
  };

  // ---------------------------------------------------------------- the tree

  /** @param {Node} node @returns {string} */
  const flatText = (node) =>
    node instanceof Text ? node.data
      : node instanceof Element && (node.matches("style, script, svg, [hidden]") || isClippedAway(node)) ? ""
        : within(node).map(flatText).join(" ");
  /** Whether it is there for screen readers only. @param {Element} element */
  const isClippedAway = (element) => {
    const { width, height } = element.getBoundingClientRect();
    const { clip, fontSize } = getComputedStyle(element);
    return clip !== "auto" || fontSize === "0px" || (width > 0 && width < MIN_SIDE && height < MIN_SIDE);
  };

  /** A short tag for a person to recognise an element by. Never holds its text or value. @param {Element} element */
  const describe = (element) => {
    const parts = ["id", "name", "class"].flatMap((name) => {
      const value = element.getAttribute(name);
      return value ? [`${name}=${value.replace(/\s+/g, ".").slice(0, 40)}`] : [];
    });
    return `<${[element.localName, ...parts].join(" ")}>`;
  };

  // ---------------------------------------------------------------- kinds of elements

  /** @param {Element} element @returns {element is HTMLInputElement | HTMLTextAreaElement} */
  const isTextControl = (element) =>
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !NOT_TEXT.has(element.type));
  const NOT_TEXT = new Set(["button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"]);
  /** Types that the browser edits with a widget of its own: key strokes don't make up their value. */
  const SETTER_ONLY = new Set(["color", "date", "datetime-local", "month", "range", "time", "week"]);

  /** @param {Element} element @returns {element is HTMLElement} */
  const isEditable = (element) => element instanceof HTMLElement && element.isContentEditable;

  /** @param {Element} element @returns {element is HTMLInputElement} */
  const isTickable = (element) =>
    element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio");

  /** @param {Element} element */
  const isNative = (element) => element.matches("input, select, textarea, button");

  /** The `type` property of a control of the browser's own. @param {Element} element */
  const kindOf = (element) => (isNative(element) ? /** @type {HTMLInputElement} */ (element).type : "");

  // ---------------------------------------------------------------- facts, checked again

  /**
   * The element that an operation is for, if it is still what was planned for.
   * @param {number} number @param {Expect} expect
   */
  const find = (number, expect) => {
    if (globalThis.origin !== expect.origin) throw new Refusal("origin-changed");
    const element = vaulty.element(number);
    if (!element?.isConnected) throw new Refusal("element-changed", "it is not in the page any more");
    if (element.ownerDocument !== document) throw new Refusal("document-changed");
    const now = [element.localName, element.id, element.getAttribute("name") ?? ""];
    const then = [expect.tag, expect.id, expect.name];
    const kept = now.every((fact, index) => fact === then[index]);
    if (!kept || (isNative(element) && kindOf(element) !== expect.type)) {
      throw new Refusal("element-changed", "another stands in its place");
    }
    return element;
  };

  const isRightToLeft = () => getComputedStyle(document.documentElement).direction === "rtl";

  /** @param {Element} element */
  const isOpaque = (element) => element.checkVisibility({ opacityProperty: true });

  /** Whether a person could see it, after scrolling to it. @param {Element} element */
  const isVisible = (element) => {
    if (!isOpaque(element) || !isRendered(element)) return false;
    const box = element.getBoundingClientRect();
    // Above or left of where the document begins: no scrolling leads there. (A page that runs from right to
    // left scrolls to the left.)
    return box.bottom + scrollY > 0 && (box.right + scrollX > 0 || isRightToLeft());
  };

  /** What an element has too little of to be seen; empty where it has enough. @param {Element} element @param {Expect} expect @param {boolean} isFace @param {Covers} covers */
  const lacking = (element, expect, isFace, covers) => {
    // Nothing to compare with: nobody judged it.
    if (!expect.paint) return "measure";
    return vaulty.paint.lacks(vaulty.paint.painter(covers).measure(element, { isFace }), expect.paint);
  };

  /**
   * What is seen of the element: itself, or what was judged to stand in for it and still belongs to it.
   * @param {Element} element @param {Expect} expect @param {Covers} [covers] @returns {{ face: Element | null, lacks: string }}
   */
  const faceOf = (element, expect, covers = vaulty.paint.coversOnce()) => {
    const chosen = expect.face == null ? null : vaulty.element(expect.face);
    let lacks = lacking(element, expect, false, covers);
    if (!chosen && !lacks) return { face: element, lacks };
    // A box may draw anew what it shows, and hide its input once it shows tokens.
    const isSame = chosen?.isConnected === true;
    for (const [face, how] of chosen || lastWritten === element ? vaulty.paint.standIns(element) : []) {
      if (isSame ? face !== chosen : how === "label") continue;
      // guard: face-is-its-own (unseen-stand-in-shared-while-writing)
      if (how !== "label" && vaulty.paint.othersIn(face, element)) continue;
      lacks = lacking(face, expect, true, covers);
      if (!lacks) return { face, lacks };
    }
    return { face: null, lacks };
  };

  /** @param {Element} element */
  const isDisabled = (element) =>
    element.matches(":disabled") || element.getAttribute("aria-disabled") === "true" || closest(element, "[inert]") !== null;

  /** @param {Element} element */
  const isReadOnly = (element) =>
    isTextControl(element) ? element.readOnly : element.getAttribute("aria-readonly") === "true";

  /** @param {Element} element */
  const isInView = (element) => {
    const box = element.getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  };

  /** @param {Element} element */
  const bringIntoView = (element) => element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });

  /** What a click at this point of the viewport would hit, through shadow roots. @param {number} x @param {number} y */
  const hitAt = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    for (let shadow = hit && vaulty.shadowOf(hit); hit && shadow; shadow = vaulty.shadowOf(hit)) {
      const inner = shadow.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };

  /** What can be pressed, and passes a press on to what is in it. */
  const PRESSED = "button, a, label, summary, [role=button], [role=option], [role=combobox]";

  /** Whether a click on `hit` is a click on `element`. @param {Element} element @param {Element} hit */
  const reaches = (element, hit) =>
    surrounds(element, hit) ||
    // Text that a component shows through a slot belongs to the component's host.
    (vaulty.shadowOf(hit) !== null && surrounds(hit, element)) ||
    labelsOf(element).some((label) => surrounds(label, hit)) ||
    // A star or a box that is drawn over the control that it stands for.
    ((isTickable(element) || element.matches("[role=combobox], [aria-haspopup]")) &&
      (isSamePlace(element, hit) || wrappersOf(element).slice(0, 2).some((wrapper) => surrounds(wrapper, hit)))) ||
    (surrounds(hit, element) && closest(hit, PRESSED) !== null);

  /** Whether what holds both is no larger than the one. @param {Element} element @param {Element} hit */
  const isSamePlace = (element, hit) => {
    let outer = element.parentElement;
    while (outer && !surrounds(outer, hit)) outer = outer.parentElement;
    const [all, own] = [outer?.getBoundingClientRect(), element.getBoundingClientRect()];
    return all !== undefined && all.width - own.width < 9 && all.height - own.height < 9;
  };

  /** The points of an element that a person would click, best first. @param {Element} element */
  const pointsOf = (element) =>
    [element.getBoundingClientRect(), ...[...element.getClientRects()].slice(0, 3)]
      .filter((box) => box.width > 0 && box.height > 0)
      .map((box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 }));

  /**
   * Where a click on what is seen of an element reaches it, and what it hits there.
   * @param {Element} face @param {Element} element
   * @returns {{ x: number, y: number, hit: Element } | Refused}
   */
  const clickPoint = (face, element) => {
    /** @type {Element | null} */
    let cover = null;
    for (const { x, y } of pointsOf(face)) {
      const hit = hitAt(x, y);
      if (hit && (reaches(face, hit) || reaches(element, hit))) return { x, y, hit };
      cover ??= hit;
    }
    return new Refusal("covered", cover ? `covered by ${describe(cover)}` : "outside of the window");
  };

  /** As `clickPoint`, after scrolling there where that helps. @param {Element} face @param {Element} element */
  const reachablePoint = (face, element) => {
    if (isInView(face)) {
      const point = clickPoint(face, element);
      // What is in view can still lie under a bar that does not scroll.
      if (!(point instanceof Refusal)) return point;
    }
    bringIntoView(face);
    return clickPoint(face, element);
  };

  /**
   * What is needed of an element: `edits` that its text or state may be changed, `clicks` that a click
   * reaches it and not only what else belongs to the same box, `still` that the page has noticed any scrolling:
   * what opens is often closed by it, `isOpen` nothing but that it is seen. Whatever is written is written only
   * where a click would reach, too: what is clipped, folded away or covered is not meant for people.
   * @typedef {{ edits?: boolean, clicks?: boolean, still?: boolean, isOpen?: boolean }} Needs
   */

  /**
   * What stands in the way of using the element now.
   * @param {Element} element @param {Expect} expect @param {Needs} needs
   */
  const obstacle = (element, expect, needs) => {
    const covers = vaulty.paint.coversOnce();
    const { face, lacks } = faceOf(element, expect, covers);
    if (!face) return new Refusal("not-visible", `${describe(element)}: ${lacks}`);
    // What opens over the page may close off everything else, its own box included.
    if (!needs.isOpen && isDisabled(element)) return new Refusal("disabled", "disabled");
    if (needs.edits && isReadOnly(element)) return new Refusal("read-only", "read-only");
    if (needs.isOpen) return null;
    let shown = face;
    const { left, top } = face.getBoundingClientRect();
    let point = reachablePoint(face, element);
    if (point instanceof Refusal && !needs.clicks) {
      shown = territoryOf(face);
      point = reachablePoint(shown, element);
    }
    // What hides it was measured; this is what a person would not get to.
    if (point instanceof Refusal) return point;
    const now = face.getBoundingClientRect();
    // What is behind it is only known where it stands in the window.
    const lost = now.left === left && now.top === top ? "" : lacking(face, expect, face !== element, covers);
    // guard: seen-in-place (unseen-ground-below-the-fold)
    if (lost) return new Refusal("not-visible", `${describe(element)}: ${lost}`);
    const least = expect.paint?.free ?? 1;
    // guard: not-covered (unseen-under-a-cover-of-the-letters)
    if (freeOf(face, face, element, covers) < least && (isTyped(element) || freeOf(territoryOf(face), face, element, covers) < least)) return new Refusal("covered", "covered in part");
    return null;
  };

  /** Whether nothing stands for what is typed but the field itself: where something opens, what was chosen may stand over it. @param {Element} element */
  const isTyped = (element) => isTextControl(element) && !isReadOnly(element) && !element.matches("[role=combobox], [aria-haspopup], [aria-autocomplete], [aria-expanded], [aria-controls]");

  /** The share of what is shown of an element over which nothing lies now. @param {Element} shown @param {Element} face @param {Element} element @param {Covers} covers */
  const freeOf = (shown, face, element, covers) =>
    vaulty.paint.freeNow(shown, face, (hit, x, y) => (reaches(shown, hit) || reaches(element, hit)) && !isCurtain(hit, element, { x, y }), covers);

  /** Whether a label is drawn over its field as a box that hides it. @param {Element} hit @param {Element} element @param {{ x: number, y: number }} point */
  const isCurtain = (hit, element, point) =>
    !isTickable(element) && kindOf(element) !== "file" && !surrounds(element, hit) && !surrounds(hit, element) &&
    labelsOf(element).some((label) => surrounds(label, hit)) && vaulty.paint.hidesAt(hit, point, element);

  /** The field that was written last. @type {Element | null} */
  let lastWritten = null;
  /** What Escape closes and a form may stand in. */
  const MODAL = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";

  /** Obstacles that pages often take away by themselves. @type {Set<RefusalReason>} */
  const PASSING = new Set(["not-visible", "disabled", "covered"]);

  /**
   * Waits a little until the element can be used, scrolls to it and outlines it.
   * @param {Element} element @param {Expect} expect @param {Run} run
   * @param {Needs} needs
   */
  const prepare = async (element, expect, run, needs) => {
    const place = [scrollX, scrollY, element.getBoundingClientRect().top].join();
    let refusal = obstacle(element, expect, needs);
    // What the field before opened may still be there.
    const left = lastWritten?.isConnected && lastWritten !== element && !closest(lastWritten, MODAL) ? lastWritten : null;
    if (refusal?.reason === "covered" && left) tapKey(left, "Escape", 27);
    if (refusal && PASSING.has(refusal.reason)) {
      const started = performance.now();
      const isFree = () => {
        if (!element.isConnected) return true;
        refusal = obstacle(element, expect, needs);
        return !refusal;
      };
      await until(run, Math.min(PATIENCE_EACH, run.patience), isFree);
      if (refusal.reason === "covered" && left) {
        await pressBeside(left, run);
        await until(run, Math.min(PATIENCE_EACH, run.patience), isFree);
      }
      run.patience -= performance.now() - started;
    }
    if (!element.isConnected) throw new Refusal("element-changed", "it is not in the page any more");
    if (refusal) throw refusal;
    const face = faceOf(element, expect).face ?? element;
    if (run.show) {
      if (!isInView(face)) bringIntoView(face);
      vaulty.outline?.(face);
    }
    const moved = place !== [scrollX, scrollY, element.getBoundingClientRect().top].join();
    if (needs.still && moved) await vaulty.delay(SCROLL_NOTICED);
    return face;
  };

  // ---------------------------------------------------------------- reading

  /** What an element holds. @param {Element} element @returns {Reading} */
  const reading = (element) => {
    if (isTickable(element)) return { read: String(element.checked) };
    if (element instanceof HTMLInputElement && element.type === "file") {
      return { read: [...(element.files ?? [])].map((file) => file.name).join(", ") };
    }
    if (element instanceof HTMLSelectElement) {
      const chosen = [...element.options].flatMap((option, index) => (option.selected ? [index] : []));
      return { read: [...element.selectedOptions].map((option) => option.value).join(", "), chosen };
    }
    if (isTextControl(element)) {
      return { read: element.value || (closest(element, "[role=combobox]") ? shownBy(element) : "") };
    }
    if (isEditable(element)) return { read: element.innerText.replace(/\n$/, "") };
    if (element.matches("[role=listbox]")) {
      return { read: optionsIn(element).filter((option) => isChosen(option, textOf(option), false)).map(textOf).join(", ") };
    }
    const state = element.hasAttribute("aria-checked") ? String(isTicked(element)) : element.getAttribute("aria-valuenow");
    return { read: state ?? shownBy(element) };
  };

  /** The text that a box shows as its choice: its own, or that of what it stands in. @param {Element} box */
  const shownBy = (box) =>
    [box, ...wrappersOf(box)].map((part) => (part.querySelector("button, select") ? partsOf(part) : textOf(part))).find(Boolean) ?? "";

  /** The texts in an element, of tokens and of the buttons in them, each for itself. @param {Node} node @returns {string} */
  const partsOf = (node) =>
    oneLine(node instanceof Text ? node.data
      : node instanceof Element && (node.matches("select, style, script, svg") || !node.checkVisibility()) ? ""
        : within(node).map(partsOf).join(" "));

  /** @param {string} text */
  const oneLine = (text) => text.replace(/[\s\u200b\ufeff]+/g, " ").trim();
  /** What a person reads there. @param {Element} element */
  const textOf = (element) =>
    oneLine(element instanceof HTMLElement ? element.innerText : element.textContent ?? "") ||
    (flat(element).length ? oneLine(flatText(element)) : "");

  // ---------------------------------------------------------------- events

  /**
   * What of a field is pressed, by what a press there hits: the field, its own label, or the box that both
   * stand in. What only lies over it gets nothing.
   * @param {Element} element @param {Element} hit
   */
  const pressedOf = (element, hit) => {
    if (surrounds(element, hit)) return element;
    const label = labelsOf(element).find((label) => hand.isOwnLabel(label, element) && surrounds(label, hit));
    return label ?? outwards(hit).find((outer) => surrounds(outer, element) && hand.isOwn(outer, element)) ?? element;
  };

  /**
   * Presses and clicks a field where a person would.
   * @param {Element} face what is seen of it @param {Element} element
   */
  const clickOn = (face, element) => {
    const point = clickPoint(face, element);
    if (point instanceof Refusal) throw point;
    const pressed = pressedOf(element, point.hit);
    const hit = surrounds(pressed, element) && pressed !== element ? null : point.hit;
    hand.press({ owner: element, as: "self" }, pressed, { ...point, hit });
  };

  /** Presses and clicks what belongs to a field. @param {Element} part @param {Claim} claim */
  const clickPart = (part, claim) => {
    const point = clickPoint(part, part);
    if (point instanceof Refusal) throw point;
    hand.press(claim, part, point);
  };

  /**
   * The click that was judged: on this element alone.
   * @param {Element} face @param {Element} element @param {() => void} lastCheck throws to prevent the click itself
   */
  const clickApproved = (face, element, lastCheck) => {
    const point = clickPoint(face, element);
    if (point instanceof Refusal) throw point;
    lastCheck();
    hand.press({ owner: element, as: "approved" }, element, point, lastCheck);
  };

  /** Keys that are not named after their character, as on a US keyboard: code, key code, with Shift. */
  const KEYS = new Map(
    [
      [" ", "Space", 32], ["-", "Minus", 189], ["_", "Minus", 189, 1], ["=", "Equal", 187], ["+", "Equal", 187, 1],
      [",", "Comma", 188], ["<", "Comma", 188, 1], [".", "Period", 190], [">", "Period", 190, 1],
      ["/", "Slash", 191], ["?", "Slash", 191, 1], [";", "Semicolon", 186], [":", "Semicolon", 186, 1],
      ["'", "Quote", 222], ['"', "Quote", 222, 1], ["`", "Backquote", 192], ["~", "Backquote", 192, 1],
      ["[", "BracketLeft", 219], ["{", "BracketLeft", 219, 1], ["]", "BracketRight", 221], ["}", "BracketRight", 221, 1],
      ["\\", "Backslash", 220], ["|", "Backslash", 220, 1],
      ...[..."!@#$%^&*("].map((key, index) => [key, `Digit${index + 1}`, 49 + index, 1]), [")", "Digit0", 48, 1],
    ].map(([key, code, keyCode, shift]) => [String(key), { code: String(code), keyCode: Number(keyCode), shiftKey: !!shift }]),
  );

  /** How a keyboard names a character. @param {string} character */
  const keyOf = (character) => {
    const known = KEYS.get(character);
    if (known) return known;
    const upper = character.toUpperCase();
    const keyCode = upper.charCodeAt(0);
    if (/^\d$/.test(character)) return { code: `Digit${character}`, keyCode, shiftKey: false };
    if (/^[A-Z]$/.test(upper)) return { code: `Key${upper}`, keyCode, shiftKey: character === upper };
    return { code: "", keyCode: 0, shiftKey: false };
  };

  /** A key that is no character, for the field itself. @param {Element} element @param {string} key @param {number} keyCode */
  const tapKey = (element, key, keyCode) => hand.tapKey(element, element, key, keyCode);

  // ---------------------------------------------------------------- text

  /** Text without what would be Enter in a field of one line. @param {Element} element @param {string} text */
  const fitting = (element, text) =>
    element instanceof HTMLInputElement ? text.replace(/[\r\n]+/g, " ") : text.replace(/\r\n?/g, "\n");

  /** @param {HTMLInputElement | HTMLTextAreaElement} element @param {string} text */
  const setNatively = (element, text) => {
    // This script's view of the element has no accessors of the page on it: the assignment reaches the
    // browser's own setter, past those by which frameworks watch a field.
    element.value = text;
    sendInput(element, text, "insertReplacementText");
  };

  /** @param {Element} element @param {string} text */
  const insertAll = async (element, text) => {
    hand.selectAll(element);
    // Editors with a model of their own learn of a selection a moment later.
    if (isEditable(element)) await vaulty.delay(EDITOR_NOTICES);
    const accepted = hand.insert(element, text);
    if (!accepted && isTextControl(element) && element.value !== text) setNatively(element, text);
  };

  /** @param {Element} element @param {string} text @param {Run} run */
  const typeKeys = async (element, text, run) => {
    hand.selectAll(element);
    if (isEditable(element)) await vaulty.delay(EDITOR_NOTICES);
    hand.insert(element, "");
    let typed = 0;
    for (const character of text) {
      typeKey(element, character);
      typed += 1;
      if (typed % KEYS_PER_BREATH === 0) {
        await breath();
        checkpoint(run);
      }
    }
  };

  /** @param {Element} element @param {string} character */
  const typeKey = (element, character) => {
    if (character === "\n") {
      hand.insert(element, "\n");
      return;
    }
    const { code, keyCode, shiftKey } = keyOf(character);
    const charCode = character.codePointAt(0);
    const down = { code, keyCode, which: keyCode, shiftKey };
    const goesIn =
      hand.sendKey(element, element, "keydown", character, down) &&
      hand.sendKey(element, element, "keypress", character, { code, keyCode: charCode, which: charCode, charCode, shiftKey }) &&
      hand.sendBeforeInput(element, { inputType: "insertText", data: character });
    if (goesIn) hand.insert(element, character);
    hand.sendKey(element, element, "keyup", character, down);
  };

  /** @param {Element} element @param {string} value @param {TextStrategy} strategy @param {Run} run */
  const writeText = async (element, value, strategy, run) => {
    if (strategy === "tokens") return writeTokens(element, value.split("\n"), run);
    const text = fitting(element, value);
    if (isStepped(element)) return step(element, Number(text), run);
    const wasExpanded = isExpanded(element);
    parts.note(element);
    moveFocus(element, "focus");
    const native = isTextControl(element);
    if (isEditable(element) && !textOf(element)) await clearTokens(element, element, run);
    if (native && (strategy === "setter" || SETTER_ONLY.has(element.type))) setNatively(element, text);
    else if (strategy === "keys") await typeKeys(element, text, run);
    else await insertAll(element, text);
    if (native) sendChange(element);
    // People leave a field by Tab: what opened closes, what was typed counts.
    if (element instanceof HTMLInputElement && hand.mayTap(element, "Tab")) tapKey(element, "Tab", 9);
    moveFocus(element, "blur");
    if (native && !wasExpanded && isExpanded(element)) await pressBeside(element, run);
  };

  /**
   * The hidden text field that a box without a name stands in for: what that one holds is what the form
   * sends.
   * @param {Element} box
   */
  const replacedBy = (box) => {
    if (!isTextControl(box) || box.name || labelsOf(box).length) return null;
    let outer = box.parentElement;
    for (let level = 0; outer && level < 4 && !outer.matches("form, fieldset, body"); level += 1, outer = outer.parentElement) {
      const others = [...outer.querySelectorAll("input, select, textarea")].filter((other) => other !== box);
      if (others.some(isRendered)) return null;
      const hidden = others.find(isTextControl);
      if (hidden) return hidden.name || hidden.id ? hidden : null;
    }
    return null;
  };

  /**
   * Why the page cannot be believed to have taken what a field shows; empty where nothing says so.
   * @param {Element} element @param {boolean} wasInvalid
   */
  const doubt = (element, wasInvalid) => {
    if (!wasInvalid && isInvalid(element)) return "the page marks it as invalid";
    const replaced = replacedBy(element);
    const shown = isTextControl(element) ? element.value : "";
    if (replaced && shown && !replaced.value.includes(shown)) return "the field that it stands for stays without it";
    // What waits in a calendar or a list that is open is not taken yet.
    return isTextControl(element) && shown && isExpanded(element) ? "what it opened stays open" : "";
  };

  /** What the page says of a field that it calls invalid. @param {Element} element */
  const complaintAbout = (element) =>
    [...named(element, "aria-errormessage"), ...named(element, "aria-describedby")].filter(isRendered).map(textOf).join(" ").slice(0, 300);

  /** @param {Element} element */
  const isInvalid = (element) => element.getAttribute("aria-invalid") === "true";

  /** The outermost element around a field that is surely none of its own: its form, or what fills a dialog. @param {Element} field */
  const besides = (field) => {
    let outer = field;
    for (let node = /** @type {Node | null} */ (field); node; node = above(node)) {
      if (!(node instanceof Element)) continue;
      if (node.matches(`${MODAL}, body, html`)) break;
      outer = node;
      if (node.matches("form")) break;
    }
    return outer;
  };

  /** Closes what a field opened while it was written, as people do: they press beside it. @param {Element} field @param {Run} run */
  const pressBeside = async (field, run) => {
    const outer = besides(field);
    if (outer !== field) hand.pressBeside(field, outer);
    await until(run, LIST_CLOSES, () => !isExpanded(field));
  };

  /** Takes tokens out of a box by Backspace in its empty text. @param {Element} box @param {Element} input @param {Run} run */
  const clearTokens = async (box, input, run) => {
    for (let turn = 0; turn < MAX_TOKENS; turn += 1) {
      const before = shownBy(box);
      if (!before) return;
      if (isTextControl(input) && input.value) {
        if (!turn) return;
        // Some put the text of the token that went into the box, to be changed.
        await insertAll(input, "");
      }
      moveFocus(input, "focus");
      tapKey(input, "Backspace", 8);
      // Some go to the last token first, and take it out at the next stroke.
      const token = focused();
      if (token && token !== input && hand.hears(input, token)) hand.tapKey(input, token, "Backspace", 8);
      const isGone = () => shownBy(box) !== before;
      if (await until(run, TOKEN_GOES, isGone)) continue;
      tapKey(input, "Backspace", 8);
      if (!(await until(run, TOKEN_GOES, isGone))) return;
    }
  };

  /** @param {string} text @returns {string[]} */
  const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

  /** What a box is called, and what stands in it until something is typed. @param {Element} box */
  const namesOf = (box) =>
    [...labelsOf(box), ...named(box, "aria-labelledby")].map(textOf)
      .concat(["aria-label", "placeholder"].map((name) => box.getAttribute(name) ?? "")).join(" ");

  /** What is typed in a box and no token yet. @param {Element} box */
  const textIn = (box) => (isTextControl(box) ? box.value : textOf(box));

  /** @param {Element} element */
  const tapEnter = (element) => tapKey(element, "Enter", 13);

  /** How a token may be ended, best first. @type {((box: Element) => void)[]} */
  const ENDS = [(box) => typeKey(box, ","), tapEnter];

  /** Makes a token of each entry and takes out those that were there. @param {Element} box @param {string[]} entries @param {Run} run */
  const writeTokens = async (box, entries, run) => {
    await clearTokens(box, box, run);
    const rest = wordsOf(shownBy(box)).filter((word) => !wordsOf([namesOf(box), ...entries].join(" ")).includes(word));
    if (rest.length) throw new Refusal("not-kept", "what is there stays there");
    let ends = ENDS;
    for (const entry of entries) {
      for (const end of ends) {
        moveFocus(box, "focus");
        await insertAll(box, entry);
        await vaulty.delay(LOOK_AGAIN);
        const isToken = () => !textIn(box) && shownBy(box).includes(entry);
        end(box);
        // The first stroke may only open a list that says what the next one does.
        if (!(await until(run, TOKEN_COMES, isToken)) && end === tapEnter && textIn(box)) end(box);
        if (await until(run, TOKEN_COMES, isToken)) {
          ends = [end];
          break;
        }
      }
    }
    const failed = textIn(box) !== "";
    if (failed) await insertAll(box, "");
    moveFocus(box, "blur");
    if (failed) throw new Refusal("not-kept", "no token came of it");
  };

  // ---------------------------------------------------------------- sliders and steppers

  /** What has a number and is no text. @param {Element} element */
  const isStepped = (element) => element.hasAttribute("aria-valuenow") && !isTextControl(element) && !isEditable(element);

  /** @param {Element} element */
  const numberAt = (element) => Number(element.getAttribute("aria-valuenow") ?? Number.NaN);

  /**
   * Goes on as long as it leads nearer to the wanted number.
   * @param {Element} element @param {number} wanted @param {Run} run @param {() => void} go
   */
  const approach = async (element, wanted, run, go) => {
    for (let turn = 0; turn < MAX_STEPS && element.isConnected; turn += 1) {
      const before = numberAt(element);
      if (before === wanted) return;
      go();
      await breath();
      if (numberAt(element) === before) await until(run, STEP_SHOWS, () => numberAt(element) !== before);
      const left = Math.abs(wanted - numberAt(element));
      if (!(left < Math.abs(wanted - before))) return;
    }
  };

  /** By arrow keys, as ARIA has it, else by the buttons beside it. @param {Element} element @param {number} wanted @param {Run} run */
  const step = async (element, wanted, run) => {
    moveFocus(element, "focus");
    /** @type {[string, number, string, number][]} */
    const keys = [["ArrowRight", 39, "ArrowLeft", 37], ["ArrowUp", 38, "ArrowDown", 40]];
    // Only sliders lie on their side; those that do may not know the other keys.
    for (const [more, moreCode, less, lessCode] of element.matches("[role=slider]") ? keys : keys.slice(1)) {
      await approach(element, wanted, run, () =>
        wanted > numberAt(element) ? tapKey(element, more, moreCode) : tapKey(element, less, lessCode));
    }
    for (const way of /** @type {const} */ (["more", "less"])) {
      for (const button of territoryOf(element).querySelectorAll("button, [role=button]")) {
        const leads = () => (way === "more") === (wanted > numberAt(element));
        if (numberAt(element) === wanted || !leads() || !parts.isStep(element, button, way)) continue;
        await approach(element, wanted, run, () => { if (leads() && !isDisabled(button)) clickPart(button, { owner: element, as: way }); });
      }
    }
    moveFocus(element, "blur");
  };

  // ---------------------------------------------------------------- undo

  /**
   * What a field held before Vaulty wrote to it, and what it held afterwards. Only ever in memory.
   * @typedef {object} Write
   * @property {WeakRef<Element>} element
   * @property {Reading} before
   * @property {Reading} after
   * @property {FileList | null} files Those of a file field, before.
   * @property {boolean} picked Whether an option of its list was chosen.
   * @property {boolean} wasInvalid Whether the page called it wrong before.
   * @property {string} said What the page said of it before.
   * @property {WeakRef<HTMLInputElement> | null} rival The radio of the group that was chosen before.
   */
  /** By job. @type {Map<string, Write[]>} */
  const writes = new Map();

  /** @param {Reading} one @param {Reading} other */
  const isSame = (one, other) => one.read === other.read && String(one.chosen) === String(other.chosen);

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
    };
    list.push(write);
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
      await writeText(element, write.before.read, "setter", { jobId: "", show: false, patience: 0, unread: [] });
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

  // ---------------------------------------------------------------- choices and files

  /** @param {HTMLSelectElement} select @param {number[]} positions */
  const chooseOptions = (select, positions) => {
    moveFocus(select, "focus");
    if (select.multiple) {
      [...select.options].forEach((option, index) => { option.selected = positions.includes(index); });
    } else {
      select.selectedIndex = positions[0] ?? -1;
    }
    sendInput(select, "", "");
    sendChange(select);
    moveFocus(select, "blur");
  };

  /** @param {HTMLSelectElement} select @param {number[]} positions @param {string[]} values */
  const checkOptions = (select, positions, values) => {
    if (!select.multiple && positions.length !== 1) throw new Refusal("wrong-kind", "takes one option");
    positions.forEach((position, index) => {
      const option = select.options[position];
      if (!option || option.value !== values[index]) throw new Refusal("element-changed", "its options changed");
      const group = option.parentElement;
      if (option.disabled || (group instanceof HTMLOptGroupElement && group.disabled)) {
        throw new Refusal("disabled", "the option is disabled");
      }
    });
  };

  /** Whether it is ticked; `undefined` for what cannot be. @param {Element} element */
  const isTicked = (element) => {
    if (isTickable(element)) return element.checked;
    const checked = element.getAttribute("aria-checked");
    if (checked === null) return undefined;
    return checked === "true" && !isOutdone(element);
  };

  /** Whether a radio after it is chosen as well: of stars all up to the chosen one are filled. @param {Element} element */
  const isOutdone = (element) => {
    if (!element.matches("[role=radio]")) return false;
    let group = element.parentElement;
    while (group && group.querySelectorAll("[role=radio]").length < 2) group = group.parentElement;
    return [...(group?.querySelectorAll("[role=radio][aria-checked=true]") ?? [element])].at(-1) !== element;
  };

  /**
   * Ticks or unticks by clicking, where a person would click.
   * @param {Element} element @param {Element} face @param {boolean} checked @param {Run} run
   */
  const tick = async (element, face, checked, run) => {
    const isDone = () => isTicked(element) === checked;
    try {
      clickOn(face, element);
    } catch (error) {
      // A label may lie in a link: the box itself need not.
      if (!(error instanceof Refusal) || error.reason !== "not-judged" || !isTickable(element)) throw error;
    }
    await breath();
    if (await until(run, LOOK_AGAIN, isDone)) return;
    // Some stars count a click only where the pointer has been for a moment.
    if (element.matches("[role=radio]")) clickOn(face, element);
    // What stands in for it may not pass the click on when it is no label.
    if (isTickable(element) && element !== face && !isDone()) hand.tap({ owner: element, as: "self" }, element);
  };

  /** @param {FileData} data */
  const fileOf = ({ name, mediaType, data }) =>
    new File([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], name, { type: mediaType });

  /** @param {HTMLInputElement} input @param {FileData[]} files */
  const giveFiles = (input, files) => {
    if (!input.multiple && files.length > 1) throw new Refusal("wrong-kind", "takes one file");
    const transfer = new DataTransfer();
    for (const data of files) transfer.items.add(fileOf(data));
    input.files = transfer.files;
    sendInput(input, "", "");
    sendChange(input);
  };

  /**
   * Whether the page shows these names near a file field. Some pages take the files and empty the field.
   * @param {Element} input @param {FileData[]} files
   */
  const showsNames = (input, files) => {
    const around = closest(input, "form, [role=dialog], body");
    const text = around ? textOf(around) : "";
    return files.length > 0 && files.every(({ name }) => text.includes(name));
  };

  // ---------------------------------------------------------------- lists

  /** The list that was opened last. @type {Element | null} */
  let lastList = null;

  const LISTS = "[role=listbox], [role=tree], [role=grid], [role=menu]";
  /** What options look like, best first: by role, by state, by markup. */
  const OPTIONS = ["[role=option], [role=treeitem], [role=menuitemradio], [role=menuitemcheckbox]", "[aria-selected]", "li:not(:has(li), [role=alert], [role=status])"];

  /** Whether a box says nothing of what it is; nor does what it opens. @param {Element} box */
  const isLoose = (box) => box.matches("div:not([role], [aria-haspopup]), span:not([role], [aria-haspopup])") && !isEditable(box);

  /** What can be pressed there and reads as something; what may do more than choose is not among it. @param {Element[]} elements */
  const looseOptions = (elements) => {
    const isPressed = (/** @type {Element | null} */ element) => element !== null && getComputedStyle(element).cursor === "pointer";
    const acts = "a, button, input, label, summary, [role]:not([role=img], [role=none], [role=presentation])";
    return elements.filter((element) => isPressed(element) && !isPressed(element.parentElement) &&
      !element.matches(acts) && !element.querySelector(acts) && textOf(element));
  };

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

  /** The options in a list that are rendered. @param {Element} list */
  const optionsIn = (list) => {
    const all = flat(list);
    const rendered = all.filter(isRendered);
    return [...OPTIONS.map((selector) => rendered.filter((element) => element.matches(selector))), twinsOf(all, rendered), looseOptions(rendered)]
      .find((options) => options.length) ?? [];
  };

  /**
   * Options that only screen readers are told of are shown elsewhere: among the siblings of what reads the same.
   * @param {Element[]} all @param {Element[]} rendered
   */
  const twinsOf = (all, rendered) => {
    const option = all.find((element) => element.matches("[role=option]"));
    const told = oneLine(option?.getAttribute("aria-label") ?? option?.textContent ?? "");
    const twin = told && rendered.find((element) => textOf(element) === told);
    return twin ? [...(twin.parentElement?.children ?? [])].filter(isRendered) : [];
  };

  /** @param {Element} box */
  const isExpanded = (box) =>
    [box, closest(box, "[role=combobox]"), box.querySelector("[aria-expanded]")]
      .some((element) => element?.getAttribute("aria-expanded") === "true");

  /** The list of a box that is open already. @param {Element} box */
  const openedBy = (box) => {
    if (isLoose(box) && lastWritten === box && lastList?.isConnected && isOpen(lastList)) return lastList;
    if (!isExpanded(box)) return null;
    const around = closest(box, "[role=combobox]") ?? box;
    const inside = around === box ? [] : [...renderedLists(box).keys()].filter((list) => surrounds(around, list));
    const last = lastWritten === box && lastList?.isConnected && isOpen(lastList) ? lastList : null;
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

  /**
   * Opens what a box opens, the ways that people do.
   * @param {Element} box @param {Element} face @param {() => Element | null} find @param {Run} run
   */
  const open = async (box, face, find, run) => {
    if (box.matches("[role=listbox]")) return box;
    const already = openedBy(box);
    if (already) return already;
    clickOn(clickPoint(face, box) instanceof Refusal ? territoryOf(face) : face, box);
    let list = await until(run, LIST_APPEARS, find);
    if (!list && !isExpanded(box)) {
      hand.tapKey(box, focused() ?? box, "ArrowDown", 40);
      list = await until(run, LIST_APPEARS, find);
    }
    const toggler = list || isExpanded(box) ? null : togglerOf(box);
    if (toggler) {
      clickPart(toggler, { owner: box, as: "toggler" });
      list = await until(run, LIST_APPEARS, find);
    }
    return list ?? until(run, LIST_APPEARS, find);
  };

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

  /**
   * Some lists call selected what the keyboard would choose. It is chosen where the box shows it, or where
   * the box only shows a number of choices.
   * @param {Element} option @param {string} shown what the box shows @param {boolean} counts
   */
  const isChosen = (option, shown, counts) =>
    option.getAttribute("aria-checked") === "true" ||
    (option.getAttribute("aria-selected") === "true" && (counts || shown.includes(textOf(option))));

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
    parts.watch(box);
    const before = renderedLists(box);
    const own = (/** @type {Element | null} */ list) => (list && parts.opened(box, list) ? list : null);
    const list = own(await open(box, face, () => own(listOf(box, before)), run));
    [lastList, lastWritten] = [list, box];
    const find = () => (list?.isConnected && isOpen(list) ? list : own(listOf(box, before)));
    const input = filterBoxOf(box, list);
    if (clear && input) await clearTokens(box, input, run);
    if (filter) {
      if (input) {
        moveFocus(input, "focus");
        await insertAll(input, fitting(input, filter));
        await breath();
        await vaulty.settle(FILTERS);
      }
    }
    const options = await filledOptions(find, input && !filter ? LIST_WANTS_TEXT : LIST_FILLS, (filter ?? "").toLowerCase(), run);
    if (!options.length) throw new Refusal("timed-out", filter ? "no option came up for the text" : "no list opened");
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
    await until(run, LIST_CLOSES, () => (isGone() ? !isExpanded(box) || reading(box).read !== shown : optionState(option) !== state));
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
      await until(run, LIST_APPEARS, isClosed);
    }
    if (!isClosed()) tapKey(box, "Escape", 27);
    if (active && hand.hears(box, active)) moveFocus(active, "blur");
    moveFocus(box, "blur");
    await breath();
    await until(run, LIST_APPEARS, isClosed);
    const memory = writes.get(run.jobId)?.find((write) => write.element.deref() === box);
    if (!memory || memory.picked || isSame(memory.before, memory.after) || !isSame(reading(box), memory.after)) return;
    await restore(box, memory);
    memory.after = reading(box);
  };

  // ---------------------------------------------------------------- calendars

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
  const cellOf = (day, around) => parts.actingUpTo(day, around) ?? day;

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
    let shown = await until(run, LIST_APPEARS, opened);
    const toggler = shown ? null : togglerOf(field);
    if (toggler) {
      clickPart(toggler, { owner: field, as: "toggler" });
      shown = await until(run, LIST_APPEARS, opened);
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
    await until(run, LIST_CLOSES, () => reading(field).read !== read);
    tapKey(field, "Tab", 9);
    moveFocus(field, "blur");
  };

  // ---------------------------------------------------------------- operations

  /** @param {Element} element @param {boolean} fits @param {string} what */
  const demand = (element, fits, what) => {
    if (!fits) throw new Refusal("wrong-kind", `${describe(element)} takes no ${what}`);
  };

  /**
   * Does one operation. Throws a `Refusal` when it is not done.
   * @param {Operation} operation @param {Run} run @returns {Promise<Partial<OperationResult>>}
   */
  const perform = async (operation, run) => {
    const { expect } = operation;
    const element = find(operation.ref, expect);
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
        return writtenUnread(element, run, () => chooseOptions(element, operation.positions));
      }
      case "setChecked": {
        demand(element, isTicked(element) !== undefined, "tick");
        if (isTicked(element) === operation.checked) return reading(element);
        const face = await prepare(element, expect, run, { edits: true, clicks: true });
        return written(element, run, () => tick(element, face, operation.checked, run));
      }
      case "setFiles": {
        if (!(element instanceof HTMLInputElement && element.type === "file")) {
          throw new Refusal("wrong-kind", `${describe(element)} takes no files`);
        }
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
        return reading(element);
      case "click": {
        /** Right before the click, in its own task. */
        const lastCheck = () => {
          checkpoint(run);
          const changed = vaulty.sent.changes(element, expect);
          // guard: approved (yes-amount-swapped)
          if (changed.length) throw Object.assign(new Refusal("approval-stale", "the form changed"), { changed });
          vaulty.hold.forget();
          vaulty.sent.watch(element, expect);
        };
        // What the page tried to send by itself, and no button of it sends.
        if (element instanceof HTMLFormElement) hand.sendForm(element, lastCheck);
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
    lastWritten = element;
    return result;
  };

  /** Lets the page react to what was written, and reads it back. @param {Run} run */
  const readBack = async (run) => {
    if (!run.unread.length) return;
    await breath();
    for (const { result, element, memory } of run.unread.splice(0)) {
      memory.after = reading(element);
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

  // ---------------------------------------------------------------- messages

  /** @returns {ContentReply} */
  const reply = () => ({ results: [], undone: [0, 0], executeMs: 0, settleMs: 0 });

  /** Waits until the page is quiet and takes its snapshot. @param {number} settleMs @param {ContentReply} answer */
  const observed = async (settleMs, answer) => {
    const started = performance.now();
    await vaulty.settle(settleMs);
    answer.settleMs = performance.now() - started;
    answer.snapshot = vaulty.snapshot();
    if (await vaulty.paint.pictured()) answer.snapshot = vaulty.snapshot();
    return answer;
  };

  /** @param {Extract<ContentMessage, { type: "EXECUTE" }>} message */
  const execute = async ({ operations, show, settleMs, observe, jobId, signs }) => {
    parts.learn(signs);
    parts.look();
    const clicks = operations.filter((operation) => operation.op === "click");
    if (clicks.length < operations.length) vaulty.hold.start();
    else if (clicks.every(({ maySend }) => maySend)) vaulty.hold.allow();
    else vaulty.hold.sends();
    /** @type {Run} */
    const run = { jobId, show, patience: PATIENCE, unread: [] };
    const answer = reply();
    const started = performance.now();
    let breathed = started;
    for (const operation of operations) {
      const result = await report(operation, run);
      answer.results.push(result);
      if (result.refusal === "stopped") break;
      if (performance.now() - breathed > BREATH) {
        await readBack(run);
        breathed = performance.now();
      }
    }
    await readBack(run);
    vaulty.outline?.(null);
    answer.executeMs = performance.now() - started;
    log("info", "executed", answer.results.length, "of", operations.length, "in ms:", Math.round(answer.executeMs));
    if (!observe || halted.has(jobId)) return answer;
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

  /** @param {Extract<ContentMessage, { type: "HOLD" }>["hold"]} wanted */
  const hold = (wanted) => {
    if (wanted === "everything") vaulty.hold.start();
    else if (wanted === "sends") vaulty.hold.sends();
    else vaulty.hold.end();
  };

  /** @param {ContentMessage} message @returns {Promise<ContentReply>} */
  const handle = async (message) => {
    switch (message.type) {
      case "ENTRIES": {
        const button = vaulty.element(message.button);
        return { ...reply(), entries: button?.isConnected ? vaulty.sent.entries(button) : [] };
      }
      case "OBSERVE":
        return inTurn(() => observed(message.settleMs, reply()));
      case "EXECUTE":
        return inTurn(() => execute(message));
      case "HOLD":
        hold(message.hold);
        return reply();
      case "HALT":
        halted.add(message.jobId);
        vaulty.outline?.(null);
        return reply();
      case "UNDO_WRITES":
        return { ...reply(), undone: await undo(message.jobId) };
      case "HUD":
        vaulty.hud?.(message.hud);
        return reply();
      case "SET_LOG_LEVEL":
        logLevel = message.level;
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
