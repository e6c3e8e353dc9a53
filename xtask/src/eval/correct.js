// Run in the extension's world of a page that was filled: what a person does who corrects it. Takes what controls
// should hold, by name (or id); returns how many it could set.
(wanted) => {
  const clean = (text) => (text ?? "").replace(/\s+/g, " ").trim().toLowerCase();
  const meant = (value) => (Array.isArray(value) ? value : [value]).map((one) => clean(String(one)));
  /** @param {HTMLElement[]} controls */
  const set = (controls, value) => {
    const texts = meant(value);
    const [first] = controls;
    if (first instanceof HTMLSelectElement) {
      const fits = (option) => texts.includes(clean(option.value)) || texts.includes(clean(option.text));
      const found = [...first.options].filter(fits);
      for (const option of found) option.selected = true;
      first.dispatchEvent(new Event("change", { bubbles: true }));
      return found.length > 0;
    }
    if (first.type === "radio" || first.type === "checkbox") {
      const says = (tick) => [clean(tick.value), clean(tick.labels?.[0]?.textContent)];
      const isYes = controls.length === 1 && texts.some((text) => text === "yes" || text === "true");
      const found = controls.filter((tick) => isYes || says(tick).some((said) => texts.includes(said)));
      for (const tick of found.filter((one) => !one.checked)) tick.click();
      return found.length > 0;
    }
    first.value = String(value);
    first.dispatchEvent(new Event("input", { bubbles: true }));
    first.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  };
  const all = [...document.querySelectorAll("input, select, textarea")];
  const done = Object.entries(wanted).filter(([name, value]) => {
    const controls = all.filter((control) => (control.name || control.id) === name);
    return controls.length > 0 && set(controls, value);
  });
  return done.length;
}
