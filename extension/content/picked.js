// @ts-check
// Tells which of some fields the person goes to next, by pointer or by Tab, so that the sheet can show its row. Reads
// alone. Where a page moves the focus by itself it tells nothing.

(() => {
  if (!globalThis.vaulty || vaulty.nextPicked) return;

  const { controls, element, own } = vaulty;
  const { getter, localName } = vaulty.dom;
  const parentElement = getter(Node, "parentElement");
  const EVENTS = ["pointerup", "keyup"];

  /** Whether both are choices of one question. @param {any} one @param {any} other */
  const areChoicesOfOne = (one, other) =>
    localName(one) === "input" && localName(other) === "input" && one.type === "radio" && other.type === "radio" &&
    one.name !== "" && one.name === other.name && one.form === other.form;

  /** Which of the fields an element is, or is a part of. @param {Element | null} target @param {number[]} numbers */
  const among = (target, numbers) => {
    for (let at = target; at; at = parentElement(at)) {
      for (const number of numbers) {
        const field = element(number);
        if (field && (field === at || areChoicesOfOne(field, at))) return number;
      }
    }
    return undefined;
  };

  /** @type {((number: number | undefined) => void) | null} */
  let end = null;

  vaulty.nextPicked = (numbers) => {
    // Whoever asked before has another sheet by now.
    end?.(undefined);
    return new Promise((resolve) => {
      /** @param {any} event */
      const listen = (event) => {
        if (!event.isTrusted || (event.type === "keyup" && event.key !== "Tab") || own.has(event.target)) return;
        // Where a label passes the press on, and in closed trees, the field has the focus a moment later.
        setTimeout(() => {
          const focused = controls.pointed();
          const found = focused === undefined ? undefined : among(element(focused), numbers);
          if (found !== undefined) end?.(found);
        });
      };
      const ended = (/** @type {number | undefined} */ number) => {
        for (const name of EVENTS) removeEventListener(name, listen, true);
        end = null;
        resolve(number);
      };
      end = ended;
      for (const name of EVENTS) addEventListener(name, listen, { capture: true, passive: true });
    });
  };
})();
