import Tagify from "@yaireo/tagify";
import "@yaireo/tagify/dist/tagify.css";
import { SKILLS, add, learn, library, row, save } from "../app.js";

library("Tagify");
row("free tags", "Keywords", [["Alpha", "Beta"], ["Alpha", "Beta"]], [["Gamma"], ["Gamma"]]);
row("tags from a list", "Skills", [["Cooking", "Drawing"], ["Cooking", "Drawing"]], [["Editing"], ["Editing"]]);

add('<label for="keywords">Keywords</label> <input id="keywords">');
add('<label for="skills">Skills</label> <input id="skills">');
save();
const told = (id, label, settings) => {
  const tagify = new Tagify(document.getElementById(id), settings);
  const tell = () => learn(label)(tagify.value.map((tag) => tag.value));
  for (const event of ["add", "remove"]) tagify.on(event, tell);
};
told("keywords", "Keywords", {});
told("skills", "Skills", { enforceWhitelist: true, whitelist: SKILLS.map(({ label }) => label) });
