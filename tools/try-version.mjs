// npm run test:version: follows "Add a Kubernetes version" of CONTRIBUTING.md with the next minor, in a copy, as far as that goes
// without the release itself: lists it as a preview, generates, type checks, rewrites golden files, and runs the tests of what asks for a version.

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tests = ["shared/kubernetes", "server/schema", "server/live", "server/features/hover", "client/extension"];
const copy = mkdtempSync(join(tmpdir(), "pod-cadence-version-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
for (const file of files) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(join(root, file), join(copy, file));
}
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
run("git", ["init", "-q"]);

const source = readFileSync(join(copy, "shared/kubernetes/versions.ts"), "utf8");
const [, listed = ""] = /minorVersions = \[([^\]]*)\]/.exec(source) ?? [];
const [, preview] = /previews: readonly MinorVersion\[\] = \["([^"]*)"\]/.exec(source) ?? [];
const last = Math.max(...[...listed.matchAll(/1\.(\d+)/g)].map(([, minor]) => Number(minor)));
// The preview is released, then the next one comes.
if (preview !== undefined) run(process.execPath, ["tools/add-version.mjs", preview]);
run(process.execPath, ["tools/add-version.mjs", `1.${last + 1}`, "--preview"]);
run("npm", ["run", "--silent", "typecheck"]);
const folders = tests.map((folder) => `test/${folder}`);
run(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "unit", ...folders]);

/** @param {string} command @param {readonly string[]} args */
function run(command, args) {
  const env = { ...process.env, UPDATE_GOLDEN: "1" };
  const { status } = spawnSync(command, args, { cwd: copy, stdio: "inherit", env });
  if (status !== 0) process.exit(1);
}
