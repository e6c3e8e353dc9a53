import { useState } from "react";
import {
  Checkbox, Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Field as Labelled, Fieldset, Label, Legend, Listbox, ListboxButton,
  ListboxOption, ListboxOptions, Radio, RadioGroup, Switch,
} from "@headlessui/react";
import { COUNTRIES, SKILLS, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("Headless UI");
row("Listbox", "Country", ["Germany", "de"], ["Italy", "it"]);
row("Listbox, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("Combobox", "City", "Lisbon", "Porto");
row("RadioGroup", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("Switch", "Dark theme", [true, true], [false, false]);

const CITIES = ["Lisbon", "London", "Lyon", "Porto", "Prague"];
function Field({ label, initial, children }) {
  const [value, setValue] = useState(initial);
  return children(value, (next) => { setValue(next); learn(label)(next); });
}
function City({ value, set }) {
  const [query, setQuery] = useState("");
  const shown = CITIES.filter((city) => city.toLowerCase().includes(query.toLowerCase()));
  return <Labelled><Label>City</Label><Combobox value={value} onChange={set} onClose={() => setQuery("")}>
    <ComboboxInput onChange={(event) => setQuery(event.target.value)} displayValue={(city) => city ?? ""} />
    <ComboboxOptions anchor="bottom">{shown.map((city) => <ComboboxOption key={city} value={city}>{city}</ComboboxOption>)}</ComboboxOptions>
  </Combobox></Labelled>;
}
const box = { display: "inline-block", minWidth: "2em", minHeight: "1.2em", border: "1px solid", padding: "0 4px" };
mount(<>
  <Field label="Country" initial={null}>{(value, set) => <Labelled><Label>Country</Label><Listbox value={value} onChange={set}>
    <ListboxButton>{COUNTRIES.find((option) => option.value === value)?.label ?? "Choose"}</ListboxButton>
    <ListboxOptions anchor="bottom">{COUNTRIES.map((option) => <ListboxOption key={option.value} value={option.value}>{option.label}</ListboxOption>)}</ListboxOptions>
  </Listbox></Labelled>}</Field>
  <Field label="Skills" initial={[]}>{(value, set) => <Labelled><Label>Skills</Label><Listbox multiple value={value} onChange={set}>
    <ListboxButton>{value.length ? SKILLS.filter((skill) => value.includes(skill.value)).map((skill) => skill.label).join(", ") : "Choose"}</ListboxButton>
    <ListboxOptions anchor="bottom">{SKILLS.map((option) => <ListboxOption key={option.value} value={option.value}>{option.label}</ListboxOption>)}</ListboxOptions>
  </Listbox></Labelled>}</Field>
  <Field label="City" initial={null}>{(value, set) => <City value={value} set={set} />}</Field>
  <Field label="Size" initial={null}>{(value, set) => <Fieldset><Legend>Size</Legend><RadioGroup value={value} onChange={set}>
    {[["s", "Small"], ["m", "Medium"], ["l", "Large"]].map(([code, name]) => <Labelled key={code}><Radio value={code} style={box} /><Label>{name}</Label></Labelled>)}
  </RadioGroup></Fieldset>}</Field>
  <Field label="Send me news" initial={false}>{(value, set) => <Labelled><Checkbox checked={value} onChange={set} style={box} /><Label>Send me news</Label></Labelled>}</Field>
  <Field label="Dark theme" initial={false}>{(value, set) => <Labelled><Label>Dark theme</Label><Switch checked={value} onChange={set} style={box} /></Labelled>}</Field>
</>);
