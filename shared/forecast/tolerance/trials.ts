import type { ProbeType } from "../../kubernetes/pod.ts";
import type { AnswerWindow, Run, ScenarioEvent, ToleranceQuestion } from "../../scenario/model.ts";
import { startingIn } from "../../scenario/ranges.ts";
import type { TimelineEntry } from "../../simulation/timeline/timeline.ts";
import {
  actingMs,
  alone,
  type Experiment,
  playUntilFound,
  settlingMs,
  withoutLiveness,
  withoutReadiness,
  withProbes,
} from "../runs/experiments.ts";

/** What a fault of some length did. `afterMs`: how long after its beginning. */
export interface Harmed {
  readonly afterMs: number;
  readonly probe: ProbeType | undefined;
}

/** One moment at which a fault begins: plays it with a length; undefined means without an end. Gives undefined where it does no harm. */
export type FaultTrial = (lengthMs: number | undefined) => Harmed | undefined;

/** What is asked: a container, and how it starts and stops when nothing is wrong. */
export interface FaultSubject {
  readonly experiment: Experiment;
  readonly run: Run;
}

/**
 * The trials of a question: one for each moment within a period that can make a difference, the worst and the best of them. None:
 * the fault cannot come about, or nothing looks for it.
 */
export function trialsOf({ fault, harm }: ToleranceQuestion, subject: FaultSubject): readonly FaultTrial[] {
  switch (fault) {
    case "start":
      return isEnded(subject) ? startTrials(ofEnds(subject)) : [];
    case "hang":
    case "errors":
      return windowTrials(fault === "hang" ? "hangs" : "fails", harm, subject);
    case "answers":
      return harm === "kill" ? latencyKills(subject) : latencyUnready(subject);
    case "stop":
      return [stopTrial(subject)];
  }
}

/** The subject without its readiness probe, which makes no difference to what ends a container. */
function ofEnds({ experiment, run }: FaultSubject): FaultSubject {
  return { experiment: alone(withoutReadiness(experiment)), run };
}

function isEnded({ experiment: { container } }: FaultSubject): boolean {
  return container.probes.startup !== undefined || container.probes.liveness !== undefined;
}

/** Longer than any probe of the container looks at a start. */
function tooLongMs({ experiment: { pod, container } }: FaultSubject): number {
  return settlingMs(container) + actingMs(pod, container);
}

/** The ticks of the probes begin before the container runs: the time that the runtime takes shifts the start between two of them. */
function startTrials(subject: FaultSubject): readonly FaultTrial[] {
  const { experiment, run } = subject;
  const endlessMs = tooLongMs(subject);
  const shifted = (startMs: number): Run => ({ ...run, startMs });
  return shiftsOf(experiment, [startingIn(shifted(0), endlessMs)], { run: 1, untilMs: 2 * endlessMs }).map(
    (shiftMs): FaultTrial =>
      (lengthMs = endlessMs) =>
        killOf(experiment, [startingIn(shifted(shiftMs), lengthMs)], { run: 1, untilMs: lengthMs + 2 * endlessMs }),
  );
}

/**
 * By how much a run is to start later for a tick of a probe to come just as, just before, and just after its initial delay is over. The
 * kubelet counts the delay from the start in whole seconds, hence those a second later.
 */
function shiftsOf(experiment: Experiment, runs: readonly Run[], which: WhichRun): readonly number[] {
  const gaps = endingTypes.flatMap((type) => shiftsFor(type, experiment, runs, which));
  return gaps.length === 0 ? [] : [...new Set([0, ...gaps])];
}

const endingTypes = ["startup", "liveness"] as const;

function shiftsFor(
  type: (typeof endingTypes)[number],
  experiment: Experiment,
  runs: readonly Run[],
  { run, untilMs }: WhichRun,
): readonly number[] {
  const { name, probes } = experiment.container;
  const probe = probes[type];
  if (probe === undefined) return [];
  const isAnswer = isAttempt(name, run, type);
  const { entries } = playUntilFound(experiment, runs, { untilMs, isAnswer });
  const [started, attempt] = [entries.find(isStart(name, run)), entries.find(isAnswer)];
  if (started === undefined || attempt === undefined) return [];
  const periodMs = 1000 * probe.periodSeconds;
  const alignedMs = attempt.tMs - started.tMs - 1000 * probe.initialDelaySeconds;
  return [-1, 1, 999, 1001].map((moreMs) => (((alignedMs + moreMs) % periodMs) + periodMs) % periodMs);
}

/** A time in which probes fail, of a container that has started and was fine: just as an attempt begins, and just after one. */
function windowTrials(
  answer: AnswerWindow["answer"],
  harm: ToleranceQuestion["harm"],
  { experiment, run }: FaultSubject,
): readonly FaultTrial[] {
  const type = harm === "kill" ? "liveness" : "readiness";
  if (experiment.container.probes[type] === undefined) return [];
  const asked = alone(harm === "kill" ? withoutReadiness(experiment) : withoutLiveness(experiment));
  const { pod, container } = asked;
  const settledMs = run.startsInMs + settlingMs(container);
  const isLate = (entry: TimelineEntry): boolean => isAttempt(container.name, 1, type)(entry) && entry.tMs >= settledMs;
  const calm = playUntilFound(asked, [run], { untilMs: settledMs + actingMs(pod, container), isAnswer: isLate });
  const started = calm.entries.find(isStart(container.name, 1));
  const attempt = calm.entries.find(isLate);
  if (started === undefined || attempt === undefined) return [];
  const elapsedMs = attempt.tMs - started.tMs;
  return [elapsedMs, elapsedMs + 1].map((afterMs): FaultTrial => {
    const fromMs = started.tMs + afterMs;
    const isHarm = harm === "kill" ? isKill(container.name, 1) : isUnready(container.name, fromMs);
    return (forMs) => {
      const window: AnswerWindow = { answer, latencyMs: undefined, target: undefined, afterMs, forMs };
      const untilMs =
        fromMs + Math.min(forMs ?? Number.POSITIVE_INFINITY, actingMs(pod, container)) + pollMs(container);
      const { entries } = playUntilFound(asked, [{ ...run, answers: [...run.answers, window] }], {
        untilMs: forMs === undefined ? fromMs + actingMs(pod, container) : untilMs,
        isAnswer: isHarm,
      });
      return harmed(entries.find(isHarm), fromMs);
    };
  });
}

