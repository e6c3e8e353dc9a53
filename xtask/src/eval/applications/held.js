// Run in the extension's world of a page that was filled: what each control with data-eval-n holds. The chosen
// option's text of a select or radio group ("" for none), the ticked options' texts of a checkbox group or a select
// that takes several, "checked" for a single checkbox that is ticked, the value of any other control.
() => {
  const clean = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  /** What an element says, without what is no text of its own. @param {Element} el */
  const says = (el) => {
    const copy = /** @type {Element} */ (el.cloneNode(true));
    const others = "input, select, textarea, button, script, style, [aria-hidden=true]";
    copy.querySelectorAll(others).forEach((other) => other.remove());
    return clean(copy.textContent);
  };
  /** The text that stands behind a control, up to the next one. */
  const behind = (el) => {
    let text = "";
    for (let next = el.nextSibling; next && !next.matches?.("input, br"); next = next.nextSibling) {
      text += next.textContent;
    }
    return clean(text);
  };
  /** How the page names an option: of several labels the one that says least. */
  const optionText = (el) => {
    const labels = [...(el.labels ?? [])].map(says).filter(Boolean);
    const named = (el.getAttribute("aria-labelledby") ?? "").split(/\s+/).map((id) => document.getElementById(id));
    return labels.sort((a, b) => a.length - b.length)[0] ||
      clean(named.map((other) => (other ? says(other) : "")).join(" ")) ||
      clean(el.getAttribute("aria-label")) || behind(el) || el.value;
  };
  /** The boxes of one question: those of the same name, or those that the first one's group has. */
  const group = (el) => {
    const alike = [...document.querySelectorAll(`input[type=${el.type}]`)].filter((other) => other.form === el.form);
    const named = alike.filter((other) => el.name && other.name === el.name);
    if (named.length > 1) return named;
    const around = el.closest("fieldset, [role=group], [role=radiogroup]");
    const within = alike.filter((other) => around?.contains(other));
    const isOne = within.every((other) => other === el || !other.hasAttribute("data-eval-n"));
    return isOne && within.length > 1 ? within : [el];
  };
  const held = (el) => {
    if (el instanceof HTMLSelectElement) {
      const texts = [...el.selectedOptions].filter((option) => option.value !== "").map((option) => clean(option.text));
      return el.multiple ? texts : texts[0] ?? "";
    }
    if (el.type === "radio") {
      const chosen = group(el).find((other) => other.checked);
      return chosen ? optionText(chosen) : "";
    }
    if (el.type === "checkbox") {
      const boxes = group(el);
      if (boxes.length > 1) return boxes.filter((box) => box.checked).map(optionText);
      return el.checked ? "checked" : "";
    }
    if (el.type === "file") return [...el.files].map((file) => file.name).join(", ");
    return el.value ?? clean(el.innerText);
  };
  /** @type {Record<string, string | string[]>} */
  const state = {};
  for (const el of document.querySelectorAll("[data-eval-n]")) state[el.getAttribute("data-eval-n")] = held(el);
  return state;
}
