import {
  ChakraProvider, Checkbox, Combobox, DatePicker, Field, HStack, Input, NumberInput, Portal, RadioGroup, RatingGroup, Select,
  Slider, Stack, Switch, TagsInput, Textarea, createListCollection, defaultSystem, useFilter, useListCollection,
} from "@chakra-ui/react";
import { useState } from "react";
import { COUNTRIES, SKILLS, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("Chakra UI");
row("Input", "Project name", "Harbour", "Meadow");
row("Textarea", "Remarks", "Ring twice", "Leave at the door");
row("NumberInput", "Quantity", ["12", 12], ["7", 7]);
row("Select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("Select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("Combobox", "City", ["Lisbon", "lisbon"], ["Porto", "porto"]);
row("TagsInput", "Keywords", [["Alpha", "Beta"], ["Alpha", "Beta"]], [["Gamma"], ["Gamma"]]);
row("DatePicker", "Start date", "2027-03-14", "2028-11-05");
row("RadioGroup", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("Switch", "Dark theme", [true, true], [false, false]);
row("Slider", "Volume", [70, 70], [20, 20]);
row("RatingGroup", "Satisfaction", [4, 4], [2, 2]);

const CITIES = ["Lisbon", "London", "Lyon", "Porto"].map((label) => ({ value: label.toLowerCase(), label }));
const SIZES = [{ value: "s", label: "Small" }, { value: "m", label: "Medium" }, { value: "l", label: "Large" }];

const Text = ({ label, of: Part }) => {
  const [text, setText] = useState("");
  const change = (event) => {
    setText(event.target.value);
    learn(label)(event.target.value);
  };
  return <Field.Root><Field.Label>{label}</Field.Label><Part value={text} onChange={change} /></Field.Root>;
};
const Quantity = () => {
  const [value, setValue] = useState("");
  const change = (details) => {
    setValue(details.value);
    learn("Quantity")(details.valueAsNumber);
  };
  return <Field.Root>
    <Field.Label>Quantity</Field.Label>
    <NumberInput.Root value={value} onValueChange={change}><NumberInput.Control /><NumberInput.Input /></NumberInput.Root>
  </Field.Root>;
};
const Choice = ({ label, options, multiple, belief }) => {
  const [collection] = useState(() => createListCollection({ items: options }));
  const [value, setValue] = useState([]);
  const change = (details) => {
    setValue(details.value);
    learn(label)(belief(details.value));
  };
  return <Select.Root collection={collection} multiple={multiple} value={value} onValueChange={change}>
    <Select.HiddenSelect />
    <Select.Label>{label}</Select.Label>
    <Select.Control>
      <Select.Trigger><Select.ValueText placeholder="Choose" /></Select.Trigger>
      <Select.IndicatorGroup><Select.Indicator /></Select.IndicatorGroup>
    </Select.Control>
    <Portal><Select.Positioner><Select.Content>
      {collection.items.map((item) => <Select.Item item={item} key={item.value}>{item.label}<Select.ItemIndicator /></Select.Item>)}
    </Select.Content></Select.Positioner></Portal>
  </Select.Root>;
};
const City = () => {
  const { contains } = useFilter({ sensitivity: "base" });
  const { collection, filter } = useListCollection({ initialItems: CITIES, filter: contains });
  return <Combobox.Root collection={collection} onInputValueChange={(details) => filter(details.inputValue)}
    onValueChange={(details) => learn("City")(details.value[0] ?? null)}>
    <Combobox.Label>City</Combobox.Label>
    <Combobox.Control>
      <Combobox.Input placeholder="Type to search" />
      <Combobox.IndicatorGroup><Combobox.ClearTrigger /><Combobox.Trigger /></Combobox.IndicatorGroup>
    </Combobox.Control>
    <Portal><Combobox.Positioner><Combobox.Content>
      <Combobox.Empty>No items found</Combobox.Empty>
      {collection.items.map((item) => <Combobox.Item item={item} key={item.value}>{item.label}<Combobox.ItemIndicator /></Combobox.Item>)}
    </Combobox.Content></Combobox.Positioner></Portal>
  </Combobox.Root>;
};
const Keywords = () => <TagsInput.Root onValueChange={(details) => learn("Keywords")(details.value)}>
  <TagsInput.Label>Keywords</TagsInput.Label>
  <TagsInput.Control><TagsInput.Items /><TagsInput.Input placeholder="Add tag..." /></TagsInput.Control>
</TagsInput.Root>;
const StartDate = () => <DatePicker.Root onValueChange={(details) => learn("Start date")(details.value[0]?.toString() ?? null)}>
  <DatePicker.Label>Start date</DatePicker.Label>
  <DatePicker.Control>
    <DatePicker.Input />
    <DatePicker.IndicatorGroup><DatePicker.Trigger>▼</DatePicker.Trigger></DatePicker.IndicatorGroup>
  </DatePicker.Control>
  <Portal><DatePicker.Positioner><DatePicker.Content>
    <DatePicker.View view="day"><DatePicker.Header /><DatePicker.DayTable /></DatePicker.View>
    <DatePicker.View view="month"><DatePicker.Header /><DatePicker.MonthTable /></DatePicker.View>
    <DatePicker.View view="year"><DatePicker.Header /><DatePicker.YearTable /></DatePicker.View>
  </DatePicker.Content></DatePicker.Positioner></Portal>
</DatePicker.Root>;
const Size = () => {
  const [value, setValue] = useState(null);
  const change = (details) => {
    setValue(details.value);
    learn("Size")(details.value);
  };
  return <RadioGroup.Root value={value} onValueChange={change}>
    <RadioGroup.Label>Size</RadioGroup.Label>
    <HStack gap="6">
      {SIZES.map((size) => <RadioGroup.Item key={size.value} value={size.value}>
        <RadioGroup.ItemHiddenInput /><RadioGroup.ItemIndicator /><RadioGroup.ItemText>{size.label}</RadioGroup.ItemText>
      </RadioGroup.Item>)}
    </HStack>
  </RadioGroup.Root>;
};
const Tick = ({ label, of: Part, children }) => {
  const [checked, setChecked] = useState(false);
  const change = (details) => {
    setChecked(details.checked);
    learn(label)(details.checked);
  };
  return <Part.Root checked={checked} onCheckedChange={change}>
    <Part.HiddenInput />{children}<Part.Label>{label}</Part.Label>
  </Part.Root>;
};

mount(<ChakraProvider value={defaultSystem}><Stack gap="4">
  <Text label="Project name" of={Input} />
  <Text label="Remarks" of={Textarea} />
  <Quantity />
  <Choice label="Country" options={COUNTRIES} belief={(values) => values[0] ?? null} />
  <Choice label="Skills" options={SKILLS} multiple belief={(values) => values} />
  <City />
  <Keywords />
  <StartDate />
  <Size />
  <Tick label="Send me news" of={Checkbox}><Checkbox.Control /></Tick>
  <Tick label="Dark theme" of={Switch}><Switch.Control /></Tick>
  <Slider.Root defaultValue={[40]} onValueChange={(details) => learn("Volume")(details.value[0])}>
    <Slider.Label>Volume</Slider.Label>
    <Slider.Control><Slider.Track><Slider.Range /></Slider.Track><Slider.Thumbs /></Slider.Control>
  </Slider.Root>
  <RatingGroup.Root count={5} onValueChange={(details) => learn("Satisfaction")(details.value)}>
    <RatingGroup.Label>Satisfaction</RatingGroup.Label>
    <RatingGroup.HiddenInput />
    <RatingGroup.Control />
  </RatingGroup.Root>
</Stack></ChakraProvider>);
