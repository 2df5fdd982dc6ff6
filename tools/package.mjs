// `npm run package`: dist/pod-cadence-<version>.vsix for the editor, dist/pod-cadence-<version>.tgz for npm, and dist/cadence.yaml,
// with which krew installs the kubectl plugin from the latter. They have the same bytes for the same commit: the time in the VSIX is that of the commit. `-- --pre-release` marks the VSIX.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { layOutExtension } from "./extension-folder.mjs";
import { krewManifest } from "./krew-manifest.mjs";
import { writeLibraryTypes } from "./library-types.mjs";
import { installOwnPackages } from "./own-packages.mjs";

const root = path.resolve(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const texts = JSON.parse(readFileSync(path.join(root, "package.nls.json"), "utf8"));
/** The command line runs on older ones than the tools of this repository. */
const oldestNode = ">=20";
const npmFolder = path.join(root, "dist/npm");

packExtension();
layOutNpmPackage();
run("npm", ["pack", "--silent", "--pack-destination", path.join(root, "dist")], npmFolder);
writeKrewManifest();

function packExtension() {
  const out = path.join(root, `dist/pod-cadence-${manifest.version}.vsix`);
  installOwnPackages("test/release");
  const vsce = path.join(root, "test/release/node_modules/@vscode/vsce/vsce");
  const flags = ["--no-dependencies", ...(process.argv.includes("--pre-release") ? ["--pre-release"] : [])];
  run(process.execPath, [vsce, "package", ...flags, "--out", out], layOutExtension(), {
    SOURCE_DATE_EPOCH: commitTime(),
  });
}

/** The extension's package.json would offer the extension to importers and its tools to users of the CLI: npm gets its own. */
function layOutNpmPackage() {
  const { name, version, license, homepage, repository, bugs, keywords } = manifest;
  rmSync(npmFolder, { recursive: true, force: true });
  mkdirSync(path.join(npmFolder, "dist"), { recursive: true });
  const files = [
    "cli.js",
    "cli.main.cjs",
    "cli.alerts.cjs",
    "cli.check.cjs",
    "cli.commands.cjs",
    "cli.mcp.cjs",
    "cli.pages.json",
    "cli.thread.cjs",
    "kubectl-cadence.js",
    "index.js",
    "server",
    "third-party-notices.txt",
  ].filter((file) => existsSync(path.join(root, "dist", file)));
  for (const file of files)
    cpSync(path.join(root, "dist", file), path.join(npmFolder, "dist", file), { recursive: true });
  for (const file of ["README.md", "LICENSE", "CHANGELOG.md"])
    cpSync(path.join(root, file), path.join(npmFolder, file));
  cpSync(path.join(root, "docs/schemas"), path.join(npmFolder, "schemas"), { recursive: true });
  writeLibraryTypes(path.join(npmFolder, "dist/index.d.ts"));
  const published = {
    name,
    version,
    description: texts.description,
    license,
    homepage,
    repository,
    bugs,
    keywords,
    type: "module",
    engines: { node: oldestNode },
    bin: { "pod-cadence": "dist/cli.js", "kubectl-cadence": "dist/kubectl-cadence.js" },
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./schemas/*.json": "./schemas/*.json",
      "./package.json": "./package.json",
    },
    files: ["dist", "schemas", "CHANGELOG.md"],
  };
  writeFileSync(path.join(npmFolder, "package.json"), `${JSON.stringify(published, undefined, 2)}\n`);
}

function writeKrewManifest() {
  const { version, homepage, repository } = manifest;
  const archive = readFileSync(path.join(root, `dist/pod-cadence-${version}.tgz`));
  const sha256 = createHash("sha256").update(archive).digest("hex");
  const release = { version, sha256, homepage, repository: repository.url.replace(/^git\+|\.git$/g, "") };
  writeFileSync(path.join(root, "dist/cadence.yaml"), krewManifest(release));
}

/** Seconds since 1970, as SOURCE_DATE_EPOCH wants them: the caller's, else the last commit's, else (no git) a fixed day. */
function commitTime() {
  const given = process.env["SOURCE_DATE_EPOCH"];
  if (given !== undefined) return given;
  const git = spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" });
  return git.status === 0 ? git.stdout.trim() : "1735689600";
}

/**
 * @param {string} command
 * @param {readonly string[]} options
 * @param {string} cwd
 * @param {Readonly<Record<string, string>>} [env]
 */
function run(command, options, cwd, env = {}) {
  const shell = process.platform === "win32" && command === "npm";
  const { status, error } = spawnSync(command, options, {
    cwd,
    env: { ...process.env, ...env },
    stdio: "inherit",
    shell,
  });
  if (status !== 0)
    throw new Error(`${command} ${options.join(" ")} failed: ${error?.message ?? `exit code ${status}`}`);
}
