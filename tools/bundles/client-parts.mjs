// The extension for browsers and for Node, in dist/client. VS Code for the web loads one file and no other; that of Node takes from it
// what both need, so that it stands there once.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { bundledBy } from "./bundled.mjs";
import { clusterSourceBeside } from "./cluster-source.mjs";
import { textModules } from "./text-modules.mjs";

const entries = { node: "client/main.node.ts", browser: "client/main.browser.ts" };

/**
 * Writes dist/client. `sizes`: of what is loaded, by `client/NAME.js`.
 * @param {import("esbuild").BuildOptions} options of all bundles
 * @returns {Promise<{bundled: import("./bundled.mjs").Bundled, sizes: Record<string, number>}>}
 */
export async function buildClientParts({ sourcemap, ...others }) {
  /** @type {import("esbuild").BuildOptions & { write: false }} */
  const options = {
    ...others,
    bundle: true,
    platform: "node",
    // Both of a package that has an entry for each; the modules themselves name the one that they want.
    conditions: ["browser"],
    target: "es2022",
    external: ["vscode"],
    sourcemap: sourcemap === true ? "inline" : false,
    write: false,
    outdir: "dist/client",
  };
  const { metafile, outputFiles } = await build({
    ...options,
    entryPoints: entries,
    format: "esm",
    splitting: true,
    chunkNames: "both",
    metafile: true,
    plugins: [clusterSourceBeside(beside)],
  });
  const texts = new Map(outputFiles.map(({ path: file, text }) => [`./${path.basename(file)}`, text]));
  /** @param {string} contents @param {ReadonlyMap<string, string>} modules */
  const script = async (contents, modules) => {
    const { outputFiles: files } = await build({
      ...options,
      stdin: { contents },
      format: "cjs",
      // Extension hosts load with require().
      supported: { "dynamic-import": false },
      external: ["vscode", beside, "./browser"],
      plugins: [textModules(modules)],
    });
    return files[0]?.text ?? "";
  };
  const browser = await script('export * from "./browser.js"; export * as both from "./both.js";', texts);
  const shared = 'module.exports = require("./browser").both;';
  const node = await script('export * from "./node.js";', new Map([...texts, ["./both.js", shared]]));
  const folder = path.join(others.absWorkingDir ?? "", "dist/client");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "browser.js"), browser);
  writeFileSync(path.join(folder, "node.js"), node);
  writeFileSync(path.join(folder, "package.json"), '{ "type": "commonjs" }\n');
  const bytes = Buffer.byteLength(browser);
  return {
    bundled: bundledBy(metafile),
    sizes: { "client/browser.js": bytes, "client/node.js": bytes + Buffer.byteLength(node) },
  };
}

/** The source of the cluster, as the extension names it. */
const beside = "../server/cluster.js";
