// The panel's page as texts that stand in its HTML. A webview fetches each file through two processes and a service worker;
// a page that fetches none is there sooner than its files would be.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { bundledBy } from "./bundled.mjs";
import { textModules } from "./text-modules.mjs";

const entries = { first: "main.ts", later: "deferred-ui.ts", styles: "styles/page.css" };
const rolloutEntries = { script: "rollout/main.ts", styles: "styles/rollout-page.css" };
/** Most functions of the first script run for the first picture: Chromium (since 136) then reads them once instead of twice. */
const compileAtOnce = "//# allFunctionsCalledOnLoad";
/** The modules of both scripts, for the later one. */
const shared = "globalThis.podCadenceShared";

/**
 * Writes dist/webview-first.js, dist/webview-later.js, which that one runs after its picture and which makes `podCadenceDeferredUi`, and
 * dist/webview.css. The two scripts share the modules that both need.
 * @param {import("esbuild").BuildOptions} options of bundles for browsers
 * @returns {Promise<{bundled: import("./bundled.mjs").Bundled, bytes: number, laterBytes: number}>}
 */
export async function buildPage({ sourcemap, ...others }) {
  const root = others.absWorkingDir ?? "";
  const options = /** @type {const} */ ({
    ...others,
    sourcemap: sourcemap === true ? "inline" : false,
    charset: "ascii", // the browser keeps and reads such a text with half the bytes
  });
  const [scripts, styles] = await Promise.all([modules(options), styleSheet(options, root)]);
  const both = { ...options, bundle: true, write: false };
  const first = await build({
    ...both,
    stdin: { contents: `import * as shared from "./chunk.js"; import "./first.js"; ${shared} = shared;` },
    format: "iife",
    banner: { js: compileAtOnce },
    plugins: [textModules(scripts.texts)],
  });
  const later = await build({
    ...both,
    stdin: { contents: 'export * from "./later.js";' },
    format: "iife",
    globalName: "podCadenceDeferredUi",
    plugins: [textModules(new Map([...scripts.texts, ["./chunk.js", `module.exports = ${shared};`]]))],
  });
  const [firstText, laterText] = [inAscii(textOf(first)), inAscii(textOf(later))];
  const texts = {
    "webview-first.js": firstText,
    "webview-later.js": laterText,
    "webview.css": textOf(styles),
  };
  for (const [file, text] of Object.entries(texts)) {
    requireSafe(file, text);
    writeFileSync(path.join(root, "dist", file), text);
  }
  return {
    bundled: {
      inputs: [...scripts.bundled.inputs, `node_modules/${icons}/package.json`],
      packages: [...scripts.bundled.packages, icons],
    },
    bytes: bytesOf(firstText),
    laterBytes: bytesOf(laterText),
  };
}

/**
 * Writes dist/webview-rollout.js and dist/webview-rollout.css, the page of a rollout: a script of its own, so that the page of a pod stays as small as it is.
 * @param {import("esbuild").BuildOptions} options of bundles for browsers
 * @returns {Promise<{bundled: import("./bundled.mjs").Bundled, bytes: number}>}
 */
export async function buildRolloutPage({ sourcemap, ...others }) {
  const root = others.absWorkingDir ?? "";
  const options = /** @type {const} */ ({
    ...others,
    sourcemap: sourcemap === true ? "inline" : false,
    charset: "ascii",
  });
  const { script, styles } = rolloutEntries;
  const [built, sheet] = await Promise.all([
    build({
      ...options,
      entryPoints: [`${folder}/${script}`],
      format: "iife",
      write: false,
      metafile: true,
      outdir: "dist",
    }),
    styleSheet(options, root, styles),
  ]);
  const text = inAscii(textOf(built));
  for (const [file, content] of Object.entries({ "webview-rollout.js": text, "webview-rollout.css": textOf(sheet) })) {
    requireSafe(file, content);
    writeFileSync(path.join(root, "dist", file), content);
  }
  return { bundled: bundledBy(built.metafile), bytes: bytesOf(text) };
}

const folder = "client/simulator/webview";
const icons = "@vscode/codicons";

/** The modules of the page: those of the first script, of the later one, and in chunk.js those of both. @param {import("esbuild").BuildOptions} options */
async function modules(options) {
  const { first, later } = entries;
  const { outputFiles = [], metafile } = await build({
    ...options,
    entryPoints: { first: `${folder}/${first}`, later: `${folder}/${later}` },
    outdir: "dist",
    format: "esm",
    splitting: true,
    chunkNames: "chunk",
    write: false,
    metafile: true,
  });
  const texts = new Map(outputFiles.map(({ path: file, text }) => [`./${path.basename(file)}`, text]));
  return { texts, bundled: bundledBy(metafile) };
}

/** @param {import("esbuild").BuildOptions} options @param {string} root @param {string} [sheet] */
function styleSheet(options, root, sheet = entries.styles) {
  return build({
    ...options,
    entryPoints: [`${folder}/${sheet}`],
    outdir: "dist",
    write: false,
    plugins: [codicons(root)],
  });
}

/** @param {import("esbuild").BuildResult} result */
function textOf({ outputFiles }) {
  return outputFiles?.[0]?.text.trim() ?? "";
}

/** esbuild leaves the letters in templates and patterns as they are. Lit reads templates without their escapes. @param {string} script */
function inAscii(script) {
  return script.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Some words in a script or a style sheet would end it, or hide its end. @param {string} file @param {string} text */
function requireSafe(file, text) {
  const [found] = /<(?:\/script|\/style|script|!--)/i.exec(text) ?? [];
  if (found === undefined) return;
  const problem = `${file} cannot stand in an HTML page: it has ${found}`;
  console.error(problem);
  throw new Error(problem);
}

/** Without its source map. @param {string} text */
function bytesOf(text) {
  return Buffer.byteLength(text.replace(/^\/\/# sourceMappingURL=.*$/m, ""));
}

/**
 * `path("codicon play")` in a style sheet is the shape of that icon.
 * @param {string} root
 * @returns {import("esbuild").Plugin}
 */
function codicons(root) {
  const shape = (/** @type {string} */ name) => {
    const svg = readFileSync(path.join(root, `node_modules/${icons}/src/icons/${name}.svg`), "utf8");
    const paths = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d = ""]) => d);
    return `path(${svg.includes('fill-rule="evenodd"') ? "evenodd, " : ""}"${paths.join("")}")`;
  };
  return {
    name: "codicons",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]icons\.css$/ }, ({ path: file }) => ({
        contents: readFileSync(file, "utf8").replace(/path\("codicon ([\w-]+)"\)/g, (_, name) => shape(name)),
        loader: "css",
      }));
    },
  };
}
