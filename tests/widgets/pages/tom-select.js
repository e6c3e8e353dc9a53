import TomSelect from "tom-select";
import "tom-select/dist/css/tom-select.css";
import { COUNTRIES, SKILLS, add, learn, library, row, save } from "../app.js";

library("Tom Select");
row("single", "Country", ["Germany", "de"], ["Italy", "it"]);
row("multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("tags", "Keywords", [["Alpha", "Beta"], ["Alpha", "Beta"]], [["Gamma"], ["Gamma"]]);

const options = (list) => list.map(({ value, label }) => `<option value="${value}">${label}</option>`).join("");
add(`<label for="country">Country</label> <select id="country"><option value="">Choose</option>${options(COUNTRIES)}</select>`);
add(`<label for="skills">Skills</label> <select id="skills" multiple>${options(SKILLS)}</select>`);
add('<label for="keywords">Keywords</label> <input id="keywords">');
save();
new TomSelect("#country", { onChange: learn("Country") });
new TomSelect("#skills", { plugins: ["remove_button"], onChange: learn("Skills") });
new TomSelect("#keywords", { create: true, persist: false, plugins: ["remove_button"], onChange: (value) => learn("Keywords")(value.split(",")) });
