// @ts-check
// Loads the panel's WASM module and hands the page over to it. All of the panel is Rust (`extension-ui`).
import init, { panel } from "./pkg/panel.js";

// Whoever finds the panel of no use any more shows it: here, or a fault in the module.
const trouble = document.getElementById("trouble");
trouble?.querySelector("p")?.append(chrome.i18n.getMessage("panel_cant_start"));

try {
  await init({ module_or_path: new URL("pkg/panel_bg.wasm", import.meta.url) });
  await panel();
} catch (error) {
  if (trouble) trouble.hidden = false;
  console.error("vaulty: panel could not start:", error instanceof Error ? error.name : typeof error);
}
