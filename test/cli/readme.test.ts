import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { expectGolden } from "../golden.ts";
import { runCli } from "./run-cli.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");
/** The files that people open: no folders, and not the project file of one. */
const samples = readdirSync(`${root}examples`, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /(^|\/)[^./][^/]*\.yaml$/.test(path));
/** The commands that end by themselves, without their comments. */
const commands = [...readme.matchAll(/^npx pod-cadence (.*?)(?: +#.*)?$/gm)].map(([, typed = ""]) => typed);

const manifest = z.object({
  contributes: z.object({ configuration: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })) }),
});

describe("the README", () => {
  it("lists every sample, and no other", () => {
    const listed = [...readme.matchAll(/^\| \[([^\]]+)\]\(examples\/\1\)/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(samples.sort());
  });

  it("lists every setting", () => {
    const { contributes } = manifest.parse(JSON.parse(readFileSync(`${root}package.json`, "utf8")));
    const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    const section = /## Settings\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";
    const missing = settings.filter((setting) => !section.includes(`${setting.split(".").at(-1)}\``));
    expect(missing).toEqual([]);
  });

  it.each(commands.filter((command) => !/^(lsp|observe)/.test(command)))("pod-cadence %s", async (command) => {
    const { stdout, stderr, code } = await runCli(command.split(" "), { cwd: root });
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).not.toBe("");
  });
});

it("has the picture that its command draws", async () => {
  const command = commands.find((each) => each.includes("--format svg")) ?? "";
  const { stdout } = await runCli(command.split(/ +/), { cwd: root });
  expectGolden("../../docs/images/crash-loop", stdout, "svg");
});

describe("the samples", () => {
  it("are without a finding but the mistake that one is about, and what they expect holds", async () => {
    const { stdout, code } = await runCli(["check", "examples"], { cwd: root });
    const mistake = /^examples\/slow-start\.yaml\n.* {2}liveness-kills-start\n\n1 warning in \d+ files, .*\n$/;
    expect({ stdout, code }).toEqual({ stdout: expect.stringMatching(mistake), code: 0 });
  });
});
