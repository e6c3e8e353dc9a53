import { useState } from "react";
import Select from "react-select";
import AsyncSelect from "react-select/async";
import CreatableSelect from "react-select/creatable";
import { COUNTRIES, SKILLS, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("react-select");
row("select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("multi-select", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("options that load late", "City", ["Lisbon", "Lisbon"], ["Porto", "Porto"]);
row("creatable", "Nickname", ["Falcon", "Falcon"], ["Heron", "Heron"]);
row("virtual list of many", "Year of graduation", ["1999", 1999], ["2003", 2003]);

const CITIES = ["Lisbon", "London", "Lyon", "Porto", "Prague"].map((label) => ({ value: label, label }));
const load = (typed) => new Promise((resolve) => {
  setTimeout(() => resolve(CITIES.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))), 300);
});
const YEARS = Array.from({ length: 120 }, (_, at) => ({ value: 1900 + at, label: String(1900 + at) }));

function Field({ label, of: Kind, several, ...more }) {
  const [value, setValue] = useState(several ? [] : null);
  const change = (chosen) => {
    setValue(chosen);
    learn(label)(several ? chosen.map((option) => option.value) : chosen?.value ?? null);
  };
  const id = label.replaceAll(" ", "-");
  return <p><label htmlFor={id}>{label}</label><Kind inputId={id} value={value} onChange={change} isMulti={several} {...more} /></p>;
}

mount(<>
  <Field label="Country" of={Select} options={COUNTRIES} />
  <Field label="Skills" of={Select} options={SKILLS} several />
  <Field label="City" of={AsyncSelect} loadOptions={load} />
  <Field label="Nickname" of={CreatableSelect} options={[]} />
  <Field label="Year of graduation" of={Select} options={YEARS} menuPortalTarget={document.body} />
</>);
