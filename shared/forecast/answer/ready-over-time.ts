import type { RunDigest } from "./digest-model.ts";
import type { ReadyStep } from "./model.ts";

/** More steps than a picture of common width can show. */
const stepsMax = 400;

type ReadyRun = Pick<RunDigest, "readySpans" | "watchedMs" | "job">;

/** The share of the runs that are Ready, and of Jobs that of the pods in them, time by time. Where it changes often, changes that are near each other are one. */
export function readyOverTime(runs: readonly ReadyRun[]): readonly ReadyStep[] {
  const untilMs = Math.max(0, ...runs.map(({ watchedMs }) => watchedMs));
  const changes = changesOf(runs);
  const distancesMs = changes.length <= stepsMax ? 0 : untilMs / stepsMax;
  const steps: ReadyStep[] = [{ tMs: 0, share: 0 }];
  let ready = 0;
  for (const { tMs, by } of changes) {
    ready += by;
    const step = { tMs, share: roundShare(ready / runs.length) };
    const last = steps.at(-1);
    if (last !== undefined && tMs - last.tMs <= distancesMs) steps[steps.length - 1] = { ...step, tMs: last.tMs };
    else steps.push(step);
  }
  return steps.filter(({ share }, index) => index === 0 || share !== steps[index - 1]?.share);
}

/** A sum of shares that comes back to what it was is the same share again. */
function roundShare(share: number): number {
  return Math.round(share * 1e6) / 1e6;
}

interface Change {
  readonly tMs: number;
  readonly by: number;
}

function changesOf(runs: readonly ReadyRun[]): readonly Change[] {
  const changes = runs.flatMap((run): readonly Change[] => {
    let before = 0;
    return stepsOf(run).map(({ tMs, share }) => {
      const by = share - before;
      before = share;
      return { tMs, by };
    });
  });
  return changes.filter(({ by }) => by !== 0).toSorted((left, right) => left.tMs - right.tMs);
}

/** At the end of what was watched nothing is known to change. */
function stepsOf({ readySpans, watchedMs, job }: ReadyRun): readonly ReadyStep[] {
  const steps =
    job?.readySteps ??
    readySpans.flatMap(({ fromMs, toMs }) => [
      { tMs: fromMs, share: 1 },
      { tMs: toMs, share: 0 },
    ]);
  return steps.filter(({ tMs }) => tMs < watchedMs);
}
