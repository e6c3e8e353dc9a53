// Mounts a React application into the form.
import { createRoot } from "react-dom/client";
import { form } from "./app.js";

/** @param {import("react").ReactNode} node */
export const mount = (node) => {
  const root = document.createElement("div");
  form.append(root);
  createRoot(root).render(<>{node}<p><button type="submit">Save</button></p></>);
};
