import { spawnSync } from "node:child_process";
import path from "node:path";

const vsce = path.join(import.meta.dirname, "../../release/node_modules/@vscode/vsce/vsce");

/** Packs the extension in a folder, and returns the path of the package. */
export function packed(extension: string, target: string, name: string): string {
  const out = path.join(target, `${name}.vsix`);
  const flags = ["--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links", "--skip-license"];
  const options = { cwd: extension, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [vsce, "package", ...flags, "--out", out], options);
  if (status !== 0) throw new Error(`${name} could not be packed:\n${stdout}${stderr}`);
  return out;
}
