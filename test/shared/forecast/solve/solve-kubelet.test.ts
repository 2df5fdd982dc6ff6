import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { restartRate } from "../../../../shared/forecast/container/restarts-per-hour.ts";
import {
  fewestRestarts,
  type KubeletQuestion,
  restartsNow,
  solveKubelet,
  usualMaximums,
} from "../../../../shared/forecast/solve/solve-kubelet.ts";
import { withChanges } from "../../../../shared/forecast/solve/solve-trial.ts";
import { readKubeletConfiguration } from "../../../../shared/kubelet-configuration/read-configuration.ts";
import { defaultAssumptions, makeNode } from "../../../../shared/kubernetes/assumptions.ts";
import type { KubernetesVersion } from "../../../../shared/kubernetes/versions.ts";
import { assume, readPod } from "../../simulation/play.ts";

const reduced = { featureGates: { ReduceDefaultCrashLoopBackOffDecay: true } };
const most = (maxContainerRestartPeriod: string) => ({ crashLoopBackOff: { maxContainerRestartPeriod } });

function questionOf(
  fields: Readonly<Record<string, unknown>>,
  kubernetes: KubernetesVersion = "1.37",
): KubeletQuestion {
  const header = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" };
  return { value: { ...header, ...fields }, kubernetes, featureGates: {}, semantics: "released" };
}

function told(question: KubeletQuestion, restarts: number): string {
  const { solutions, reason } = solveKubelet(question, restarts);
  return (
    solutions.map(({ where, writes, effects }) => [`${where}: ${writes}`, ...effects].join("\n  ")).join("\n") + reason
  );
}

describe("restarts of a container that crashes immediately", () => {
  test("a longer maximum, and what waits for it", () => {
    expect(told(questionOf(most("30s")), 60)).toBe(
      `
crashLoopBackOff: maxContainerRestartPeriod: 1m30s
  43 restarts in the first hour of a container that crashes immediately (now 121)
  back-off 0s 10s 20s 40s 1m20s 1m30s 1m30s …
  a recovered container waits up to 1m30s (now 30s)`.trim(),
    );
  });

  test("where the gate is off it is turned on, and a gate that begins at 1s can go", () => {
    expect(told(questionOf(reduced, "1.34"), 30)).toBe(
      `
crashLoopBackOff, featureGates: maxContainerRestartPeriod: 3m, KubeletCrashLoopBackOffMax: true
  27 restarts in the first hour of a container that crashes immediately (now 65)
  back-off 0s 1s 2s 4s 8s 16s … 3m
  a recovered container waits up to 3m (now 1m)
featureGates: ReduceDefaultCrashLoopBackOffDecay: false
  16 restarts in the first hour of a container that crashes immediately (now 65)
  back-off 0s 10s 20s 40s 1m20s 2m40s 5m 5m …
  a recovered container waits up to 5m (now 1m)`.trim(),
    );
  });

  it.each<[question: KubeletQuestion, restarts: number, reason: string]>([
    [
      questionOf({}),
      10,
      "Not possible: with the longest maximum back-off of 5m there are 16 restarts in the first hour of a container that crashes immediately.",
    ],
    [questionOf(most("2m")), 40, "Already met: 33 restarts in the first hour of a container that crashes immediately."],
    [questionOf({}, "1.31"), 10, "Kubernetes 1.31 has no setting for the back-off."],
    [questionOf(most("5h")), 10, "The kubelet does not start with this configuration."],
  ])("%j, at most %i: none", (question, restarts, reason) => {
    expect(told(question, restarts)).toBe(reason);
  });
});

it("the simulation of a pod on that kubelet counts as many, and the next shorter maximum that people write is too little", () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 200 }), fc.integer({ min: 17, max: 400 }), (seconds, restarts) => {
      const question = questionOf(most(`${seconds}s`));
      expect(simulated(question)).toBe(restartsNow(question));
      const [solution] = solveKubelet(question, restarts).solutions;
      if (solution === undefined) {
        expect(Math.min(restartsNow(question) ?? 0, fewestRestarts(question) ?? 0) <= restarts).toBe(
          (restartsNow(question) ?? 0) <= restarts,
        );
        return;
      }
      const then = { ...question, value: withChanges(question.value, solution.changes) };
      expect(simulated(then)).toBeLessThanOrEqual(restarts);
      const written = /maxContainerRestartPeriod: (?:(\d+)m)?(?:(\d+)s)?$/.exec(solution.writes);
      const found = Number(written?.[1] ?? 0) * 60 + Number(written?.[2] ?? 0);
      const shorter = usualMaximums.findLast((each) => each < found) ?? 0;
      expect(restartsNow(questionOf(most(`${shorter}s`)))).toBeGreaterThan(restarts);
    }),
    { numRuns: 15 },
  );
});

function simulated({ value, kubernetes, featureGates, semantics }: KubeletQuestion): number {
  const kubeletConfiguration = readKubeletConfiguration(value, undefined, kubernetes, featureGates, semantics);
  const node = makeNode({ kubernetes, featureGates, kubeletConfiguration });
  const { pod, scenario } = readPod("containers: [{name: app, image: app}]", assume({}));
  const [container] = pod.containers;
  if (container === undefined) throw new Error("no container");
  return restartRate({ pod, assumptions: { ...defaultAssumptions(), node }, scenario, container }).most;
}
