import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commandNames, commands } from "../../server/cli/arguments/options.ts";
import { projectFileTemplate } from "../../server/cli/init.ts";
import { readProjectFile } from "../../server/schema/project-file.ts";
import { checkSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

// What every command line has.

const scratch = mkdtempSync(join(tmpdir(), "pod-cadence-convenience-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("help and version", () => {
  it("are commands as well as options; a bare call shows the help and is no success", async () => {
    const [bare, help, option, ofCheck, version] = await Promise.all([
      runCli([]),
      runCli(["help"]),
      runCli(["--help"]),
      runCli(["help", "check"]),
      runCli(["version"]),
    ]);
    expect(bare).toEqual({ stdout: "", stderr: help.stdout, code: 2 });
    expect(option).toEqual(help);
    expect(ofCheck).toEqual(await runCli(["check", "--help"]));
    expect(version).toEqual(await runCli(["--version"]));
  });
});

describe("operands", () => {
  it("may be patterns that no shell has expanded", async () => {
    mkdirSync(join(scratch, "node_modules"));
    mkdirSync(join(scratch, "deep/er"), { recursive: true });
    for (const path of ["a.yaml", "b.json", "deep/er/c.yaml", "node_modules/d.yaml"])
      writeFileSync(join(scratch, path), "{}");
    const paths = async (...patterns: readonly string[]) => {
      const { files } = checkSchema.parse(await runJson(["check", ...patterns], { cwd: scratch }));
      return files.map(({ path }) => path);
    };
    expect(await paths("**/*.yaml")).toEqual(["a.yaml", "deep/er/c.yaml"]);
    expect(await paths("*.{yaml,json}", "a.yaml")).toEqual(["a.yaml", "b.json"]);
  });

  it("--pod takes names as kubectl does", async () => {
    const first = async (name: string) => (await runCli(["simulate", "--pod", name, "shop", "--until", "1m"])).stdout;
    const whole = await first("Deployment/web");
    expect(whole).toContain("Deployment/web");
    for (const name of ["deploy/web", "deployments/web", "deployment.apps/web", "web"])
      expect(await first(name)).toBe(whole);
  });
});

describe("init", () => {
  it("writes a project file that changes nothing, and never over another one", async () => {
    const cwd = join(scratch, "new");
    mkdirSync(cwd);
    expect(await runCli(["init"], { cwd })).toMatchObject({ stderr: "", code: 0 });
    const file = join(cwd, ".pod-cadence.yaml");
    expect(readFileSync(file, "utf8")).toBe(projectFileTemplate);
    writeFileSync(file, "timing: ideal\n");
    const again = await runCli(["init"], { cwd });
    expect(again).toEqual({
      stdout: "",
      stderr: "pod-cadence: .pod-cadence.yaml exists and was not changed\n",
      code: 2,
    });
    expect(readFileSync(file, "utf8")).toBe("timing: ideal\n");
  });

  it("writes examples that hold when they are uncommented", () => {
    const uncommented = projectFileTemplate.replace(/^# (?=[a-zA-Z]+:|[- ])/gm, "");
    const { value, problems } = readProjectFile(uncommented);
    expect(problems).toEqual([]);
    expect(Object.keys(value)).toEqual(
      expect.arrayContaining(["featureGates", "nodes", "scenarios", "rules", "ignore"]),
    );
    expect(readProjectFile(projectFileTemplate)).toMatchObject({
      problems: [],
      value: { kubernetes: expect.anything() },
    });
  });
});

describe("completion", () => {
  it("of bash completes commands, options, and values", async () => {
    const { stdout } = await runCli(["completion", "bash"]);
    const complete = (...words: readonly string[]) => {
      const line = words.map((word) => `'${word}'`).join(" ");
      const script = `${stdout}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _pod_cadence; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
    };
    expect(complete("pod-cadence", "")).toEqual([...commandNames]);
    expect(complete("pod-cadence", "fo")).toEqual(["forecast"]);
    expect(complete("pod-cadence", "diff", "--")).toEqual(commands.diff.options.map(({ name }) => `--${name}`));
    expect(complete("pod-cadence", "check", "--fail-on", "w")).toEqual(["warning", "worse"]);
    expect(complete("pod-cadence", "completion", "z")).toEqual(["zsh"]);
  });

  it.each(["bash", "zsh", "fish"])(
    "of %s is a script that the shell can read, where it is installed",
    async (shell) => {
      const { stdout, code } = await runCli(["completion", shell]);
      expect(code).toBe(0);
      for (const name of commandNames) expect(stdout).toContain(name);
      const file = join(scratch, `completion.${shell}`);
      writeFileSync(file, stdout);
      const read = spawnSync(shell, ["-n", file], { encoding: "utf8" });
      if (read.error === undefined)
        expect({ stderr: read.stderr, status: read.status }).toEqual({ stderr: "", status: 0 });
    },
  );
});
