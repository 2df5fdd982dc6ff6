import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { expectGolden } from "../golden.ts";
import { runCli, runJson } from "./run-cli.ts";

const scratch = mkdtempSync(join(tmpdir(), "pod-cadence-alerts-"));
afterAll(() => rmSync(scratch, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

const pod = write(
  "pod.yaml",
  "apiVersion: v1\nkind: Pod\nmetadata: {name: app}\nspec: {containers: [{name: app, image: app}]}\n",
);
const kubelet = write(
  "kubelet.yaml",
  "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff: {maxContainerRestartPeriod: 30s}\n",
);
const rules = write(
  "rules.yaml",
  `groups:
- name: own
  rules:
  - alert: Restarting
    expr: increase(kube_pod_container_status_restarts_total[10m]) > 3
    for: 5m
  - alert: NodeDown
    expr: up == 0
  - alert: Broken
    expr: rate(up)
`,
);

const span = z.strictObject({ nominalMs: z.number(), earliestMs: z.number(), latestMs: z.number() });
const schema = z.strictObject({
  version: z.literal(1),
  alerts: z.array(
    z.strictObject({
      name: z.string(),
      from: z.string(),
      expression: z.string(),
      forMs: z.number(),
      pod: z.optional(z.string()),
      workload: z.optional(z.string()),
      outcome: z.enum(["fires", "sometimes", "pending", "never", "unknown"]),
      pending: z.nullable(span),
      fires: z.nullable(span),
      share: z.number(),
      because: z.string(),
    }),
  ),
});

const short = ["--runs", "3", "--until", "40m"];

describe("alerts", () => {
  it("says of each alert when it fires, and why it does not", async () => {
    const { stdout, code } = await runCli(["alerts", "--rules", "mixin", ...short, kubelet]);
    expectGolden("cli/alerts", stdout);
    expect(code).toBe(0);
  });

  it("takes rule files, and tells what is wrong with a rule", async () => {
    const { stdout, stderr, code } = await runCli(["alerts", "--rules", rules, ...short, pod]);
    expect(stdout).toMatch(/Restarting \(.*rules\.yaml\): after \d+m/);
    expect(stdout).toContain("Not simulated (metrics of other objects): NodeDown");
    expect(stderr).toContain("Broken: argument 1 of rate() must be a range such as x[5m]");
    expect(code).toBe(0);
  });

  it("writes JSON with the contract's fields", async () => {
    const { alerts } = schema.parse(await runJson(["alerts", "--format", "json", "--rules", rules, ...short, pod]));
    expect(alerts.map(({ name, outcome, share }) => [name, outcome, share])).toEqual([
      ["Restarting", "fires", 1],
      ["NodeDown", "unknown", 1],
    ]);
    expect(alerts[0]?.pod).toBe("Pod/app");
  });

  it("needs no file", async () => {
    const { stdout, code } = await runCli(["alerts", "--rules", "aks", ...short, "--format", "markdown"]);
    expect(stdout).toContain("| KubePodContainerRestart | aks | after ");
    expect(code).toBe(0);
  });

  it.each([
    [["--rules", "mixn"], "--rules mixn: the file cannot be read, and is not one of mixin, aks"],
    [["--scrape", "0s"], "invalid value 0s for --scrape: use a duration from 1s to 1h, such as 30s"],
    [["--runs", "0"], "invalid value 0 for --runs: use an integer from 1 to 200"],
  ])("%s ends with a sentence", async (options, sentence) => {
    const { stderr, code } = await runCli(["alerts", ...options, pod]);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });
});
