import { collectSteps, type Step } from "../forecast/runs/steps.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../kubernetes/pod.ts";
import { isOutside, judgeObserved } from "../observation/judge.ts";
import type { KubeletModel } from "../observation/objects/kubelet-model.ts";
import type { PodSnapshot } from "../observation/objects/pod-snapshot.ts";
import type { OverlayContainer } from "../protocol/pod/observed.ts";
import { parseScenario, textsOfLines } from "../scenario/language/parse.ts";
import type { ScenarioLine } from "../scenario/language/scenario-lines.ts";
import type { Scenario } from "../scenario/model.ts";
import { horizonLimitMs, simulate } from "../simulation/simulation.ts";
import type { TimelineEntry } from "../simulation/timeline/timeline.ts";
import type { KnownRuns } from "./known-runs.ts";
import type { ExplainedRun, Fit } from "./model.ts";

/** What is played again: the pod as it was, or changed, with a scenario. */
export interface IncidentInput {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly untilMs: number;
}

/** An incident that can be played again. */
export interface Replay extends IncidentInput {
  readonly fit: Fit;
  /** From its start to the look at it. */
  readonly observedMs: number;
  /** The start of the pod is known, so that all its restarts lie in that time. */
  readonly isFromStart: boolean;
}

interface Asked {
  readonly model: KubeletModel;
  readonly look: PodSnapshot;
  readonly known: readonly KnownRuns[];
  readonly lines: readonly ScenarioLine[];
  readonly atMs: number;
}

/** Plays the scenario that was inferred, and judges each known start and end by it. Undefined if there is nothing to judge. */
export function replayOf({ model, look, known, lines, atMs }: Asked): Replay | undefined {
  const { pod, assumptions } = model;
  const { scenario } = parseScenario(textsOfLines(lines), allContainers(pod));
  const zeroMs = look.pod.startedAt?.nominalMs ?? firstStartMs(known);
  if (zeroMs === undefined || lines.length === 0) return undefined;
  const containers = known.map(({ subject, runs }) => overlayOf(subject.container.name, runs, zeroMs));
  const observedMs = Math.max(0, atMs - zeroMs);
  const untilMs = Math.min(horizonLimitMs, observedMs + afterwardsMs);
  const played = { pod, assumptions, scenario, untilMs };
  const steps = stepsOf(played);
  const moments = judgeObserved(steps, containers, untilMs).filter(
    ({ verdict, from }) => judgedVerdicts.has(verdict) && (from !== undefined || look.pod.startedAt !== undefined),
  );
  const inside = moments.filter(({ verdict }) => !isOutside(verdict)).length;
  const isFromStart = look.pod.startedAt !== undefined;
  const fit = { judged: moments.length, inside };
  return moments.length === 0 ? undefined : { ...played, fit, observedMs, isFromStart };
}

/** The longest back-off, and what the loops of the kubelet add to it: so long a start may be late before it counts as missing. */
const afterwardsMs = 720_000;

const judgedVerdicts: ReadonlySet<string> = new Set(["inside", "early", "late", "other end", "never"]);

const runsMost = 20;
const runsLeast = 3;
/** Of all runs together. */
const entriesMost = 60_000;
const entriesOfRun = 20_000;

/** Many runs of the same incident, each drawn anew; fewer of a long one. */
export function playAll({ pod, assumptions, scenario, untilMs }: IncidentInput): readonly (readonly TimelineEntry[])[] {
  const all: (readonly TimelineEntry[])[] = [];
  let count = 0;
  for (let seed = 1; seed <= runsMost && (seed <= runsLeast || count < entriesMost); seed += 1) {
    const { entries } = simulate({
      ...{ pod, assumptions, scenario, seed, untilMs },
      recording: "entries",
      entriesAtMost: entriesOfRun,
    });
    count += entries.length;
    all.push(entries);
  }
  return all;
}

function stepsOf(played: IncidentInput): readonly Step[] {
  const collector = collectSteps();
  for (const entries of playAll(played)) collector.add(entries);
  return collector.result();
}

function firstStartMs(known: readonly KnownRuns[]): number | undefined {
  const starts = known.flatMap(({ runs }) =>
    runs.flatMap(({ run, started }) => (run === 1 && started ? [started] : [])),
  );
  return starts.length === 0 ? undefined : Math.min(...starts.map(({ nominalMs }) => nominalMs));
}

/** Ends that somebody outside of the pod decided are in no scenario of it. */
const outsideEnds: ReadonlySet<string> = new Set(["disruption", "stop", "restart-all"]);

function overlayOf(name: string, runs: readonly ExplainedRun[], zeroMs: number): OverlayContainer {
  const since = (span: ExplainedRun["started"]) =>
    span && {
      nominalMs: span.nominalMs - zeroMs,
      earliestMs: span.earliestMs - zeroMs,
      latestMs: span.latestMs - zeroMs,
    };
  return {
    name,
    missing: 0,
    runs: runs.map(({ run, started, ended, exitCode, reason, cause }) => ({
      run,
      startMs: since(started),
      end:
        exitCode === undefined || cause === undefined || outsideEnds.has(cause.by)
          ? undefined
          : { atMs: since(ended), exitCode, reason },
    })),
  };
}
