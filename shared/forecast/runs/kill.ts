import type { Path } from "../../basics/path.ts";
import { allContainers, type Pod, type ProbeType, probeField } from "../../kubernetes/pod.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** Why a probe has a container killed. */
export interface KillReason {
  readonly probe: ProbeType;
  /** Of the probe, relative to the pod spec. */
  readonly path: Path;
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  /** Failures in a row that it takes. */
  readonly failureThreshold: number;
  /** The failures in a row that led to it, in order. */
  readonly failures: readonly TimelineEntry[];
  readonly stopping: TimelineEntry;
  readonly graceMs: number;
  /** The field that says so, relative to the pod spec. */
  readonly gracePath: Path;
  /** SIGKILL; undefined if the container ended before, or the run does. */
  readonly killed: TimelineEntry | undefined;
  /** Undefined if the run ends before it does. */
  readonly exit: TimelineEntry | undefined;
}

const graceField = "terminationGracePeriodSeconds";

/** Undefined if the entry is not part of a kill by a probe. */
export function explainKill(
  { entries }: Pick<Timeline, "entries">,
  entry: TimelineEntry,
  pod: Pod,
): KillReason | undefined {
  const own = entries.filter(({ container, run }) => container === entry.container && run === entry.run);
  const stopping = entry.kind === "container-stopping" ? entry : stopBefore(own, entry);
  const container = allContainers(pod).find(({ name }) => name === entry.container);
  const type = stopping?.data.probe;
  const probe = type && container?.probes[type];
  if (stopping === undefined || container === undefined || type === undefined || probe === undefined) return undefined;
  const after = own.slice(own.indexOf(stopping));
  const path = [...container.path, probeField(type)];
  return {
    probe: type,
    path,
    periodSeconds: probe.periodSeconds,
    timeoutSeconds: probe.timeoutSeconds,
    failureThreshold: probe.failureThreshold,
    failures: failuresBefore(own.slice(0, own.indexOf(stopping)), type),
    stopping,
    graceMs: stopping.data.graceMs ?? 0,
    gracePath: probe.terminationGracePeriodSeconds === undefined ? [graceField] : [...path, graceField],
    killed: after.find(({ kind }) => kind === "container-killed"),
    exit: after.find(({ kind }) => kind === "container-exited"),
  };
}

/** SIGKILL belongs to the SIGTERM before it. */
function stopBefore(own: readonly TimelineEntry[], entry: TimelineEntry): TimelineEntry | undefined {
  if (entry.kind !== "container-killed") return undefined;
  return own.slice(0, own.indexOf(entry)).findLast(({ kind }) => kind === "container-stopping");
}

/** Back to the last success. An error of the probe itself does not count. */
function failuresBefore(own: readonly TimelineEntry[], type: ProbeType): readonly TimelineEntry[] {
  const attempts = own.filter(({ kind, data }) => kind === "probe-attempt" && data.probe === type);
  const since = attempts.slice(attempts.findLastIndex(({ data }) => data.answer === "success") + 1);
  return since.filter(({ data }) => data.answer !== "error");
}
