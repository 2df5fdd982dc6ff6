import { causeOf } from "../incident/causes.ts";
import { runsOf } from "../observation/windows/next-try.ts";
import { durationMsMax } from "../scenario/limits.ts";
import type { LearningContainer } from "./learning-pod.ts";
import { type MeasuredTime, measuredOf } from "./measured.ts";
import type { LearnedEnd } from "./model.ts";

/** An end of the program itself. */
export interface EndSample extends MeasuredTime {
  readonly run: number;
  readonly exitCode: number;
  readonly reason: LearnedEnd["reason"];
}

/** How a container's runs ended where nobody ended them. */
export interface SeenEnds {
  readonly ends: readonly EndSample[];
  /** All of its runs were seen, and each that is over ended by itself. */
  readonly isWhole: boolean;
  /** It runs, and has done so for longer than any run that ended. */
  readonly isSettled: boolean;
}

export function seenEnds({ pod, spec, evidence }: LearningContainer, atMs: number): SeenEnds {
  const { container, look } = evidence;
  const { runs, missing } = runsOf(look, container);
  const ended = runs.filter(({ end }) => end !== undefined);
  // Whoever completes by design is not taken for stopped.
  const isMeantToEnd = spec.kind === "init" || pod.model.pod.restartPolicy !== "Always";
  const ends = ended.flatMap((run): readonly EndSample[] => {
    const cause = causeOf(evidence, run);
    const { end, lengthMs } = run;
    if (end === undefined || lengthMs === undefined || lengthMs.latestMs > durationMsMax) return [];
    if (cause?.by !== "program" && cause?.by !== "oom") return [];
    if (cause.certainty === "possible" && !(isMeantToEnd && end.exitCode === 0)) return [];
    const reason = cause.by === "oom" ? "OOMKilled" : end.exitCode === 0 ? "Completed" : "Error";
    return [
      {
        ...{ run: run.number, exitCode: end.exitCode, reason },
        ...{ lowMs: lengthMs.earliestMs, highMs: lengthMs.latestMs, atMs: end.finishedAt?.nominalMs ?? atMs },
      },
    ];
  });
  const { state } = container;
  const longestMs = Math.max(0, ...ended.map(({ lengthMs }) => lengthMs?.latestMs ?? 0));
  const isSettled =
    state.is === "running" && state.startedAt !== undefined && atMs - state.startedAt.nominalMs > longestMs;
  return { ends, isWhole: missing === 0 && ends.length === ended.length, isSettled };
}

/** By exit code, the commonest first. */
export function learnedEnds(ends: readonly EndSample[]): readonly LearnedEnd[] {
  const groups = new Map<string, EndSample[]>();
  for (const end of ends) {
    const key = `${end.exitCode} ${end.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), end]);
  }
  return [...groups.values()]
    .flatMap((samples): readonly LearnedEnd[] => {
      const [first] = samples;
      const lengths = measuredOf(samples);
      return first === undefined || lengths === undefined
        ? []
        : [{ exitCode: first.exitCode, reason: first.reason, lengths }];
    })
    .toSorted((one, other) => other.lengths.count - one.lengths.count || one.exitCode - other.exitCode);
}
