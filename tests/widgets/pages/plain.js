import { add, app, learn, library, row, save } from "../app.js";

library("no library");
row("number stepper", "Quantity", ["12", "12"], ["7", "7"]);
row("stepper of buttons", "Guests", [4, 4], [2, 2]);
row("colour", "Favourite colour", ["#336699", "#336699"], ["#993366", "#993366"]);
row("range", "Volume", ["70", "70"], ["20", "20"]);
row("time", "Arrival time", ["14:30", "14:30"], ["09:05", "09:05"]);
row("date", "Start date", "2027-03-14", "2028-11-05");
row("date in three selects", "Date of birth", "1990-04-05", "1985-12-24");
row("select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("dependent selects, country", "Country", ["United States", "us"], ["Canada", "ca"]);
row("dependent selects, state", "State", ["Vermont", "VT"], ["Quebec", "QC"]);
row("rating of radios with stars", "Satisfaction", [4, 4], [2, 2]);
row("one box for each character", "Booking reference", ["481516", "481516"], ["234290", "234290"]);
row("menu button", "Priority", ["High", "High"], ["Low", "Low"]);
row("listbox", "Size", ["Large", "Large"], ["Small", "Small"]);
row("signature by typed name", "Signature", "Ada Example", "Ada B. Example");
row("contenteditable", "Remarks", "Ring twice.", "Leave at the door.");
row("suggestions (datalist)", "Browser", "Firefox", "Vivaldi");

const listen = (element, label, belief = (target) => target.value) =>
  element.addEventListener("input", () => learn(label)(belief(element)));
const simple = (label, attributes) => {
  const id = label.replaceAll(" ", "-");
  listen(add(`<label for="${id}">${label}</label> <input id="${id}" ${attributes}>`).querySelector("input"), label);
};
simple("Quantity", 'type="number" min="1" max="99"');

const guests = add(`<span id="guests">Guests</span> <button type="button" aria-label="Fewer guests">−</button>
  <span role="spinbutton" tabindex="0" aria-labelledby="guests" aria-valuemin="1" aria-valuemax="9" aria-valuenow="1">1</span>
  <button type="button" aria-label="More guests">+</button>`);
const [fewer, more] = guests.querySelectorAll("button");
const count = guests.querySelector("[role=spinbutton]");
const step = (by) => {
  const next = Math.min(9, Math.max(1, Number(count.textContent) + by));
  count.textContent = String(next);
  count.setAttribute("aria-valuenow", next);
  learn("Guests")(next);
};
fewer.addEventListener("click", () => step(-1));
more.addEventListener("click", () => step(1));

simple("Favourite colour", 'type="color"');
simple("Volume", 'type="range" min="0" max="100"');
simple("Arrival time", 'type="time"');
simple("Start date", 'type="date"');

const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => `<option>${from + at}</option>`).join("");
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const birth = add(`<fieldset><legend>Date of birth</legend>
  <select aria-label="Day"><option value="">Day</option>${numbers(1, 31)}</select>
  <select aria-label="Month"><option value="">Month</option>${MONTHS.map((name, at) => `<option value="${at + 1}">${name}</option>`).join("")}</select>
  <select aria-label="Year"><option value="">Year</option>${numbers(1930, 2010)}</select></fieldset>`);
const parts = [...birth.querySelectorAll("select")];
birth.addEventListener("change", () => {
  const [day, month, year] = parts.map((part) => part.value.padStart(2, "0"));
  if (parts.every((part) => part.value)) learn("Date of birth")(`${year}-${month}-${day}`);
});

const skills = add(`<label for="skills">Skills</label> <select id="skills" multiple>
  <option value="cooking">Cooking</option><option value="drawing">Drawing</option><option value="editing">Editing</option></select>`).querySelector("select");
listen(skills, "Skills", () => [...skills.selectedOptions].map((option) => option.value));

const STATES = { us: [["VT", "Vermont"], ["ME", "Maine"]], ca: [["QC", "Quebec"], ["ON", "Ontario"]] };
const place = add(`<label for="country">Country</label> <select id="country"><option value="">Choose</option><option value="us">United States</option><option value="ca">Canada</option></select>
  <label for="state">State</label> <select id="state" disabled></select>`);
const [country, state] = place.querySelectorAll("select");
country.addEventListener("change", () => {
  learn("Country")(country.value);
  learn("State")("");
  state.replaceChildren(new Option("Loading…", ""));
  state.disabled = true;
  setTimeout(() => {
    state.replaceChildren(new Option("Choose", ""), ...STATES[country.value].map(([code, name]) => new Option(name, code)));
    state.disabled = false;
  }, 200);
});
state.addEventListener("change", () => learn("State")(state.value));

const stars = add(`<fieldset><legend>Satisfaction</legend>${[1, 2, 3, 4, 5].map((number) => `<label><input type="radio" name="stars" value="${number}" style="position:absolute;opacity:0">
  <span aria-hidden="true">☆</span><span style="position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden">${number} star${number > 1 ? "s" : ""}</span></label>`).join("")}</fieldset>`);
stars.addEventListener("change", (event) => learn("Satisfaction")(Number(event.target.value)));

const code = add(`<fieldset><legend>Booking reference</legend>${[1, 2, 3, 4, 5, 6].map((number) => `<input inputmode="numeric" maxlength="1" size="1" aria-label="Booking reference, digit ${number}">`).join("")}</fieldset>`);
const boxes = [...code.querySelectorAll("input")];
boxes.forEach((box, at) => box.addEventListener("input", () => {
  learn("Booking reference")(boxes.map((one) => one.value).join(""));
  if (box.value) boxes[at + 1]?.focus();
}));

const menu = add(`<span id="priority">Priority</span> <button type="button" id="priority-button" aria-haspopup="menu" aria-expanded="false" aria-labelledby="priority priority-button">Choose</button>
  <div role="menu" hidden>${["Low", "Medium", "High"].map((name) => `<div role="menuitemradio" tabindex="-1" aria-checked="false">${name}</div>`).join("")}</div>`);
const [opener, items] = [menu.querySelector("button"), menu.querySelector("[role=menu]")];
const shown = (open) => { items.hidden = !open; opener.setAttribute("aria-expanded", String(open)); };
opener.addEventListener("click", () => shown(items.hidden));
addEventListener("keydown", (event) => { if (event.key === "Escape") shown(false); });
items.addEventListener("click", (event) => {
  for (const item of items.children) item.setAttribute("aria-checked", String(item === event.target));
  opener.textContent = event.target.textContent;
  learn("Priority")(event.target.textContent);
  shown(false);
});

const list = add(`<span id="size">Size</span><ul role="listbox" tabindex="0" aria-labelledby="size">${["Small", "Medium", "Large"].map((name) => `<li role="option" aria-selected="false">${name}</li>`).join("")}</ul>`).querySelector("ul");
list.addEventListener("click", (event) => {
  for (const item of list.children) item.setAttribute("aria-selected", String(item === event.target));
  learn("Size")(event.target.textContent);
});

simple("Signature", 'style="font-family:cursive"');
const remarks = add('<span id="remarks">Remarks</span><div contenteditable="true" role="textbox" aria-multiline="true" aria-labelledby="remarks" style="min-height:2em;border:1px solid"></div>').querySelector("[contenteditable]");
listen(remarks, "Remarks", () => remarks.innerText.trim());
simple("Browser", 'list="browsers"');
add('<datalist id="browsers"><option value="Firefox"><option value="Chromium"><option value="Safari"></datalist>');
save();
app.values = {};
