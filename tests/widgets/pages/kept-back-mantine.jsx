import { Autocomplete, Checkbox, MantineProvider, MultiSelect, NumberInput, PinInput, Radio, Rating, Select, Slider, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import "@mantine/core/styles.css";
import { DateInput } from "@mantine/dates";
import "@mantine/dates/styles.css";
import { useState } from "react";
import { COUNTRIES, SKILLS, iso, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("Mantine");
row("TextInput", "Project name", "Harbour", "Meadow");
row("Textarea", "Remarks", "Ring twice", "Leave at the door");
row("NumberInput", "Quantity", ["12", 12], ["7", 7]);
row("Select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("MultiSelect", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("Autocomplete", "City", "Lisbon", "Porto");
row("TagsInput", "Keywords", [["Alpha", "Beta"], ["Alpha", "Beta"]], [["Gamma"], ["Gamma"]]);
row("DateInput", "Start date", "2027-03-14", "2028-11-05");
row("PinInput", "Booking reference", ["4815", "4815"], ["2342", "2342"]);
row("Radio.Group", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("Switch", "Dark theme", [true, true], [false, false]);
row("Slider", "Volume", [70, 70], [20, 20]);
row("Rating", "Satisfaction", [4, 4], [2, 2]);

const Held = ({ label, start, of: Part, value = "value", ...more }) => {
  const [held, hold] = useState(start);
  const change = (next) => {
    const seen = next?.currentTarget ? next.currentTarget[value] : next;
    hold(seen);
    learn(label)(seen instanceof Date ? iso(seen) : seen);
  };
  return <Part label={label} {...{ [value]: held }} onChange={change} {...more} />;
};
mount(<MantineProvider>
  <Held label="Project name" start="" of={TextInput} />
  <Held label="Remarks" start="" of={Textarea} />
  <Held label="Quantity" start="" of={NumberInput} />
  <Held label="Country" start={null} of={Select} data={COUNTRIES} />
  <Held label="Skills" start={[]} of={MultiSelect} data={SKILLS} />
  <Held label="City" start="" of={Autocomplete} data={["Lisbon", "London", "Lyon", "Porto"]} />
  <Held label="Keywords" start={[]} of={TagsInput} />
  <Held label="Start date" start={null} of={DateInput} valueFormat="YYYY-MM-DD" />
  <fieldset><legend>Booking reference</legend><Held label="Booking reference" start="" of={PinInput} /></fieldset>
  <Held label="Size" start={null} of={Radio.Group}><Radio value="s" label="Small" /><Radio value="m" label="Medium" /><Radio value="l" label="Large" /></Held>
  <Held label="Send me news" start={false} of={Checkbox} value="checked" />
  <Held label="Dark theme" start={false} of={Switch} value="checked" />
  <div><span id="volume">Volume</span><Held label="Volume" start={40} of={Slider} thumbLabel="Volume" /></div>
  <fieldset><legend>Satisfaction</legend><Held label="Satisfaction" start={0} of={Rating} /></fieldset>
</MantineProvider>);
