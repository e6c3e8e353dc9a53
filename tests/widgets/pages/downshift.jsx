import { useState } from "react";
import { useCombobox, useSelect } from "downshift";
import { COUNTRIES, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("downshift");
row("useSelect", "Country", ["Germany", "de"], ["Italy", "it"]);
row("useCombobox", "City", "Lisbon", "Porto");

const CITIES = ["Lisbon", "London", "Lyon", "Porto", "Prague"];
function Country() {
  const state = useSelect({
    items: COUNTRIES, itemToString: (item) => item?.label ?? "",
    onSelectedItemChange: ({ selectedItem }) => learn("Country")(selectedItem?.value ?? null),
  });
  return <div><label {...state.getLabelProps()}>Country</label>
    <div {...state.getToggleButtonProps()} style={{ border: "1px solid" }}>{state.selectedItem?.label ?? "Choose"}</div>
    <ul {...state.getMenuProps()}>{state.isOpen && COUNTRIES.map((item, index) => <li key={item.value} {...state.getItemProps({ item, index })}>{item.label}</li>)}</ul></div>;
}
function City() {
  const [items, setItems] = useState(CITIES);
  const state = useCombobox({
    items,
    onInputValueChange: ({ inputValue }) => setItems(CITIES.filter((city) => city.toLowerCase().includes(inputValue.toLowerCase()))),
    onSelectedItemChange: ({ selectedItem }) => learn("City")(selectedItem),
  });
  return <div><label {...state.getLabelProps()}>City</label> <input {...state.getInputProps()} />
    <ul {...state.getMenuProps()}>{state.isOpen && items.map((item, index) => <li key={item} {...state.getItemProps({ item, index })}>{item}</li>)}</ul></div>;
}
mount(<><Country /><City /></>);
