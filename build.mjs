// Bundles the extension, its source of the cluster, the language server, the panel's page, the CLI and the library into dist/.
// How large they are, and which packages they hold, is in .build/bundles.json.
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { budgetOf } from "./tools/bundles/budgets.mjs";
import { bundledBy } from "./tools/bundles/bundled.mjs";
import { buildClientParts } from "./tools/bundles/client-parts.mjs";
import { alertJudgeBeside, clusterSourceBeside, commandsBeside } from "./tools/bundles/cluster-source.mjs";
import { writeNotices } from "./tools/bundles/notices.mjs";
import { buildPage, buildRolloutPage } from "./tools/bundles/page-texts.mjs";
import { buildServerParts } from "./tools/bundles/server-parts.mjs";

// Whoever runs many commands on the same sources builds once and says so: `.ci/run`.
if (process.env["POD_CADENCE_IS_BUILT"] === "1") process.exit();

const root = import.meta.dirname;

/** @type {import("esbuild").BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  logLevel: "warning",
  charset: "utf8",
  // Its package.json offers Node the CommonJS files, of which nothing can be left out: 60 kB more.
  alias: { yaml: path.join(root, "node_modules/yaml/browser/index.js") },
  legalComments: "none", // dist/third-party-notices.txt has the whole licenses
  sourcemap: process.argv.includes("--source-maps"),
  define: { "process.env.NODE_ENV": '"production"' },
  mainFields: ["module", "main"],
};

/** @type {import("esbuild").BuildOptions} */
const node = { ...common, platform: "node", target: "node20" };
/** @type {import("esbuild").BuildOptions} */
const browser = { ...common, platform: "browser", target: "es2022", mainFields: ["browser", "module", "main"] };

/**
 * CommonJS starts faster than modules (15 ms of a call that checks one file), and texts of one byte per letter are read faster.
 * @type {import("esbuild").BuildOptions}
 */
const commandLine = {
  ...node,
  format: "cjs",
  charset: "ascii",
  // Node reads a file that import() names once more, for the names of its exports (9 ms).
  supported: { "dynamic-import": false },
  define: { ...common.define, "import.meta.url": "moduleUrl" },
  banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
};

/**
 * What is built.
 * VS Code for the browser appends `.js` to any other extension, so both browser bundles end in it.
 * @type {readonly {file: string, entry: string, options: import("esbuild").BuildOptions}[]}
 */
const bundles = [
  { file: "cli.main.cjs", entry: "server/cli/main.ts", options: { ...commandLine, plugins: [commandsBeside()] } },
  {
    file: "cli.check.cjs",
    entry: "server/cli/check/main.ts",
    options: { ...commandLine, plugins: [alertJudgeBeside()] },
  },
  {
    file: "cli.commands.cjs",
    entry: "server/cli/commands.ts",
    options: { ...commandLine, plugins: [alertJudgeBeside(), clusterSourceBeside()] },
  },
  { file: "cli.alerts.cjs", entry: "server/cli/alerts/main.ts", options: commandLine },
  { file: "cli.mcp.cjs", entry: "server/cli/mcp/main.ts", options: commandLine },
  {
    file: "kubectl-cadence.js",
    entry: "server/cli/kubectl-cadence.ts",
    options: { ...node, format: "esm", banner: { js: "#!/usr/bin/env node" } },
  },
  {
    file: "index.js",
    entry: "server/library/index.ts",
    options: { ...common, platform: "neutral", format: "esm", target: "es2022" },
  },
];

mkdirSync(path.join(root, "dist"), { recursive: true });
const outcomes = await Promise.allSettled([
  ...bundles.map(bundle),
  buildClientParts(common),
  buildServerParts(common),
  page(),
  rolloutPage(),
]);
if (outcomes.some(({ status }) => status === "rejected")) process.exit(1); // esbuild has printed why
for (const file of ["cli.js", "cli.thread.cjs", "server.browser.js", "server.node.cjs"])
  copyFileSync(path.join(root, "server/starters", file), path.join(root, "dist", file));
for (const file of ["cli.js", "kubectl-cadence.js"]) chmodSync(path.join(root, "dist", file), 0o755);
const tabIcons = ["panel-light.svg", "panel-dark.svg"].map((file) => `client/simulator/${file}`);
for (const file of tabIcons) copyFileSync(path.join(root, file), path.join(root, "dist", path.basename(file)));

writeRulePages();

const built = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
writeNotices(
  root,
  built.flatMap(({ bundled }) => bundled.inputs),
);
const sizes = Object.assign({}, ...built.map((each) => each.sizes));
const packages = [...new Set(built.flatMap(({ bundled }) => bundled.packages))].sort();
mkdirSync(path.join(root, ".build"), { recursive: true });
writeFileSync(path.join(root, ".build/bundles.json"), `${JSON.stringify({ sizes, packages }, undefined, 2)}\n`);
for (const [file, bytes] of Object.entries(sizes)) {
  const budget = budgetOf(file);
  if (budget === undefined || bytes <= budget) continue;
  console.error(`${file} has ${bytes} bytes and must not have more than ${budget}: see tools/bundles/budgets.mjs`);
  process.exitCode = 1;
}

/** @param {(typeof bundles)[number]} bundle */
async function bundle({ file, entry, options }) {
  const outfile = `dist/${file}`;
  const { metafile } = await build({ ...options, entryPoints: [entry], outfile, metafile: true });
  return { sizes: { [file]: metafile.outputs[outfile]?.bytes ?? 0 }, bundled: bundledBy(metafile) };
}

/** The panel's page: what it runs at once, what only some pods need, and what comes behind its first picture. */
async function page() {
  const { bundled, sizes } = await buildPage(browser);
  return { sizes, bundled };
}

/** The page of a rollout, a script of its own. */
async function rolloutPage() {
  const { bundled, bytes } = await buildRolloutPage(browser);
  return { sizes: { "webview-rollout": bytes }, bundled };
}

/** The documentation of the rules, for the command line. */
function writeRulePages() {
  const folder = path.join(root, "docs/rules");
  const ids = readdirSync(folder).flatMap((file) => (file === "README.md" ? [] : [path.basename(file, ".md")]));
  const pages = ids.sort().map((id) => [id, readFileSync(path.join(folder, `${id}.md`), "utf8")]);
  writeFileSync(path.join(root, "dist/cli.pages.json"), JSON.stringify(Object.fromEntries(pages)));
}
