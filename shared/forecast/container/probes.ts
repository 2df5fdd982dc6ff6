import { joinSpans, type Span } from "../../basics/span.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { Container, DefaultedPod, ProbeType } from "../../kubernetes/pod.ts";
import type { AnswerTarget, Run, StopBehavior } from "../../scenario/model.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { causesOf, spanBetween } from "../runs/chain.ts";
import {
  actingMs,
  alone,
  answering,
  type Experiment,
  inIdealTime,
  playUntilFound,
  settlingMs,
  withoutLiveness,
  withoutReadiness,
  withProbes,
} from "../runs/experiments.ts";

interface StartupBudget {
  readonly span: Span;
  readonly probe: ProbeType;
}

interface HangForecast {
  readonly toDead: Span | undefined;
  readonly toReady: Span | undefined;
}

/** A container and what it does until it hangs. */
export interface Hanging {
  readonly container: Container;
  readonly run: Run;
}

/**
 * How long the container may take until it answers, before a startup or liveness probe ends it. The last attempt that
 * can still save it decides: its earliest time holds whatever the phase of the ticks is.
 */
export function startupBudget(
  pod: DefaultedPod,
  assumptions: Assumptions,
  container: Container,
): StartupBudget | undefined {
  if (container.probes.startup === undefined && container.probes.liveness === undefined) return undefined;
  const experiment = withDecidingProbe({ pod, assumptions: inIdealTime(assumptions), container });
  const neverReady: Run = {
    ...answering,
    answers: [{ answer: "fails", latencyMs: undefined, target: undefined, afterMs: 0, forMs: undefined }],
  };
  const untilMs = settlingMs(experiment.container) + actingMs(pod, experiment.container);
  const isAnswer = isOf(container, "container-stopping");
  const timeline = playUntilFound(experiment, [neverReady], { untilMs, isAnswer });
  const kill = timeline.entries.find(isAnswer);
  const started = find(timeline, container, "container-started");
  if (kill === undefined || started === undefined) return undefined;
  const last = causesOf(timeline, kill).find((entry) => entry.kind === "probe-attempt");
  const span = last === undefined ? undefined : spanBetween(timeline, started, last);
  const probe = last?.data.probe;
  return span === undefined || probe === undefined ? undefined : { span, probe };
}

/** Nothing else acts before the first success of the startup probe. */
export function withDecidingProbe<About extends Experiment>(experiment: About): About {
  const { startup } = experiment.container.probes;
  return alone(withProbes(experiment, [startup === undefined ? "liveness" : "startup"]));
}

/** When a container that was fine and gives no answer any more gets SIGTERM. Asked of every pod, so it plays no more than it needs. */
export function hangToSigterm(
  pod: DefaultedPod,
  assumptions: Assumptions,
  { container, run }: Hanging,
): Span | undefined {
  if (container.probes.liveness === undefined) return undefined;
  const experiment = alone(withoutReadiness({ pod, assumptions: inIdealTime(assumptions), container }));
  const { hangMs, hung } = hangOf(experiment, run, run.stop);
  const untilMs = hangMs + actingMs(pod, experiment.container);
  const isAnswer = isOf(container, "container-stopping");
  const timeline = playUntilFound(experiment, [hung], { untilMs, isAnswer });
  return sinceHang(timeline, container, timeline.entries.find(isAnswer));
}

/**
 * From a start until a probe kills the container that has not responded since, as the run says. Undefined if none does.
 */
export function startToSigterm(
  pod: DefaultedPod,
  assumptions: Assumptions,
  { container, run }: Hanging,
): Span | undefined {
  const experiment = alone(withoutReadiness({ pod, assumptions: inIdealTime(assumptions), container }));
  const untilMs = settlingMs(experiment.container) + actingMs(pod, experiment.container);
  const isAnswer = isOf(container, "container-stopping");
  const timeline = playUntilFound(experiment, [run], { untilMs, isAnswer });
  const [started, stopping] = [find(timeline, container, "container-started"), timeline.entries.find(isAnswer)];
  return started && stopping?.data.probe && spanBetween(timeline, started, stopping);
}

/** What follows SIGTERM. The run says how the container handles SIGTERM, if that is known. */
export function hangForecast(pod: DefaultedPod, assumptions: Assumptions, { container, run }: Hanging): HangForecast {
  if (container.probes.liveness === undefined) return { toDead: undefined, toReady: undefined };
  const experiment = { pod, assumptions: inIdealTime(assumptions), container };
  const [first, second] = stopsOf(run).map((stop) => hangOnce(experiment, run, stop));
  if (first === undefined) return { toDead: undefined, toReady: undefined };
  if (second === undefined) return first;
  return { toDead: joined(first.toDead, second.toDead), toReady: joined(first.toReady, second.toReady) };
}

/** How long a container that gives no answer any more is still sent traffic. */
export function unreadyAfter(pod: DefaultedPod, assumptions: Assumptions, container: Container): Span | undefined {
  if (container.probes.readiness === undefined) return undefined;
  const probed = alone(withoutLiveness({ pod, assumptions: inIdealTime(assumptions), container }));
  const hangMs = settlingMs(probed.container);
  const isAnswer = (entry: TimelineEntry): boolean =>
    entry.kind === "probe-result" && entry.data.status === "failure" && entry.tMs > hangMs;
  const timeline = playUntilFound(probed, [hanging(hangMs, { kind: "probe", type: "readiness" })], {
    untilMs: hangMs + actingMs(pod, probed.container),
    isAnswer,
  });
  const hang = find(timeline, container, "note");
  const unready = timeline.entries.find(isAnswer);
  return hang === undefined || unready === undefined ? undefined : spanBetween(timeline, hang, unready);
}

