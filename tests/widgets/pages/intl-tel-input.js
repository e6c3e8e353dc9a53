import intlTelInput from "intl-tel-input/intlTelInputWithUtils";
import "intl-tel-input/styles";
import { add, learn, library, row, save } from "../app.js";

library("intl-tel-input");
row("phone with country", "Phone", ["+44 20 7946 0958", "+442079460958"], ["+49 30 901820", "+4930901820"]);

add('<label for="phone">Phone</label> <input id="phone" type="tel">');
save();
const input = document.getElementById("phone");
const phone = intlTelInput(input, { initialCountry: "us", separateDialCode: true });
for (const name of ["input", "countrychange"]) input.addEventListener(name, () => learn("Phone")(phone.getNumber()));
