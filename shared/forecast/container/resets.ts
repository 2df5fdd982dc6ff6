import type { Assumptions } from "../../kubernetes/node.ts";
import type { Container, DefaultedPod } from "../../kubernetes/pod.ts";
import { exitAfter } from "../../scenario/script.ts";
import type { TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { answering, playUntilFound } from "../runs/experiments.ts";

/** Long enough to see the rhythm of a slow loop; of a fast one so many resets show it. */
const playedMs = 10_000;
const playedRuns = 5;
const rhythmResets = 12;

/** How often a minute all containers restart, when this one always exits with that code so long after its start; 0 where there is no loop. */
export function resetsPerMinute(
  pod: DefaultedPod,
  assumptions: Assumptions,
  {
    container,
    exitCode,
    afterMs,
  }: { readonly container: Container; readonly exitCode: number; readonly afterMs: number },
): number {
  const run = { ...answering, end: exitAfter(afterMs, exitCode) };
  const untilMs = playedMs + playedRuns * afterMs;
  const isReset = ({ kind }: TimelineEntry): boolean => kind === "restart-all-started";
  let seen = 0;
  const isRhythm = (entry: TimelineEntry): boolean => {
    if (isReset(entry)) seen += 1;
    return seen > rhythmResets;
  };
  const { entries } = playUntilFound({ pod, assumptions, container }, [run], { untilMs, isAnswer: isRhythm });
  const resets = entries.filter(isReset);
  const [first, second] = [resets[0], resets.at(-1)];
  if (first === undefined || second === undefined || first === second) return 0;
  return Math.round(((resets.length - 1) * 60_000) / (second.tMs - first.tMs));
}
