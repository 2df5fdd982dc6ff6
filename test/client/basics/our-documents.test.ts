import { describe, expect, it } from "vitest";
import { couldBeOurs } from "../../../client/basics/our-documents.ts";

describe("the server starts for", () => {
  it.each([
    ["a pod", "apiVersion: v1\nkind: Pod\n"],
    ["a workload in JSON", '{"kind": "Deployment"}\n"kind": "Deployment"'],
    ["a List", "kind: List\nitems:\n- kind: CronJob\n"],
    ["a patch without a kind", "spec:\n  template:\n    spec:\n      containers: []\n"],
    ["a JSON patch", "- op: add\n  path: /spec/template/spec/containers/0/livenessProbe\n"],
    ["a kubelet configuration", "kind: KubeletConfiguration\n"],
    ["a template", "{{- if .Values.on }}\n  initContainers:\n"],
    ["a comment of ours", "# cadence: app: crashes\n"],
  ])("%s", (_, text) => {
    expect(couldBeOurs("/w/a.yaml", text)).toBe(true);
  });

  it("a project file, even an empty one", () => {
    expect(couldBeOurs("/w/.pod-cadence.yaml", "")).toBe(true);
    expect(couldBeOurs("/w/not.pod-cadence.yaml", "")).toBe(false);
  });
});

describe("the server stays off for", () => {
  it.each([
    ["nothing", ""],
    ["a workflow", "on: push\njobs:\n  build:\n    runs-on: ubuntu\n    container: node\n"],
    ["a Service", "apiVersion: v1\nkind: Service\nspec:\n  ports: []\n"],
    ["a compose file", "services:\n  web:\n    container_name: web\n"],
    ["a kind that only begins like one of ours", "kind: PodDisruptionBudget\n"],
  ])("%s", (_, text) => {
    expect(couldBeOurs("/w/a.yaml", text)).toBe(false);
  });
});
