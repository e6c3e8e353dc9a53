import flatpickr from "flatpickr";
import "flatpickr/dist/flatpickr.css";
import { add, iso, learn, library, row, save } from "../app.js";

library("flatpickr");
row("date, read-only input", "Start date", "2027-03-14", "2028-11-05");
row("date, typing allowed", "Order date", "2026-03-14", "2025-11-05");
row("date, another input shown", "Delivery date", "2027-05-20", "2026-01-31");

add('<label for="start">Start date</label> <input id="start">');
add('<label for="order">Order date</label> <input id="order" placeholder="YYYY-MM-DD">');
add('<label for="delivery">Delivery date</label> <input id="delivery">');
save();
const told = (label) => ({ onChange: ([date]) => learn(label)(iso(date)) });
flatpickr("#start", told("Start date"));
flatpickr("#order", { allowInput: true, ...told("Order date") });
const picker = flatpickr("#delivery", { altInput: true, altFormat: "F j, Y", ...told("Delivery date") });
picker.altInput.setAttribute("aria-label", "Delivery date");
