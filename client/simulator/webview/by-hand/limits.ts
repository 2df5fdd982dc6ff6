import { type Path, samePath } from "../../../../shared/basics/path.ts";
import { allContainers, type Container, type ProbeType } from "../../../../shared/kubernetes/pod.ts";
import type { Setup, TriedField } from "../../../../shared/protocol/pod/setup.ts";
import type { TimelineEntry } from "../../../../shared/simulation/timeline/timeline.ts";
import type { Limit } from "../model/limit.ts";
import type { Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { valueAt } from "../run/tried-fields.ts";

/** From the exit of a container back to the probe that ended it there are fewer steps. */
const stepsBackMax = 6;
const secondMs = 1000;
/** Who stops sooner does not care how long it may take. */
const shortestStopMs = 1000;

/** What ends the run of the selected entry: the failures that count, and the seconds of a stop. */
export function limitsOf({ run, view, held, setup }: Pick<Model, "run" | "view" | "held" | "setup">): readonly Limit[] {
  const chain = chainOf(run, view.selected);
  const found = [thresholdIn(run, chain), graceIn(run, chain)].filter((limit) => limit !== undefined);
  if (held === undefined) return found;
  const isSame = (limit: Limit): boolean => limit.kind === held.limit.kind;
  const isTried = setup.fields?.some((each) => isField(each, held.limit)) ?? false;
  const stays = held.hasFocus || (isTried && !found.some(isSame));
  if (!stays) return found;
  return [...found.filter((limit) => !isSame(limit)), { ...held.limit, value: valueNow(run, held.limit) }];
}

/** The entry and its causes in the same attempt of its container. */
function chainOf({ byId }: PanelRun, id: string | undefined): readonly TimelineEntry[] {
  const chain: TimelineEntry[] = [];
  let entry = byId.get(id ?? "");
  while (entry !== undefined && chain.length < stepsBackMax && entry.attempt === (chain[0] ?? entry).attempt) {
    chain.push(entry);
    entry = byId.get(entry.cause ?? "");
  }
  return chain;
}

function thresholdIn(run: PanelRun, chain: readonly TimelineEntry[]): Limit | undefined {
  const failed = chain.find(({ kind, data }) => kind === "probe-attempt" && isFailure(data.answer));
  const { probe } = failed?.data ?? {};
  const container = containerOfEntry(run, failed);
  const spec = probe && container?.probes[probe];
  if (failed === undefined || probe === undefined || container === undefined || spec === undefined) return undefined;
  return {
    kind: "threshold",
    container: container.name,
    path: [...container.path, fieldOf(probe)],
    field: "failureThreshold",
    owner: probe,
    value: spec.failureThreshold,
    written: writtenOf(run, [...container.path, fieldOf(probe), "failureThreshold"]) ?? defaults.failureThreshold,
    fromMs: firstOfStreak(run, failed, probe).tMs,
    unitMs: spec.periodSeconds * secondMs,
  };
}

/** The first of the failures in a row since the container started. The pods of a Job count their attempts anew. */
function firstOfStreak({ timeline }: PanelRun, failed: TimelineEntry, probe: ProbeType): TimelineEntry {
  let first = failed;
  for (const entry of timeline.entries.toReversed()) {
    const { kind, container, data, tMs } = entry;
    if (container !== failed.container || tMs > failed.tMs) continue;
    if (kind === "container-started") break;
    if (kind !== "probe-attempt" || data.probe !== probe) continue;
    if (!isFailure(data.answer)) break;
    first = entry;
  }
  return first;
}

function graceIn(run: PanelRun, chain: readonly TimelineEntry[]): Limit | undefined {
  const stopping = chain.find(({ kind }) => kind === "container-stopping");
  const container = containerOfEntry(run, stopping);
  if (stopping === undefined || container === undefined) return undefined;
  const { probe, graceMs } = stopping.data;
  const ofProbe = probe && container.probes[probe]?.terminationGracePeriodSeconds;
  const value = ofProbe ?? run.pod.terminationGracePeriodSeconds;
  if (graceMs !== value * secondMs || stopMs(run, stopping) < shortestStopMs) return undefined;
  const path = probe !== undefined && ofProbe !== undefined ? [...container.path, fieldOf(probe)] : [];
  const field = "terminationGracePeriodSeconds";
  return {
    kind: "grace",
    container: container.name,
    path,
    field,
    owner: path.length === 0 ? "" : (probe ?? ""),
    value,
    written: writtenOf(run, [...path, field]) ?? defaults[field],
    fromMs: stopping.tMs,
    unitMs: secondMs,
  };
}

function stopMs({ timeline }: PanelRun, { container, tMs }: TimelineEntry): number {
  const exit = timeline.entries.find(
    (entry) => entry.kind === "container-exited" && entry.container === container && entry.tMs >= tMs,
  );
  return (exit?.tMs ?? timeline.untilMs) - tMs;
}

const defaults = { failureThreshold: 3, terminationGracePeriodSeconds: 30 } as const;

function isFailure(answer: TimelineEntry["data"]["answer"]): boolean {
  return answer === "failure" || answer === "timeout";
}

function containerOfEntry({ pod }: PanelRun, entry: TimelineEntry | undefined): Container | undefined {
  return entry && allContainers(pod).find(({ name }) => name === entry.container);
}

function fieldOf(probe: ProbeType): string {
  return `${probe}Probe`;
}

function writtenOf({ payload }: PanelRun, path: Path): number | undefined {
  const value = valueAt(payload.written.spec, path);
  return typeof value === "number" ? value : undefined;
}

function valueNow({ written }: PanelRun, { path, field, written: before }: Limit): number {
  const value = valueAt(written.spec, [...path, field]);
  return typeof value === "number" ? value : before;
}

function isField(each: TriedField, { path, field }: Limit): boolean {
  return each.field === field && samePath(each.path, path);
}

/** The setup with another value of it; what the manifest has is not tried out. */
export function withLimit(setup: Setup, limit: Limit, value: number): Setup {
  const { path, field, written } = limit;
  const others = setup.fields?.filter((each) => !isField(each, limit)) ?? [];
  const fields = value === written ? others : [...others, { path: [...path], field, value }];
  return { ...setup, fields: fields.length === 0 ? undefined : fields };
}

/** The value that ends it at that time. Neither failures nor seconds can be none. */
export function valueAtEnd({ kind, fromMs, unitMs }: Limit, endMs: number): number {
  return Math.max(1, Math.round((endMs - fromMs) / unitMs) + (kind === "threshold" ? 1 : 0));
}
