// What every widget page has in common: `window.app` is what the application believes, as its own handlers
// were told; `window.widgets` says what is to be filled in and what the application must believe then.

/** Belief by label, how often the form was submitted, and what went wrong. */
export const app = { values: {}, submits: 0, errors: [] };
/** `{ library, rows: [{ kind, label, fill: [value, belief], refill: [value, belief] }] }` */
export const widgets = { library: "", rows: [] };
Object.assign(window, { app, widgets });

export const form = document.getElementById("form");
form.addEventListener("submit", (event) => {
  event.preventDefault();
  app.submits += 1;
});
addEventListener("error", (event) => app.errors.push(event.message));

/** Names the library that the page is made of. @param {string} name */
export const library = (name) => { widgets.library = name; };

/**
 * A row of the table: a kind of widget, its label, and two values with what each is to the application.
 * @param {string} kind @param {string} label
 * @param {[unknown, unknown] | string} fill @param {[unknown, unknown] | string} refill
 */
export const row = (kind, label, fill, refill) => {
  const pair = (value) => (Array.isArray(value) ? value : [value, value]);
  widgets.rows.push({ kind, label, fill: pair(fill), refill: pair(refill) });
};

/** The application is told a value. @param {string} label */
export const learn = (label) => (value) => { app.values[label] = value; };

/** A date as the application keeps it. @param {Date | null | undefined} date */
export const iso = (date) => {
  if (!date || Number.isNaN(date.getTime())) return null;
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** Adds markup to the form. @param {string} markup */
export const add = (markup) => {
  const holder = document.createElement("div");
  holder.innerHTML = markup;
  form.append(holder);
  return holder;
};

/** The button that must never be pressed by filling. */
export const save = () => add('<button type="submit">Save</button>');

export const COUNTRIES = [
  ["at", "Austria"], ["be", "Belgium"], ["fr", "France"], ["de", "Germany"], ["it", "Italy"],
  ["nl", "Netherlands"], ["pl", "Poland"], ["es", "Spain"], ["ch", "Switzerland"], ["se", "Sweden"],
].map(([value, label]) => ({ value, label }));
export const SKILLS = ["Accounting", "Bookkeeping", "Cooking", "Drawing", "Editing", "Forestry", "Gardening"]
  .map((label) => ({ value: label.toLowerCase(), label }));
