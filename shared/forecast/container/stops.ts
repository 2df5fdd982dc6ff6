import type { Span } from "../../basics/span.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { Container, DefaultedPod } from "../../kubernetes/pod.ts";
import type { Run } from "../../scenario/model.ts";
import type { TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { spanBetween } from "../runs/chain.ts";
import { actingMs, type Experiment, inIdealTime, play, settlingMs } from "../runs/experiments.ts";
import type { Hanging } from "./probes.ts";

/** What begins a stop: each has a grace period of its own. */
export type StopOrder = "deletion" | "liveness";

interface StopForecast {
  /** The preStop hook had no time to end. */
  readonly hookCut: boolean;
  /** The preStop hook ends, and nothing is left of the grace period. */
  readonly hookTakesAll: boolean;
  /** From the beginning of the stop to SIGKILL; undefined if the container ends before. */
  readonly sigkill: Span | undefined;
}

/** What becomes of a container that is stopped while it runs well. The run says how long its preStop hook and its own end take. */
export function stopForecast(
  pod: DefaultedPod,
  assumptions: Assumptions,
  { container, run }: Hanging,
  order: StopOrder,
): StopForecast | undefined {
  const stopMs = run.startsInMs + settlingMs(container);
  const isDeletion = order === "deletion";
  const experiment: Experiment = {
    pod,
    assumptions: inIdealTime(assumptions),
    container,
    ...(isDeletion && { events: [{ kind: "pod-deleted", atMs: stopMs, graceMs: undefined }] }),
  };
  const stopped = isDeletion ? { ...run, end: undefined } : hungAfter(run, stopMs);
  const graceMs = graceMsOf(pod, container, order);
  const timeline = play(experiment, [stopped], stopMs + actingMs(pod, container) + graceMs);
  const own = timeline.entries.filter((entry) => entry.container === container.name);
  const begin = isDeletion
    ? timeline.entries.find(({ kind }) => kind === "pod-deleted")
    : own.find((entry) => isFailure(entry) && entry.tMs >= stopMs);
  if (begin === undefined) return undefined;
  const exit = own.find(({ kind, tMs }) => kind === "container-exited" && tMs >= begin.tMs);
  const during = own.filter(({ tMs }) => tMs >= begin.tMs && tMs <= (exit?.tMs ?? Number.POSITIVE_INFINITY));
  const killed = during.find(({ kind }) => kind === "container-killed");
  const hook = during.find(({ kind }) => kind === "pre-stop-done")?.data;
  return {
    hookCut: during.some(({ kind }) => kind === "pre-stop-cut"),
    hookTakesAll: hook !== undefined && (hook.tookMs ?? 0) >= graceMs,
    sigkill: killed && spanBetween(timeline, begin, killed),
  };
}

function graceMsOf(pod: DefaultedPod, { probes }: Container, order: StopOrder): number {
  const own = order === "liveness" ? probes.liveness?.terminationGracePeriodSeconds : undefined;
  return (own ?? pod.terminationGracePeriodSeconds) * 1000;
}

/** Liveness gets no answer any more; hooks and SIGTERM are as the run says. */
function hungAfter(run: Run, afterMs: number): Run {
  const hooks = run.answers.filter(({ target }) => target?.kind === "hook");
  const target = { kind: "probe", type: "liveness" } as const;
  return {
    ...run,
    end: undefined,
    answers: [...hooks, { answer: "fails", latencyMs: undefined, target, afterMs, forMs: undefined }],
  };
}

function isFailure({ kind, data }: TimelineEntry): boolean {
  return kind === "probe-result" && data.probe === "liveness" && data.status === "failure";
}
