import jquery from "jquery";
import select2 from "select2";
import "select2/dist/css/select2.css";
import { COUNTRIES, SKILLS, add, learn, library, row, save } from "../app.js";

library("select2");
row("single", "Country", ["Germany", "de"], ["Italy", "it"]);
row("multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("options that load late", "City", ["Lisbon", "Lisbon"], ["Porto", "Porto"]);

// The plugin's module is a function that installs itself.
select2(window, jquery);
const options = (list) => list.map(({ value, label }) => `<option value="${value}">${label}</option>`).join("");
add(`<label for="country">Country</label> <select id="country" style="width:200px"><option value=""></option>${options(COUNTRIES)}</select>`);
add(`<label for="skills">Skills</label> <select id="skills" multiple style="width:200px">${options(SKILLS)}</select>`);
add('<label for="city">City</label> <select id="city" style="width:200px"></select>');
save();
const CITIES = ["Lisbon", "London", "Lyon", "Porto", "Prague"];
jquery("#country").select2({ placeholder: "Choose" }).on("change", (event) => learn("Country")(jquery(event.target).val()));
jquery("#skills").select2().on("change", (event) => learn("Skills")(jquery(event.target).val()));
jquery("#city").select2({
  minimumInputLength: 1,
  ajax: {
    delay: 50,
    transport: ({ data }, done) => {
      const typed = (data.term ?? "").toLowerCase();
      setTimeout(() => done({ results: CITIES.filter((city) => city.toLowerCase().includes(typed)).map((city) => ({ id: city, text: city })) }), 200);
    },
    processResults: (data) => data,
  },
}).on("change", (event) => learn("City")(jquery(event.target).val()));
