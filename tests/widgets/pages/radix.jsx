import { useState } from "react";
import * as Checkbox from "@radix-ui/react-checkbox";
import * as RadioGroup from "@radix-ui/react-radio-group";
import * as Select from "@radix-ui/react-select";
import * as Slider from "@radix-ui/react-slider";
import * as Switch from "@radix-ui/react-switch";
import { COUNTRIES, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("Radix");
row("Select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("RadioGroup", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("Switch", "Dark theme", [true, true], [false, false]);
row("Slider", "Volume", [70, 70], [20, 20]);

function Field({ label, initial, children }) {
  const [value, setValue] = useState(initial);
  return children(value, (next) => { setValue(next); learn(label)(next); });
}
const box = { minWidth: "2em", minHeight: "1.2em", border: "1px solid" };
const bar = { position: "relative", display: "flex", alignItems: "center", width: 200, height: 20 };
mount(<>
  <Field label="Country" initial="">{(value, set) => <p><label htmlFor="country">Country</label> <Select.Root value={value} onValueChange={set}>
    <Select.Trigger id="country"><Select.Value placeholder="Choose" /></Select.Trigger>
    <Select.Portal><Select.Content><Select.Viewport>
      {COUNTRIES.map((option) => <Select.Item key={option.value} value={option.value}><Select.ItemText>{option.label}</Select.ItemText></Select.Item>)}
    </Select.Viewport></Select.Content></Select.Portal>
  </Select.Root></p>}</Field>
  <Field label="Size" initial="">{(value, set) => <div><span id="size">Size</span><RadioGroup.Root aria-labelledby="size" value={value} onValueChange={set}>
    {[["s", "Small"], ["m", "Medium"], ["l", "Large"]].map(([code, name]) => <div key={code}><RadioGroup.Item id={code} value={code} style={box}><RadioGroup.Indicator>●</RadioGroup.Indicator></RadioGroup.Item> <label htmlFor={code}>{name}</label></div>)}
  </RadioGroup.Root></div>}</Field>
  <Field label="Send me news" initial={false}>{(value, set) => <p><Checkbox.Root id="news" checked={value} onCheckedChange={set} style={box}><Checkbox.Indicator>✓</Checkbox.Indicator></Checkbox.Root> <label htmlFor="news">Send me news</label></p>}</Field>
  <Field label="Dark theme" initial={false}>{(value, set) => <p><label htmlFor="dark">Dark theme</label> <Switch.Root id="dark" checked={value} onCheckedChange={set} style={box}><Switch.Thumb>·</Switch.Thumb></Switch.Root></p>}</Field>
  <Field label="Volume" initial={40}>{(value, set) => <div><span id="volume">Volume</span><Slider.Root value={[value]} onValueChange={([next]) => set(next)} style={bar}>
    <Slider.Track style={{ flex: 1, height: 4, background: "#888" }}><Slider.Range /></Slider.Track>
    <Slider.Thumb aria-labelledby="volume" style={{ display: "block", width: 16, height: 16, background: "#333" }} />
  </Slider.Root></div>}</Field>
</>);
