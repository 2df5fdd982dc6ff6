// `npm run release -- [--pre-release] [--dry-run]`: packs and publishes the extension on the Marketplace and on Open VSX, and the
// command line with its library on npm, and both on GitHub. `--dry-run` does everything but publish. The tools read their tokens themselves: VSCE_PAT,
// OVSX_PAT, npm's own. An odd minor version is for pre-releases, as the Marketplace recommends.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const dryRun = process.argv.includes("--dry-run");
const preRelease = process.argv.includes("--pre-release");
/** Fetched only to publish, so that nobody else installs it. */
const ovsx = "ovsx@1.3.0";

const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const vsix = `dist/pod-cadence-${version}.vsix`;
const tgz = `dist/pod-cadence-${version}.tgz`;

const problems = obstacles();
for (const problem of problems) console.error(problem);
if (problems.length > 0 && !dryRun) process.exit(1);

run("npm", ["run", "--silent", "package", ...(preRelease ? ["--", "--pre-release"] : [])]);
for (const file of [vsix, tgz]) if (!existsSync(path.join(root, file))) throw new Error(`${file} was not written`);
run("npm", ["exec", "--yes", `--package=${ovsx}`, "--", "ovsx", "--version"]);

publish("node", ["test/release/node_modules/@vscode/vsce/vsce", "publish", "--packagePath", vsix]);
publish("npm", ["exec", "--yes", `--package=${ovsx}`, "--", "ovsx", "publish", vsix]);
publish("npm", ["publish", tgz, ...(preRelease ? ["--tag", "next"] : [])]);
// The archive is what krew downloads; krew-index takes dist/cadence.yaml in a pull request.
publish("gh", [
  "release",
  "create",
  `v${version}`,
  tgz,
  vsix,
  "dist/cadence.yaml",
  ...(preRelease ? ["--prerelease"] : []),
]);

/** Why this version cannot be published: sentences. */
function obstacles() {
  const changelog = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  const dated = new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d\\d-\\d\\d$`, "m");
  const changes = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).stdout;
  return [
    ...(dated.test(changelog) ? [] : [`CHANGELOG.md has no dated section for ${version}.`]),
    ...(changes === "" ? [] : ["There are changes that are not committed."]),
  ];
}

/** @param {string} command @param {readonly string[]} options */
function publish(command, options) {
  if (dryRun) console.log(`Would run: ${command} ${options.join(" ")}`);
  else run(command, options);
}

/** @param {string} command @param {readonly string[]} options */
function run(command, options) {
  const shell = process.platform === "win32";
  const { status } = spawnSync(command, options, { cwd: root, stdio: "inherit", shell });
  if (status !== 0) throw new Error(`${command} ${options.join(" ")} failed`);
}
