import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Component } from "../../../../shared/kubernetes/node.ts";
import { allContainers, type Container } from "../../../../shared/kubernetes/pod.ts";
import { minorVersions } from "../../../../shared/kubernetes/versions.ts";
import { admitBy, written } from "./admission.ts";
import { anySpec } from "./arbitrary-spec.ts";

describe("any value is admitted", () => {
  const apiServer = fc.record({
    kubernetes: fc.constantFrom(...minorVersions),
    featureGates: fc.dictionary(
      fc.constantFrom("ContainerRestartRules", "RestartAllContainersOnContainerExits", "SidecarContainers", "AllAlpha"),
      fc.boolean(),
    ),
  });

  test("and the pod is one that can be run", () => {
    fc.assert(
      fc.property(fc.oneof(anySpec, fc.anything()), apiServer, (any, server) => {
        const { pod } = admitBy(written(any), server);
        if (pod === undefined) return;
        expect(allContainers(pod).length).toBeGreaterThan(0);
        expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(0);
        for (const one of allContainers(pod)) expectRunnable(one, server);
      }),
      { numRuns: 500 },
    );
  });

  test("and the written spec is left as it is", () => {
    fc.assert(
      fc.property(anySpec, apiServer, (any, server) => {
        const before = structuredClone(any);
        admitBy(written(any), server);
        expect(any).toEqual(before);
      }),
    );
  });
});

function expectRunnable(container: Container, apiServer: Component): void {
  for (const probe of Object.values(container.probes)) {
    expect(probe.periodSeconds).toBeGreaterThan(0);
    expect(probe.timeoutSeconds).toBeGreaterThan(0);
    expect(probe.failureThreshold).toBeGreaterThan(0);
    expect(probe.initialDelaySeconds).toBeGreaterThanOrEqual(0);
  }
  if (container.kind === "init")
    expect([container.probes, container.postStart, container.preStop]).toEqual([{}, undefined, undefined]);
  if (container.kind === "sidecar") expect(container.restartPolicy).toBe("Always");
  if (apiServer.featureGates["ContainerRestartRules"] === false) expect(container.restartPolicyRules).toEqual([]);
}
