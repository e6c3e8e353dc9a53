// @ts-check
// Tidemark's application form: two steps in one document, and a plain POST at the end.

import { combobox } from "./combobox.js";
import { validate } from "./forms.js";
import { showRegions } from "./regions.js";

const DEGREES = ["Secondary school", "Vocational training", "Bachelor’s degree", "Master’s degree", "Doctorate", "Other"];
const COVER_LETTER_MAX = 4000;
const FILE_MAX_BYTES = 5 * 1024 * 1024;

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function need(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`#${id} is missing`);
  return element;
}

const form = need("apply", HTMLFormElement);
const steps = [need("step-1", HTMLElement), need("step-2", HTMLElement)];
const marks = [need("mark-1", HTMLElement), need("mark-2", HTMLElement)];
let current = 0;

/** @param {number} step */
function show(step) {
  current = step;
  steps.forEach((section, at) => { section.hidden = at !== step; });
  marks.forEach((mark, at) => {
    mark.classList.toggle("done", at < step);
    if (at === step) mark.setAttribute("aria-current", "step");
    else mark.removeAttribute("aria-current");
  });
  document.title = `${step === 0 ? "Apply" : "Step 2 of 2"}: Embedded Software Engineer · Tidemark Instruments`;
  scrollTo({ top: 0 });
  steps[step].querySelector("h2")?.focus({ preventScroll: true });
}

function forward() {
  if (!validate(steps[0])) return;
  history.pushState({ step: 1 }, "", "?step=2");
  show(1);
}

need("continue", HTMLButtonElement).addEventListener("click", forward);
need("back", HTMLButtonElement).addEventListener("click", () => history.back());
addEventListener("popstate", (event) => {
  const step = event.state?.step ?? 0;
  // A link to the privacy notice, or going forward again, never skips what step 1 asks.
  if (location.hash) return;
  if (step !== current) show(step === 1 && validate(steps[0]) ? 1 : 0);
});
history.replaceState({ step: 0 }, "", location.pathname);

form.addEventListener("submit", (event) => {
  if (current === 0) {
    event.preventDefault();
    forward();
  } else if (!validate(steps[1])) event.preventDefault();
});

const country = need("country", HTMLSelectElement);
const state = need("state", HTMLSelectElement);
country.addEventListener("change", () => showRegions(state, country.value));
showRegions(state, country.value);

combobox(need("degree", HTMLButtonElement), DEGREES, need("popups", HTMLElement));

const letter = need("cover_letter", HTMLTextAreaElement);
letter.addEventListener("input", () => {
  need("cover-count", HTMLElement).textContent = `${(COVER_LETTER_MAX - letter.value.length).toLocaleString("en")} characters left`;
});

for (const drop of document.querySelectorAll("label.drop")) {
  if (drop instanceof HTMLLabelElement && drop.control instanceof HTMLInputElement) dropZone(drop, drop.control);
}

/** @param {HTMLLabelElement} drop @param {HTMLInputElement} input */
function dropZone(drop, input) {
  const title = /** @type {HTMLElement} */ (drop.querySelector("b"));
  const invitation = title.textContent;
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
  }
  for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    const one = new DataTransfer();
    one.items.add(file);
    input.files = one.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.setCustomValidity(file && file.size > FILE_MAX_BYTES ? "This file is larger than 5 MB." : "");
    title.textContent = file ? file.name : invitation;
    drop.classList.toggle("filled", file !== undefined);
  });
}
