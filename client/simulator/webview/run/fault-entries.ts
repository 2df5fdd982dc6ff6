import type { FaultPlace } from "../../../../shared/scenario/language/inject.ts";
import type { Fault, ScenarioEvent } from "../../../../shared/scenario/model.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { PanelRun } from "./run.ts";

/** The entry in which an injected fault shows: what somebody who injected it wants to see. Undefined if it never does. */
export function entryOfFault(
  { timeline }: PanelRun,
  container: string,
  { kind }: Fault,
  { attempt, tMs: atMs }: FaultPlace,
): TimelineEntry | undefined {
  const own = timeline.entries.filter((entry) => entry.container === container);
  if (kind === "image-missing") return own.find((entry) => entry.kind === "image-pull-failed" && entry.tMs >= atMs);
  const fromStart = own.slice(
    own.findIndex((entry) => entry.kind === "container-started" && entry.attempt === attempt),
  );
  if (kind === "hang" || kind === "slow") return fromStart.find((entry) => entry.tMs >= atMs && isProbeFailure(entry));
  return fromStart.find((entry) => entry.kind === "container-exited" && entry.attempt === attempt);
}

const kindOfEvent = {
  "kubelet-restart": "kubelet-stopped",
  "node-reboot": "node-rebooted",
  "own-node-lost": "node-lost",
  "pod-deleted": "pod-deleted",
  "readiness-gates": "note",
  "container-fault": "note",
  outage: "note",
} as const satisfies Partial<Record<ScenarioEvent["kind"], TimelineEntry["kind"]>>;

export function entryOfEvent(
  { timeline }: PanelRun,
  event: ScenarioEvent["kind"],
  atMs: number,
): TimelineEntry | undefined {
  return timeline.entries.find(({ kind, tMs }) => kind === kindOfEvent[event] && tMs >= atMs);
}

function isProbeFailure({ kind, data }: TimelineEntry): boolean {
  return kind === "probe-attempt" && data.answer !== "success";
}
