import IMask from "imask";
import { add, learn, library, row, save } from "../app.js";

library("IMask");
row("phone", "Phone", ["+1 617 253 5702", "6172535702"], ["+1 212 555 0147", "2125550147"]);
row("date", "Start date", ["2027-03-14", "14.03.2027"], ["2028-11-05", "05.11.2028"]);
row("card number", "Membership number", ["4012 8888 8888 1882", "4012888888881882"], ["5105 1051 0510 5101", "5105105105105101"]);
row("amount", "Salary", ["52000", 52000], ["61500", 61500]);

add('<label for="phone">Phone</label> <input id="phone" placeholder="(555) 555-5555">');
add('<label for="start">Start date</label> <input id="start" placeholder="DD.MM.YYYY">');
add('<label for="member">Membership number</label> <input id="member">');
add('<label for="salary">Salary</label> <input id="salary">');
save();
const told = (id, label, settings, belief) => {
  const mask = IMask(document.getElementById(id), settings);
  mask.on("accept", () => learn(label)(belief(mask)));
};
told("phone", "Phone", { mask: "(000) 000-0000" }, (mask) => mask.unmaskedValue);
told("start", "Start date", { mask: "00.00.0000" }, (mask) => mask.value);
told("member", "Membership number", { mask: "0000 0000 0000 0000" }, (mask) => mask.unmaskedValue);
told("salary", "Salary", { mask: Number, thousandsSeparator: ",", radix: "." }, (mask) => mask.typedValue);
