import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCli } from "./run-cli.ts";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const pod = (container: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [${container}]}\n`;
const good = pod("{name: app, image: 'app:1'}");

describe("check --watch", () => {
  it("checks again when a manifest, a new one, or the project file changes", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "pod.yaml"), good);
    const { said } = started(["check", "--watch", "."], cwd);
    await said(/No problems in 1 file/);
    writeFileSync(join(cwd, "pod.yaml"), pod("{name: app}"));
    await said(/image is missing/);
    writeFileSync(join(cwd, "pod.yaml"), good);
    await said(/No problems in 1 file/);
    writeFileSync(join(cwd, "other.yaml"), pod("{image: 'app:1'}"));
    await said(/1 error in 2 files/);
    writeFileSync(join(cwd, ".pod-cadence.yaml"), "ignore: [other.yaml]\n");
    await said(/No problems/);
  });

  it.each([
    [["-"], "--watch waits for files to change: stdin has none"],
    [["--output", "x", "."], "--watch writes to stdout and cannot be combined with --output; redirect stdout instead"],
    [["--format", "json", "."], "--watch writes text: leave out --format json"],
    [["nothing.yaml"], "nothing.yaml: no such file or directory"],
  ])("is refused with %j", async (args, reason) => {
    const { stderr, code } = await runCli(["check", "--watch", ...args]);
    expect({ stderr, code }).toEqual({ stderr: `pod-cadence: ${reason}\n`, code: 2 });
  });
});

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "pod-cadence-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** `said` waits for words on either stream, behind those that it waited for before: one change may be told several times. */
function started(args: readonly string[], cwd: string): { readonly said: (words: RegExp) => Promise<void> } {
  const child: ChildProcess = spawn(process.execPath, [cli, ...args], { cwd, env: { ...process.env, NO_COLOR: "" } });
  onTestFinished(() => void child.kill());
  let text = "";
  let look = (): void => undefined;
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      look();
    });
  return {
    said: (words) =>
      new Promise((resolve) => {
        look = () => {
          const found = words.exec(text);
          if (found === null) return;
          const end = found.index + found[0].length;
          look = () => undefined;
          resolve();
          text = text.slice(end);
        };
        look();
      }),
  };
}
