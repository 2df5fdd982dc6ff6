import { expect, test } from "vitest";
import { alertsAnswerSchema } from "../../shared/protocol/panel/alerts.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import { assumed, edited, webPlay, withMaximum } from "../server/exports/play-params.ts";
import { startEditor } from "./editor.ts";

const rules = `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: pods}
spec:
  groups:
  - name: pods
    rules:
    - alert: CrashLooping
      expr: max_over_time(kube_pod_container_status_waiting_reason{reason="CrashLoopBackOff"}[5m]) >= 1
      for: 15m
`;
const files = {
  ".pod-cadence.yaml": "kubeletConfiguration: kubelet.yaml\n",
  "kubelet.yaml":
    "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff: {maxContainerRestartPeriod: 30s}\n",
};

test("a PrometheusRule has its finding, a hover, and a quick fix after which nothing is wrong", async () => {
  const editor = await startEditor({ files });
  editor.open("rules.yaml", rules);
  expect(await editor.diagnostics("rules.yaml")).toEqual(["7: alert-never-fires"]);
  expect(await editor.hover("rules.yaml", "CrashLooping")).toMatch(
    /never: CrashLoopBackOff is in the status 0\.0\d % of the time/,
  );
  const [fixed = ""] = await editor.fixed("rules.yaml");
  expect(fixed).toContain("increase(kube_pod_container_status_restarts_total");
  editor.open("fixed.yaml", fixed);
  expect(await editor.diagnostics("fixed.yaml")).toEqual([]);
});

test("a rule file that changes on disk, or is saved for the first time, is read anew", async () => {
  const editor = await startEditor({ files: { ...files, "monitoring/rules.yaml": rules } });
  const play = { ...webPlay, ...edited("app: exits 1 after 5s"), assumptions: assumed(withMaximum(30_000)) };
  const names = async () =>
    (await editor.ask(serverRequests.alerts.method, alertsAnswerSchema, { play })).alerts.map(({ name }) => name);
  expect(await names()).toEqual(["CrashLooping"]);
  editor.write("monitoring/rules.yaml", rules.replace("CrashLooping", "Renamed"));
  expect(await names()).toEqual(["Renamed"]);
  editor.open("monitoring/more.yaml", rules.replace("CrashLooping", "More"));
  editor.save("monitoring/more.yaml");
  expect(await names()).toEqual(expect.arrayContaining(["Renamed", "More"]));
});

test("the panel's run has the alerts of rule files that are not open, and of the text of those that are", async () => {
  const editor = await startEditor({ files: { ...files, "monitoring/rules.yaml": rules } });
  const node = assumed(withMaximum(30_000));
  const play = { ...webPlay, ...edited("app: exits 1 after 5s"), assumptions: node };
  const { method } = serverRequests.alerts;
  const found = await editor.ask(method, alertsAnswerSchema, { play });
  expect(found).toMatchObject({ rules: "workspace", hasFiles: true, problems: [] });
  expect(found.alerts).toMatchObject([
    {
      name: "CrashLooping",
      from: "monitoring/rules.yaml",
      periods: [],
      because: expect.stringMatching(/^CrashLoopBackOff is/),
    },
  ]);
  editor.open(
    "monitoring/rules.yaml",
    rules.replace("max_over_time", "min_over_time").replace("CrashLooping", "Typed"),
  );
  expect((await editor.ask(method, alertsAnswerSchema, { play })).alerts).toMatchObject([{ name: "Typed" }]);
  const mixin = await editor.ask(method, alertsAnswerSchema, { play, rules: "mixin" });
  expect(mixin.alerts.map(({ name }) => name)).toContain("KubePodCrashLooping");
});
