import {
  fluentCheckbox, fluentCombobox, fluentListbox, fluentNumberField, fluentOption, fluentRadio, fluentRadioGroup, fluentSelect, fluentSlider,
  fluentSwitch, fluentTextArea, fluentTextField, provideFluentDesignSystem,
} from "@fluentui/web-components";
import { COUNTRIES, add, learn, library, row, save } from "../app.js";

library("Fluent");
row("text-field", "Project name", "Harbour", "Meadow");
row("text-area", "Remarks", "Ring twice", "Leave at the door");
row("number-field", "Quantity", ["12", "12"], ["7", "7"]);
row("select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("combobox", "City", "Lisbon", "Porto");
row("radio-group", "Size", ["Large", "l"], ["Small", "s"]);
row("checkbox", "Send me news", [true, true], [false, false]);
row("switch", "Dark theme", [true, true], [false, false]);
row("slider", "Volume", ["70", "70"], ["20", "20"]);

provideFluentDesignSystem().register(
  fluentCheckbox(), fluentCombobox(), fluentListbox(), fluentNumberField(), fluentOption(), fluentRadio(), fluentRadioGroup(), fluentSelect(),
  fluentSlider(), fluentSwitch(), fluentTextArea(), fluentTextField(),
);
const told = (label, markup, belief = (element) => element.value) => {
  const element = add(markup).querySelector(":is(fluent-text-field, fluent-text-area, fluent-number-field, fluent-select, fluent-combobox, fluent-radio-group, fluent-checkbox, fluent-switch, fluent-slider)");
  element.addEventListener("change", () => learn(label)(belief(element)));
};
told("Project name", "<fluent-text-field>Project name</fluent-text-field>");
told("Remarks", "<fluent-text-area>Remarks</fluent-text-area>");
told("Quantity", "<fluent-number-field>Quantity</fluent-number-field>");
told("Country", `<label for="country">Country</label><fluent-select id="country"><fluent-option value="">Choose</fluent-option>${COUNTRIES.map(({ value, label }) => `<fluent-option value="${value}">${label}</fluent-option>`).join("")}</fluent-select>`);
told("City", `<label for="city">City</label><fluent-combobox id="city" autocomplete="both">${["Lisbon", "London", "Lyon", "Porto"].map((city) => `<fluent-option>${city}</fluent-option>`).join("")}</fluent-combobox>`);
told("Size", '<fluent-radio-group><label slot="label">Size</label><fluent-radio value="s">Small</fluent-radio><fluent-radio value="m">Medium</fluent-radio><fluent-radio value="l">Large</fluent-radio></fluent-radio-group>');
told("Send me news", "<fluent-checkbox>Send me news</fluent-checkbox>", (element) => element.checked);
told("Dark theme", "<fluent-switch>Dark theme</fluent-switch>", (element) => element.checked);
told("Volume", '<label for="volume">Volume</label><fluent-slider id="volume" min="0" max="100" step="1" value="40"></fluent-slider>');
save();
