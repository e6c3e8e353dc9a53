import Choices from "choices.js";
import "choices.js/public/assets/styles/choices.css";
import { COUNTRIES, SKILLS, add, learn, library, row, save } from "../app.js";

library("Choices.js");
row("single", "Country", ["Germany", "de"], ["Italy", "it"]);
row("multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("text, several", "Keywords", [["Alpha", "Beta"], ["Alpha", "Beta"]], [["Gamma"], ["Gamma"]]);

const options = (list) => list.map(({ value, label }) => `<option value="${value}">${label}</option>`).join("");
add(`<label for="country">Country</label> <select id="country"><option value="">Choose</option>${options(COUNTRIES)}</select>`);
add(`<label for="skills">Skills</label> <select id="skills" multiple>${options(SKILLS)}</select>`);
add('<label for="keywords">Keywords</label> <input id="keywords">');
save();
for (const [id, label] of [["country", "Country"], ["skills", "Skills"], ["keywords", "Keywords"]]) {
  const choices = new Choices(`#${id}`, { removeItemButton: id !== "country", shouldSort: false, allowHTML: false });
  document.getElementById(id).addEventListener("change", () => learn(label)(choices.getValue(true)));
}
