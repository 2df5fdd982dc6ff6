import type { Span } from "../../basics/span.ts";
import type { SpecChange, WorkloadEvent } from "../objects/input.ts";
import type { WorkloadSpec, WorkloadStatus } from "../objects/model.ts";
import type { WorkloadTimeline } from "../workload/simulation.ts";
import { waiterVerdict } from "./verdict.ts";
import { type Waiter, waiterFacts, waiters } from "./waiters.ts";

/** How a waiter ends in one run. */
interface WaitEnd {
  readonly is: "returns" | "fails";
  readonly span: Span;
}

/** Undefined: it waits for as long as the run was watched. */
export type WaitEnds = Readonly<Record<Waiter, WaitEnd | undefined>>;

/** A look at the workload with what brought it about. */
interface Look {
  readonly tMs: number;
  readonly at: Span;
  readonly status: WorkloadStatus;
  readonly readyInNewSet: number | undefined;
}

/** What is waited for. */
export interface WaitedChange {
  /** The spec after all changes. */
  readonly spec: WorkloadSpec;
  /** When the template changes last, and to which revision. */
  readonly changedMs: number;
  readonly revision: string;
}

/** What each waiter does that begins with the last change of a workload: it looks at the statuses, which come after what happens to the pods. */
export function waitEnds(timeline: WorkloadTimeline, change: WaitedChange): WaitEnds {
  const { spec } = change;
  const looks = looksAt(timeline, change);
  const generation = Math.max(0, ...looks.map(({ status }) => status.observedGeneration));
  const endOf = (waiter: Waiter): WaitEnd | undefined => {
    for (const { at, status, readyInNewSet } of looks) {
      const is = waiterVerdict(waiter, { generation, spec, status, readyInNewSet });
      if (is !== "waits") return { is, span: { ...at, latestMs: at.latestMs + waiterFacts[waiter].pollMs } };
    }
    return undefined;
  };
  const [helm3, helm4, flux, argo, rollout, wait] = waiters.map(endOf);
  return {
    ...{ "helm-3": helm3, "helm-4": helm4, flux, "argo-cd": argo },
    ...{ "kubectl-rollout-status": rollout, "kubectl-wait": wait },
  };
}

/** One for each entry and each status: of a ReplicaSet it is the pods that count. */
function looksAt(
  { entries, statuses, pods }: WorkloadTimeline,
  { changedMs, revision }: WaitedChange,
): readonly Look[] {
  const isNew = new Set(pods.flatMap((pod) => (pod.revision === revision ? [pod.number] : [])));
  const ready = new Set<number>();
  const looks: Look[] = [];
  let hasSet = false;
  let read = 0;
  let status: WorkloadStatus | undefined;
  let last: Span | undefined;
  const look = (tMs: number): void => {
    if (status === undefined || last === undefined || tMs < changedMs) return;
    const at = {
      nominalMs: tMs,
      earliestMs: Math.max(0, Math.min(tMs, last.earliestMs)),
      latestMs: Math.max(tMs, last.latestMs),
    };
    looks.push({ tMs, at, status, readyInNewSet: hasSet ? ready.size : undefined });
  };
  const readUntil = (tMs: number): void => {
    for (let next = statuses[read]; next !== undefined && next.tMs <= tMs; next = statuses[read]) {
      read += 1;
      if (next.status.kind === "PodDisruptionBudget") continue;
      status = next.status;
      look(next.tMs);
    }
  };
  for (const { tMs, at, kind, pod, data } of entries) {
    readUntil(tMs - 1);
    last = at;
    if (kind === "replica-set-created" && data.revision === revision) hasSet = true;
    if (pod !== undefined && isNew.has(pod)) {
      if (kind === "pod-ready") ready.add(pod);
      else if (kind === "pod-not-ready" || kind === "pod-deleted" || kind === "pod-ended") ready.delete(pod);
    }
    look(tMs);
  }
  readUntil(Number.POSITIVE_INFINITY);
  return looks;
}

/** The spec that comes of all changes, in order of time. */
export function specAfter(spec: WorkloadSpec, events: readonly WorkloadEvent[]): WorkloadSpec {
  const changes = events
    .toSorted((left, right) => left.atMs - right.atMs)
    .flatMap((event) => ("spec" in event && event.spec !== undefined ? [event.spec] : []));
  return changes.reduce(changed, spec);
}

function changed(spec: WorkloadSpec, change: SpecChange): WorkloadSpec {
  if (spec.kind === "Deployment") return { ...spec, ...change };
  const { minReadySeconds = spec.minReadySeconds } = change;
  if (spec.kind === "DaemonSet") return { ...spec, minReadySeconds };
  const { replicas = spec.replicas, partition = spec.partition } = change;
  return { ...spec, replicas, partition, minReadySeconds };
}
