import type { Container, Probe } from "../../kubernetes/pod.ts";
import { decideRestart } from "../../restart/decision.ts";
import type { AnswerWindow, Run } from "../../scenario/model.ts";
import { exitAfter, plainRun } from "../../scenario/script.ts";
import { restartingAllReason } from "../../simulation/status/phase.ts";
import type { ObservedEvent } from "../objects/event-object.ts";
import type { KubeletModel } from "../objects/kubelet-model.ts";
import type { ObservedEnd, ObservedPod } from "../objects/pod-object.ts";
import { between, isStartFailure, type ObservedRun, type Stopper, type Stops } from "../objects/runs.ts";
import { stopOf } from "./causes.ts";
import { meanMs, resetRunOf, triggerOf } from "./unseen-runs.ts";

interface InferredOf {
  readonly model: KubeletModel;
  readonly spec: Container;
  readonly stops: readonly Stops[];
  /** All that are known of the container, oldest first. */
  readonly runs: readonly ObservedRun[];
  readonly events: readonly ObservedEvent[];
  readonly pod: ObservedPod;
  /** How many runs came before them that nobody saw. */
  readonly missing: number;
  /** The run that followed. */
  readonly next: ObservedRun | undefined;
}

/** A run that ends as an observed one did. Undefined if it goes on. */
export function inferRun(run: ObservedRun, about: InferredOf): Run | undefined {
  const { end, lengthMs } = run;
  if (end === undefined) return undefined;
  if (end.reason === restartingAllReason) return resetRun(run, about);
  if (isStartFailure(end)) return { ...plainRun, fault: "cannot be started" };
  const stop = stopOf(about.model, { ...about, container: about.spec.name }, run);
  // What stopped it without a trace, or by failures of the run before, is in no scenario of this run: its own exit comes closest.
  const isUntold = (stop?.by === "other" && stop.evidence === "run") || stop?.countsOn;
  const by = (isUntold ? undefined : stop?.by) ?? otherStopper(end, about);
  const afterMs = lengthMs?.nominalMs ?? 0;
  if (by !== undefined) return stoppedRun(run, end, { ...about, by });
  if (end.reason === "OOMKilled") return { ...plainRun, end: { afterMs, exitCode: end.exitCode, reason: "OOMKilled" } };
  return { ...plainRun, end: exitAfter(afterMs, end.exitCode) };
}

/**
 * The end of what started all containers anew is not in the API once they were. Of several containers with such a rule the first
 * is taken to have done it, and of several exit codes the one that was seen, else the first.
 */
function resetRun({ startedAt }: ObservedRun, about: InferredOf): Run {
  const { model, spec, next } = about;
  const trigger = triggerOf(model);
  const exitCode = triggeringCode(about) ?? (trigger?.spec.name === spec.name ? trigger.exitCode : undefined);
  if (exitCode === undefined) return resetRunOf(spec);
  const isTimed = startedAt !== undefined && next?.startedAt !== undefined;
  return {
    ...plainRun,
    end: exitAfter(isTimed ? between(startedAt, next.startedAt).nominalMs : meanMs(about), exitCode),
  };
}

/** With which a run of the container ended that restarted all of them. */
function triggeringCode({ model, spec, runs }: InferredOf): number | undefined {
  const ends = runs.flatMap(({ end }) => (end === undefined || end.reason === restartingAllReason ? [] : [end]));
  return ends.findLast(({ exitCode }) => isTrigger({ model, spec }, exitCode))?.exitCode;
}

function isTrigger({ model, spec }: Pick<InferredOf, "model" | "spec">, exitCode: number): boolean {
  return decideRestart(spec, model.pod, model.assumptions.node, exitCode).decision === "restart-all";
}

const signalled: ReadonlySet<number> = new Set([137, 143]);

/** Repeated events keep only their first and last time; exit codes show the stops in between. */
function otherStopper({ exitCode, reason }: ObservedEnd, { stops }: InferredOf): Stopper | undefined {
  if (!signalled.has(exitCode) || reason === "OOMKilled") return undefined;
  return stops.find(({ by }) => by === "other")?.by;
}

interface Stopped extends InferredOf {
  readonly by: Stopper;
}

/** Does not end by itself: a probe gets no answer since so long before SIGTERM that it fails as often as it must. */
function stoppedRun(run: ObservedRun, end: ObservedEnd, about: Stopped): Run {
  const { model, spec, by } = about;
  const probe = by === "other" ? undefined : spec.probes[by];
  const lengthMs = run.lengthMs?.nominalMs ?? 0;
  const stopMs = stoppedAfter(run, about);
  const isKilled = end.exitCode === 137;
  const graceSeconds = probe?.terminationGracePeriodSeconds ?? model.pod.terminationGracePeriodSeconds;
  const dyingMs = stopMs === undefined ? (isKilled ? graceSeconds * 1000 : 0) : Math.max(0, lengthMs - stopMs);
  // A sidecar of a pod that ends waits for its turn before it is stopped.
  const inMs = stopMs === undefined || (by === "other" && spec.kind === "sidecar") ? 0 : dyingMs;
  const stop = isKilled ? ({ kind: "ignores" } as const) : ({ kind: "stops", inMs, exitCode: end.exitCode } as const);
  if (by === "other" || probe === undefined) return { ...plainRun, stop };
  return { ...plainRun, answers: [failingWindow(probe, lengthMs - dyingMs, { ...about, by })], stop };
}

/** A probe that fails for as long as it takes it to have the container stopped `stoppedMs` after its start. */
function failingWindow(probe: Probe, stoppedMs: number, about: Unanswered): AnswerWindow {
  const { by } = about;
  const answer = answerOf(about);
  const { timeoutSeconds, periodSeconds, failureThreshold } = probe;
  const failingSeconds = (answer === "hangs" ? timeoutSeconds : 0) + (failureThreshold - 0.5) * periodSeconds;
  // Of a startup probe nothing says that it ever succeeded.
  const afterMs = by === "startup" ? 0 : Math.max(0, stoppedMs - failingSeconds * 1000);
  return { answer, latencyMs: undefined, target: { kind: "probe", type: by }, afterMs, forMs: undefined };
}

interface Unanswered extends InferredOf {
  readonly by: "liveness" | "startup";
}

/** Time from the start to the `Killing` event. An event in the second of the next start belongs to the run before. */
function stoppedAfter({ number, startedAt, end }: ObservedRun, { stops, by }: Stopped): number | undefined {
  const times = stops.find((each) => each.by === by)?.times ?? [];
  if (startedAt === undefined || end?.finishedAt === undefined) return undefined;
  const { finishedAt } = end;
  const isShared = number > 0 && finishedAt.nominalMs > startedAt.latestMs;
  const fromMs = isShared ? startedAt.latestMs + 1 : startedAt.nominalMs;
  const time = times.findLast(({ nominalMs, latestMs }) => latestMs >= fromMs && nominalMs <= finishedAt.latestMs);
  return time && Math.max(0, time.nominalMs - startedAt.nominalMs);
}

/** What the probe saw: nothing until its timeout, or a failure. */
function answerOf({ events, spec, by }: Unanswered): "hangs" | "fails" {
  const name = `${by === "liveness" ? "Liveness" : "Startup"} probe`;
  const told = events.find(
    ({ container, reason, message }) => container === spec.name && reason === "Unhealthy" && message.startsWith(name),
  );
  if (told === undefined) return "hangs";
  return /timed out|timeout|deadline exceeded/i.test(told.message) ? "hangs" : "fails";
}
