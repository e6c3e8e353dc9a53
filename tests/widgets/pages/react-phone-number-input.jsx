import { useState } from "react";
import PhoneInput from "react-phone-number-input";
import "react-phone-number-input/style.css";
import { learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("react-phone-number-input");
row("phone with country", "Phone", ["+44 20 7946 0958", "+442079460958"], ["+49 30 901820", "+4930901820"]);

function Phone() {
  const [value, setValue] = useState();
  return <p><label htmlFor="phone">Phone</label> <PhoneInput id="phone" defaultCountry="US" value={value} onChange={(next) => { setValue(next); learn("Phone")(next ?? null); }} /></p>;
}
mount(<Phone />);
