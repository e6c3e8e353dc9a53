// Run in the extension's world of a page before it is filled: of each control, by name (or id), its type
// and its choices as [value, text].
() => {
  /** @type {Record<string, {kind: string, choices: [string, string][]}>} */
  const found = {};
  const clean = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  for (const el of document.querySelectorAll("input, select, textarea")) {
    const entry = (found[el.name || el.id] ??= { kind: el.type, choices: [] });
    if (el instanceof HTMLSelectElement) {
      entry.choices = [...el.options].map((option) => [option.value, clean(option.text)]);
    } else if (el.type === "radio" || el.type === "checkbox") {
      entry.choices.push([el.value, clean(el.labels?.[0]?.textContent)]);
    }
  }
  return found;
}
