import { describe, expect, it } from "vitest";
import { packRules } from "../../../../server/prometheus/alerts/packs.ts";
import { assumedCrashLoop, playSubject } from "../../../../server/prometheus/alerts/play-subject.ts";
import { admit } from "../../../../shared/api-server/admission/admit.ts";
import { readJob } from "../../../../shared/controllers/job/read-job.ts";
import type { WorkloadKind } from "../../../../shared/controllers/objects/model.ts";
import { readWorkloadSpec } from "../../../../shared/controllers/objects/read-spec.ts";
import { defaultAssumptions, makeNode } from "../../../../shared/kubernetes/assumptions.ts";
import { exitAfter, plainRun } from "../../../../shared/scenario/script.ts";

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

it("says which metric has the crash loop of a sidecar", () => {
  const assumptions = defaultAssumptions();
  const initContainers = [{ name: "proxy", image: "proxy", restartPolicy: "Always" }];
  const spec = { initContainers, containers: [{ name: "app", image: "app" }] };
  const { pod } = admit({ kind: "Pod", name: "app", namespace: "default", spec }, assumptions);
  if (pod === undefined) throw new Error("not admitted");
  const script = { runs: [{ ...plainRun, end: exitAfter(30_000, 1) }], image: undefined };
  const scenario = { ...noScenario, containers: { proxy: script } };
  const subject = { name: "Pod/app", pod, assumptions, workload: undefined, scenario, assumed: "" };
  const results = playSubject(subject, [packRules("mixin")], timing);
  expect(results.find(({ rule }) => rule.name === "KubePodCrashLooping")).toMatchObject({
    outcome: "never",
    because:
      "only init containers and sidecars wait in CrashLoopBackOff, and its metric has none: they are in kube_pod_init_container_status_waiting_reason",
  });
});

describe("alerts of the built-in rules about objects of a kind", () => {
  const noJob = { workload: undefined, job: undefined };
  const nodes = ["node-1", "node-2"];
  const specOf = (kind: WorkloadKind) => {
    const spec = readWorkloadSpec(kind, { replicas: 2 }, defaultAssumptions().apiServer);
    if (spec === undefined) throw new Error("not read");
    return spec;
  };
  const workload = (kind: WorkloadKind) => ({
    ...{ name: "app", oldScenario: undefined, nodes, services: [] },
    spec: specOf(kind),
    budgets: [
      {
        name: "app",
        minAvailable: { count: 1 },
        maxUnavailable: undefined,
        unhealthyPodEvictionPolicy: "AlwaysAllow",
      } as const,
    ],
  });

  it.each([
    ["Deployment", /^Kube(Deployment|Pdb|PodReadyStateLow)/],
    ["StatefulSet", /^Kube(StatefulSet|Pdb)/],
    ["DaemonSet", /^Kube(DaemonSet|Pdb|PodReadyStateLow)/],
    ["Job", /^KubeJob/],
    ["Node", /^Kube(Node|Kubelet|let(TooManyPods|Instance|Down))/],
  ] as const)("%s: all are simulated", (kind, names) => {
    const assumptions = defaultAssumptions();
    const restartPolicy = kind === "Job" ? "Never" : "Always";
    const spec = { restartPolicy, containers: [{ name: "app", image: "app" }] };
    const { pod } = admit({ kind: "Pod", name: "app", namespace: "default", spec }, assumptions);
    if (pod === undefined) throw new Error("not admitted");
    const told = assumedCrashLoop(pod, noScenario);
    const isWorkload = kind === "Deployment" || kind === "StatefulSet" || kind === "DaemonSet";
    const owner = isWorkload
      ? { ...noJob, workload: { ...workload(kind), pod, scenario: told.scenario } }
      : kind === "Job"
        ? { ...noJob, job: readJob({ backoffLimit: 1 }, assumptions.apiServer) }
        : { ...noJob, node: true };
    const subject = { name: "app", pod, assumptions, ...told, ...owner };
    const results = playSubject(subject, [packRules("mixin"), packRules("aks")], { ...timing, runs: 1 });
    const about = results.filter(({ rule }) => names.test(rule.name));
    expect(about.length).toBeGreaterThan(2);
    expect(about.filter(({ outcome }) => outcome === "unknown").map(({ rule }) => rule.name)).toEqual([]);
    if (kind === "Job") expect(about.find(({ rule }) => rule.name === "KubeJobFailed")?.outcome).toBe("fires");
    if (kind === "DaemonSet")
      expect(about.find(({ rule }) => rule.name === "KubeDaemonSetRolloutStuck")?.outcome).toBe("fires");
  });

  it("a kubelet that is away for 30 minutes is reported, and so is its node", () => {
    const assumptions = defaultAssumptions();
    const spec = { containers: [{ name: "app", image: "app" }] };
    const { pod } = admit({ kind: "Pod", name: "app", namespace: "default", spec }, assumptions);
    if (pod === undefined) throw new Error("not admitted");
    const away = { kind: "kubelet-restart", atMs: 300_000, downMs: 1_800_000 } as const;
    const scenario = { ...noScenario, events: [away] };
    const subject = { name: "Pod/app", pod, assumptions, scenario, assumed: "", ...noJob };
    const results = playSubject(subject, [packRules("mixin")], timing);
    const firing = results.flatMap(({ rule, outcome }) => (outcome === "fires" ? [rule.name] : []));
    expect(firing).toEqual(["KubeNodeNotReady", "KubeNodeUnreachable", "KubeletInstanceUnreachable", "KubeletDown"]);
  });
});

it("a rule about other objects is not simulated", () => {
  const found = alertOf("KubeNodeNotReady", "1.37", undefined);
  expect(found).toMatchObject({ outcome: "unknown", fires: undefined });
  expect(found.because).toMatch(/^reads kube_node_status_condition, .*not simulated$/);
});
