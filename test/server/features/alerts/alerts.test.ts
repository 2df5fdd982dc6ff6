import { expect, it } from "vitest";
import { prepareAlertJudge, provideAlertJudge } from "../../../../server/analysis/alert-judge.ts";
import { alertJudge } from "../../../../server/prometheus/alerts/judge/main.ts";
import { contextOf, host } from "../harness.ts";

const rules = `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: pods}
spec:
  groups:
  - name: pods
    rules:
    - alert: KubePodCrashLooping
      expr: |
        max_over_time(kube_pod_container_status_waiting_reason{reason="CrashLoopBackOff"}[5m]) >= 1
      for: 15m
    - alert: Down
      expr: up == 0
`;
const kubelet = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
crashLoopBackOff: {maxContainerRestartPeriod: 30s}
`;
const files = { "/w/.pod-cadence.yaml": "kubeletConfiguration: kubelet.yaml\n", "/w/kubelet.yaml": kubelet };

async function hoverAt(word: string, situation = {}): Promise<string | undefined> {
  const context = await contextOf(rules, situation);
  await prepareAlertJudge(context.manifest);
  const offset = rules.indexOf(word);
  const lines = rules.slice(0, offset).split("\n");
  const hover = host.hover(context, { line: lines.length - 1, character: (lines.at(-1) ?? "").length });
  return hover === undefined ? undefined : JSON.stringify(hover.contents);
}

it("before the judge is loaded, and where there is none, nothing is said of alerts", async () => {
  provideAlertJudge(async () => Promise.reject(new Error("no such file")));
  expect(await hoverAt("KubePodCrashLooping", { files })).toBeUndefined();
  expect(await host.diagnostics(await contextOf(rules, { files }), () => false)).toEqual([]);
});

it("a hover says when the alert fires on the assumed nodes, and what the quick fix costs", async () => {
  provideAlertJudge(async () => alertJudge);
  const short = await hoverAt("KubePodCrashLooping", { files });
  expect(short).toMatch(/without probes[^|]*\| never: CrashLoopBackOff is in the status 0\.0\d % of the time/);
  expect(short).toMatch(/with a readiness probe[^|]*\| after 15m/);
  expect(short).toContain("6 of 10 simulated outages of 10 minutes");
  const usual = await hoverAt("max_over_time");
  expect(usual).toMatch(/without probes[^|]*\| after 1\dm/);
  expect(usual).not.toContain("quick fix");
  expect(await hoverAt("Down")).toBeUndefined();
});

it("the quick fix makes the finding go away", async () => {
  provideAlertJudge(async () => alertJudge);
  const context = await contextOf(rules, { files });
  await prepareAlertJudge(context.manifest);
  const [diagnostic] = await host.diagnostics(context, () => false);
  if (diagnostic === undefined) throw new Error("nothing found");
  expect(diagnostic.code).toBe("alert-never-fires");
  const request = { range: diagnostic.range, diagnostics: [diagnostic], wants: () => true };
  const [action] = await host.codeActions(context, request, () => false);
  const [edit] = action?.edit?.changes?.[context.document.uri] ?? [];
  if (edit === undefined) throw new Error("no edit");
  const { start, end } = edit.range;
  const repaired = `${rules.slice(0, context.document.offsetAt(start))}${edit.newText}${rules.slice(context.document.offsetAt(end))}`;
  const after = await contextOf(repaired, { files });
  expect(await host.diagnostics(after, () => false)).toEqual([]);
});
