import { type Judgement, judgeExpectations } from "../../shared/forecast/expectations.ts";
import { once } from "../../shared/forecast/once.ts";
import { forecastPod } from "../../shared/forecast/pod.ts";
import type { Path } from "../../shared/kubernetes/path.ts";
import type { SimulationInput } from "../../shared/simulation/index.ts";
import type { Timeline } from "../../shared/simulation/timeline.ts";
import { podName } from "./pod-name.ts";
import type { PlayedPod } from "./timeline-text.ts";

/** One pod and everything that its run depends on, whether it comes from a file or from the panel. */
export interface Play {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Where the pod spec stands in its object. */
  readonly specPath: Path;
  readonly assumptionsText: string;
  readonly input: SimulationInput;
  /** Undefined: one run; else so many seeds. */
  readonly runs: number | undefined;
  readonly judgements: () => readonly Judgement[];
  /** The forecast's sentence. */
  readonly answer: () => string;
}

/** What takes time is worked out when somebody asks, once. */
export function createPlay(asked: Omit<Play, "judgements" | "answer">): Play {
  const { pod, assumptions, scenario } = asked.input;
  return {
    ...asked,
    judgements: once(() => judgeExpectations(pod, assumptions, scenario)),
    answer: once(() => forecastPod(pod, assumptions, scenario).summary),
  };
}

/** A run of it, to be told. */
export function playedPod(play: Play, timeline: Timeline): PlayedPod {
  const { assumptionsText, input } = play;
  return { name: podName(play), pod: input.pod, assumptionsText, timeline, judgements: play.judgements() };
}

/** `seed 1`, or `100 runs, seeds 1 to 100`. */
export function seedsInWords({ input: { seed }, runs }: Pick<Play, "input" | "runs">): string {
  return runs === undefined ? `seed ${seed}` : `${runs} runs, seeds ${seed} to ${seed + runs - 1}`;
}
