// @ts-check
// Validation for the demo sites: the browser judges, the site words the message beside the field.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

let errorIds = 0;

/** @param {Control} control */
function messageFor(control) {
  const { validity } = control;
  if (validity.valid) return "";
  if (validity.customError) return control.validationMessage;
  if (validity.valueMissing) return control.dataset.missing ?? "Please fill this in.";
  if (validity.typeMismatch && control.type === "email") return "Please enter an e-mail address such as name@example.com.";
  if (validity.typeMismatch) return "Please enter a full address that begins with https://.";
  return control.dataset.wrong ?? control.validationMessage;
}

/**
 * Shows a message beside the field that holds the control, or takes it away.
 * @param {Element} control @param {string} message
 */
export function showMessage(control, message) {
  const field = control.closest(".field");
  if (!field) return;
  const old = field.querySelector(":scope > .error");
  control.toggleAttribute("aria-invalid", false);
  field.classList.toggle("has-error", message !== "");
  if (!message) {
    if (old) {
      old.remove();
      const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== old.id);
      if (others.length) control.setAttribute("aria-describedby", others.join(" "));
      else control.removeAttribute("aria-describedby");
    }
    return;
  }
  const error = old ?? document.createElement("p");
  if (!old) {
    error.className = "error";
    error.id = `error-${++errorIds}`;
    field.append(error);
    control.setAttribute("aria-describedby", `${control.getAttribute("aria-describedby") ?? ""} ${error.id}`.trim());
  }
  error.textContent = message;
  control.setAttribute("aria-invalid", "true");
}

/** @param {Element} scope @returns {Control[]} */
const controlsIn = (scope) =>
  /** @type {Control[]} */ ([...scope.querySelectorAll("input, select, textarea")]).filter((control) => control.willValidate);

/**
 * Checks every control in the part of the form, shows what is wrong and moves to the first of it.
 * @param {Element} scope
 */
export function validate(scope) {
  /** @type {Control | undefined} */
  let first;
  const done = new Set();
  for (const control of controlsIn(scope)) {
    const field = control.closest(".field");
    if (!field || done.has(field)) continue;
    const message = messageFor(control);
    showMessage(control, message);
    if (message) {
      first ??= control;
      done.add(field);
    }
  }
  if (!first) return true;
  const target = first.dataset.focus ? document.getElementById(first.dataset.focus) ?? first : first;
  target.focus();
  return false;
}

// A field that was found wrong is judged again as soon as it changes.
document.addEventListener("input", (event) => recheck(event.target));
document.addEventListener("change", (event) => recheck(event.target));

/** @param {EventTarget | null} target */
function recheck(target) {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement)) return;
  const field = target.closest(".has-error");
  if (!field) return;
  const marked = /** @type {Control | null} */ (field.querySelector('[aria-invalid="true"]')) ?? target;
  showMessage(marked, messageFor(marked));
}
