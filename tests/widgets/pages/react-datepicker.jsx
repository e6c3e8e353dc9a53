import { useState } from "react";
import DatePicker from "react-datepicker";
import "react-datepicker/dist/react-datepicker.css";
import { iso, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("react-datepicker");
row("date", "Start date", "2027-03-14", "2028-11-05");
row("month", "First month", ["2027-03", "2027-03-01"], ["2028-11", "2028-11-01"]);

function Field({ label, ...more }) {
  const [value, setValue] = useState(null);
  const id = label.replaceAll(" ", "-");
  return <p><label htmlFor={id}>{label}</label> <DatePicker id={id} selected={value} onChange={(date) => { setValue(date); learn(label)(iso(date)); }} {...more} /></p>;
}
mount(<>
  <Field label="Start date" />
  <Field label="First month" dateFormat="MM/yyyy" showMonthYearPicker placeholderText="MM/YYYY" />
</>);
