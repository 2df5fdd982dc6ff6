import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";

// What CI systems and kubectl run is run here as they do, with the real git; only `npx` and `kubectl` are stand-ins, on PATH.

const root = path.resolve(import.meta.dirname, "../../..");
const cli = path.join(root, "dist/cli.js");
const scratch = mkdtempSync(path.join(tmpdir(), "pod-cadence-ci-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const bin = path.join(scratch, "bin");
mkdirSync(bin);
function standIn(name: string, script: string): void {
  writeFileSync(path.join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(path.join(bin, name), 0o755);
}
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}`, NO_COLOR: "1" };
standIn("npx", `[[ $1 == --yes && $2 == pod-cadence@* ]] || exit 9\nshift 2\nexec ${process.execPath} ${cli} "$@"`);

// Argo CD replaces the pod: the API server refuses nearly all changes of one.
const pod = (threshold: number) => `apiVersion: v1
kind: Pod
metadata: {name: web, annotations: {argocd.argoproj.io/sync-options: "Force=true,Replace=true"}}
spec:
  containers:
  - name: app
    image: registry.example/app:1
    # cadence: starts in 40s
    livenessProbe: {tcpSocket: {port: 80}, failureThreshold: ${threshold}}
`;

const repository = path.join(scratch, "repository");
mkdirSync(path.join(repository, "deploy here"), { recursive: true });
const git = (...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    cwd: repository,
    encoding: "utf8",
  });
git("init", "-q", "-b", "main");
writeFileSync(path.join(repository, "deploy here/web.yaml"), pod(9));
git("add", ".");
git("commit", "-qm", "one");
git("checkout", "-qb", "change");
writeFileSync(path.join(repository, "deploy here/web.yaml"), pod(2));
git("commit", "-qam", "two");

describe("the GitHub Action", () => {
  const action = z
    .object({
      inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
      runs: z.object({
        using: z.literal("composite"),
        steps: z.tuple([
          z.object({ shell: z.literal("bash"), env: z.record(z.string(), z.string()), run: z.string() }),
        ]),
      }),
    })
    .parse(parse(readFileSync(path.join(root, "action.yml"), "utf8")));
  const [step] = action.runs.steps;

  /** Runs the step as the runner does: each variable has what its input's expression comes to. */
  function run(inputs: Readonly<Record<string, string>>) {
    const summary = path.join(scratch, "summary.md");
    writeFileSync(summary, "");
    const variables = Object.entries(step.env).map(([name, expression]) => {
      const [, input = ""] = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression) ?? [];
      return [name, inputs[input] ?? action.inputs[input]?.default ?? "no such input"];
    });
    const result = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      cwd: repository,
      encoding: "utf8",
      env: { ...env, GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: repository, ...Object.fromEntries(variables) },
    });
    return { ...result, summary: readFileSync(summary, "utf8") };
  }

  it("writes annotations and fails as it is told to", () => {
    expect(run({}).status).toBe(0);
    const strict = run({ "fail-on": "warning" });
    expect(strict.stdout).toMatch(/^::warning file=deploy here\/web\.yaml,line=9,/);
    expect(strict.status).toBe(1);
  });

  it("says in the summary what the change does, and fails if it is worse", () => {
    const { status, summary } = run({ "diff-base": "main", "fail-on-diff": "worse", paths: "deploy here\n" });
    expect(summary).toContain("### Pod/web: worse");
    expect(status).toBe(1);
    expect(run({ "diff-base": "nowhere" }).status).toBe(2);
  });

  it("takes inputs as data, and writes SARIF", () => {
    const hostile = run({ paths: "$(touch stolen); `touch stolen`\n--output=stolen", "sarif-file": "out.sarif" });
    expect(hostile.status).toBe(2);
    expect(() => readFileSync(path.join(repository, "stolen"))).toThrow("ENOENT");
    expect(run({ "sarif-file": "out.sarif", "fail-on": "warning" }).status).toBe(1);
    expect(readFileSync(path.join(repository, "out.sarif"), "utf8")).toContain("liveness-kills-start");
  });
});

describe("the GitLab template", () => {
  it("writes the report that it names", () => {
    const job = z
      .object({
        "pod-cadence": z.object({
          variables: z.record(z.string(), z.string()),
          script: z.tuple([z.string()]),
          artifacts: z.object({ reports: z.object({ codequality: z.string() }) }),
        }),
      })
      .parse(parse(readFileSync(path.join(root, "packaging/gitlab-ci.yml"), "utf8")))["pod-cadence"];
    const { status } = spawnSync("bash", ["-c", job.script[0]], { cwd: repository, env: { ...env, ...job.variables } });
    expect(status).toBe(0);
    const report: unknown = JSON.parse(readFileSync(path.join(repository, job.artifacts.reports.codequality), "utf8"));
    expect(report).toMatchObject([{ check_name: "liveness-kills-start", location: { path: "deploy here/web.yaml" } }]);
  });
});

describe("the pre-commit hook", () => {
  it("is a command that takes files, and passes over YAML of others", () => {
    const [hook] = z
      .tuple([z.object({ id: z.string(), entry: z.string(), language: z.literal("node") })])
      .parse(parse(readFileSync(path.join(root, ".pre-commit-hooks.yaml"), "utf8")));
    standIn("pod-cadence", `exec ${process.execPath} ${cli} "$@"`);
    writeFileSync(path.join(repository, "other.yaml"), "services: {web: {image: a}}\n");
    const hookRun = (...files: readonly string[]) =>
      spawnSync("bash", ["-c", `${hook.entry} "$@"`, "hook", ...files], { cwd: repository, env, encoding: "utf8" });
    expect(hookRun("deploy here/web.yaml", "other.yaml")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    writeFileSync(path.join(repository, "wrong.yaml"), pod(0).replace("image:", "imag:"));
    expect(hookRun("wrong.yaml").status).toBe(1);
    rmSync(path.join(repository, "wrong.yaml"));
  });
});

describe("kubectl cadence", () => {
  const plugin = (...args: readonly string[]) =>
    spawnSync(process.execPath, [path.join(root, "dist/kubectl-cadence.js"), ...args], {
      cwd: scratch,
      env,
      encoding: "utf8",
    });
  writeFileSync(path.join(scratch, "live.yaml"), pod(2));
  const kubectl = `echo "$*" >"${scratch}/asked"; [[ $2 == */gone ]] && { echo "NotFound" >&2; exit 1; }; cat "${scratch}/live.yaml"`;
  standIn("kubectl", kubectl);

  it("forecasts an object as it is in the cluster, with kubectl's own options", () => {
    const { stdout, status } = plugin("forecast", "po/web", "-n", "shop", "--context=staging", "--until", "1h");
    expect(readFileSync(path.join(scratch, "asked"), "utf8")).toBe(
      "get po/web --output=yaml -n shop --context=staging\n",
    );
    expect(stdout).toContain("Liveness kills app");
    expect(stdout).toContain("in 1h");
    expect(status).toBe(0);
  });

  it("explains a pod of the cluster with its events", () => {
    const live =
      readFileSync(path.join(root, "test/fixtures/incidents/watch-dump.json"), "utf8").trim().split("\n").at(-1) ?? "";
    const name = z.object({ metadata: z.object({ name: z.string() }) }).parse(JSON.parse(live)).metadata.name;
    writeFileSync(path.join(scratch, "pod.json"), live);
    writeFileSync(
      path.join(scratch, "events.json"),
      JSON.stringify({
        kind: "List",
        items: [
          {
            kind: "Event",
            involvedObject: { kind: "Pod", name },
            reason: "FailedMount",
            type: "Warning",
            message: "no",
            count: 1,
            firstTimestamp: "2026-03-01T10:00:00Z",
            lastTimestamp: "2026-03-01T10:00:00Z",
          },
        ],
      }),
    );
    standIn(
      "kubectl",
      `echo "$*" >>"${scratch}/asked-why"; [[ $2 == pod ]] && exec cat "${scratch}/pod.json"; [[ $* == *forbidden* ]] && { echo "events is forbidden" >&2; exit 1; }; cat "${scratch}/events.json"`,
    );
    const { stdout, status } = plugin("why", `pod/${name}`, "-n", "shop", "--format", "json");
    expect(readFileSync(path.join(scratch, "asked-why"), "utf8")).toBe(
      `get pod ${name} --output=json -n shop\nget events --field-selector=involvedObject.kind=Pod,involvedObject.name=${name} --output=json -n shop\n`,
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, pods: [{ name }] });
    expect(stdout).toContain("FailedMount");
    const alone = plugin("why", name, "--context=forbidden");
    expect(alone.status).toBe(0);
    expect(alone.stderr).toContain("forbidden");
    expect(alone.stdout).toContain(`Pod/${name}`);
    standIn("kubectl", kubectl);
  });

  it("observes with next", () => {
    const missing = path.join(scratch, "no-kubeconfig");
    for (const args of [["next"], ["observe"]]) {
      const { stderr, status } = plugin(...args, "--kubeconfig", missing);
      expect(stderr).toMatch(/^pod-cadence: no kubeconfig found at /);
      expect(status).toBe(2);
    }
  });

  it.each([
    [[], 2, "Usage:"],
    [["why"], 2, "kubectl cadence: why takes the name of a pod"],
    [["why", "--raw=/"], 2, "kubectl cadence: why takes the name of a pod"],
    [["forecast", "--output=x"], 2, "kubectl cadence: forecast takes TYPE/NAME"],
    [["forecast", "deploy/gone"], 2, "NotFound"],
    [["restart"], 2, 'kubectl cadence: unknown command "restart"'],
  ])("%j ends with %i and says what to do", (args, code, text) => {
    const { status, stderr } = plugin(...args);
    expect(stderr).toContain(text);
    expect(status).toBe(code);
  });
});
