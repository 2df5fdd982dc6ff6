import type { RunDigest } from "./digest-model.ts";
import type { ReadyStep } from "./model.ts";

/** More steps than a picture of common width can show. */
const stepsMax = 400;

/** The share of the runs that are Ready, time by time. Where it changes often, changes that are near each other are one. */
export function readyOverTime(runs: readonly Pick<RunDigest, "readySpans" | "watchedMs">[]): readonly ReadyStep[] {
  const untilMs = Math.max(0, ...runs.map(({ watchedMs }) => watchedMs));
  const changes = changesOf(runs);
  const distancesMs = changes.length <= stepsMax ? 0 : untilMs / stepsMax;
  const steps: ReadyStep[] = [{ tMs: 0, share: 0 }];
  let ready = 0;
  for (const { tMs, by } of changes) {
    ready += by;
    const step = { tMs, share: ready / runs.length };
    const last = steps.at(-1);
    if (last !== undefined && tMs - last.tMs <= distancesMs) steps[steps.length - 1] = { ...step, tMs: last.tMs };
    else steps.push(step);
  }
  return steps.filter(({ share }, index) => index === 0 || share !== steps[index - 1]?.share);
}

interface Change {
  readonly tMs: number;
  readonly by: number;
}

/** Of a run with pods side by side, one that is Ready is enough. */
function changesOf(runs: readonly Pick<RunDigest, "readySpans" | "watchedMs">[]): readonly Change[] {
  const changes = runs.flatMap(({ readySpans, watchedMs }): readonly Change[] => {
    let lastMs = -1;
    return readySpans
      .toSorted((left, right) => left.fromMs - right.fromMs)
      .flatMap(({ fromMs, toMs }) => {
        const startMs = Math.max(fromMs, lastMs);
        if (toMs <= startMs) return [];
        lastMs = toMs;
        // At the end of what was watched nothing is known to change.
        return [{ tMs: startMs, by: 1 }, ...(toMs < watchedMs ? [{ tMs: toMs, by: -1 }] : [])];
      });
  });
  return changes.toSorted((left, right) => left.tMs - right.tMs);
}
