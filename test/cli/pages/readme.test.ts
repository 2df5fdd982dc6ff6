import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { expectGolden } from "../../golden.ts";
import { runCli } from "../run-cli.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");
const pageOf = (name: string) => readFileSync(`${root}docs/${name}.md`, "utf8");
/** The files that people open: no folders, and not the project file of one. */
const samples = readdirSync(`${root}examples`, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /(^|\/)[^./][^/]*\.yaml$/.test(path));

const manifest = z.object({
  contributes: z.object({ configuration: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })) }),
});

describe("the README", () => {
  it("has fewer than 900 words", () => {
    expect(readme.split(/\s+/).length).toBeLessThan(900);
  });

  it("has numbers only of docs/benchmarks.md", () => {
    const rows = readme.match(/^\| .* \|$/gm)?.filter((row) => /\d (?:ms|s|×)(?: \([\d.,]+ m?s\))? \|/.test(row)) ?? [];
    expect(rows.length).toBeGreaterThanOrEqual(6);
    expect(rows.filter((row) => !pageOf("benchmarks").includes(row))).toEqual([]);
  });
});

it("docs/get-started.md lists every sample, and no other", () => {
  const listed = [...pageOf("get-started").matchAll(/^\| \[([^\]]+)\]\(\.\.\/examples\/\1\)/gm)].map(
    ([, name]) => name,
  );
  expect(listed.sort()).toEqual(samples.sort());
});

it("docs/settings.md lists every setting", () => {
  const { contributes } = manifest.parse(JSON.parse(readFileSync(`${root}package.json`, "utf8")));
  const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  const missing = settings.filter((setting) => !pageOf("settings").includes(`${setting.split(".").at(-1)}\``));
  expect(missing).toEqual([]);
});

it("docs/simulator.md has the picture that its command draws", async () => {
  const command = /^npx pod-cadence (.*--format svg)$/m.exec(pageOf("simulator"))?.[1] ?? "";
  const { stdout } = await runCli(command.split(" "), { cwd: root });
  expectGolden("../../docs/images/crash-loop", stdout, "svg");
});

describe("the samples", () => {
  it("are without a finding but the mistake that one is about, and what they expect holds", async () => {
    const { stdout, code } = await runCli(["check", "examples"], { cwd: root });
    const mistake = /^examples\/slow-start\.yaml\n.* {2}liveness-kills-start\n\n1 warning in \d+ files, .*\n$/;
    expect({ stdout, code }).toEqual({ stdout: expect.stringMatching(mistake), code: 0 });
  });
});
