// Bundles the extension, its source of the cluster, the language server, the panel's page, the CLI and the library into dist/, and checks their sizes.
import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { clientNodeByParts, clusterSourceBeside } from "./tools/cluster-source.mjs";
import { languageServerByParts } from "./tools/common-js-modules.mjs";
import { writeNotices } from "./tools/notices.mjs";
import { buildPage } from "./tools/page-texts.mjs";

const root = import.meta.dirname;

/** @type {import("esbuild").BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  logLevel: "warning",
  charset: "utf8",
  plugins: [yamlByParts()],
  legalComments: "none", // dist/third-party-notices.txt has the whole licences
  sourcemap: process.argv.includes("--source-maps"),
  define: { "process.env.NODE_ENV": '"production"' },
  mainFields: ["module", "main"],
};

/** @type {import("esbuild").BuildOptions} */
const node = { ...common, platform: "node", target: "node20" };
/** @type {import("esbuild").BuildOptions} */
const browser = { ...common, platform: "browser", target: "es2022", mainFields: ["browser", "module", "main"] };

/** For what speaks LSP as a server. */
const server = { plugins: [yamlByParts(), languageServerByParts()] };

const requireInModule = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/**
 * What is built. Sizes are budgets in bytes: a bundle that outgrows its budget ends the build.
 * The server kept to 500 kB until it knew every field and rule of pods and kubelet configurations, and completed and repaired them;
 * since it makes pictures and the other exports of the panel, and reads what a status says of the past, it has 900 kB.
 * VS Code for the browser appends `.js` to any other extension, so both browser bundles end in it.
 * @type {readonly {file: string, entry: string, budget?: number, options: import("esbuild").BuildOptions}[]}
 */
const bundles = [
  {
    file: "client.node.cjs",
    entry: "client/main.node.ts",
    budget: 600_000,
    options: {
      ...node,
      format: "cjs",
      external: ["vscode"],
      plugins: [clusterSourceBeside()],
      // Extension hosts load with require().
      supported: { "dynamic-import": false },
    },
  },
  {
    file: "cluster.cjs",
    entry: "client/cluster/source/main.ts",
    budget: 800_000,
    options: { ...node, format: "cjs", plugins: [clientNodeByParts(root)] },
  },
  {
    file: "client.browser.js",
    entry: "client/main.browser.ts",
    budget: 600_000,
    options: { ...browser, format: "cjs", external: ["vscode"] },
  },
  {
    file: "server.node.cjs",
    entry: "server/main.node.ts",
    budget: 900_000,
    options: { ...node, ...server, format: "cjs" },
  },
  {
    file: "server.browser.js",
    entry: "server/main.browser.ts",
    budget: 900_000,
    options: { ...browser, ...server, format: "iife" },
  },
  {
    file: "cli.js",
    entry: "server/cli/main.ts",
    options: {
      ...node,
      format: "esm",
      plugins: [...server.plugins, clusterSourceBeside()],
      banner: { js: `#!/usr/bin/env node\n${requireInModule}` },
    },
  },
  {
    file: "index.js",
    entry: "shared/index.ts",
    options: { ...common, platform: "neutral", format: "esm", target: "es2022" },
  },
];

mkdirSync(path.join(root, "dist"), { recursive: true });
const outcomes = await Promise.allSettled([...bundles.map(bundle), page()]);
if (outcomes.some(({ status }) => status === "rejected")) process.exit(1); // esbuild has printed why
chmodSync(path.join(root, "dist/cli.js"), 0o755);
const tabIcons = ["panel-light.svg", "panel-dark.svg"].map((file) => `client/simulator/${file}`);
for (const file of tabIcons) copyFileSync(path.join(root, file), path.join(root, "dist", path.basename(file)));

const inputs = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value.inputs : []));
writeNotices(root, inputs);
for (const outcome of outcomes) if (outcome.status === "fulfilled") report(outcome.value);

/**
 * Takes of `yaml` its lexer and what reads one scalar, without parser, schemas and stringifier.
 * Its package.json offers Node the CommonJS files, all or nothing, and does not say that the modules have no side effects;
 * its index passes `CST` on as one object, of which nothing can be left out.
 * @returns {import("esbuild").Plugin}
 */
function yamlByParts() {
  const resolveDir = path.join(root, "node_modules/yaml/browser/dist");
  const contents = `
    import { resolveAsScalar } from "./parse/cst.js";
    export { Lexer } from "./parse/lexer.js";
    export const CST = { resolveAsScalar };`;
  return {
    name: "yaml by parts",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^yaml$/ }, () => ({ path: "parts", namespace: "yaml" }));
      onLoad({ filter: /^parts$/, namespace: "yaml" }, () => ({ contents, resolveDir }));
      onResolve({ filter: /^\.\.?\// }, ({ path: file, resolveDir: folder }) =>
        folder.startsWith(resolveDir) ? { path: path.join(folder, file), sideEffects: false } : undefined,
      );
    },
  };
}

/** @param {(typeof bundles)[number]} bundle */
async function bundle({ file, entry, budget, options }) {
  const outfile = `dist/${file}`;
  const { metafile } = await build({ ...options, entryPoints: [entry], outfile, metafile: true });
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  );
  return { file, budget, inputs, bytes: metafile.outputs[outfile]?.bytes ?? 0, laterBytes: 0 };
}

/** The panel's page: what it runs at once, and what behind its first picture. */
async function page() {
  return { file: "webview", budget: 200_000, ...(await buildPage(browser)) };
}

/** @param {{file: string, bytes: number, laterBytes: number, budget: number | undefined}} built */
function report({ file, bytes, laterBytes, budget }) {
  const limit = budget === undefined ? "" : ` of ${kilobytes(budget)}`;
  const later = laterBytes === 0 ? "" : `, and ${kilobytes(laterBytes)} later`;
  console.log(`${file.padEnd(18)} ${kilobytes(bytes).padStart(8)}${limit}${later}`);
  if (budget === undefined || bytes <= budget) return;
  console.error(`${file} exceeds its budget of ${kilobytes(budget)} by ${bytes - budget} bytes`);
  process.exitCode = 1;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
