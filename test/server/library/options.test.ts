import { describe, expect, it } from "vitest";
import { analyze } from "../../../server/library/index.ts";
import type { AnalyzeOptions } from "../../../server/library/model.ts";

const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - {name: web, image: web}\n";

describe("analyze rejects options that are not possible", () => {
  it.each([
    [{ kubernetes: "9.9" }, "Kubernetes 9.9 is not supported."],
    [
      { rules: { "liveness-kills-starts": "off" } },
      'Unknown rule "liveness-kills-starts". Did you mean "liveness-kills-start"?',
    ],
    [{ rules: { "port-refused": "hint" } }, '"port-refused" reports what Kubernetes rejects. Set it to error or off.'],
    [{ maxContainerRestartPeriodMs: 999 }, "maxContainerRestartPeriodMs must be from 1000 to 300000."],
    [{ maxContainerRestartPeriodMs: Number.NaN }, "maxContainerRestartPeriodMs must be from 1000 to 300000."],
    [{ imagePullMs: { min: 2, max: 1 } }, "imagePullMs must have 0 <= min <= max <= 86400000."],
    [{ imagePullMs: { min: -1, max: 1 } }, "imagePullMs must have 0 <= min <= max <= 86400000."],
    [{ imagePullMs: { min: 0, max: Number.NaN } }, "imagePullMs must have 0 <= min <= max <= 86400000."],
  ] as const)("%j", (options, message) => {
    expect(() => analyze(pod, options)).toThrow(new RangeError(message));
  });

  it("takes manifests of other files of the application", () => {
    const template = "{metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: registry.example/app}]}}";
    const web = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2, selector: {matchLabels: {app: web}}, template: ${template}}\n`;
    const budget =
      "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web}\nspec: {minAvailable: 2, selector: {matchLabels: {app: web}}}\n";
    expect(analyze(budget).findings).toEqual([]);
    expect(analyze(budget, { beside: web }).findings.map(({ rule }) => rule)).toEqual(["budget-refuses-evictions"]);
  });

  it("plays no pull but the one that it is told of", () => {
    const readyMs = (options?: AnalyzeOptions) => analyze(pod, options).pods[0]?.forecast?.firstReadyMs;
    expect(readyMs()?.max).toBeLessThan(2000);
    expect(readyMs({ imagePullMs: { min: 60_000, max: 60_000 } })?.min).toBeGreaterThanOrEqual(60_000);
  });

  it("takes those that are", () => {
    const options = {
      kubernetes: "1.30",
      rules: { "port-refused": "off" },
      maxContainerRestartPeriodMs: 1000,
    } as const;
    expect(analyze(pod, options).pods).toHaveLength(1);
  });
});
