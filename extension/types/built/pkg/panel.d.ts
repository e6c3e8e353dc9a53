/**
 * What `wasm-bindgen` makes out of the crate `extension-ui`. As with the worker's module, the checker is
 * told here what is in it.
 */

/** Loads the module. To be called once, before anything else. */
export default function init(source: { module_or_path: string | URL }): Promise<unknown>;

/** Brings the panel to life. */
export function panel(): Promise<void>;
