import { add, learn, library, row, save } from "../app.js";

library("files");
row("file behind a label", "Resume", ["documents.cv", "cv.pdf"], ["documents.coverLetter", "letter.pdf"]);
row("file behind a button", "Cover letter", ["documents.coverLetter", "letter.pdf"], ["documents.cv", "cv.pdf"]);
row("drop zone", "Photo", ["documents.photo", "photo.png"], ["documents.portrait", "portrait.png"]);

const listen = (input, label) => input.addEventListener("change", () => learn(label)(input.files[0]?.name ?? null));
const resume = add('<label for="resume" style="border:1px solid">Resume</label><input id="resume" type="file" style="display:none">');
listen(resume.querySelector("input"), "Resume");
const letter = add('<span>Cover letter</span> <button type="button">Choose a file</button><input type="file" name="coverLetter" hidden>');
listen(letter.querySelector("input"), "Cover letter");
letter.querySelector("button").addEventListener("click", () => letter.querySelector("input").click());
const photo = add('<span id="photo">Photo</span><div role="button" tabindex="0" aria-labelledby="photo" style="border:1px dashed;padding:1em">Drop a picture here, or click<input type="file" name="photo" accept="image/*" style="display:none"></div>');
const zone = photo.querySelector("[role=button]");
listen(photo.querySelector("input"), "Photo");
zone.addEventListener("drop", (event) => { event.preventDefault(); learn("Photo")(event.dataTransfer.files[0]?.name ?? null); });
save();