/** An attempt that began before the end of the fault can fail after it. */
function pollMs({ probes }: Experiment["container"]): number {
  const timeouts = Object.values(probes).map(({ timeoutSeconds }) => timeoutSeconds);
  return 1000 * Math.max(0, ...timeouts) + 1000;
}

function latencyKills(subject: FaultSubject): readonly FaultTrial[] {
  if (!isEnded(subject)) return [];
  const { experiment, run } = ofEnds(subject);
  const untilMs = run.startsInMs + 2 * tooLongMs(subject);
  return [
    (latencyMs) => {
      const found = killOf(experiment, [answeringIn(run, latencyMs)], { run: 1, untilMs });
      return found && { ...found, afterMs: slowestMs(subject) };
    },
  ];
}

/** It never becomes ready. */
function latencyUnready({ experiment, run }: FaultSubject): readonly FaultTrial[] {
  const asked = alone(withoutLiveness(experiment));
  const { pod, container } = asked;
  if (container.probes.readiness === undefined) return [];
  const untilMs = run.startsInMs + settlingMs(container) + actingMs(pod, container);
  const isReady = ({ kind, data, container: name }: TimelineEntry): boolean =>
    name === container.name && kind === "probe-result" && data.probe === "readiness" && data.status === "success";
  return [
    (latencyMs) => {
      const { entries } = playUntilFound(asked, [answeringIn(run, latencyMs)], { untilMs, isAnswer: isReady });
      return entries.some(isReady) ? undefined : { afterMs: slowestMs({ experiment, run }), probe: "readiness" };
    },
  ];
}

/** An answer that takes longer than each timeout fails everywhere. */
function slowestMs({ experiment: { container } }: FaultSubject): number {
  return pollMs(container);
}

function answeringIn(run: Run, latencyMs: number | undefined): Run {
  if (latencyMs === 0) return run;
  const window = { target: undefined, afterMs: 0, forMs: undefined } as const;
  const slow: AnswerWindow =
    latencyMs === undefined
      ? { ...window, answer: "hangs", latencyMs: undefined }
      : { ...window, answer: "answers", latencyMs };
  return { ...run, answers: [...run.answers, slow] };
}

/** A deletion, of a program that takes so long for SIGTERM. */
function stopTrial({ experiment: whole, run }: FaultSubject): FaultTrial {
  const experiment = withProbes(whole, []);
  const { pod, container } = experiment;
  const atMs = run.startsInMs + settlingMs(container);
  const event: ScenarioEvent = { kind: "pod-deleted", atMs, graceMs: undefined };
  const untilMs = atMs + actingMs(pod, container) + 1000 * pod.terminationGracePeriodSeconds;
  const isKilled = ({ kind, container: name }: TimelineEntry): boolean =>
    kind === "container-killed" && name === container.name;
  return (inMs) => {
    const stop: Run["stop"] = inMs === undefined ? { kind: "ignores" } : { kind: "stops", inMs, exitCode: 143 };
    const stopped = { ...experiment, events: [event] };
    const { entries } = playUntilFound(stopped, [{ ...run, stop }], { untilMs, isAnswer: isKilled });
    return harmed(entries.find(isKilled), atMs);
  };
}

/** The n-th run of the container is asked about, in a play of this length. */
interface WhichRun {
  readonly run: number;
  readonly untilMs: number;
}

/** Since the start of the run that is killed by a probe. */
function killOf(experiment: Experiment, runs: readonly Run[], { run, untilMs }: WhichRun): Harmed | undefined {
  const { name } = experiment.container;
  const { entries } = playUntilFound(experiment, runs, { untilMs, isAnswer: isKill(name, run) });
  const started = entries.find(isStart(name, run));
  return started && harmed(entries.find(isKill(name, run)), started.tMs);
}

function harmed(entry: TimelineEntry | undefined, sinceMs: number): Harmed | undefined {
  return entry && { afterMs: entry.tMs - sinceMs, probe: entry.data.probe };
}

/** The failure that has it killed: SIGTERM comes after its preStop hook, and may take as long as the grace period. */
function isKill(name: string, run: number): (entry: TimelineEntry) => boolean {
  return ({ kind, container, data, ...entry }) =>
    kind === "probe-result" &&
    container === name &&
    (entry.run ?? 1) === run &&
    data.status === "failure" &&
    (data.probe === "startup" || data.probe === "liveness");
}

function isUnready(name: string, sinceMs: number): (entry: TimelineEntry) => boolean {
  return ({ kind, container, data, tMs }) =>
    kind === "probe-result" &&
    container === name &&
    data.probe === "readiness" &&
    data.status === "failure" &&
    tMs >= sinceMs;
}

function isStart(name: string, run: number): (entry: TimelineEntry) => boolean {
  return (entry) => entry.kind === "container-started" && entry.container === name && (entry.run ?? 1) === run;
}

function isAttempt(name: string, run: number, type: ProbeType): (entry: TimelineEntry) => boolean {
  return ({ kind, container, data, ...entry }) =>
    kind === "probe-attempt" && container === name && (entry.run ?? 1) === run && data.probe === type;
}
