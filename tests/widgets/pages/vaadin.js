import "@vaadin/checkbox";
import "@vaadin/combo-box";
import "@vaadin/date-picker";
import "@vaadin/radio-group";
import "@vaadin/select";
import "@vaadin/text-field";
import { COUNTRIES, add, learn, library, row, save } from "../app.js";

library("Vaadin");
row("text-field", "Project name", "Harbour", "Meadow");
row("combo-box", "Country", ["Germany", "de"], ["Italy", "it"]);
row("combo-box, virtual list of many", "Year of graduation", ["1999", "1999"], ["2003", "2003"]);
row("select", "Priority", ["High", "high"], ["Low", "low"]);
row("date-picker", "Start date", "2027-03-14", "2028-11-05");
row("radio-group", "Size", ["Large", "l"], ["Small", "s"]);
row("checkbox", "Send me news", [true, true], [false, false]);

const told = (label, markup, set = () => {}, event = "value-changed", belief = (element) => element.value) => {
  const element = add(markup).firstElementChild;
  set(element);
  element.addEventListener(event, () => learn(label)(belief(element)));
};
told("Project name", '<vaadin-text-field label="Project name"></vaadin-text-field>');
told("Country", '<vaadin-combo-box label="Country"></vaadin-combo-box>', (box) => { box.items = COUNTRIES; });
told("Year of graduation", '<vaadin-combo-box label="Year of graduation"></vaadin-combo-box>', (box) => { box.items = Array.from({ length: 120 }, (_, at) => String(1900 + at)); });
told("Priority", '<vaadin-select label="Priority"></vaadin-select>', (box) => { box.items = ["Low", "Medium", "High"].map((label) => ({ label, value: label.toLowerCase() })); });
told("Start date", '<vaadin-date-picker label="Start date"></vaadin-date-picker>');
told("Size", '<vaadin-radio-group label="Size"><vaadin-radio-button value="s" label="Small"></vaadin-radio-button><vaadin-radio-button value="m" label="Medium"></vaadin-radio-button><vaadin-radio-button value="l" label="Large"></vaadin-radio-button></vaadin-radio-group>');
told("Send me news", '<vaadin-checkbox label="Send me news"></vaadin-checkbox>', undefined, "checked-changed", (element) => element.checked);
save();
