// @ts-check
// Reads one file in a thread of its own, which the panel ends when it has the answer or wants none (`import.js`).

onmessage = async ({ data: { what, name, bytes, texts } }) => {
  // What the module asks for a text by its key.
  Object.assign(globalThis, { textOf: (/** @type {string} */ key) => texts[key] ?? "" });
  try {
    const { default: init, read, rows } = await import("./pkg/import.js");
    await init({ module_or_path: new URL("pkg/import_bg.wasm", import.meta.url) });
    postMessage({ found: what === "rows" ? rows(name, bytes) : read(name, bytes) });
  } catch (why) {
    // A text is for the person; a fault of the module says nothing to them, and may quote the file.
    postMessage({ why: typeof why === "string" ? why : undefined });
  }
};