/**
 * How long a program that responds from now on is not ready yet, at most: as long as one that responds from its start, or one that
 * begins to respond just after an attempt. Undefined where no probe has to succeed.
 */
export function answerToReady(pod: DefaultedPod, assumptions: Assumptions, container: Container): Span | undefined {
  const { startup, readiness } = container.probes;
  if (startup === undefined && readiness === undefined) return undefined;
  const experiment = alone(withoutLiveness({ pod, assumptions: inIdealTime(assumptions), container }));
  const first = startToReady(experiment, 0);
  if (first === undefined) return undefined;
  const missMs = first.attemptMs + 1;
  const second = startToReady(experiment, missMs);
  if (second === undefined) return undefined;
  // In exact time, the tick of a probe and an attempt between two ticks can coincide; a real kubelet may need a period for each success.
  const moreMs = readiness === undefined ? 0 : 1000 * readiness.periodSeconds * (readiness.successThreshold - 1);
  const latestMs = Math.max(first.span.latestMs, second.span.latestMs - missMs) + moreMs;
  return { earliestMs: 0, nominalMs: latestMs, latestMs };
}

/** From the start of a container to its readiness, and to its first attempt. */
function startToReady(
  experiment: Experiment,
  startsInMs: number,
): { readonly span: Span; readonly attemptMs: number } | undefined {
  const { pod, container } = experiment;
  const isAnswer = isMadeReady(container);
  const untilMs = startsInMs + settlingMs(container) + actingMs(pod, container);
  const timeline = playUntilFound(experiment, [{ ...answering, startsInMs }], { untilMs, isAnswer });
  const [started, attempt] = [
    find(timeline, container, "container-started"),
    find(timeline, container, "probe-attempt"),
  ];
  const ready = timeline.entries.find(isAnswer);
  if (started === undefined || attempt === undefined || ready === undefined) return undefined;
  const span = spanBetween(timeline, started, ready);
  return span && { span, attemptMs: attempt.tMs - started.tMs };
}

function hangOnce(experiment: Experiment, run: Run, stop: StopBehavior): HangForecast {
  const { pod, container } = experiment;
  const { hangMs, hung } = hangOf(experiment, run, stop);
  const again: Run = { ...answering, startsInMs: run.startsInMs };
  const timeline = playUntilFound(experiment, [hung, again], {
    untilMs: 2 * (hangMs + actingMs(pod, container)),
    isAnswer: isReadyAgain(container),
  });
  return {
    toDead: sinceHang(timeline, container, find(timeline, container, "container-exited")),
    toReady: sinceHang(timeline, container, timeline.entries.find(isReadyAgain(container))),
  };
}

function hangOf({ container }: Experiment, run: Run, stop: StopBehavior): { hangMs: number; hung: Run } {
  const hangMs = run.startsInMs + settlingMs(container);
  return { hangMs, hung: { ...hanging(hangMs, undefined), startsInMs: run.startsInMs, stop } };
}

function sinceHang(timeline: Timeline, container: Container, entry: TimelineEntry | undefined): Span | undefined {
  const hang = timeline.entries.find(
    ({ kind, data, container: name }) => kind === "note" && name === container.name && data.text === "hangs",
  );
  return hang === undefined || entry === undefined ? undefined : spanBetween(timeline, hang, entry);
}

/** The entry that makes the second run ready. */
function isReadyAgain(container: Container): (entry: TimelineEntry) => boolean {
  const isMade = isMadeReady(container);
  return (entry) => entry.run === 2 && isMade(entry);
}

/** An entry that makes a run ready: the success of its readiness, else of its startup probe, else its start. */
function isMadeReady({ name, probes }: Container): (entry: TimelineEntry) => boolean {
  const type = probes.readiness === undefined ? "startup" : "readiness";
  const isLast = ({ kind, data }: TimelineEntry): boolean =>
    probes[type] === undefined
      ? kind === "container-started"
      : kind === "probe-result" && data.probe === type && data.status === "success";
  return (entry) => entry.container === name && isLast(entry);
}

/** A hung process may still obey SIGTERM or not; where the scenario does not say, both are possible. */
function stopsOf(run: Run): readonly StopBehavior[] {
  const usual = answering.stop;
  const isUsual =
    run.stop.kind === "stops" &&
    usual.kind === "stops" &&
    run.stop.inMs === usual.inMs &&
    run.stop.exitCode === usual.exitCode;
  return isUsual ? [usual, { kind: "ignores" }] : [run.stop];
}

function hanging(afterMs: number, target: AnswerTarget | undefined): Run {
  return { ...answering, answers: [{ answer: "hangs", latencyMs: undefined, target, afterMs, forMs: undefined }] };
}

function find(timeline: Timeline, container: Container, kind: TimelineEntry["kind"]): TimelineEntry | undefined {
  return timeline.entries.find(isOf(container, kind));
}

function isOf(container: Container, kind: TimelineEntry["kind"]): (entry: TimelineEntry) => boolean {
  return (entry) => entry.kind === kind && entry.container === container.name;
}

function joined(first: Span | undefined, second: Span | undefined): Span | undefined {
  if (first === undefined || second === undefined) return undefined;
  return joinSpans(first, second);
}
