// @ts-check
// Loads the WASM module and hands the page over to it. All of the popup is Rust (`extension-wasm/src/popup`).
import init, { popup } from "./pkg/vaulty.js";

try {
  await init({ module_or_path: new URL("pkg/vaulty_bg.wasm", import.meta.url) });
  await popup();
} catch (error) {
  const startup = document.getElementById("startup");
  if (startup) {
    startup.hidden = false;
    startup.textContent = "Vaulty could not start here. Close this window and open it again; if that does not help, reload the extension.";
  }
  console.error("vaulty: popup could not start:", error instanceof Error ? error.name : typeof error);
}
