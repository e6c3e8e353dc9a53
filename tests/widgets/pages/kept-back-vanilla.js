import AirDatepicker from "air-datepicker";
import "air-datepicker/air-datepicker.css";
import english from "air-datepicker/locale/en";
import noUiSlider from "nouislider";
import "nouislider/dist/nouislider.css";
import SlimSelect from "slim-select";
import "slim-select/styles";
import { COUNTRIES, SKILLS, add, iso, learn, library, row, save } from "../app.js";

library("without a framework");
row("air-datepicker", "Start date", "2027-03-14", "2028-11-05");
row("slim-select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("slim-select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("noUiSlider", "Volume", [70, 70], [20, 20]);

const options = (list) => list.map(({ value, label }) => `<option value="${value}">${label}</option>`).join("");
add('<label for="start">Start date</label> <input id="start" readonly>');
add(`<label for="country">Country</label> <select id="country"><option data-placeholder="true"></option>${options(COUNTRIES)}</select>`);
add(`<label for="skills">Skills</label> <select id="skills" multiple>${options(SKILLS)}</select>`);
const slider = add('<span id="volume">Volume</span><div></div>').querySelector("div");
save();
new AirDatepicker("#start", { locale: english, dateFormat: "yyyy-MM-dd", onSelect: ({ date }) => learn("Start date")(iso(date)) });
const values = (chosen) => chosen.map((one) => one.value);
new SlimSelect({ select: "#country", events: { afterChange: (chosen) => learn("Country")(values(chosen)[0] ?? null) } });
new SlimSelect({ select: "#skills", events: { afterChange: (chosen) => learn("Skills")(values(chosen)) } });
noUiSlider.create(slider, { start: 40, step: 1, range: { min: 0, max: 100 }, handleAttributes: [{ "aria-label": "Volume" }] })
  .on("update", (shown) => learn("Volume")(Math.round(Number(shown[0]))));
