import { NAutoComplete, NCascader, NCheckbox, NConfigProvider, NDatePicker, NFormItem, NInput, NInputNumber, NRadio, NRadioGroup, NSelect, NSlider, NSwitch } from "naive-ui";
import { COUNTRIES, SKILLS, library, row } from "../app.js";
import { mount } from "../vue.js";

library("Naive UI");
row("input", "Project name", "Harbour", "Meadow");
row("textarea", "Remarks", "Ring twice", "Leave at the door");
row("input-number", "Quantity", ["12", 12], ["7", 7]);
row("select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("auto-complete", "City", "Lisbon", "Porto");
row("date-picker", "Start date", "2027-03-14", "2028-11-05");
row("cascader", "Department", ["Sales / Europe", "europe"], ["Research / Physics", "physics"]);
row("radio-group", "Size", ["Large", "l"], ["Small", "s"]);
row("checkbox", "Send me news", [true, true], [false, false]);
row("switch", "Dark theme", [true, true], [false, false]);
row("slider", "Volume", [70, 70], [20, 20]);

const DEPARTMENTS = [
  { value: "sales", label: "Sales", children: [{ value: "europe", label: "Europe" }, { value: "asia", label: "Asia" }] },
  { value: "research", label: "Research", children: [{ value: "physics", label: "Physics" }, { value: "biology", label: "Biology" }] },
];
const item = (label, inner) => `<n-form-item label="${label}" :show-feedback="false" :label-props="{ id: '${label.replaceAll(" ", "-")}' }">${inner}</n-form-item>`;
const held = (label) => `v-model:value="values['${label}']" aria-labelledby="${label.replaceAll(" ", "-")}"`;
const props = (label) => `v-model:value="values['${label}']" :input-props="{ 'aria-labelledby': '${label.replaceAll(" ", "-")}' }"`;
mount(`<n-config-provider>
  ${item("Project name", `<n-input ${props("Project name")} />`)}
  ${item("Remarks", `<n-input type="textarea" ${props("Remarks")} />`)}
  ${item("Quantity", `<n-input-number ${props("Quantity")} />`)}
  ${item("Country", `<n-select :options="countries" ${held("Country")} />`)}
  ${item("Skills", `<n-select multiple :options="skills" ${held("Skills")} />`)}
  ${item("City", `<n-auto-complete :options="cities" ${props("City")} />`)}
  ${item("Start date", `<n-date-picker type="date" v-model:formatted-value="values['Start date']" value-format="yyyy-MM-dd" />`)}
  ${item("Department", `<n-cascader check-strategy="child" :options="departments" ${held("Department")} />`)}
  ${item("Size", `<n-radio-group name="size" ${held("Size")}><n-radio value="s" label="Small" /><n-radio value="m" label="Medium" /><n-radio value="l" label="Large" /></n-radio-group>`)}
  <n-checkbox v-model:checked="values['Send me news']" label="Send me news" />
  ${item("Dark theme", `<n-switch ${held("Dark theme")} />`)}
  ${item("Volume", `<n-slider ${held("Volume")} />`)}
  <button type="submit">Save</button></n-config-provider>`,
{ "Project name": "", Remarks: "", Quantity: null, Country: null, Skills: [], City: "", "Start date": null, Department: null, Size: null, "Send me news": false, "Dark theme": false, Volume: 40 },
(vue) => {
  const parts = { NAutoComplete, NCascader, NCheckbox, NConfigProvider, NDatePicker, NFormItem, NInput, NInputNumber, NRadio, NRadioGroup, NSelect, NSlider, NSwitch };
  for (const [name, part] of Object.entries(parts)) vue.component(name, part);
},
{ countries: COUNTRIES, skills: SKILLS, cities: ["Lisbon", "London", "Lyon", "Porto"], departments: DEPARTMENTS });
