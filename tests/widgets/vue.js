// Mounts a Vue application into the form.
import { createApp, reactive } from "vue";
import { app, form } from "./app.js";

/**
 * @param {string} template its fields are `v-model`s of `values`
 * @param {Record<string, unknown>} initial what the fields hold at first, by label
 * @param {(vue: import("vue").App) => void} use
 * @param {Record<string, unknown>} more what else the template names
 */
export const mount = (template, initial, use, more = {}) => {
  const values = reactive({ ...initial });
  app.values = values;
  const vue = createApp({ setup: () => ({ values, ...more }), template });
  use(vue);
  const root = document.createElement("div");
  form.append(root);
  vue.mount(root);
};
