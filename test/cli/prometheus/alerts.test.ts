import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { expectGolden } from "../../golden.ts";
import { alertsSchema } from "../pages/schemas.ts";
import { runCli, runJson } from "../run-cli.ts";

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
    expect(stdout).toContain("About other objects than this one (up): NodeDown");
    expect(stderr).toContain("Broken: argument 1 of rate() must be a range such as x[5m]");
    expect(code).toBe(0);
  });

  it("writes JSON with the contract's fields", async () => {
    const { alerts } = alertsSchema.parse(
      await runJson(["alerts", "--format", "json", "--rules", rules, ...short, pod]),
    );
    expect(alerts.map(({ name, outcome, share }) => [name, outcome, share])).toEqual([
      ["Restarting", "fires", 1],
      ["NodeDown", "unknown", 1],
    ]);
    expect(alerts[0]?.pod).toBe("Pod/app");
  });

  const because = async (text: string, ...operands: readonly string[]) => {
    const file = write("asked.yaml", text);
    const { alerts } = alertsSchema.parse(
      await runJson(["alerts", "--format", "json", "--rules", file, ...short, ...operands]),
    );
    return alerts.map((alert) => [alert.name, alert.outcome, alert.because]);
  };
  const rule = (name: string, expr: string): string => `  - alert: ${name}\n    expr: ${JSON.stringify(expr)}\n`;
  const group = "groups:\n- name: all\n  rules:\n";

  it("names the metric that an alert misses, also behind functions that are not evaluated and rules that record", async () => {
    const text = [
      group,
      rule(
        "Hpa",
        "kube_horizontalpodautoscaler_status_current_replicas == kube_horizontalpodautoscaler_spec_max_replicas",
      ),
      rule("Throttled", "rate(container_cpu_cfs_throttled_periods_total[5m]) > 1"),
      rule("StartUp", "histogram_quantile(0.99, rate(kubelet_pod_worker_duration_seconds_bucket[5m])) > 60"),
      "  - record: pleg:p99\n    expr: histogram_quantile(0.99, rate(kubelet_pleg_relist_duration_seconds_bucket[5m]))\n",
      "  - record: errors:ratio\n    expr: apiserver_request_total / 2\n",
      rule("Pleg", "pleg:p99 >= 10"),
      rule("Errors", "errors:ratio > 0"),
      rule("Named", '{__name__=~"node_filesystem_.+"} == 0'),
      rule("Smoothed", "rate(kube_pod_container_status_restarts_total[1h] smoothed) > 9"),
      rule("Elsewhere", "increase(kube_pod_container_status_restarts_total{namespace=~'prod-.*'}[1h]) > 9"),
    ].join("");
    expect(await because(text, pod)).toEqual([
      [
        "Hpa",
        "unknown",
        "reads kube_horizontalpodautoscaler_status_current_replicas, kube_horizontalpodautoscaler_spec_max_replicas, which are not simulated",
      ],
      ["Throttled", "unknown", "reads container_cpu_cfs_throttled_periods_total, which is not simulated"],
      ["StartUp", "unknown", "reads kubelet_pod_worker_duration_seconds_bucket, which is not simulated"],
      ["Pleg", "unknown", "reads kubelet_pleg_relist_duration_seconds_bucket, which is not simulated"],
      ["Errors", "unknown", "reads apiserver_request_total, which is not simulated"],
      ["Named", "unknown", 'reads {__name__=~"node_filesystem_.+"}, which is not simulated'],
      ["Smoothed", "unknown", "cannot be evaluated: smoothed ranges are not supported"],
      ["Elsewhere", "never", 'no object here has namespace=~"prod-.*"'],
    ]);
  });

  it("does not take a kubelet for other targets", async () => {
    const text = `${group}${rule("ApiDown", 'absent(up{job="apiserver"} == 1)')}${rule("KubeletDown", 'absent(up{job="kubelet"} == 1)')}`;
    expect(await because(text, kubelet)).toEqual([
      ["ApiDown", "unknown", 'reads up{job="apiserver"}, which is not simulated'],
      ["KubeletDown", "never", "its condition never holds at an evaluation"],
    ]);
  });

  it("reads comments, and takes labels of the server as a rule selects them, but not mistyped ones of the metric", async () => {
    const total = "kube_pod_container_status_restarts_total";
    const text = [
      group,
      rule("Commented", `# Restarts\nincrease(${total}[10m]) # of pods\n> 3`),
      rule("Labeled", `increase(${total}{job="ksm", cluster=~"prod-.*"}[10m]) > 3`),
      rule("Mistyped", `increase(${total}{contaner="app"}[10m]) > 3`),
      `  - record: restarts:10m\n    expr: increase(${total}[10m])\n`,
      rule("Recorded", 'restarts:10m{container="app", job="ksm"} > 3'),
    ].join("");
    expect((await because(text, pod)).map(([name, outcome]) => [name, outcome])).toEqual([
      ["Commented", "fires"],
      ["Labeled", "fires"],
      ["Mistyped", "never"],
      ["Recorded", "fires"],
    ]);
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
