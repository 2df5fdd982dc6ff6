import { watchSentences } from "../../../../shared/kubernetes/watched-metrics.ts";
import type { FleetGroup, FleetLoop, FleetReport } from "../../../../shared/prometheus/fleet/model.ts";

const sums = {
  loops: 12,
  restarts: 4312,
  downMs: 912_000_000,
  atMaximum: 4,
  atMaximumMs: 800_000_000,
  apiWrites: 13_900,
};
const then = { restarts: 20_112, downMs: 301_000_000, apiWrites: 61_000 };

function group(name: string, part: number): FleetGroup {
  return {
    ...sums,
    name,
    loops: Math.ceil(12 * part),
    restarts: Math.round(4312 * part),
    whatIf: { ...then, restarts: Math.round(20_112 * part) },
  };
}

function loop(index: number, changes: Partial<FleetLoop> = {}): FleetLoop {
  return {
    cluster: "prod-eu",
    namespace: `team-${index % 3}`,
    workload: `Deployment/checkout-${index}`,
    pod: `checkout-${index}-5d89c7b9f4-xk2p${index}`,
    uid: `uid-${index}`,
    container: "app",
    kind: "regular",
    node: `node-${index}`,
    kubelet: "v1.37.1",
    restarts: 1000 - 70 * index,
    downMs: 90_000_000 - index * 4_000_000,
    backOff: [{ delayMs: 300_000, restarts: 900, waitedMs: 80_000_000 }],
    atMaximumMs: 80_000_000,
    atMaximum: index % 2 === 0,
    state: index % 3 === 0 ? "looping" : "recovered",
    exitCodes: { "1": 700, "137": 200 },
    reasons: ["Error", "OOMKilled"],
    probes: null,
    runsMs: { min: 3000, p50: 5000, max: 64_000 },
    policy: { initialMs: 10_000, maximumMs: 300_000, resetAfterMs: 600_000, is: "default" },
    fit: 0.997,
    apiWrites: 3000,
    whatIf: then,
    ...changes,
  };
}

/** A report with all that one can have. */
export function sampleReport(changes: Partial<FleetReport> = {}): FleetReport {
  return {
    version: 1,
    prometheus: "https://prometheus.example.com/",
    match: '{cluster="prod-eu"}',
    range: {
      from: "2026-11-16T20:00:00.000Z",
      until: "2026-11-23T20:00:00.000Z",
      sinceMs: 604_800_000,
      scrapeMs: 30_000,
    },
    whatIf: {
      text: "maxContainerRestartPeriod=30s",
      kubernetes: null,
      featureGates: {},
      maxContainerRestartPeriodMs: 30_000,
    },
    loops: Array.from({ length: 12 }, (_, index) => loop(index)),
    nodes: [],
    totals: {
      ...sums,
      whatIf: then,
      restarted: 91,
      fit: 0.994,
      backOff: [0, 10, 20, 40, 80, 160, 300].map((seconds, index) => ({
        delayMs: seconds * 1000,
        restarts: 40 + 30 * index,
        waitedMs: seconds * 1000 * (40 + 30 * index),
      })),
      clusters: [group("prod-eu", 0.7), group("prod-us", 0.3)],
      namespaces: [group("team-0", 0.5), group("team-1", 0.3), group("team-2", 0.2)],
      workloads: Array.from({ length: 12 }, (_, index) =>
        group(`team-${index % 3}/Deployment/checkout-${index}`, 0.2 - index / 70),
      ),
      kubelets: [group("v1.37.1", 0.6), group("v1.34.4", 0.4), group("", 0.01)],
      history: {
        stepMs: 3_600_000,
        restarts: Array.from(
          { length: 168 },
          (_, hour) => 20 + Math.round(15 * Math.sin(hour / 9)) + (hour > 100 ? 30 : 0),
        ),
        downMs: Array.from({ length: 168 }, (_, hour) => 5_000_000 + 900_000 * (hour > 100 ? 4 : 1)),
      },
    },
    silentAlerts: [
      {
        name: "KubePodCrashLooping",
        from: "mixin",
        expression: "up",
        when: "what-if",
        loops: 9,
        of: 12,
        because: "CrashLoopBackOff is in the status 0.02 % of the time",
      },
      {
        name: "KubeDeploymentRolloutStuck",
        from: "mixin",
        expression: "up",
        when: "now",
        loops: 12,
        of: 12,
        because: "its condition never holds at an evaluation",
      },
    ],
    watch: [...watchSentences],
    assumed: [
      "Run lengths are those between an exit and the start before it.",
      "Nodes without a known back-off have that of their version.",
    ],
    missing: ["3 calls were left out because the budget of 10m was used up."],
    ...changes,
  };
}
