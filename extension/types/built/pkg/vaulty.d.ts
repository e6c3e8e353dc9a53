/**
 * What `wasm-bindgen` makes out of the crate `extension-wasm`. The files exist in the built extension
 * only, so the checker is told here what is in them.
 */

/** Loads the module. To be called once, before anything else. */
export default function init(source: { module_or_path: string | URL }): Promise<unknown>;

/** Hands an event of the browser to the worker. Resolves to the answer, for a message. */
export function on_event(kind: string, payload: unknown): Promise<unknown>;
