/**
 * What `wasm-bindgen` makes out of the crate `extension-import`. As with the worker's module, the checker is
 * told here what is in it.
 */

/** Loads the module. Another call does nothing more. */
export default function init(source: { module_or_path: string | URL }): Promise<unknown>;

/** What is in a file, as JSON. Throws a text for the person. */
export function read(name: string, bytes: Uint8Array): string;

/** What is in a table whose rows fill a form each, as JSON. Throws a text for the person. */
export function rows(name: string, bytes: Uint8Array): string;
