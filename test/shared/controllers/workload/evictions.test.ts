import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "../../../../shared/controllers/objects/model.ts";
import { playWorkload } from "../../../../shared/controllers/pods/play-workload.ts";
import { assume } from "../../simulation/play.ts";
import { readWorkload } from "../pods/written-workload.ts";

// Six pods on three nodes, of which one may be missing.
const text = `
kind: Deployment
spec:
  replicas: 6
  template:
    spec:
      containers:
      # cadence: app: starts in 6s, stops in 4s
      - {name: app, image: a, readinessProbe: {periodSeconds: 5, tcpSocket: {port: 80}}}
`;

function drained(timing: "ideal" | "kubelet", seed: number): readonly WorkloadEntry[] {
  const assumptions = assume({ timing });
  const budget = { name: "web", minAvailable: undefined, maxUnavailable: { count: 1 } } as const;
  const starting = readWorkload(text, assumptions);
  const workload = {
    ...starting,
    oldScenario: starting.scenario,
    budgets: [{ ...budget, unhealthyPodEvictionPolicy: "IfHealthyBudget" } as const],
  };
  const events = [{ kind: "drain", atMs: 0, node: "node-0" }] as const;
  const simulation = playWorkload(workload, { assumptions, seed, untilMs: 120_000, from: "running", events });
  simulation.runUntil(120_000);
  return simulation.timeline().entries;
}

function answers(entries: readonly WorkloadEntry[]): readonly string[] {
  return entries.flatMap(({ kind, tMs, data }) =>
    kind.startsWith("eviction-") ? [`${(data.askedMs ?? tMs) / 1000} ${kind.slice("eviction-".length)}`] : [],
  );
}

/** What the API server took for the answers to both pods when the drain began, in tenths of a second. */
function firstWaits(seed: number): readonly number[] {
  const first = drained("kubelet", seed).filter(({ kind, tMs }) => kind.startsWith("eviction-") && tMs < 2000);
  return first.map(({ tMs, data }) => Math.round((tMs - (data.askedMs ?? tMs)) / 100));
}

describe("the eviction of two pods at the same time", () => {
  it("is accepted for one of them, and tried again every five seconds for the other, in exact time", () => {
    expect(answers(drained("ideal", 1))).toEqual(["0 accepted", "0 refused", "5 refused", "10 accepted"]);
  });

  it("takes half a second longer in some runs, where both write the budget", () => {
    const waits = new Set(Array.from({ length: 40 }, (_, index) => firstWaits(index + 1).join(" ")));
    expect([...waits].sort()).toEqual(["0 0", "0 5", "0 6"]);
  });

  it("is answered within its bounds in all runs", () => {
    for (let seed = 1; seed <= 40; seed += 1)
      for (const { kind, tMs, at, object } of drained("kubelet", seed)) {
        const shown = `${object} ${kind} at ${tMs}, seed ${seed}`;
        expect(at.earliestMs, shown).toBeLessThanOrEqual(tMs);
        expect(at.latestMs, shown).toBeGreaterThanOrEqual(tMs);
      }
  });

  it("is accepted within the bounds of each other run, where it was refused first", () => {
    const runs = Array.from({ length: 40 }, (_, index) => drained("kubelet", index + 1));
    const accepted = runs.flatMap((entries) => {
      const refused = entries.find(({ kind }) => kind === "eviction-refused");
      return entries.find(({ kind, pod }) => kind === "eviction-accepted" && pod === refused?.pod) ?? [];
    });
    expect(accepted.length).toBeGreaterThan(10);
    const times = accepted.map(({ tMs }) => tMs);
    for (const { at } of accepted) {
      expect(at.earliestMs).toBeLessThanOrEqual(Math.min(...times));
      expect(at.latestMs).toBeGreaterThanOrEqual(Math.max(...times));
    }
  });
});

describe("pods whose nodes are all cordoned", () => {
  const events = ["node-0", "node-1", "node-2"].map((node) => ({ kind: "drain", atMs: 0, node }) as const);
  const assumptions = assume({ timing: "ideal" });

  it("have nowhere to go: those that take their place stay pending", () => {
    const options = { assumptions, seed: 1, untilMs: 600_000, from: "running", events } as const;
    const simulation = playWorkload(readWorkload(text, assumptions), options);
    simulation.runUntil(600_000);
    const { pods, counts } = simulation.timeline();
    expect(pods.filter(({ gone }) => !gone).map(({ phase, node }) => `${phase} ${node}`)).toEqual(
      Array.from({ length: 6 }, () => "Pending undefined"),
    );
    expect(counts.at(-1)).toMatchObject({ active: 6, ready: 0 });
  });

  it("are gone at once when they are deleted", () => {
    const scaled = { kind: "change", atMs: 60_000, spec: { replicas: 0 } } as const;
    const options = { assumptions, seed: 1, untilMs: 600_000, from: "running", events: [...events, scaled] } as const;
    const simulation = playWorkload(readWorkload(text, assumptions), options);
    simulation.runUntil(60_000);
    expect(simulation.timeline().pods.every(({ gone }) => gone)).toBe(true);
  });
});
