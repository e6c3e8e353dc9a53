import {
  AutoComplete, Checkbox, DatePicker, Form, NumberInput, Radio, RadioGroup, Rate, SelectPicker, Slider, TagInput,
  TagPicker, Textarea, Toggle,
} from "rsuite";
import "rsuite/dist/rsuite.min.css";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { COUNTRIES, SKILLS, app, form, iso, learn, library, row } from "../app.js";

library("React Suite");
row("Input", "Project name", "Harbour", "Meadow");
row("Textarea", "Remarks", "Ring twice", "Leave at the door");
row("NumberInput", "Quantity", ["12", 12], ["7", 7]);
row("SelectPicker", "Country", ["Germany", "de"], ["Italy", "it"]);
row("TagPicker", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("AutoComplete", "City", "Lisbon", "Porto");
row("TagInput", "Keywords", [["Alpha", "Beta"], ["Alpha", "Beta"]], [["Gamma"], ["Gamma"]]);
row("DatePicker", "Start date", "2027-03-14", "2028-11-05");
row("RadioGroup", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("Toggle", "Dark theme", [true, true], [false, false]);
row("Slider", "Volume", [70, 70], [20, 20]);
row("Rate", "Satisfaction", [4, 4], [2, 2]);

const Item = ({ label, children, ...more }) => <Form.Group controlId={label.toLowerCase().replaceAll(" ", "-")}>
  <Form.Label>{label}</Form.Label>
  <Form.Control name={label} {...more}>{children}</Form.Control>
</Form.Group>;
const News = () => {
  const [checked, setChecked] = useState(false);
  const change = (_, now) => {
    setChecked(now);
    learn("Send me news")(now);
  };
  return <Checkbox checked={checked} onChange={change}>Send me news</Checkbox>;
};
const START = { "Project name": "", Remarks: "", Quantity: null, Country: null, Skills: [], City: "", Keywords: [], "Start date": null, Size: null, "Dark theme": false, Volume: 40, Satisfaction: 0 };
const Whole = () => {
  const [held, hold] = useState(START);
  const change = (all) => {
    hold(all);
    for (const [label, value] of Object.entries(all)) {
      app.values[label] = value instanceof Date ? iso(value) : value;
    }
    app.values.Quantity = all.Quantity ? Number(all.Quantity) : null;
  };
  return <Form id="form" formValue={held} onChange={change} onSubmit={() => { app.submits += 1; }}>
    <Form.Stack fluid>
      <Item label="Project name" />
      <Item label="Remarks" accepter={Textarea} rows={3} />
      <Item label="Quantity" accepter={NumberInput} />
      <Item label="Country" accepter={SelectPicker} data={COUNTRIES} block />
      <Item label="Skills" accepter={TagPicker} data={SKILLS} block />
      <Item label="City" accepter={AutoComplete} data={["Lisbon", "London", "Lyon", "Porto"]} />
      <Item label="Keywords" accepter={TagInput} block />
      <Item label="Start date" accepter={DatePicker} format="yyyy-MM-dd" oneTap block />
      <Item label="Size" accepter={RadioGroup}><Radio value="s">Small</Radio><Radio value="m">Medium</Radio><Radio value="l">Large</Radio></Item>
      <News />
      <Item label="Dark theme" accepter={Toggle} />
      <Item label="Volume" accepter={Slider} />
      <Item label="Satisfaction" accepter={Rate} />
    </Form.Stack>
    <button type="submit">Save</button>
  </Form>;
};
const root = document.createElement("div");
form.replaceWith(root);
createRoot(root).render(<Whole />);
