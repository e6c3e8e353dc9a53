// Bundles every page of `pages/` with the libraries that it is made of, offline, into
// `target/pages/widgets/NAME/index.html`. The list of them is written last: it says that all are there.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../../target/pages/widgets");
const sources = readdirSync(join(here, "pages")).filter((file) => /\.(jsx?|ts)$/.test(file)).sort();
const names = sources.map((file) => basename(file, extname(file)));

const page = (name) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${name}</title>
  <link rel="stylesheet" href="${name}.css">
  <style>body { font: 16px/1.5 sans-serif; margin: 2em; max-width: 44em } form > * { margin-block: 1em }</style>
</head>
<body><form id="form"></form><script src="${name}.js"></script></body>
</html>
`;

rmSync(out, { recursive: true, force: true });
await build({
  absWorkingDir: here,
  entryPoints: Object.fromEntries(names.map((name, at) => [`${name}/${name}`, `pages/${sources[at]}`])),
  outdir: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  logLevel: "error",
  alias: { vue: "vue/dist/vue.esm-bundler.js" },
  define: {
    "process.env.NODE_ENV": '"production"',
    "process.env": "{}",
    __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    __QUASAR_SSR__: "false",
    __QUASAR_SSR_CLIENT__: "false",
    __QUASAR_SSR_PWA__: "false",
  },
  loader: { ".svg": "dataurl", ".woff": "empty", ".woff2": "empty", ".ttf": "empty", ".eot": "empty", ".png": "dataurl", ".webp": "empty" },
});
for (const name of names) {
  mkdirSync(join(out, name), { recursive: true });
  writeFileSync(join(out, name, `${name}.css`), "", { flag: "a" });
  writeFileSync(join(out, name, "index.html"), page(name));
}
const items = names.map((name) => `<li><a href="${name}/index.html">${name}</a>`).join("\n");
writeFileSync(join(out, "index.html"), `<!doctype html>\n<html lang="en"><title>Widgets</title><ul>\n${items}\n</ul></html>\n`);
