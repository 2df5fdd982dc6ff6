// Folders with packages of their own, which `npm ci` in the root does not install: test/e2e and test/release.
// `node tools/own-packages.mjs FOLDER…` installs them, and what needs one asks for it.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

if (import.meta.filename === process.argv[1]) for (const folder of process.argv.slice(2)) installOwnPackages(folder);

/**
 * Installs the packages of the folder, unless they are there.
 * @param {string} folder relative to the root of the repository
 */
export function installOwnPackages(folder) {
  const cwd = path.join(root, folder);
  if (isInstalled(cwd)) return;
  console.error(`Installing the packages of ${folder}, which npm ci in the root leaves out.`);
  const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const shell = process.platform === "win32";
  // An npm that started this script exports its settings, its folder among them.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  const { status, error } = spawnSync("npm", options, { cwd, env, stdio: "inherit", shell });
  if (status === 0) return;
  const reason = error?.message ?? `exit code ${status}`;
  throw new Error(
    `npm ${options.join(" ")} failed in ${folder} (${reason}). Run it there once more, with a connection.`,
  );
}

/**
 * As the lock file says: npm writes its own copy of it at the end of an installation. Times say nothing: a new work tree has a
 * new lock file.
 * @param {string} folder
 */
function isInstalled(folder) {
  const written = path.join(folder, "node_modules/.package-lock.json");
  if (!existsSync(written)) return false;
  const wanted = packagesOf(path.join(folder, "package-lock.json"));
  const found = packagesOf(written);
  return Object.entries(wanted).every(([name, { version, optional }]) => {
    const there = found[name];
    return name === "" || (there === undefined ? optional === true : there.version === version);
  });
}

/** @param {string} lock @returns {Record<string, {version: string, optional?: boolean}>} */
function packagesOf(lock) {
  return JSON.parse(readFileSync(lock, "utf8")).packages;
}
