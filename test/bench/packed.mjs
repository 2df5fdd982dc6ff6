// The extension as a VSIX, for benchmarks in a real workbench.

import { spawnSync } from "node:child_process";
import path from "node:path";

const vsce = path.join(import.meta.dirname, "../../node_modules/@vscode/vsce/vsce");

/** Packs a folder and returns the path of the package. @param {string} extension @param {string} target @param {string} name */
export function packed(extension, target, name) {
  const out = path.join(target, `${name}.vsix`);
  const flags = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links", "--skip-license"];
  const options = /** @type {const} */ ({ cwd: extension, encoding: "utf8" });
  const { status, stdout, stderr } = spawnSync(process.execPath, [vsce, "package", ...flags, "--out", out], options);
  if (status !== 0) throw new Error(`${name} could not be packed:\n${stdout}${stderr}`);
  return out;
}
