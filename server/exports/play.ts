import { counted } from "../../shared/basics/counted.ts";
import { once } from "../../shared/basics/once.ts";
import type { Path } from "../../shared/basics/path.ts";
import { type PlayInput, play } from "../../shared/controllers/job/play.ts";
import type { Answer } from "../../shared/forecast/answer/model.ts";
import { judgeExpectations, type PlayedFuture } from "../../shared/forecast/expectations/expectations.ts";
import type { Judgment } from "../../shared/forecast/expectations/judgment.ts";
import type { FirstWords } from "../../shared/forecast/first-screen/first-words.ts";
import { forecastPod } from "../../shared/forecast/pod/pod.ts";
import { createEnvelope } from "../../shared/forecast/runs/envelope.ts";
import { playableJob } from "../../shared/forecast/runs/job-played.ts";
import type { Recording, Timeline } from "../../shared/simulation/timeline/timeline.ts";
import { podName } from "./pod-name.ts";
import type { PodRun } from "./timeline-text.ts";

/** One pod and everything that its run depends on, whether it comes from a file or from the panel. */
export interface PodPlay {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Path of the pod spec in its object. */
  readonly specPath: Path;
  readonly assumptionsText: string;
  readonly input: PlayInput;
  /** Undefined means one run; else so many seeds. */
  readonly runs: number | undefined;
  /** What the reader should know of the scenario, a sentence each. */
  readonly notes: readonly string[];
  /** Undefined if there is nothing but the manifest and its scenario. */
  readonly first?: FirstWords | undefined;
  /** What an observed pod goes on with, from the observed moment on. Undefined: a new pod is played. */
  readonly future?: PlayedFuture | undefined;
  readonly judgments: () => readonly Judgment[];
  /**
   * The forecast's answer up to the horizon of the run, over these seeds; for one run, over as many as every forecast has. Undefined of an
   * observed pod that goes on: what is said first of it is the answer.
   */
  readonly answer: () => Answer | undefined;
}

/** What takes time is worked out when somebody asks, once. */
export function createPlay(asked: Omit<PodPlay, "judgments" | "answer">): PodPlay {
  const { pod, assumptions, scenario, seed, untilMs: horizonMs } = asked.input;
  const { runs, future } = asked;
  const job = playableJob(asked.input.job, scenario);
  return {
    ...asked,
    input: { ...asked.input, job },
    judgments: once(() => judgeExpectations(pod, assumptions, scenario, future)),
    answer: once(() =>
      future === undefined
        ? forecastPod(pod, assumptions, scenario, { horizonMs, runs, seed, job: asked.input.job }).answer
        : undefined,
    ),
  };
}

/** What is said first: of the object as it is, then of the runs. */
export function playedHeadline({ first, answer }: Pick<PodPlay, "first" | "answer">): string {
  const words = [first?.text, first?.introduction, answer()?.headline];
  return words.filter((text) => text !== undefined && text !== "").join(" ");
}

export function timelineOf({ input, future }: PodPlay, recording: Recording): Timeline {
  return future?.(input.seed, input.untilMs) ?? play({ ...input, recording });
}

/** Runs under so many seeds, to be played one by one. */
export function envelopeOfPlay({ input, future }: PodPlay, runs: number): ReturnType<typeof createEnvelope> {
  return createEnvelope(input, runs, future && ((seed) => future(seed, input.untilMs)));
}

/** A run of it, to be described. */
export function playedPod(play: PodPlay, timeline: Timeline): PodRun {
  const { assumptionsText, input } = play;
  return { name: podName(play), pod: input.pod, assumptionsText, timeline, judgments: play.judgments() };
}

/** `seed 1`, or `100 runs, seeds 1 to 100`. */
export function seedsInWords({ input: { seed }, runs }: Pick<PodPlay, "input" | "runs">): string {
  return runs === undefined ? `seed ${seed}` : `${counted(runs, "run")}, seeds ${seed}–${seed + runs - 1}`;
}
