import type { WorkloadEvent, WorkloadInput } from "../../../shared/controllers/workload/input.ts";
import type { BudgetSpec } from "../../../shared/controllers/workload/model.ts";
import { readIntOrPercent } from "../../../shared/controllers/workload/percent.ts";
import type { NewPod, PodChange, PodFeed } from "../../../shared/controllers/workload/pod-feed.ts";
import { readWorkloadSpec } from "../../../shared/controllers/workload/read-spec.ts";
import { createWorkloadSimulation, type WorkloadTimeline } from "../../../shared/controllers/workload/simulation.ts";
import { exactly } from "../../../shared/simulation/index.ts";
import type { RecordedPod, Recording } from "./recording.ts";

// The controllers are played on the pods as they were recorded: what they decide is compared with what the real ones decided.

const apiServer = { kubernetes: "1.37", featureGates: {} } as const;
const kinds = ["Deployment", "StatefulSet", "DaemonSet"] as const;

export interface Played {
  readonly timeline: WorkloadTimeline;
  /** Name in the run → name in the recording. */
  readonly names: ReadonlyMap<number, string>;
}

export function playRecording(recording: Recording): Played {
  const names = new Map<number, string>();
  const found = kinds.flatMap((kind) => {
    const object = recording.objects.find((one) => one.kind === kind);
    return object === undefined ? [] : [{ kind, object }];
  })[0];
  const spec = found === undefined ? undefined : readWorkloadSpec(found.kind, found.object.spec);
  if (found === undefined || spec === undefined) throw new Error(`${recording.scenario} has no workload`);
  const pods = podsOf(recording);
  const used = new Set<string>();
  const revisions = revisionsOf(recording);
  const input: WorkloadInput = {
    name: found.object.metadata.name,
    spec,
    revision: revisions.at(0, JSON.stringify(versionIn(found.object))),
    nodes: Array.from({ length: recording.nodes }, (_, index) => `node-${index}`),
    services: [],
    budgets: recording.objects.flatMap(({ kind, metadata, spec: budget }) =>
      kind === "PodDisruptionBudget" ? [budgetOf(metadata.name, budget)] : [],
    ),
    events: eventsOf(recording, revisions),
    pods: () => (pod) => feedOf(pod, pods, { used, names }),
    apiServer,
    timing: "ideal",
    clockPhaseMs: clockPhaseOf(recording),
    seed: 1,
    untilMs: recording.seconds * 1000,
  };
  const simulation = createWorkloadSimulation(input);
  simulation.runUntil(input.untilMs);
  return { timeline: simulation.timeline(), names };
}

function budgetOf(name: string, spec: Readonly<Record<string, unknown>>): BudgetSpec {
  return {
    name,
    minAvailable: readIntOrPercent(spec["minAvailable"]),
    maxUnavailable: readIntOrPercent(spec["maxUnavailable"]),
    unhealthyPodEvictionPolicy:
      spec["unhealthyPodEvictionPolicy"] === "AlwaysAllow" ? "AlwaysAllow" : "IfHealthyBudget",
  };
}

function clockPhaseOf({ t0 }: Recording): number {
  return Number(/\.(\d{3})/.exec(t0)?.[1] ?? "0");
}

/** The entries of each pod, in the order of their creation. */
export function podsOf({ entries }: Recording): ReadonlyMap<string, readonly RecordedPod[]> {
  const pods = new Map<string, RecordedPod[]>();
  const last = new Map<string, string>();
  for (const entry of entries) {
    if (entry.kind !== "pod") continue;
    const key = last.get(entry.name) ?? `${entry.name}#1`;
    pods.set(key, [...(pods.get(key) ?? []), entry]);
    last.set(entry.name, entry.gone ? `${entry.name}#${Number(key.split("#")[1]) + 1}` : key);
  }
  return pods;
}

interface Revisions {
  readonly at: (_tMs: number, version: string) => string;
}

