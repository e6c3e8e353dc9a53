// The numbers of the labelled controls that their page demands: by an attribute of theirs or of another choice of their
// group, or by a star in what labels them.
() => {
  const labels = (control) => {
    const named = (control.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
    const own = [...(control.labels ?? []), ...named.map((id) => document.getElementById(id))];
    const around = control.closest("fieldset")?.querySelector("legend");
    // A text beside a control without a label.
    const beside = own.length ? null : control.closest("p, li, tr, div");
    return [...own, around, beside].filter(Boolean).map((element) => element.textContent);
  };
  const group = (control) => control.name && /^(radio|checkbox)$/.test(control.type)
    ? [...document.getElementsByName(control.name)]
    : [control];
  const isDemanded = (control) =>
    group(control).some((one) => one.required || one.getAttribute("aria-required") === "true") ||
    control.closest("[aria-required=true]") !== null ||
    labels(control).some((text) => /[*✱]|\(required\)/i.test(text));
  return [...document.querySelectorAll("[data-eval-n]")].filter(isDemanded).map((control) => control.dataset.evalN);
}
