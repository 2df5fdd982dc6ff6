import { formatDuration } from "../../basics/durations.ts";
import type { WorkloadEvent } from "../../controllers/objects/input.ts";
import type { WorkloadSpec } from "../../controllers/objects/model.ts";
import { formatIntOrPercent, readIntOrPercent } from "../../controllers/objects/percent.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { crashingWorkload } from "../../forecast/workload/forecast.ts";
import { eventsOf } from "../../forecast/workload/scenario-events.ts";
import type { RolloutEdit, RolloutSetup, StrategyChange } from "../../protocol/pod/rollout.ts";
import type { RolloutEvent } from "../../scenario/model.ts";

/** A workload and what happens to it. */
interface SetRollout {
  readonly workload: PlayableWorkload;
  readonly events: readonly WorkloadEvent[];
}

/** What a setup makes of a workload: the events of its scenario, and what people let happen. `second`: with the strategy that is compared. */
export function setRollout(workload: PlayableWorkload, setup: RolloutSetup, side: "first" | "second"): SetRollout {
  const { crashAfterMs, edits, compared, trafficDelayMs = workload.trafficDelayMs } = setup;
  const crashing = crashAfterMs === undefined ? workload : crashingWorkload(workload, crashAfterMs);
  const spec = side === "second" && compared !== undefined ? changedSpec(workload.spec, compared) : workload.spec;
  const { events } = eventsOf(workload, [...(workload.scenario.rollout?.events ?? []), ...edits.map(eventOfEdit)]);
  return { workload: { ...crashing, spec, trafficDelayMs }, events };
}

/** What people let happen, as a scenario has it. */
export function eventOfEdit(edit: RolloutEdit): RolloutEvent {
  const { atMs } = edit;
  if (edit.kind === "drain") return { kind: "node-drain", atMs, node: edit.node };
  if (edit.kind === "lose-node") return { kind: "node-loss", atMs, node: edit.node };
  if (edit.kind === "delete-pod") return { kind: "named-pod-deleted", atMs, pod: edit.pod, graceMs: undefined };
  return edit;
}

/** A value that is not one of Kubernetes leaves its field as it is. */
function changedSpec(spec: WorkloadSpec, change: StrategyChange): WorkloadSpec {
  const { minReadySeconds = spec.minReadySeconds } = change;
  const maxUnavailable = amountOf(change.maxUnavailable) ?? spec.maxUnavailable;
  if (spec.kind === "StatefulSet")
    return { ...spec, minReadySeconds, maxUnavailable, isParallel: change.isParallel ?? spec.isParallel };
  const maxSurge = amountOf(change.maxSurge) ?? spec.maxSurge;
  if (spec.kind === "DaemonSet") return { ...spec, minReadySeconds, maxSurge, maxUnavailable };
  return { ...spec, minReadySeconds, maxSurge, maxUnavailable, strategy: change.strategy ?? spec.strategy };
}

/** As it is written in a manifest: `25%` or `2`. */
function amountOf(text: string | undefined): ReturnType<typeof readIntOrPercent> {
  if (text === undefined) return undefined;
  return readIntOrPercent(/^\d{1,4}$/.test(text) ? Number(text) : text);
}

/** The fields that a change can have, as the manifest has them. */
export function strategyOf(spec: WorkloadSpec): StrategyChange {
  const { minReadySeconds } = spec;
  const maxUnavailable = formatIntOrPercent(spec.maxUnavailable);
  if (spec.kind === "StatefulSet") return { minReadySeconds, maxUnavailable, isParallel: spec.isParallel };
  const maxSurge = formatIntOrPercent(spec.maxSurge);
  if (spec.kind === "DaemonSet") return { minReadySeconds, maxUnavailable, maxSurge };
  return { minReadySeconds, maxUnavailable, maxSurge, strategy: spec.strategy };
}

/** What is so from the start, for lists and announcements; plain text. */
export function startsInWords({ crashAfterMs, trafficDelayMs }: RolloutSetup): {
  readonly crashAfterMs: string | undefined;
  readonly trafficDelayMs: string | undefined;
} {
  const crash = crashAfterMs === undefined ? "" : formatDuration(crashAfterMs);
  const delay = trafficDelayMs === undefined ? "" : formatDuration(trafficDelayMs);
  return {
    crashAfterMs: crash === "" ? undefined : `new version crashes ${crash} after each start`,
    trafficDelayMs: delay === "" ? undefined : `requests still come for ${delay} after a pod is deleted`,
  };
}

/** What an edit does, for lists and announcements; plain text. */
export function editInWords(edit: RolloutEdit): string {
  if (edit.kind === "drain") return `node ${edit.node} drains`;
  if (edit.kind === "lose-node") return `node ${edit.node} is lost`;
  if (edit.kind === "scale") return `scale to ${edit.replicas}`;
  if (edit.kind === "delete-pod") return `pod ${edit.pod} is deleted`;
  return { "roll-back": "roll back", pause: "pause", resume: "resume" }[edit.kind];
}
