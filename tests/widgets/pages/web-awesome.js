import "@awesome.me/webawesome/dist/styles/webawesome.css";
import "@awesome.me/webawesome/dist/components/checkbox/checkbox.js";
import "@awesome.me/webawesome/dist/components/input/input.js";
import "@awesome.me/webawesome/dist/components/option/option.js";
import "@awesome.me/webawesome/dist/components/radio-group/radio-group.js";
import "@awesome.me/webawesome/dist/components/radio/radio.js";
import "@awesome.me/webawesome/dist/components/rating/rating.js";
import "@awesome.me/webawesome/dist/components/select/select.js";
import "@awesome.me/webawesome/dist/components/slider/slider.js";
import "@awesome.me/webawesome/dist/components/switch/switch.js";
import "@awesome.me/webawesome/dist/components/textarea/textarea.js";
import { COUNTRIES, SKILLS, add, learn, library, row, save } from "../app.js";

library("Web Awesome");
row("input", "Project name", "Harbour", "Meadow");
row("textarea", "Remarks", "Ring twice", "Leave at the door");
row("select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("radio group", "Size", ["Large", "l"], ["Small", "s"]);
row("checkbox", "Send me news", [true, true], [false, false]);
row("switch", "Dark theme", [true, true], [false, false]);
row("slider", "Volume", [70, 70], [20, 20]);
row("rating", "Satisfaction", [4, 4], [2, 2]);

const options = (list) => list.map(({ value, label }) => `<wa-option value="${value}">${label}</wa-option>`).join("");
const told = (label, markup, belief = (element) => element.value) => {
  const element = add(markup).firstElementChild;
  element.addEventListener("change", () => learn(label)(belief(element)));
};
told("Project name", '<wa-input label="Project name"></wa-input>');
told("Remarks", '<wa-textarea label="Remarks"></wa-textarea>');
told("Country", `<wa-select label="Country">${options(COUNTRIES)}</wa-select>`);
told("Skills", `<wa-select label="Skills" multiple>${options(SKILLS)}</wa-select>`);
told("Size", '<wa-radio-group label="Size"><wa-radio value="s">Small</wa-radio><wa-radio value="m">Medium</wa-radio><wa-radio value="l">Large</wa-radio></wa-radio-group>');
told("Send me news", "<wa-checkbox>Send me news</wa-checkbox>", (element) => element.checked);
told("Dark theme", "<wa-switch>Dark theme</wa-switch>", (element) => element.checked);
told("Volume", '<wa-slider label="Volume" min="0" max="100"></wa-slider>');
told("Satisfaction", '<wa-rating label="Satisfaction"></wa-rating>');
save();
