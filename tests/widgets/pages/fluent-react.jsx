import { useState } from "react";
import { Checkbox, Combobox, Dropdown, Field as Labelled, FluentProvider, Input, Option, Radio, RadioGroup, SpinButton, Switch, webLightTheme } from "@fluentui/react-components";
import { COUNTRIES, SKILLS, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("Fluent (React)");
row("Input", "Project name", "Harbour", "Meadow");
row("SpinButton", "Quantity", ["12", 12], ["7", 7]);
row("Dropdown", "Country", ["Germany", "de"], ["Italy", "it"]);
row("Dropdown, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("Combobox", "City", "Lisbon", "Porto");
row("RadioGroup", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("Switch", "Dark theme", [true, true], [false, false]);

const CITIES = ["Lisbon", "London", "Lyon", "Porto", "Prague"];
function Field({ label, initial, children }) {
  const [value, setValue] = useState(initial);
  return children(value, (next) => { setValue(next); learn(label)(next); });
}
mount(<FluentProvider theme={webLightTheme}>
  <Field label="Project name" initial="">{(value, set) => <Labelled label="Project name"><Input value={value} onChange={(_, data) => set(data.value)} /></Labelled>}</Field>
  <Field label="Quantity" initial={1}>{(value, set) => <Labelled label="Quantity"><SpinButton value={value} onChange={(_, data) => set(data.value ?? Number(data.displayValue))} /></Labelled>}</Field>
  <Field label="Country" initial={null}>{(value, set) => <Labelled label="Country"><Dropdown onOptionSelect={(_, data) => set(data.optionValue)}>
    {COUNTRIES.map((option) => <Option key={option.value} value={option.value}>{option.label}</Option>)}
  </Dropdown></Labelled>}</Field>
  <Field label="Skills" initial={[]}>{(value, set) => <Labelled label="Skills"><Dropdown multiselect onOptionSelect={(_, data) => set(data.selectedOptions)}>
    {SKILLS.map((option) => <Option key={option.value} value={option.value}>{option.label}</Option>)}
  </Dropdown></Labelled>}</Field>
  <Field label="City" initial={null}>{(value, set) => <Labelled label="City"><Combobox onOptionSelect={(_, data) => set(data.optionValue)}>
    {CITIES.map((city) => <Option key={city} value={city}>{city}</Option>)}
  </Combobox></Labelled>}</Field>
  <Field label="Size" initial="">{(value, set) => <Labelled label="Size"><RadioGroup value={value} onChange={(_, data) => set(data.value)}>
    {[["s", "Small"], ["m", "Medium"], ["l", "Large"]].map(([code, name]) => <Radio key={code} value={code} label={name} />)}
  </RadioGroup></Labelled>}</Field>
  <Field label="Send me news" initial={false}>{(value, set) => <Checkbox checked={value} onChange={(_, data) => set(data.checked)} label="Send me news" />}</Field>
  <Field label="Dark theme" initial={false}>{(value, set) => <Switch checked={value} onChange={(_, data) => set(data.checked)} label="Dark theme" />}</Field>
</FluentProvider>);
