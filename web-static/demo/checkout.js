// @ts-check
// Kettle Lane's checkout: details, then a code that is "mailed" to the person, then a plain POST.

import { showMessage, validate } from "./forms.js";
import { showRegions } from "./regions.js";

const SUBTOTAL_CENTS = 5450;
const CODE_DIGITS = 6;
/** Coupons and what they take off the subtotal, in per cent. */
const COUPONS = new Map([["TEATIME", 10]]);

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function need(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`#${id} is missing`);
  return element;
}
/** @param {string} id */
const input = (id) => need(id, HTMLInputElement);
/** @param {string} id */
const select = (id) => need(id, HTMLSelectElement);
/** @param {string} id @param {string} text */
const say = (id, text) => { need(id, HTMLElement).textContent = text; };

const form = need("checkout", HTMLFormElement);
const details = need("details", HTMLElement);
const confirmation = need("confirmation", HTMLElement);
const place = need("place", HTMLButtonElement);
const code = input("code");

// Addresses

for (const [prefix, country] of [["ship", select("ship_country")], ["bill", select("bill_country")]]) {
  if (!(country instanceof HTMLSelectElement)) continue;
  const update = () => showRegions(select(`${prefix}_state`), country.value);
  country.addEventListener("change", update);
  update();
}

const same = input("same_address");
const billing = need("billing", HTMLFieldSetElement);
const showBilling = () => { billing.hidden = billing.disabled = same.checked; };
same.addEventListener("change", showBilling);
showBilling();

// Card

/** @param {HTMLInputElement} field @param {(digits: string) => string} format */
function formatDigits(field, format) {
  field.addEventListener("input", () => {
    const atEnd = field.selectionStart === field.value.length;
    const formatted = format(field.value.replace(/\D/g, ""));
    if (atEnd && formatted !== field.value) field.value = formatted;
  });
}
formatDigits(input("cc_number"), (digits) => digits.slice(0, 19).replace(/(.{4})(?=.)/g, "$1 "));
formatDigits(input("cc_exp"), (digits) => (digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}` : digits));

// Money

let discountPercent = 0;

/** @param {number} cents */
const money = (cents) => (cents === 0 ? "Free" : `€ ${(cents / 100).toFixed(2)}`);
const chosenDelivery = () => /** @type {HTMLInputElement} */ (form.querySelector('[name="delivery"]:checked'));

function showTotals() {
  const delivery = Number(chosenDelivery().dataset.cents);
  const discount = Math.round((SUBTOTAL_CENTS * discountPercent) / 100);
  need("discount-row", HTMLElement).hidden = discount === 0;
  say("discount", `− ${money(discount)}`);
  say("delivery-cost", money(delivery));
  say("total", money(SUBTOTAL_CENTS - discount + delivery));
}
form.addEventListener("change", showTotals);
need("apply", HTMLButtonElement).addEventListener("click", () => {
  const coupon = input("coupon");
  const percent = COUPONS.get(coupon.value.trim().toUpperCase()) ?? 0;
  discountPercent = percent;
  showMessage(coupon, percent || !coupon.value.trim() ? "" : "We don’t know this code.");
  showTotals();
});

// Confirmation by a mailed code

let mailedCode = "";

function mailCode() {
  const random = crypto.getRandomValues(new Uint32Array(1))[0];
  mailedCode = String(random % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0");
  const letter = document.createElement("article");
  letter.className = "letter";
  const lines = [
    ["from", `Kettle Lane to ${input("email").value}`],
    ["subject", "Your confirmation code"],
    ["digits", mailedCode],
    ["", "It counts for this order only."],
  ];
  for (const [name, text] of lines) {
    const line = document.createElement("p");
    line.className = name;
    line.textContent = text;
    letter.append(line);
  }
  need("mail", HTMLElement).replaceChildren(letter);
  need("unread", HTMLElement).hidden = need("mailbox", HTMLDetailsElement).open;
  code.value = "";
  judgeCode();
}

function judgeCode() {
  const right = mailedCode !== "" && code.value === mailedCode;
  const wrong = code.value.length >= CODE_DIGITS && !right;
  place.disabled = !right;
  code.setCustomValidity(wrong ? "This code is not right. Look at the newest e-mail." : "");
  showMessage(code, code.validationMessage && wrong ? code.validationMessage : "");
  say("confirmed", right ? "Code confirmed. You can place your order." : "");
}
code.addEventListener("input", judgeCode);

function review() {
  const value = (/** @type {string} */ id) => input(id).value.trim();
  const country = select("ship_country").selectedOptions[0]?.textContent ?? "";
  say("review-contact", value("email"));
  say("review-address", [
    `${value("ship_first")} ${value("ship_last")}`, value("ship_address1"), value("ship_address2"),
    `${value("ship_zip")} ${value("ship_city")}`, country,
  ].filter(Boolean).join(", "));
  say("review-delivery", chosenDelivery().closest("label")?.querySelector("span")?.firstChild?.textContent ?? "");
  say("review-payment", `Card ending in ${value("cc_number").replace(/\D/g, "").slice(-4)}`);
  say("code-to", value("email"));
}

/** @param {boolean} confirming */
function show(confirming) {
  details.hidden = confirming;
  confirmation.hidden = !confirming;
  scrollTo({ top: 0 });
  if (confirming) need("confirm-title", HTMLElement).focus({ preventScroll: true });
}

function toConfirmation() {
  if (!validate(details)) return;
  review();
  mailCode();
  show(true);
}

need("continue", HTMLButtonElement).addEventListener("click", toConfirmation);
need("change", HTMLButtonElement).addEventListener("click", () => show(false));
need("resend", HTMLButtonElement).addEventListener("click", () => { mailCode(); code.focus(); });
need("mailbox", HTMLDetailsElement).addEventListener("toggle", (event) => {
  if (event.target instanceof HTMLDetailsElement && event.target.open) need("unread", HTMLElement).hidden = true;
});
form.addEventListener("submit", (event) => {
  if (confirmation.hidden) {
    event.preventDefault();
    toConfirmation();
  } else if (place.disabled || !validate(confirmation)) event.preventDefault();
});
showTotals();
