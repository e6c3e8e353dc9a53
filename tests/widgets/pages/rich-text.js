import { Editor } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";
import { ClassicEditor, Bold, Essentials, Italic, Paragraph } from "ckeditor5";
import "ckeditor5/ckeditor5.css";
import { EditorState } from "@tiptap/pm/state";
import { EditorView } from "@tiptap/pm/view";
import { baseKeymap } from "@tiptap/pm/commands";
import { keymap } from "@tiptap/pm/keymap";
import { Schema } from "@tiptap/pm/model";
import Quill from "quill";
import "quill/dist/quill.snow.css";
import { add, learn, library, row, save } from "../app.js";

library("rich text");
row("Quill", "Cover letter", ["I build boats.\nI sail them.", "I build boats.\nI sail them."], "I mend nets.");
row("TipTap", "About you", ["Reads a lot.\nWrites more.", "Reads a lot.\nWrites more."], "Walks far.");
row("ProseMirror", "Motivation", "To see the sea.", "To hear the wind.");
row("CKEditor", "Remarks", "Ring twice.", "Leave at the door.");

const holder = (label, id) => {
  const field = add(`<span id="${id}-label">${label}</span><div id="${id}"></div>`);
  return field.querySelector(`#${id}`);
};
const quill = new Quill(holder("Cover letter", "letter"), { theme: "snow" });
quill.root.setAttribute("aria-labelledby", "letter-label");
quill.on("text-change", () => learn("Cover letter")(quill.getText().trim()));
new Editor({
  element: holder("About you", "about"),
  extensions: [StarterKit],
  editorProps: { attributes: { "aria-labelledby": "about-label", role: "textbox" } },
  onUpdate: ({ editor }) => learn("About you")(editor.getText({ blockSeparator: "\n" })),
});
const schema = new Schema({
  nodes: {
    doc: { content: "paragraph+" },
    paragraph: { content: "text*", parseDOM: [{ tag: "p" }], toDOM: () => ["p", 0] },
    text: {},
  },
});
const view = new EditorView(holder("Motivation", "motivation"), {
  state: EditorState.create({ schema, plugins: [keymap(baseKeymap)] }),
  attributes: { "aria-labelledby": "motivation-label" },
  dispatchTransaction(transaction) {
    view.updateState(view.state.apply(transaction));
    learn("Motivation")(view.state.doc.textContent);
  },
});
ClassicEditor.create(holder("Remarks", "remarks"), {
  licenseKey: "GPL", label: "Remarks", plugins: [Essentials, Paragraph, Bold, Italic], toolbar: ["bold", "italic"],
}).then((editor) => {
  editor.model.document.on("change:data", () => learn("Remarks")(editor.getData().replace(/<[^>]+>/g, "").trim()));
});
save();
