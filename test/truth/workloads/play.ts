import * as z from "zod";
import type { SpecChange, WorkloadEvent, WorkloadInput } from "../../../shared/controllers/objects/input.ts";
import type { BudgetSpec } from "../../../shared/controllers/objects/model.ts";
import { readIntOrPercent } from "../../../shared/controllers/objects/percent.ts";
import type { NewPod, PodChange, PodFeed } from "../../../shared/controllers/objects/pod-feed.ts";
import { readWorkloadSpec } from "../../../shared/controllers/objects/read-spec.ts";
import {
  createWorkloadSimulation,
  type WorkloadSimulation,
  type WorkloadTimeline,
} from "../../../shared/controllers/workload/simulation.ts";
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

/** How fast the controllers react: at once, or as a seed draws it; busy ones take longer. */
export interface Reactions {
  readonly seed: number;
  readonly meanMs: number;
  /** By how much the kubelet's clock is before what a watcher saw: it decides about the second in which a pod became Ready. */
  readonly writtenMs: number;
}

export function playRecording(recording: Recording, { seed, meanMs, writtenMs }: Reactions): Played {
  const names = new Map<number, string>();
  const found = kinds.flatMap((kind) => {
    const object = recording.objects.find((one) => one.kind === kind);
    return object === undefined ? [] : [{ kind, object }];
  })[0];
  const spec = found === undefined ? undefined : readWorkloadSpec(found.kind, found.object.spec, apiServer);
  if (found === undefined || spec === undefined) throw new Error(`${recording.scenario} has no workload`);
  const pods = podsOf(recording);
  const used = new Set<string>();
  const revisions = revisionsOf(recording);
  const input: WorkloadInput = {
    name: found.object.metadata.name,
    spec,
    revision: revisions.at(0, JSON.stringify(versionIn(found.object))),
    nodes: Array.from({ length: recording.nodes }, (_, index) => `node-${index}`),
    services: recording.objects.flatMap(({ kind, metadata, spec: service }) =>
      kind === "Service"
        ? [{ name: metadata.name, publishNotReadyAddresses: service["publishNotReadyAddresses"] === true }]
        : [],
    ),
    budgets: recording.objects.flatMap(({ kind, metadata, spec: budget }) =>
      kind === "PodDisruptionBudget" ? [budgetOf(metadata.name, budget)] : [],
    ),
    events: [],
    pods: () => (pod) => feedOf(pod, pods, { used, names, writtenMs }),
    apiServer,
    timing: meanMs === 0 ? "ideal" : "kubelet",
    clockPhaseMs: clockPhaseOf(recording),
    seed,
    reactionMeanMs: meanMs,
    untilMs: recording.seconds * 1000,
  };
  const simulation = createWorkloadSimulation(input);
  for (const event of eventsOf(recording, revisions)) {
    simulation.runUntil(event.atMs - 1);
    simulation.inject(asPlayed(event, recording, simulation, names));
  }
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
      return [{ kind: "delete-pod", atMs, pod: entry.name, graceMs: force }];
    }
    if (entry.op === "drain") return [{ kind: "drain", atMs, node: entry.name }];
    if (entry.op === "evict") {
      const asked = recording.entries.find((one) => one.kind === "eviction");
      return [{ kind: "evict", atMs, pod: asked?.pod ?? "" }];
    }
    const version = versionIn(action.patch);
    const spec = changeIn(action.patch?.with.spec);
    if (version === undefined) return [{ kind: "change", atMs, spec }];
    return [{ kind: "rollout", atMs, revision: revisions.at(atMs, JSON.stringify(version)), spec }];
  });
}

/** Pods that are named in the recording, as they are named in the run. */
function asPlayed(
  event: WorkloadEvent,
  { seconds }: Recording,
  simulation: WorkloadSimulation,
  names: ReadonlyMap<number, string>,
): WorkloadEvent {
  if (event.kind !== "delete-pod" && event.kind !== "evict") return event;
  const numbers = [...names].filter(([, name]) => name.startsWith(`${event.pod}#`)).map(([number]) => number);
  const pod = simulation.timeline().pods.find((one) => numbers.includes(one.number) && !one.gone);
  return pod === undefined ? { ...event, atMs: seconds * 1000 + 1 } : { ...event, pod: pod.number - 1 };
}

/** What a patch changes of the spec, but for the template. */
function changeIn(spec: Recording["objects"][number]["spec"] | undefined): SpecChange {
  const { replicas, paused, updateStrategy } = changed.parse(spec ?? {});
  return {
    ...(replicas !== undefined && { replicas }),
    ...(paused !== undefined && { paused }),
    ...(updateStrategy !== undefined && { partition: updateStrategy.rollingUpdate.partition }),
  };
}

const changed = z.object({
  replicas: z.optional(z.number()),
  paused: z.optional(z.boolean()),
  updateStrategy: z.optional(z.object({ rollingUpdate: z.object({ partition: z.number() }) })),
});

interface FeedContext {
  readonly used: Set<string>;
  readonly names: Map<number, string>;
  readonly writtenMs: number;
}

function feedOf(
  { revision, ordinal, node, createdMs }: NewPod,
  pods: ReadonlyMap<string, readonly RecordedPod[]>,
  { used, names, writtenMs }: FeedContext,
): PodFeed {
  const found = [...pods].find(
    ([key, [first, ...later]]) =>
      !used.has(key) &&
      first?.revision === revision &&
      (ordinal === undefined || first.name.endsWith(`-${ordinal}`)) &&
      (node === undefined || later.some((entry) => entry.node === node)),
  );
  const entries = found?.[1] ?? [];
  if (found !== undefined) used.add(found[0]);
  names.set(names.size + 1, found?.[0] ?? "a pod that was not recorded");
  const changes = (list: readonly RecordedPod[]) => (index: number) => {
    const entry = list[index];
    return entry && changeOf(entry, entries[entries.indexOf(entry) - 1], { createdMs, writtenMs });
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

/** A container that ran again while nobody saw the pod unready: its Ready is a new one, although only the last status was written. */
function changeOf(
  entry: RecordedPod,
  before: RecordedPod | undefined,
  { createdMs, writtenMs }: { readonly createdMs: number; readonly writtenMs: number },
): PodChange {
  const tMs = Math.max(0, entry.tMs - createdMs);
  const { phase, ready, restarts, gone } = entry;
  const isAnew = ready !== (before?.ready ?? false) || (ready && restarts > (before?.restarts ?? 0));
  const hasAddress = phase !== "Pending" || entry.sandbox;
  const change = { tMs, at: exactly(tMs), phase, ready, hasAddress, restarts, gone };
  return isAnew ? { ...change, readySinceMs: entry.tMs - writtenMs } : change;
}
