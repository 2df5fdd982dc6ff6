import type { Span } from "../basics/span.ts";
import { causeOf } from "../incident/causes.ts";
import { allContainers, type Probe } from "../kubernetes/pod.ts";
import type { ObservedContainer, ObservedPod } from "../observation/objects/pod-object.ts";
import { stopsOf } from "../observation/objects/runs.ts";
import { runsOf } from "../observation/windows/next-try.ts";
import type { LearningContainer } from "./learning-pod.ts";
import { type MeasuredTime, medianOf } from "./measured.ts";

/** Starts of one container of one pod. */
export interface SeenStarts {
  readonly starts: readonly StartSample[];
  /** Starts that a probe ended. */
  readonly cutOff: number;
  readonly doubtful: number;
  /** Why no start can be measured: a sentence; undefined if it can. */
  readonly why: string | undefined;
}

interface StartSample extends MeasuredTime {
  /** It was not ready before. Otherwise it may have been, and only lost it for a while. */
  readonly isFirm: boolean;
}

const secondMs = 1000;
/** What a stop takes that nothing delays. */
const stopMs = 2 * secondMs;
/** Nobody waits longer for a program that no probe watches: it was ready before. */
const plainStartMaxMs = 30 * 60 * secondMs;

/**
 * How long a container took to start: from its start until its pod was ready, less what its probes need to notice that. A pod says
 * when all of its containers are ready, so one of them alone must have probes.
 */
export function seenStarts(about: LearningContainer): SeenStarts {
  const { spec, pod } = about;
  const cutOff = cutOffStarts(about);
  const none = (why: string): SeenStarts => ({ starts: [], cutOff, doubtful: 0, why });
  if (spec.kind === "init") return { starts: [], cutOff, doubtful: 0, why: undefined };
  const probe = spec.probes.readiness ?? spec.probes.startup;
  if (probe === undefined) return none("without a startup or readiness probe, nothing says when it has started");
  const probed = allContainers(pod.model.pod).filter(
    ({ kind, probes }) => kind !== "init" && (probes.startup ?? probes.readiness) !== undefined,
  );
  if (probed.length > 1)
    return none(`${probed.length} containers of the pod have probes, and a status only says when all are ready`);
  const found = readySamples(about, probe);
  return { ...found, cutOff, why: undefined };
}

/** Without those of unknown beginning that are far from the others. */
export function withoutOutliers(starts: readonly StartSample[]): readonly StartSample[] {
  const limitMs = 5 * medianOf(starts.map(({ highMs }) => highMs)) + 30 * secondMs;
  return starts.filter(({ isFirm, highMs }) => isFirm || highMs <= limitMs);
}

/** By run: the first time at which it was seen to become ready. */
function readySamples(about: LearningContainer, probe: Probe): Pick<SeenStarts, "starts" | "doubtful"> {
  const byRun = new Map<string, StartSample | "doubtful">();
  const unready = new Set<string>();
  for (const { pod } of about.pod.looks) {
    const own = pod.containers.find(({ name }) => name === about.spec.name);
    if (own?.state.is !== "running" || own.state.startedAt === undefined) continue;
    const run = `${own.restartCount} ${own.state.startedAt.nominalMs}`;
    if (!own.ready) unready.add(run);
    const sample = sampleOfLook(about, pod, { own, startedAt: own.state.startedAt, probe });
    const before = byRun.get(run) ?? "doubtful";
    if (sample === undefined || before !== "doubtful") continue;
    byRun.set(run, sample === "doubtful" ? sample : { ...sample, isFirm: sample.isFirm || unready.has(run) });
  }
  const found = [...byRun.values()];
  const starts = found.filter((each) => each !== "doubtful");
  return { starts, doubtful: found.length - starts.length };
}

