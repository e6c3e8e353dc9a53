// @ts-check
// The one exit for presses and keys. Nothing else in the content scripts sends a pointer, mouse, click or key
// event, clicks, submits or types into what has the focus (a test reads the sources). Every press says whose it
// is and as what; what may not be pressed as that is refused (`claims.js`). It is judged anew before each event, for the
// page may change between two of them.

(() => {
  /** @typedef {import("../types/content.d.ts").Claim} Claim */

  if (!globalThis.vaulty || vaulty.hand) return;

  const { surrounds, outwards, fits, closest, focused, isRendered } = vaulty.tree;
  const { isActing } = vaulty.acts;
  const { Refusal } = vaulty;
  const { passesOnTo, isInnerTick, isOwn, isOwnLabel, permit, hears, objectionToKey, mayTap } = vaulty.claims;

  // ---------------------------------------------------------------- presses

  /**
   * What of an element gets the events: what is hit in it, unless that acts by itself.
   * @param {Element} element @param {Element | null} hit @param {Claim} claim
   */
  const aimAt = (element, hit, claim) => {
    if (!hit || !surrounds(element, hit)) return element;
    const inner = outwards(hit).slice(0, outwards(hit).indexOf(element));
    const isOther = (/** @type {Element} */ part) =>
      (fits(part, "label") ? !passesOnTo(part, claim.owner, element) : isActing(part) || fits(part, "[onclick]")) && !isInnerTick(part, element);
    const other = inner.find(isOther);
    // guard: hit (continue-with-a-trap-in-it)
    if (other && claim.as === "approved") throw new Refusal("covered", "something else that acts lies over it");
    return other ? element : hit;
  };

  /** @param {Element} target @param {Event} event */
  const send = (target, event) => target.dispatchEvent(event);

  /**
   * The events of a press, up to but without the click itself.
   * @param {Element} target @param {Element} element @param {{ x: number, y: number }} point @param {Claim} claim
   */
  const touch = (target, element, { x, y }, claim) => {
    const common = {
      bubbles: true, cancelable: true, composed: true, view: window, detail: 1,
      clientX: x, clientY: y, screenX: screenX + x, screenY: screenY + y, button: 0,
    };
    const pointer = { ...common, pointerId: 1, pointerType: "mouse", isPrimary: true };
    /** @param {Event} event */
    const tell = (event) => {
      permit(target, element, claim);
      return send(target, event);
    };
    tell(new PointerEvent("pointerover", { ...pointer, buttons: 0 }));
    tell(new MouseEvent("mouseover", { ...common, buttons: 0 }));
    tell(new PointerEvent("pointermove", { ...pointer, buttons: 0 }));
    tell(new MouseEvent("mousemove", { ...common, buttons: 0 }));
    const goesOn = tell(new PointerEvent("pointerdown", { ...pointer, buttons: 1 }));
    // Lists close the moment that an option is pressed: then nobody is there to hear the rest.
    const isThere = () => claim.as === "approved" || (target.isConnected && isRendered(target));
    // As in a browser: a page that cancels `pointerdown` gets no mouse events, one that cancels `mousedown`
    // keeps the focus where it is.
    if (isThere() && goesOn && tell(new MouseEvent("mousedown", { ...common, buttons: 1 }))) {
      const focusable = closest(target, "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]");
      if (focusable) moveFocus(focusable, "focus");
    }
    if (isThere()) tell(new PointerEvent("pointerup", { ...pointer, buttons: 0 }));
    if (isThere() && goesOn) tell(new MouseEvent("mouseup", { ...common, buttons: 0 }));
  };

  /** One click, with what it does by itself: toggling, opening; of what was approved sending and following, too. @param {Element} element */
  const activate = (element) => {
    if (element instanceof HTMLElement) element.click();
    else send(element, new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
  };

  /**
   * Presses and clicks.
   * @param {Claim} claim @param {Element} element what is pressed
   * @param {{ x: number, y: number, hit?: Element | null }} point where
   * @param {() => void} [lastCheck] runs after the press's own events and right before the click; throws to prevent it
   */
  const press = (claim, element, point, lastCheck) => {
    const target = aimAt(element, point.hit ?? null, claim);
    touch(target, element, point, claim);
    // The page may have replaced what was hit while it was pressed, or all of it: then nothing is left to click.
    if (claim.as !== "approved" && !(element.isConnected && isRendered(element))) return;
    const clicked = target.isConnected ? target : element;
    permit(clicked, element, claim);
    lastCheck?.();
    activate(clicked);
  };

  /** A click without the rest of a press. @param {Claim} claim @param {Element} element */
  const tap = (claim, element) => {
    permit(element, element, claim);
    activate(element);
  };

  /** A press beside everything, as people close what is open. @param {Element} owner @param {Element} outer */
  const pressBeside = (owner, outer) => {
    /** @type {Claim} */
    const claim = { owner, as: "beside" };
    const { left, top } = outer.getBoundingClientRect();
    touch(outer, outer, { x: left, y: top }, claim);
    permit(outer, outer, claim);
    send(outer, new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
  };

  /**
   * Sends the form that the page itself tried to send, once the person said yes to that.
   * @param {HTMLFormElement} form @param {() => void} lastCheck
   */
  const sendForm = (form, lastCheck) => {
    const submitter = vaulty.hold.submitterOf(form);
    lastCheck();
    HTMLFormElement.prototype.requestSubmit.call(form, submitter ?? undefined);
  };

  // ---------------------------------------------------------------- focus and changes

  /**
   * Moves the focus there or away. A window that is not in front sends no focus events by itself, and pages
   * validate on them.
   * @param {Element} element @param {"focus" | "blur"} how
   */
  const moveFocus = (element, how) => {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
    const had = focused() === element;
    if (how === "focus") element.focus({ preventScroll: true });
    else element.blur();
    if (document.hasFocus() || had === (how === "focus")) return;
    const [bubbling, plain] = how === "focus" ? ["focusin", "focus"] : ["focusout", "blur"];
    send(element, new FocusEvent(plain, { composed: true }));
    send(element, new FocusEvent(bubbling, { bubbles: true, composed: true }));
  };

  /** @param {Element} element @param {string} data @param {string} inputType */
  const sendInput = (element, data, inputType) =>
    send(element, new InputEvent("input", { bubbles: true, composed: true, inputType, data }));

  /** @param {Element} element */
  const sendChange = (element) => send(element, new Event("change", { bubbles: true }));

  // ---------------------------------------------------------------- keys

  /**
   * One event of a key, for the field or what is its own. Whatever form Enter would send is held back.
   * @param {Element} owner @param {Element} target @param {string} type @param {string} key @param {object} more
   */
  const sendKey = (owner, target, type, key, more) => {
    const why = objectionToKey(owner, target, key);
    if (why) throw new Refusal("not-judged", why);
    const event = new KeyboardEvent(type, { bubbles: true, cancelable: true, composed: true, key, ...more });
    // What Enter would send is of our own doing: held, and not told as the page's.
    if (key === "Enter") return vaulty.hold.aside(() => send(target, event));
    return send(target, event);
  };

  /**
   * A key that is no character, for what is the field's own; else for the field itself.
   * @param {Element} owner @param {Element} target @param {string} key @param {number} keyCode @returns {void}
   */
  const tapKey = (owner, target, key, keyCode) => {
    // guard: key-place (focus-moves-before-a-key)
    if (!hears(owner, target)) return tapKey(owner, owner, key, keyCode);
    const named = { code: key, keyCode, which: keyCode };
    sendKey(owner, target, "keydown", key, named);
    // What closes or goes by the key does not hear it come up.
    if (target.isConnected && !objectionToKey(owner, target, key)) sendKey(owner, target, "keyup", key, named);
  };

  /** @param {Element} owner @param {InputEventInit} init */
  const sendBeforeInput = (owner, init) => send(owner, new InputEvent("beforeinput", { bubbles: true, cancelable: true, composed: true, ...init }));

  /** Whether what is typed goes into the field. @param {Element} owner */
  const hasFocus = (owner) => {
    const active = focused();
    return active !== null && (surrounds(owner, active) || active === closest(owner, "[contenteditable]"));
  };

  /** Selects all of a field. @param {Element} owner */
  const selectAll = (owner) => {
    if (owner instanceof HTMLInputElement || owner instanceof HTMLTextAreaElement) owner.select();
    else if (hasFocus(owner)) {
      document.execCommand("selectAll");
      vaulty.platform.ensureSelected(owner);
    }
  };

  /**
   * Replaces what is selected in a field, as typing does; the browser sends a trusted `input`.
   * @param {Element} owner @param {string} text
   */
  const insert = (owner, text) => {
    // guard: focus (typing-goes-elsewhere)
    if (!hasFocus(owner)) throw new Refusal("not-judged", "the page moved the focus away");
    return text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  };

  vaulty.hand = {
    press, tap, pressBeside, sendForm, isOwn, isOwnLabel, hears, moveFocus, sendInput, sendChange, sendKey, tapKey, mayTap, sendBeforeInput, selectAll, insert,
  };
})();
