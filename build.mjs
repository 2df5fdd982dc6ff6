// Bundles the extension, the language server, the panel's page, the CLI and the library into dist/, and checks their sizes.
import { chmodSync, copyFileSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { writeNotices } from "./tools/notices.mjs";

const root = import.meta.dirname;

/** @type {import("esbuild").BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  logLevel: "warning",
  legalComments: "none", // dist/third-party-notices.txt has the whole licences
  sourcemap: process.argv.includes("--source-maps"),
  define: { "process.env.NODE_ENV": '"production"' },
  mainFields: ["module", "main"],
};

/** @type {import("esbuild").BuildOptions} */
const node = { ...common, platform: "node", target: "node20" };
/** @type {import("esbuild").BuildOptions} */
const browser = { ...common, platform: "browser", target: "es2022", mainFields: ["browser", "module", "main"] };

const requireInModule = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/**
 * What is built. Sizes are budgets in bytes: a bundle that outgrows its budget ends the build.
 * VS Code for the browser appends `.js` to any other extension, so both browser bundles end in it.
 * @type {readonly {file: string, entry: string, budget?: number, options: import("esbuild").BuildOptions}[]}
 */
const bundles = [
  {
    file: "client.node.cjs",
    entry: "client/main.node.ts",
    budget: 600_000,
    options: { ...node, format: "cjs", external: ["vscode"] },
  },
  {
    file: "client.browser.js",
    entry: "client/main.browser.ts",
    budget: 600_000,
    options: { ...browser, format: "cjs", external: ["vscode"] },
  },
  { file: "server.node.cjs", entry: "server/main.node.ts", budget: 500_000, options: { ...node, format: "cjs" } },
  {
    file: "server.browser.js",
    entry: "server/main.browser.ts",
    budget: 500_000,
    options: { ...browser, format: "iife" },
  },
  {
    file: "webview.js",
    entry: "client/simulator/webview/main.ts",
    budget: 200_000,
    options: { ...browser, format: "iife" },
  },
  {
    file: "cli.js",
    entry: "server/cli/main.ts",
    options: { ...node, format: "esm", banner: { js: `#!/usr/bin/env node\n${requireInModule}` } },
  },
  {
    file: "index.js",
    entry: "shared/index.ts",
    options: { ...common, platform: "neutral", format: "esm", target: "es2022" },
  },
];

mkdirSync(path.join(root, "dist"), { recursive: true });
const present = bundles.filter(({ entry }) => existsSync(path.join(root, entry)));
for (const { entry } of bundles.filter((candidate) => !present.includes(candidate)))
  console.log(`skipped: ${entry} is not there yet`);

const results = await Promise.all(present.map(bundle));
if (existsSync(path.join(root, "dist/cli.js"))) chmodSync(path.join(root, "dist/cli.js"), 0o755);
for (const file of ["codicon.css", "codicon.ttf"]) {
  copyFileSync(path.join(root, "node_modules/@vscode/codicons/dist", file), path.join(root, "dist", file));
}
writeNotices(
  root,
  results.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {})),
);

for (const [index, { file, budget }] of present.entries()) {
  const bytes = results[index]?.metafile?.outputs[`dist/${file}`]?.bytes ?? 0;
  const limit = budget === undefined ? "" : ` of ${kilobytes(budget)}`;
  console.log(`${file.padEnd(18)} ${kilobytes(bytes).padStart(8)}${limit}`);
  if (budget !== undefined && bytes > budget) {
    console.error(`${file} exceeds its budget of ${kilobytes(budget)} by ${bytes - budget} bytes`);
    process.exitCode = 1;
  }
}

/** esbuild has printed what is wrong by the time it throws. @param {(typeof bundles)[number]} bundle */
function bundle({ file, entry, options }) {
  return build({ ...options, entryPoints: [entry], outfile: `dist/${file}` }).catch(() => process.exit(1));
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
