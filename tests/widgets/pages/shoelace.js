import "@shoelace-style/shoelace/dist/themes/light.css";
import "@shoelace-style/shoelace/dist/components/checkbox/checkbox.js";
import "@shoelace-style/shoelace/dist/components/input/input.js";
import "@shoelace-style/shoelace/dist/components/option/option.js";
import "@shoelace-style/shoelace/dist/components/radio-group/radio-group.js";
import "@shoelace-style/shoelace/dist/components/radio/radio.js";
import "@shoelace-style/shoelace/dist/components/range/range.js";
import "@shoelace-style/shoelace/dist/components/rating/rating.js";
import "@shoelace-style/shoelace/dist/components/select/select.js";
import "@shoelace-style/shoelace/dist/components/switch/switch.js";
import "@shoelace-style/shoelace/dist/components/textarea/textarea.js";
import { COUNTRIES, SKILLS, add, learn, library, row, save } from "../app.js";

library("Shoelace");
row("input", "Project name", "Harbour", "Meadow");
row("textarea", "Remarks", "Ring twice", "Leave at the door");
row("select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("radio group", "Size", ["Large", "l"], ["Small", "s"]);
row("checkbox", "Send me news", [true, true], [false, false]);
row("switch", "Dark theme", [true, true], [false, false]);
row("range", "Volume", [70, 70], [20, 20]);
row("rating", "Satisfaction", [4, 4], [2, 2]);

const options = (list) => list.map(({ value, label }) => `<sl-option value="${value}">${label}</sl-option>`).join("");
const told = (label, markup, belief = (element) => element.value) => {
  const element = add(markup).firstElementChild;
  element.addEventListener("sl-change", () => learn(label)(belief(element)));
};
told("Project name", '<sl-input label="Project name"></sl-input>');
told("Remarks", '<sl-textarea label="Remarks"></sl-textarea>');
told("Country", `<sl-select label="Country">${options(COUNTRIES)}</sl-select>`);
told("Skills", `<sl-select label="Skills" multiple>${options(SKILLS)}</sl-select>`);
told("Size", '<sl-radio-group label="Size"><sl-radio value="s">Small</sl-radio><sl-radio value="m">Medium</sl-radio><sl-radio value="l">Large</sl-radio></sl-radio-group>');
told("Send me news", "<sl-checkbox>Send me news</sl-checkbox>", (element) => element.checked);
told("Dark theme", "<sl-switch>Dark theme</sl-switch>", (element) => element.checked);
told("Volume", '<sl-range label="Volume" min="0" max="100"></sl-range>');
told("Satisfaction", '<sl-rating label="Satisfaction"></sl-rating>');
save();
