// @ts-check
// Checks the facts again that an operation carries, and waits a little until its element can be used. It scrolls there and
// draws the outline, and closes what the field before has left open over it, by Escape or by a press beside. Nothing is
// written, and the element is not pressed, for an operation that did not pass here.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").Expect} Expect */
  /** @typedef {import("../types/vaulty.d.ts").RefusalReason} RefusalReason */
  /** @typedef {import("../types/content.d.ts").Covers} Covers */
  /** @typedef {import("../types/content.d.ts").Run} Run */
  /** @typedef {import("../types/content.d.ts").Needs} Needs */

  if (!globalThis.vaulty || vaulty.actionable) return;

  const { surrounds, closest, labelsOf } = vaulty.tree;
  const { territoryOf } = vaulty.parts;
  const { Refusal, turn } = vaulty;
  const { until } = vaulty.turn;
  const { describe, isDisabled, isNative, isReadOnly, isTextControl, isTickable, kindOf } = vaulty.reader;
  const { bringIntoView, isInView, reachablePoint, reaches } = vaulty.reach;
  const { MODAL, pressBeside, tapKey } = vaulty.clicks;

  /** How long it waits for one of them. */
  const PATIENCE_EACH = 300;

  /** How long a page takes to hear that it was scrolled. */
  const SCROLL_NOTICED = 60;

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

  /** What an element has too little of to be seen; empty where it has enough. @param {Element} element @param {Expect} expect @param {boolean} isFace @param {Covers} covers */
  const lacking = (element, expect, isFace, covers) => {
    // Nothing to compare with: nobody judged it.
    if (!expect.paint) return "measure";
    return vaulty.paint.lacks(vaulty.paint.painter(covers).measure(element, { isFace }), expect.paint);
  };

  /**
   * What is seen of the element: itself, or what was judged to stand in for it and still belongs to it.
   * @param {Element} element @param {Expect} expect @param {Covers} covers @returns {{ face: Element | null, lacks: string }}
   */
  const faceOf = (element, expect, covers) => {
    const chosen = expect.face == null ? null : vaulty.element(expect.face);
    let lacks = lacking(element, expect, false, covers);
    if (!chosen && !lacks) return { face: element, lacks };
    // A box that was opened or written just now may draw anew what it shows, and hide its input once it shows tokens.
    const isRedrawn = turn.lastWritten === element && (!chosen || (isTextControl(element) && !chosen.isConnected));
    for (const [face, how] of chosen || isRedrawn ? vaulty.paint.standIns(element) : []) {
      // Nothing else stands in for it; what it says is compared besides (`words.js`).
      if (isRedrawn ? how === "label" : face !== chosen) continue;
      // guard: face-is-its-own (unseen-stand-in-shared-while-writing)
      if (how !== "label" && vaulty.paint.othersIn(face, element)) continue;
      lacks = lacking(face, expect, true, covers);
      if (!lacks) return { face, lacks };
    }
    return { face: null, lacks };
  };

  /**
   * What is seen of the element where nothing stands in the way of using it now; else what does.
   * @param {Element} element @param {Expect} expect @param {Needs} needs
   */
  const seen = (element, expect, needs) => {
    const covers = vaulty.paint.coversOnce();
    const { face, lacks } = faceOf(element, expect, covers);
    if (!face) return new Refusal("not-visible", `${describe(element)}: ${lacks}`);
    // What opens over the page may close off everything else, its own box included.
    if (!needs.isOpen && isDisabled(element)) return new Refusal("disabled", "disabled");
    if (needs.edits && isReadOnly(element)) return new Refusal("read-only", "read-only");
    if (needs.isOpen) return face;
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
    return face;
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

  /** What is no longer where the documents around were asked about: nothing more is done before they were asked again. @param {Run} run */
  const stale = (run) => {
    run.isStale = true;
    return new Refusal("not-visible", "moved");
  };

  /** Obstacles that pages often take away by themselves. @type {Set<RefusalReason>} */
  const PASSING = new Set(["not-visible", "disabled", "covered"]);

  /**
   * Waits a little until the element can be used, scrolls to it and outlines it.
   * @param {Element} element @param {Expect} expect @param {Run} run
   * @param {Needs} needs
   */
  const prepare = async (element, expect, run, needs) => {
    const place = [scrollX, scrollY, element.getBoundingClientRect().top].join();
    let found = seen(element, expect, needs);
    const isCovered = () => found instanceof Refusal && found.reason === "covered";
    // What the field before opened may still be there.
    const left = turn.lastWritten?.isConnected && turn.lastWritten !== element && !closest(turn.lastWritten, MODAL) ? turn.lastWritten : null;
    if (left && isCovered()) tapKey(left, "Escape", 27);
    if (found instanceof Refusal && PASSING.has(found.reason)) {
      const started = performance.now();
      const isFree = () => {
        if (!element.isConnected) return true;
        found = seen(element, expect, needs);
        return !(found instanceof Refusal);
      };
      await until(run, Math.min(PATIENCE_EACH, run.patience), isFree);
      if (left && isCovered()) {
        await pressBeside(left, run);
        await until(run, Math.min(PATIENCE_EACH, run.patience), isFree);
      }
      run.patience -= performance.now() - started;
    }
    if (!element.isConnected) throw new Refusal("element-changed", "it is not in the page any more");
    if (found instanceof Refusal) throw found;
    // What was written before may have been answered by other words here.
    // guard: words-as-judged (words-of-a-text-field-changed)
    if (vaulty.words.areOther(element, expect.words)) throw new Refusal("words-changed");
    if (run.show) {
      if (!isInView(found)) bringIntoView(found);
      vaulty.outline?.(found);
    }
    const moved = place !== [scrollX, scrollY, element.getBoundingClientRect().top].join();
    if (needs.still && moved) await vaulty.delay(SCROLL_NOTICED);
    // What the documents around a frame said is of the place that it had.
    // guard: as-seen-around (framed-elsewhere-moves-inside)
    if (!vaulty.framed.isAsSeen((expect.face != null && vaulty.element(expect.face)) || element, run)) throw stale(run);
    return found;
  };

  vaulty.actionable = { find, PATIENCE_EACH, prepare };
})();
