import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const dist = path.resolve(import.meta.dirname, "../../dist");

test.each([
  ["the command line", ["cli.js", "rules"]],
  ["the language server", ["server.node.cjs"]],
])("%s keeps its compiled code for the next start", (_, [file = "", ...args]) => {
  const temporary = mkdtempSync(path.join(tmpdir(), "pod-cadence-"));
  onTestFinished(() => rmSync(temporary, { recursive: true }));
  const env = {
    ...process.env,
    TMPDIR: temporary,
    NODE_COMPILE_CACHE: undefined,
    NODE_DISABLE_COMPILE_CACHE: undefined,
  };
  spawnSync(process.execPath, [path.join(dist, file), ...args], { env, stdio: "ignore" });
  expect(globSync("node-compile-cache/*/*", { cwd: temporary })).not.toEqual([]);
});
