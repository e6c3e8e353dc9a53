// @ts-check
// Loads the panel's WASM module and hands the page over to it. All of the panel is Rust (`extension-ui`).
import init, { panel } from "./pkg/panel.js";

try {
  await init({ module_or_path: new URL("pkg/panel_bg.wasm", import.meta.url) });
  await panel();
} catch (error) {
  const trouble = document.getElementById("trouble");
  if (trouble) {
    trouble.textContent = chrome.i18n.getMessage("panel_cant_start");
    trouble.hidden = false;
  }
  console.error("vaulty: panel could not start:", error instanceof Error ? error.name : typeof error);
}
