import { joinSpans, type Span } from "../../basics/span.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { Container, DefaultedPod } from "../../kubernetes/pod.ts";
import type { Run } from "../../scenario/model.ts";
import { spanBetween } from "../runs/chain.ts";
import {
  actingMs,
  answering,
  type Experiment,
  inIdealTime,
  play,
  settlingMs,
  withoutReadiness,
} from "../runs/experiments.ts";

/** Moments within a period of the startup probe at which the hang is tried: its ticks decide. */
const phases = [0, 0.25, 0.5, 0.75];

/**
 * When liveness stops a container that was stopped by liveness before and takes `startsInMs` to start again, since that second start.
 * Undefined if its startup probe protects it in every phase that was tried.
 */
export function secondStartStopped(
  pod: DefaultedPod,
  assumptions: Assumptions,
  container: Container,
  startsInMs: number,
): Span | undefined {
  const { startup, liveness } = container.probes;
  if (startup === undefined || liveness === undefined) return undefined;
  const experiment = withoutReadiness({ pod, assumptions: inIdealTime(assumptions), container });
  const spans = phases.flatMap((phase) => {
    const hangMs = startsInMs + settlingMs(container) + Math.round(phase * startup.periodSeconds * 1000);
    return stopOfSecond(experiment, hangMs, startsInMs) ?? [];
  });
  const [first, ...others] = spans;
  return first && others.reduce(joinSpans, first);
}

function stopOfSecond(experiment: Experiment, hangMs: number, startsInMs: number): Span | undefined {
  const { pod, container } = experiment;
  const first: Run = {
    ...answering,
    startsInMs,
    answers: [{ answer: "fails", latencyMs: undefined, target: undefined, afterMs: hangMs, forMs: undefined }],
  };
  const second: Run = { ...answering, startsInMs };
  const timeline = play(experiment, [first, second], hangMs + 2 * actingMs(pod, container) + startsInMs);
  const own = timeline.entries.filter(({ container: name, run }) => name === container.name && run === 2);
  const started = own.find(({ kind }) => kind === "container-started");
  const settled = own.find(
    ({ kind, data }) =>
      kind === "container-stopping" ||
      (kind === "probe-result" && data.probe === "startup" && data.status === "success"),
  );
  if (started === undefined || settled?.kind !== "container-stopping") return undefined;
  const asked = own.some(({ kind, data }) => kind === "probe-attempt" && data.probe === "liveness");
  return asked ? spanBetween(timeline, started, settled) : undefined;
}
