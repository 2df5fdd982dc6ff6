import { describe, expect, it, test } from "vitest";
import { readKubeletConfiguration } from "../../../../shared/kubelet-configuration/read-configuration.ts";
import { makeNode } from "../../../../shared/kubernetes/assumptions.ts";
import { kubeletLimits } from "../../../../shared/kubernetes/kubelet/kubelet-limits.ts";
import type { KubernetesVersion } from "../../../../shared/kubernetes/versions.ts";

function limits(fields: Readonly<Record<string, unknown>>, kubernetes: KubernetesVersion = "1.37") {
  const header = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" };
  const kubeletConfiguration = readKubeletConfiguration({ ...header, ...fields }, undefined, kubernetes, {});
  const { maxPods, kubeAPIQPS, eventRecordQPS, registryPullQPS } = kubeletLimits(
    makeNode({ kubernetes, featureGates: {}, kubeletConfiguration }),
  );
  const text = ({ perSecond, burst }: typeof kubeAPIQPS) => `${perSecond ?? "no limit"}/${burst}`;
  return [maxPods, text(kubeAPIQPS), text(eventRecordQPS), text(registryPullQPS)].join(" ");
}

describe("pods, requests, events and pulls a second, each with its burst", () => {
  it.each(["1.28", "1.34", "1.37"] as const)("of a default kubelet of %s", (version) => {
    expect(limits({}, version)).toBe("110 50/100 50/100 5/10");
  });

  test.each<readonly [Readonly<Record<string, unknown>>, string]>([
    [{ maxPods: 250 }, "250 50/100 50/100 5/10"],
    [{ kubeAPIQPS: 5, kubeAPIBurst: 10 }, "110 5/10 50/100 5/10"],
    [{ eventRecordQPS: 1, eventBurst: 3 }, "110 50/100 1/3 5/10"],
    [{ registryPullQPS: 20, registryBurst: 40 }, "110 50/100 50/100 20/40"],
    // Zero where Go holds no pointer is the default; else client-go's 5, or no limit.
    [{ maxPods: 0, kubeAPIBurst: 0, eventBurst: 0, registryBurst: 0 }, "110 50/100 50/100 5/10"],
    [{ kubeAPIQPS: 0, eventRecordQPS: 0, registryPullQPS: 0 }, "110 5/100 no limit/100 no limit/10"],
    // What the kubelet refuses, or cannot read, counts as not written.
    [{ maxPods: -1, kubeAPIQPS: -5 }, "110 50/100 50/100 5/10"],
    [{ maxPods: "many", kubeAPIQPS: null }, "110 50/100 50/100 5/10"],
  ])("of %j", (fields, expected) => {
    expect(limits(fields)).toBe(expected);
  });

  it("eventRecordQPS: 0 was client-go's default before 1.37", () => {
    expect(limits({ eventRecordQPS: 0 }, "1.36")).toBe("110 50/100 5/100 5/10");
  });
});
