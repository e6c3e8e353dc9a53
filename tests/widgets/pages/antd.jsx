import { Cascader, Checkbox, DatePicker, Form, Input, InputNumber, Radio, Rate, Select, Slider, Switch } from "antd";
import { createRoot } from "react-dom/client";
import { COUNTRIES, SKILLS, app, form, library, row } from "../app.js";

library("Ant Design");
row("Input", "Project name", "Harbour", "Meadow");
row("InputNumber", "Quantity", ["12", 12], ["7", 7]);
row("Select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("Select, searchable", "City", "Lisbon", "Porto");
row("Select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("Select, tags", "Keywords", [["Alpha", "Beta"], ["Alpha", "Beta"]], [["Gamma"], ["Gamma"]]);
row("DatePicker", "Start date", "2027-03-14", "2028-11-05");
row("Cascader", "Department", ["Sales / Europe", ["sales", "europe"]], ["Research / Physics", ["research", "physics"]]);
row("Radio.Group", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("Switch", "Dark theme", [true, true], [false, false]);
row("Slider", "Volume", [70, 70], [20, 20]);
row("Rate", "Satisfaction", [4, 4], [2, 2]);

const DEPARTMENTS = [
  { value: "sales", label: "Sales", children: [{ value: "europe", label: "Europe" }, { value: "asia", label: "Asia" }] },
  { value: "research", label: "Research", children: [{ value: "physics", label: "Physics" }, { value: "biology", label: "Biology" }] },
];
const CITIES = ["Lisbon", "London", "Lyon", "Porto", "Prague"].map((value) => ({ value, label: value }));
const changed = (_, all) => {
  for (const [label, value] of Object.entries(all)) {
    app.values[label] = value?.format ? value.format("YYYY-MM-DD") : value;
  }
};
const Item = ({ label, children, ...more }) => <Form.Item label={label} name={label} {...more}>{children}</Form.Item>;
const root = document.createElement("div");
form.replaceWith(root);
createRoot(root).render(<Form onValuesChange={changed} onFinish={() => { app.submits += 1; }} layout="vertical">
  <Item label="Project name"><Input /></Item>
  <Item label="Quantity"><InputNumber /></Item>
  <Item label="Country"><Select options={COUNTRIES} /></Item>
  <Item label="City"><Select showSearch options={CITIES} /></Item>
  <Item label="Skills"><Select mode="multiple" options={SKILLS} /></Item>
  <Item label="Keywords"><Select mode="tags" options={[]} /></Item>
  <Item label="Start date"><DatePicker /></Item>
  <Item label="Department"><Cascader options={DEPARTMENTS} /></Item>
  <Item label="Size"><Radio.Group options={[{ value: "s", label: "Small" }, { value: "m", label: "Medium" }, { value: "l", label: "Large" }]} /></Item>
  <Item label={null} name="Send me news" valuePropName="checked"><Checkbox>Send me news</Checkbox></Item>
  <Item label="Dark theme" valuePropName="checked"><Switch /></Item>
  <Item label="Volume"><Slider /></Item>
  <Item label="Satisfaction"><Rate /></Item>
  <button type="submit">Save</button>
</Form>);
