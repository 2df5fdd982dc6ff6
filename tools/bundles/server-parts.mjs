// The language server for Node and for browsers, and what is loaded beside it, in dist/server. They share most of their modules, which stand there once.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, transform } from "esbuild";
import { bundledBy } from "./bundled.mjs";
import { clientNodeByParts } from "./cluster-source.mjs";
import { languageServerByParts } from "./common-js-modules.mjs";

/** By the name of their file, which others load. Anything else in the folder is a part that some of these share or load later. */
const entries = {
  node: "server/main.node.ts",
  browser: "server/main.browser.ts",
  lsp: "server/cli/lsp.ts",
  fleet: "server/cli/fleet/main.ts",
  alerts: "server/prometheus/alerts/judge/main.ts",
  cluster: "client/cluster/source/main.ts",
};

/** @typedef {Readonly<Record<string, string>>} Texts by the name of their file */

/**
 * Writes dist/server. `sizes`: of what each entry loads at its start, by `server/NAME.js`.
 * @param {import("esbuild").BuildOptions} options of all bundles
 * @returns {Promise<{bundled: import("./bundled.mjs").Bundled, sizes: Record<string, number>}>}
 */
export async function buildServerParts({ sourcemap, ...options }) {
  const folder = path.join(options.absWorkingDir ?? "", "dist/server");
  const { metafile, outputFiles } = await build({
    ...options,
    entryPoints: entries,
    outdir: folder,
    platform: "node",
    // Both of a package that has an entry for each; the modules themselves name the one that they want.
    conditions: ["browser"],
    target: "es2022",
    format: "esm",
    splitting: true,
    chunkNames: "part-[hash]",
    sourcemap: sourcemap === true ? "inline" : false,
    metafile: true,
    write: false,
    plugins: [languageServerByParts(), clientNodeByParts(options.absWorkingDir ?? "")],
  });
  const scripts = await Promise.all(
    outputFiles.map(async (file) => /** @type {const} */ ([path.basename(file.path), await asScript(file.text)])),
  );
  writeFolder(folder, { ...Object.fromEntries(scripts), "package.json": '{ "type": "commonjs" }\n' });
  return { bundled: bundledBy(metafile), sizes: loadedBy(metafile, Object.fromEntries(scripts)) };
}

/**
 * A script that Node loads as CommonJS, which starts faster than modules, and that a classic worker runs: what it declares stays in it.
 * @param {string} text of a module
 */
async function asScript(text) {
  const { code } = await transform(text, {
    format: "cjs",
    minify: true,
    charset: "utf8",
    supported: { "dynamic-import": false },
    sourcemap: text.includes("//# sourceMappingURL=") ? "inline" : false,
  });
  return `(()=>{${code}})();\n`;
}

/**
 * A running program finds its parts until the new ones are there.
 * @param {string} folder @param {Texts} texts
 */
function writeFolder(folder, texts) {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(folder, file), text);
  for (const file of readdirSync(folder)) if (texts[file] === undefined) rmSync(path.join(folder, file));
}

/** @param {import("esbuild").Metafile} metafile @param {Texts} texts */
function loadedBy({ outputs }, texts) {
  return Object.fromEntries(
    Object.keys(entries).map((name) => {
      const files = new Set([`dist/server/${name}.js`]);
      for (const file of files)
        for (const { path: imported, kind, external } of outputs[file]?.imports ?? [])
          if (kind === "import-statement" && external !== true) files.add(imported);
      const bytes = [...files].map((file) => Buffer.byteLength(texts[path.basename(file)] ?? ""));
      return [`server/${name}.js`, bytes.reduce((sum, each) => sum + each, 0)];
    }),
  );
}
