import { useState } from "react";
import {
  Button, Calendar, CalendarCell, CalendarGrid, Checkbox, ComboBox, DateInput, DatePicker, DateSegment, Dialog, Group,
  Heading, Input, Label, ListBox, ListBoxItem, NumberField, Popover, Radio, RadioGroup, Select, SelectValue, Slider,
  SliderOutput, SliderThumb, SliderTrack, Switch, TextArea, TextField,
} from "react-aria-components";
import { COUNTRIES, SKILLS, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("React Aria Components");
row("TextField", "Project name", "Harbour", "Meadow");
row("TextField, TextArea", "Remarks", "Ring twice", "Leave at the door");
row("NumberField", "Quantity", ["12", 12], ["7", 7]);
row("Select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("Select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("ComboBox", "City", ["Lisbon", "lisbon"], ["Porto", "porto"]);
row("DatePicker", "Start date", "2027-03-14", "2028-11-05");
row("RadioGroup", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("Switch", "Dark theme", [true, true], [false, false]);
row("Slider", "Volume", [70, 70], [20, 20]);

// The library has no looks of its own: an application gives it some.
const LOOKS = `
  .react-aria-Popover { background: Canvas; border: 1px solid gray; min-width: var(--trigger-width); overflow: auto }
  .react-aria-ListBoxItem { padding: 4px 8px; cursor: default; &[data-focused] { background: #ddeeff } &[data-selected] { font-weight: bold } }
  .react-aria-TextField, .react-aria-NumberField, .react-aria-Select, .react-aria-ComboBox, .react-aria-DatePicker, .react-aria-RadioGroup, .react-aria-Slider { display: grid; justify-items: start; margin-block: 1em }
  .react-aria-DateInput { display: inline-flex; border: 1px solid gray; padding: 4px; min-width: 9em }
  .react-aria-DateSegment[data-focused] { background: #ddeeff }
  .react-aria-CalendarCell { padding: 4px; text-align: center; cursor: default; &[data-selected] { background: navy; color: white } &[data-outside-month] { display: none } }
  .react-aria-Checkbox, .react-aria-Switch, .react-aria-Radio { display: flex; align-items: center; gap: 8px; margin-block: 4px }
  .box { width: 16px; height: 16px; border: 2px solid gray; border-radius: 4px }
  .react-aria-Radio::before { content: ""; width: 16px; height: 16px; border: 2px solid gray; border-radius: 50% }
  .track { width: 32px; height: 16px; border: 2px solid gray; border-radius: 12px }
  [data-selected] > :is(.box, .track), .react-aria-Radio[data-selected]::before { background: navy }
  .react-aria-SliderTrack { position: relative; width: 300px; height: 30px; &::before { content: ""; position: absolute; top: 13px; width: 100%; height: 4px; background: gray } }
  .react-aria-SliderThumb { top: 50%; width: 20px; height: 20px; border-radius: 50%; background: navy }
`;
const CITIES = ["Lisbon", "London", "Lyon", "Porto"].map((name) => ({ id: name.toLowerCase(), name }));

/** A field whose value the application keeps. */
const Held = ({ label, start, of: Part, value = "value", belief = (next) => next, children, ...more }) => {
  const [held, hold] = useState(start);
  const change = (next) => {
    hold(next);
    learn(label)(belief(next));
  };
  return <Part {...{ [value]: held }} onChange={change} {...more}>{children}</Part>;
};
const Options = ({ options }) => <Popover><ListBox>
  {options.map((option) => <ListBoxItem key={option.value} id={option.value}>{option.label}</ListBoxItem>)}
</ListBox></Popover>;

mount(<>
  <style>{LOOKS}</style>
  <Held label="Project name" start="" of={TextField}><Label>Project name</Label><Input /></Held>
  <Held label="Remarks" start="" of={TextField}><Label>Remarks</Label><TextArea /></Held>
  <Held label="Quantity" start={1} of={NumberField} minValue={0}>
    <Label>Quantity</Label>
    <Group><Button slot="decrement">-</Button><Input /><Button slot="increment">+</Button></Group>
  </Held>
  <Held label="Country" start={null} of={Select}>
    <Label>Country</Label>
    <Button><SelectValue /><span aria-hidden="true">▼</span></Button>
    <Options options={COUNTRIES} />
  </Held>
  <Held label="Skills" start={[]} of={Select} selectionMode="multiple" placeholder="Select skills">
    <Label>Skills</Label>
    <Button><SelectValue /><span aria-hidden="true">▼</span></Button>
    <Options options={SKILLS} />
  </Held>
  <ComboBox defaultItems={CITIES} onSelectionChange={learn("City")}>
    <Label>City</Label>
    <Group><Input /><Button>▼</Button></Group>
    <Popover><ListBox>{(city) => <ListBoxItem>{city.name}</ListBoxItem>}</ListBox></Popover>
  </ComboBox>
  <Held label="Start date" start={null} of={DatePicker} belief={(date) => date?.toString() ?? null}>
    <Label>Start date</Label>
    <Group><DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput><Button>▼</Button></Group>
    <Popover><Dialog><Calendar>
      <header><Button slot="previous">◀</Button><Heading /><Button slot="next">▶</Button></header>
      <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
    </Calendar></Dialog></Popover>
  </Held>
  <Held label="Size" start={null} of={RadioGroup}>
    <Label>Size</Label>
    <Radio value="s">Small</Radio><Radio value="m">Medium</Radio><Radio value="l">Large</Radio>
  </Held>
  <Held label="Send me news" start={false} of={Checkbox} value="isSelected"><div className="box" />Send me news</Held>
  <Held label="Dark theme" start={false} of={Switch} value="isSelected"><div className="track" />Dark theme</Held>
  <Held label="Volume" start={40} of={Slider}>
    <Label>Volume</Label><SliderOutput />
    <SliderTrack><SliderThumb /></SliderTrack>
  </Held>
</>);