function sampleOfLook(
  about: LearningContainer,
  pod: ObservedPod,
  running: Omit<Became, "since">,
): StartSample | "doubtful" | undefined {
  const since = running.own.ready ? readySince(pod) : undefined;
  if (since === undefined || isByOther(pod, running.own, since)) return undefined;
  return sampleOf(about, { ...running, since });
}

/** Readiness gates are no part of a start. */
function readySince({ conditions }: ObservedPod): Span | undefined {
  const condition =
    conditions.find(({ type }) => type === "ContainersReady") ?? conditions.find(({ type }) => type === "Ready");
  return condition?.status === "True" ? condition.since : undefined;
}

/** Another container of the pod that was started at this time made the pod ready. */
function isByOther({ containers }: ObservedPod, own: ObservedContainer, since: Span): boolean {
  return containers.some(
    ({ name, kind, state }) =>
      name !== own.name &&
      (kind === "regular" || kind === "sidecar") &&
      state.is === "running" &&
      (state.startedAt?.latestMs ?? 0) >= since.earliestMs - 2 * secondMs,
  );
}

interface Became {
  readonly own: ObservedContainer;
  readonly startedAt: Span;
  readonly since: Span;
  readonly probe: Probe;
}

/**
 * The program has started after the last attempt that failed and before the first that counted. Where nothing was asked before, it
 * may have started at once.
 */
function sampleOf({ spec, budget }: LearningContainer, became: Became): StartSample | "doubtful" | undefined {
  const { own, startedAt, since, probe } = became;
  const { startup, readiness } = spec.probes;
  const tMs = since.nominalMs - startedAt.nominalMs;
  if (tMs < 0) return undefined;
  const periodMs = probe.periodSeconds * secondMs;
  const startupMs = startup === undefined ? 0 : startup.periodSeconds * secondMs;
  // Kubelets of 1.35 to 1.37 take a restarted container for started until its startup probe is next due.
  if (own.restartCount > 0 && startup !== undefined && tMs <= startupMs + secondMs) return undefined;
  const noticedMs = probe.successThreshold * periodMs + (readiness === undefined ? 0 : startupMs);
  const limitMs = budget?.latestMs;
  if (startup !== undefined && limitMs !== undefined && tMs > limitMs + noticedMs + 2 * secondMs) return "doubtful";
  if (startup === undefined && tMs > plainStartMaxMs) return "doubtful";
  const firstAskedMs = probe.initialDelaySeconds * secondMs + noticedMs;
  const highMs = Math.max(0, tMs - (probe.successThreshold - 1) * periodMs) + secondMs;
  // Both times are cut to whole seconds: the program needs more than this less a second.
  const lowMs = tMs - secondMs <= firstAskedMs ? 0 : tMs - noticedMs;
  return { lowMs, highMs, atMs: startedAt.nominalMs, isFirm: startup !== undefined };
}

/** Starts that a probe ended, as far as runs and counts of events show them. */
function cutOffStarts({ spec, evidence, budget }: LearningContainer): number {
  if (budget === undefined) return 0;
  const by = spec.probes.startup === undefined ? "liveness" : "startup";
  const own = spec.probes[by]?.terminationGracePeriodSeconds;
  const graceMs = secondMs * (own ?? evidence.model.pod.terminationGracePeriodSeconds);
  const known = runsOf(evidence.look, evidence.container).runs.filter((run) => {
    if (run.end === undefined || run.lengthMs === undefined || run.hasStarted === true) return false;
    const cause = causeOf(evidence, run);
    if (cause?.by !== by || cause.certainty === "possible") return false;
    if (by === "startup" && cause.certainty === "told") return true;
    const dyingMs = run.end.exitCode === 137 ? graceMs : 0;
    const { earliestMs, latestMs } = run.lengthMs;
    return latestMs >= budget.earliestMs + dyingMs && earliestMs <= budget.latestMs + dyingMs + stopMs;
  }).length;
  const told = stopsOf(evidence.look.events, spec.name).find((stops) => stops.by === "startup")?.count ?? 0;
  return Math.max(known, told);
}
