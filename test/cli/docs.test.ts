import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { fixtures, runCli } from "./run-cli.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/cli.md", import.meta.url)), "utf8");
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"));

const folder = mkdtempSync(join(tmpdir(), "pod-cadence-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));
cpSync(join(fixtures, "pod.yaml"), join(folder, "pod.yaml"));

describe("docs/cli.md", () => {
  it("shows every command that there is", () => {
    expect(new Set(commands.map((command) => /pod-cadence (\w+)/.exec(command)?.[1]))).toEqual(
      new Set(["check", "forecast", "simulate", "rules"]),
    );
  });

  it.each(commands)("%s", async (command) => {
    const [, file, typed = ""] = /^(?:cat (\S+) \| )?pod-cadence (.*)$/.exec(command) ?? [];
    const args = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = ""]) => quoted ?? plain);
    const stdin = file === undefined ? "" : readFileSync(join(folder, file), "utf8");
    const { stdout, stderr, code } = await runCli(args, { cwd: folder, stdin });
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).not.toBe("");
  });
});
