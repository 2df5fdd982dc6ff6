import { causesOf } from "../../../../shared/forecast/runs/chain.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { PanelRun } from "./run.ts";

/** A crash loop's chain goes back to the first start; the nearest links say enough. */
const causesMax = 8;
const earlierMax = 100;
const effectsMax = 6;

interface Chain {
  /** Nearest first. */
  readonly causes: readonly TimelineEntry[];
  /** What led to the last of the causes. */
  readonly earlier: readonly TimelineEntry[];
  /** How many more causes there are before that. */
  readonly moreCauses: number;
  readonly effects: readonly TimelineEntry[];
  readonly moreEffects: number;
}

/** Why an entry happened, back towards what came from outside, and what followed from it. */
export function chainOf(run: PanelRun, entry: TimelineEntry): Chain {
  const causes = causesOf(run.timeline, entry).slice(1);
  const effects = run.effects.get(entry.id) ?? [];
  return {
    causes: causes.slice(0, causesMax),
    earlier: causes.slice(causesMax, causesMax + earlierMax),
    moreCauses: Math.max(0, causes.length - causesMax - earlierMax),
    effects: effects.slice(0, effectsMax),
    moreEffects: Math.max(0, effects.length - effectsMax),
  };
}
