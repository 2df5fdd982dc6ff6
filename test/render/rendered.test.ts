import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { serverRequests } from "../../shared/protocol/request.ts";
import { type RunOptions, runCli } from "../cli/run-cli.ts";
import { expectGolden } from "../golden.ts";
import { startEditor } from "../lsp/editor.ts";
import { areBuilt, folder as tools } from "./tools.ts";

// Charts and overlays that the real Helm and Kustomize render; findings stand in the files that people edit.

const fixtures = path.join(import.meta.dirname, "fixtures");
const withTools: RunOptions = { cwd: fixtures, env: { PATH: `${tools}${path.delimiter}${process.env["PATH"] ?? ""}` } };
/** Node and nothing else. */
const withoutTools: RunOptions = { cwd: fixtures, env: { PATH: path.dirname(process.execPath) } };

describe.skipIf(!areBuilt())("check of what is rendered", () => {
  it.each([
    ["chart", ["check", "--helm", "chart"]],
    ["chart-values", ["check", "--helm", "chart", "-f", "prod.yaml"]],
    ["overlay", ["check", "-k", "kustomize/overlays/prod"]],
    ["overlay-json", ["check", "-k", "kustomize/overlays/prod", "--format", "json"]],
    ["overlay-github", ["check", "-k", "kustomize/overlays/prod", "--format", "github"]],
  ])("%s", async (name, args) => {
    const { stdout, stderr } = await runCli(args, withTools);
    expectGolden(`render/${name}`, stdout);
    expect(stderr).toBe("");
  });

  it("forecasts the pods of an overlay", async () => {
    const { stdout, stderr } = await runCli(["forecast", "-k", "kustomize/overlays/prod"], withTools);
    expectGolden("render/overlay-forecast", stdout);
    expect(stderr).toMatch(/^pod-cadence: kustomize\/overlays\/prod: Deployment\/web: The API server/);
  });

  it("finds the line that sets a value: what is changed there is repaired", async () => {
    const { stdout } = await runCli(["check", "--helm", "chart", "--format", "json"], { ...withTools, cwd: copy });
    expect(stdout).toContain("values.yaml");
    const values = path.join(copy, "chart/values.yaml");
    writeFileSync(values, readFileSync(values, "utf8").replace(/successThreshold: [23]/g, "successThreshold: 1"));
    const after = await runCli(["check", "--helm", "chart"], { ...withTools, cwd: copy });
    expect(after.stdout).not.toContain("values.yaml");
  });

  it.each([
    ["a chart that is not there", ["--helm", "nowhere"], /^pod-cadence: helm can't render nowhere: /],
    ["a folder without a kustomization", ["-k", "chart"], /^pod-cadence: kustomize can't build chart: unable to find/],
    ["values that are not there", ["--helm", "chart", "-f", "none.yaml"], /helm can't render chart: .*none\.yaml/],
    ["a chart that fails", ["--helm", "chart", "-f", "broken.yaml"], /helm can't render chart: /],
    ["values without a chart", ["-f", "prod.yaml", "prod.yaml"], /-f gives values to a chart/],
    ["a repair of what nobody wrote", ["--helm", "chart", "--fix"], /--fix repairs files: rendered output has none/],
  ])("of %s is a sentence and exit 2", async (_, args, sentence) => {
    const { stdout, stderr, code } = await runCli(["check", ...args], withTools);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
  });
});

it.each([
  ["--helm", /^pod-cadence: --helm: helm is not on the PATH: install it /],
  ["-k", /^pod-cadence: -k: neither kustomize nor kubectl is on the PATH: install one /],
])("says what to do where the program of %s is missing", async (option, sentence) => {
  const { stderr, code } = await runCli(["check", option, "chart"], withoutTools);
  expect(stderr).toMatch(sentence);
  expect(code).toBe(2);
});

let copy = "";

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "rendered-"));
  cpSync(fixtures, copy, { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe.skipIf(!areBuilt())("the language server renders for the editor", () => {
  it.each<[file: string, line: RegExp]>([
    ["chart/templates/worker.yaml", /^apiVersion: v1\nkind: Pod\nmetadata:\n {2}name: worker$/],
    ["chart/values.yaml", /\n {2}name: worker$/],
    ["chart/charts/cache/values.yaml", /\n {2}name: cache$/],
    ["chart/charts/cache/templates/pod.yaml", /\n {2}name: cache$/],
    ["kustomize/overlays/prod/grace.yaml", /^apiVersion: apps\/v1\nkind: Deployment\n/],
    ["chart/values-none.yaml", /^Helm can't render chart: .*values-none\.yaml/],
  ])("the chart or overlay of %s, with the line of its pod", async (file, line) => {
    vi.stubEnv("PATH", withTools.env?.["PATH"]);
    onTestFinished(() => void vi.unstubAllEnvs());
    const editor = await startEditor({});
    const uri = pathToFileURL(path.join(fixtures, file)).href;
    const answer = await editor.ask("podCadence/rendered", serverRequests.rendered.answer, { uri });
    if (answer === null || "problem" in answer) expect(answer?.problem).toMatch(line);
    else
      expect(
        answer.text
          .split("\n")
          .slice(answer.line, (answer.line ?? 0) + 4)
          .join("\n"),
      ).toMatch(line);
  });

  describe("as it was in Git HEAD, whatever is saved since", () => {
    const root = mkdtempSync(path.join(tmpdir(), "rendered-head-"));
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    const git = (...args: readonly string[]): void =>
      void execFileSync(
        "git",
        ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", ...args],
        { cwd: root },
      );

    beforeAll(() => {
      cpSync(fixtures, path.join(root, "apps"), { recursive: true });
      git("init", "--quiet");
      git("add", "--all");
      git("commit", "--quiet", "--message", "First");
      replaced("apps/chart/values.yaml", /successThreshold: [23]/g, "successThreshold: 1");
      replaced(
        "apps/kustomize/overlays/prod/grace.yaml",
        /terminationGracePeriodSeconds: -4/,
        "terminationGracePeriodSeconds: 77",
      );
      cpSync(path.join(root, "apps/chart"), path.join(root, "apps/new"), { recursive: true });
      cpSync(path.join(root, "apps/prod.yaml"), path.join(root, "apps/chart/values-new.yaml"));
    });

    function replaced(file: string, pattern: RegExp, text: string): void {
      const name = path.join(root, file);
      const before = readFileSync(name, "utf8");
      expect(before).toMatch(pattern);
      writeFileSync(name, before.replace(pattern, text));
    }

    it.each<[file: string, now: RegExp, before: RegExp]>([
      ["chart/values.yaml", /successThreshold: 1/, /successThreshold: [23]/],
      ["chart/templates/worker.yaml", /successThreshold: 1/, /successThreshold: [23]/],
      ["kustomize/overlays/prod/kustomization.yaml", /GracePeriodSeconds: 77/, /GracePeriodSeconds: (?!77)/],
      ["new/values.yaml", /successThreshold: 1/, /^Git HEAD does not have new, which is new$/],
      ["chart/values-new.yaml", /\nkind: Pod\n/, /^Git HEAD does not have chart\/values-new\.yaml, which is new$/],
    ])("%s", async (file, now, before) => {
      const scratch = mkdtempSync(path.join(tmpdir(), "rendered-scratch-"));
      onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
      vi.stubEnv("TMPDIR", scratch);
      vi.stubEnv("PATH", withTools.env?.["PATH"]);
      onTestFinished(() => void vi.unstubAllEnvs());
      const editor = await startEditor({});
      const uri = pathToFileURL(path.join(root, "apps", file)).href;
      const asked = async (at: "disk" | "HEAD"): Promise<string | undefined> => {
        const answer = await editor.ask("podCadence/rendered", serverRequests.rendered.answer, { uri, at });
        return answer === null || "problem" in answer ? answer?.problem : answer.text;
      };
      expect(await asked("disk")).toMatch(now);
      expect(await asked("HEAD")).toMatch(before);
      expect(readdirSync(scratch).filter((name) => name.startsWith("pod-cadence-commit-"))).toEqual([]);
    });
  });
});
