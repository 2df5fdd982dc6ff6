import { createRandom } from "../../simulation/world/random.ts";
import type { NewPod, PodFeed, StartPod } from "../objects/pod-feed.ts";
import type { PodLife } from "./pod-life.ts";
import type { PodSource, SharedPods } from "./pod-source.ts";
import { idealLife, lifeOf } from "./shared-lives.ts";

/** Number of pods of a revision that are played individually; further pods share their runs. */
export const livesMax = 64;
/** Between the seeds of two lives: a multiple of the number of seeds after which those of the shortest and the longest times come again. */
const seedStep = 7_900;

/** The pods of a workload, each a simulation of the engine. Equal pods share what they can. */
export function enginePods(shared: SharedPods): StartPod {
  const lives = new Map<string, PodLife>();
  const made = new Map<string, number>();
  const ties = createRandom(shared.seed ^ 0x5eed);
  const isIdeal = shared.assumptions.timing === "ideal";
  const newLife = (source: PodSource, variant: number, createdMs: number): PodLife => {
    const { assumptions, isCrowded } = shared;
    if (isIdeal) return idealLife(source, assumptions);
    // Each of a few lives stands for many pods, which are created at any time of a second: runs share them.
    const nth = isCrowded ? variant : lives.size;
    const phaseMs = isCrowded ? Math.floor((variant * 1000) / shared.lives) : createdMs;
    const seed = shared.seed + (nth + 1) * seedStep;
    return lifeOf({ source, assumptions, seed, clockPhaseMs: modulo(shared.clockPhaseMs + phaseMs, 1000) });
  };
  const livedBy = (source: PodSource, { revision, createdMs }: NewPod): PodLife => {
    const count = made.get(revision) ?? 0;
    made.set(revision, count + 1);
    const variant = isIdeal ? 0 : count % shared.lives;
    const key = `${revision}/${variant}`;
    const known = lives.get(key);
    if (known !== undefined) return known;
    const life = newLife(source, variant, createdMs);
    lives.set(key, life);
    return life;
  };
  return (pod) => {
    // UIDs decide between equal pods. In exact time the oldest goes.
    const tie = isIdeal ? pod.number : ties.next();
    const source = shared.sources.get(pod.revision);
    return source === undefined ? pendingPod(tie) : feedOf(livedBy(source, pod), tie, shared.isCrowded);
  };
}

function feedOf(life: PodLife, tie: number, isCrowded: boolean): PodFeed {
  return {
    tie,
    node: undefined,
    change: (index, ageMs) => life.change(index, ageMs),
    afterDeletion: (ageMs, graceMs) => {
      const changes = life.afterDeletion(ageMs, graceMs, isCrowded);
      return (index) => changes[index];
    },
  };
}

/** A pod of an unknown revision, which stays pending. */
function pendingPod(tie: number): PodFeed {
  return { tie, node: undefined, change: () => undefined, afterDeletion: () => () => undefined };
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
