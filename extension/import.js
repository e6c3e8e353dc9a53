// @ts-check
// Reads a file of the person's in the WASM module made for that (`extension-import`), which is loaded when it is needed.

/**
 * What is in a file, as JSON. Throws a text for the person.
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export async function readFile(name, bytes) {
  const { default: init, read } = await import("./pkg/import.js");
  await init({ module_or_path: new URL("pkg/import_bg.wasm", import.meta.url) });
  return read(name, bytes);
}
