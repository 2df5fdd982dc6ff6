import { expect, it } from "vitest";
import { packRules } from "../../../server/alerts/packs.ts";
import { assumedCrashLoop, playSubject } from "../../../server/alerts/play-subject.ts";
import { admit } from "../../../shared/admission/admit.ts";
import { defaultAssumptions, makeNode } from "../../../shared/kubernetes/assumptions.ts";

const noScenario = { containers: {}, events: [], expectations: [] };
const timing = { scrapeMs: 30_000, evaluateMs: 30_000, untilMs: 3_600_000, runs: 4 };

function alertOf(
  name: string,
  kubernetes: "1.34" | "1.37",
  maxContainerRestartPeriodMs: number | undefined,
  probe = {},
) {
  const configured = makeNode({
    kubernetes,
    featureGates: { KubeletCrashLoopBackOffMax: true },
    kubeletConfiguration: undefined,
  });
  const node = {
    ...configured,
    kubeletConfiguration: { ...configured.kubeletConfiguration, maxContainerRestartPeriodMs },
  };
  const assumptions = { ...defaultAssumptions(), node, apiServer: node };
  const spec = { containers: [{ name: "app", image: "app", ...probe }] };
  const { pod } = admit({ kind: "Pod", name: "app", namespace: "default", spec }, assumptions);
  if (pod === undefined) throw new Error("not admitted");
  const subject = { name: "Pod/app", pod, assumptions, workload: undefined, ...assumedCrashLoop(pod, noScenario) };
  const results = playSubject(subject, [packRules("mixin")], timing);
  const found = results.find(({ rule }) => rule.name === name);
  return { outcome: found?.outcome, because: found?.because, fires: found?.fires };
}

// The finding that people should know before they roll a maximum out.
it("KubePodCrashLooping never fires on 1.37 with a maximum of 60s or less", () => {
  const found = alertOf("KubePodCrashLooping", "1.37", 30_000);
  expect(found.outcome).toBe("never");
  expect(found.because).toMatch(/^CrashLoopBackOff is in the status 0\.0\d % of the time$/);
});

it("it fires with a probe, with the default maximum, and on 1.34", () => {
  const probe = { readinessProbe: { tcpSocket: { port: 80 } } };
  expect(alertOf("KubePodCrashLooping", "1.37", 30_000, probe).outcome).toBe("fires");
  expect(alertOf("KubePodCrashLooping", "1.37", undefined).outcome).toBe("fires");
  const before = alertOf("KubePodCrashLooping", "1.34", undefined);
  expect(before.outcome).toBe("fires");
  expect(before.fires?.earliestMs).toBeGreaterThan(900_000);
  expect(before.fires?.latestMs).toBeLessThan(1_020_000);
});

it("a rule about other objects is not simulated", () => {
  const found = alertOf("KubeNodeNotReady", "1.37", undefined);
  expect(found).toMatchObject({ outcome: "unknown", fires: undefined });
  expect(found.because).toMatch(/^reads kube_node_status_condition, .*not simulated$/);
});