/** A version of the template gets the next revision that was seen. */
function revisionsOf({ entries }: Recording): Revisions {
  const seen = [
    ...new Set(entries.flatMap((entry) => (entry.kind === "pod" || entry.kind === "replicaSet" ? entry.revision : []))),
  ];
  const known = new Map<string, string>();
  return {
    at: (_tMs, version) => {
      const revision = known.get(version) ?? seen[known.size] ?? `revision-${known.size}`;
      known.set(version, revision);
      return revision;
    },
  };
}

function versionIn(value: unknown): unknown {
  const text = JSON.stringify(value);
  return /"annotations":\{"version":"(\d+)"/.exec(text)?.[1];
}

function eventsOf(recording: Recording, revisions: Revisions): readonly WorkloadEvent[] {
  const done = recording.entries.filter((entry) => entry.kind === "action");
  return recording.actions.flatMap((action, index): readonly WorkloadEvent[] => {
    const entry = done[index];
    if (entry === undefined) return [];
    const atMs = entry.tMs;
    if (entry.op === "delete") {
      const force = JSON.stringify(action).includes('"gracePeriodSeconds":0') ? 0 : undefined;
      const chosen = [...podsOf(recording)].findIndex(([key]) => key.startsWith(`${entry.name}#`));
      const isOrdinal = recording.objects.some(({ kind }) => kind === "StatefulSet");
      return [{ kind: "delete-pod", atMs, pod: isOrdinal ? entry.name : chosen, graceMs: force }];
    }
    if (entry.op === "drain") return [{ kind: "drain", atMs, node: entry.name }];
    if (entry.op === "evict") {
      const asked = recording.entries.find((one) => one.kind === "eviction");
      const chosen = [...podsOf(recording)].findIndex(([key]) => key.startsWith(`${asked?.pod}#`));
      return [{ kind: "evict", atMs, pod: chosen }];
    }
    const version = versionIn(action.patch);
    const spec = Object.fromEntries(
      Object.entries(action.patch?.with.spec ?? {}).filter(([field]) => ["replicas", "paused"].includes(field)),
    );
    if (version === undefined) return [{ kind: "change", atMs, spec }];
    return [{ kind: "rollout", atMs, revision: revisions.at(atMs, JSON.stringify(version)), spec }];
  });
}

function feedOf(
  { revision, ordinal, createdMs }: NewPod,
  pods: ReadonlyMap<string, readonly RecordedPod[]>,
  { used, names }: { readonly used: Set<string>; readonly names: Map<number, string> },
): PodFeed {
  const found = [...pods].find(
    ([key, [first]]) =>
      !used.has(key) && first?.revision === revision && (ordinal === undefined || first.name.endsWith(`-${ordinal}`)),
  );
  const entries = found?.[1] ?? [];
  if (found !== undefined) used.add(found[0]);
  names.set(names.size + 1, found?.[0] ?? "a pod that was not recorded");
  const changes = (list: readonly RecordedPod[]) => (index: number) => {
    const entry = list[index];
    return entry && changeOf(entry, createdMs);
  };
  const deleted = entries.find(({ deleting }) => deleting);
  return {
    tie: deleted?.tMs ?? Number.MAX_SAFE_INTEGER,
    node: entries.find(({ node }) => node !== "")?.node,
    change: changes(entries.filter(({ deleting }) => !deleting)),
    afterDeletion: (ageMs) =>
      changes(
        entries.filter(({ deleting, tMs }) => (deleting || deleted === undefined) && tMs >= createdMs + ageMs - 300),
      ),
  };
}

function changeOf(entry: RecordedPod, createdMs: number): PodChange {
  const tMs = Math.max(0, entry.tMs - createdMs);
  const { phase, ready, restarts, gone } = entry;
  return { tMs, at: exactly(tMs), phase, ready, hasAddress: phase !== "Pending", restarts, gone };
}
