import "@material/web/checkbox/checkbox.js";
import "@material/web/radio/radio.js";
import "@material/web/select/outlined-select.js";
import "@material/web/select/select-option.js";
import "@material/web/slider/slider.js";
import "@material/web/switch/switch.js";
import "@material/web/textfield/outlined-text-field.js";
import { COUNTRIES, add, learn, library, row, save } from "../app.js";

library("Material Web");
row("text field", "Project name", "Harbour", "Meadow");
row("text area", "Remarks", "Ring twice", "Leave at the door");
row("select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("radio", "Size", ["Large", "l"], ["Small", "s"]);
row("checkbox", "Send me news", [true, true], [false, false]);
row("switch", "Dark theme", [true, true], [false, false]);
row("slider", "Volume", [70, 70], [20, 20]);

const told = (label, selector, markup, belief = (element) => element.value) => {
  const holder = add(markup);
  for (const element of holder.querySelectorAll(selector)) {
    element.addEventListener("input", () => learn(label)(belief(element)));
    element.addEventListener("change", () => learn(label)(belief(element)));
  }
};
told("Project name", "md-outlined-text-field", '<md-outlined-text-field label="Project name"></md-outlined-text-field>');
told("Remarks", "md-outlined-text-field", '<md-outlined-text-field type="textarea" label="Remarks"></md-outlined-text-field>');
told("Country", "md-outlined-select", `<md-outlined-select label="Country">${COUNTRIES.map(({ value, label }) => `<md-select-option value="${value}"><div slot="headline">${label}</div></md-select-option>`).join("")}</md-outlined-select>`);
told("Size", "md-radio", `<fieldset><legend>Size</legend>${[["s", "Small"], ["m", "Medium"], ["l", "Large"]].map(([code, name]) => `<md-radio id="${code}" name="size" value="${code}"></md-radio><label for="${code}">${name}</label>`).join("")}</fieldset>`);
told("Send me news", "md-checkbox", "<label><md-checkbox></md-checkbox> Send me news</label>", (element) => element.checked);
told("Dark theme", "md-switch", "<label>Dark theme <md-switch></md-switch></label>", (element) => element.selected);
told("Volume", "md-slider", '<span>Volume</span><md-slider min="0" max="100" aria-label="Volume"></md-slider>');
save();
