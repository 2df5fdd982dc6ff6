// The panel's page as texts that stand in its HTML. A webview fetches each file through two processes and a service worker;
// a page that fetches none is there sooner than its files would be.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { bundledBy } from "./bundled.mjs";
import { textModules } from "./text-modules.mjs";

/** In the order in which they run; each but the first makes what it exports as a global name. */
const scripts = [
  { name: "first", entry: "main.ts" },
  { name: "runParts", entry: "run-parts.ts", global: "podCadenceRunParts", file: "run-parts" },
  { name: "later", entry: "deferred-ui.ts", global: "podCadenceDeferredUi" },
];
const styles = "styles/page.css";
const rolloutEntries = { script: "rollout/main.ts", styles: "styles/rollout-page.css" };
/** Most functions of the first script run for the first picture: Chromium (since 136) then reads them once instead of twice. */
const compileAtOnce = "//# allFunctionsCalledOnLoad";
/** Modules of several scripts, by their files: the first script that needs one has it, and later ones take it from here. */
const shared = "globalThis.podCadenceShared";

/**
 * Writes dist/webview-first.js, dist/webview-run-parts.js and dist/webview-later.js, which that one runs when they are needed, and dist/webview.css. The
 * scripts share the modules that several of them need.
 * @param {import("esbuild").BuildOptions} options of bundles for browsers
 * @returns {Promise<{bundled: import("./bundled.mjs").Bundled, sizes: Record<string, number>}>}
 */
export async function buildPage({ sourcemap, ...others }) {
  const root = others.absWorkingDir ?? "";
  const options = /** @type {const} */ ({
    ...others,
    sourcemap: sourcemap === true ? "inline" : false,
    charset: "ascii", // the browser keeps and reads such a text with half the bytes
  });
  const [split, sheet] = await Promise.all([modules(options), styleSheet(options, root)]);
  const built = await Promise.all(parts(split).map((part) => script(options, part)));
  for (const [file, text] of [...built.map(({ file, text }) => [`${file}.js`, text]), ["webview.css", textOf(sheet)]]) {
    requireSafe(file ?? "", text ?? "");
    writeFileSync(path.join(root, "dist", file ?? ""), text ?? "");
  }
  return {
    bundled: {
      inputs: [...split.bundled.inputs, `node_modules/${icons}/package.json`],
      packages: [...split.bundled.packages, icons],
    },
    sizes: Object.fromEntries(built.map(({ file, text }) => [file, bytesOf(text)])),
  };
}

/**
 * One script of the page: `own` are the chunks that it shares with later ones, `known` those that earlier ones share with it.
 * @typedef {{name: string, global: string | undefined, file: string, texts: ReadonlyMap<string, string>, own: string[], known: string[]}} Part
 */

/** @param {Awaited<ReturnType<typeof modules>>} split @returns {Part[]} */
function parts({ texts, chunksOf }) {
  const known = new Set();
  return scripts.map(({ name, global, file = name }) => {
    const before = [...known];
    const own = chunksOf(`./${name}.js`).filter((chunk) => !known.has(chunk));
    for (const chunk of own) known.add(chunk);
    return { name, global, file: `webview-${file}`, texts, own, known: before };
  });
}

/** @param {import("esbuild").BuildOptions} options @param {Part} part */
async function script(options, { name, global, file, texts, own, known }) {
  const imports = own.map((chunk, index) => `import * as chunk${index} from "${chunk}";`).join("");
  const shares = own.map((chunk, index) => `"${chunk}": chunk${index}`).join();
  // What the script itself does at once can run the next one, which needs them then.
  const share = `${imports} ${shared} = { ...${shared}, ${shares} };`;
  const taken = known.map((chunk) => /** @type {const} */ ([chunk, `module.exports = ${shared}["${chunk}"];`]));
  const contents = global === undefined ? `import "./${name}.js";` : `export * from "./${name}.js";`;
  const result = await build({
    ...options,
    bundle: true,
    write: false,
    stdin: { contents: own.length === 0 ? contents : `import "./share.js"; ${contents}` },
    format: "iife",
    ...(global === undefined ? { banner: { js: compileAtOnce } } : { globalName: global }),
    plugins: [textModules(new Map([...texts, ...taken, ["./share.js", share]]))],
  });
  return { file, text: inAscii(textOf(result)) };
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

/** The modules of the page: those of one script only in its file, those of several in chunks. @param {import("esbuild").BuildOptions} options */
async function modules(options) {
  const { outputFiles = [], metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(scripts.map(({ name, entry }) => [name, `${folder}/${entry}`])),
    outdir: "dist",
    format: "esm",
    splitting: true,
    chunkNames: "chunk[hash]",
    write: false,
    metafile: true,
  });
  const texts = new Map(outputFiles.map(({ path: file, text }) => [`./${path.basename(file)}`, text]));
  const imported = new Map(
    Object.entries(metafile?.outputs ?? {}).map(([file, { imports }]) => [
      `./${path.basename(file)}`,
      imports.map((each) => `./${path.basename(each.path)}`),
    ]),
  );
  /** The chunks that a file needs, also through others. @param {string} file */
  const chunksOf = (file) => {
    const found = new Set(imported.get(file));
    for (const chunk of found) for (const next of imported.get(chunk) ?? []) found.add(next);
    return [...found];
  };
  return { texts, chunksOf, bundled: bundledBy(metafile) };
}

/** @param {import("esbuild").BuildOptions} options @param {string} root @param {string} [sheet] */
function styleSheet(options, root, sheet = styles) {
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
