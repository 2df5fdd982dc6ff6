import { createRandom } from "../../simulation/random.ts";
import type { NewPod, PodFeed, StartPod } from "../workload/pod-feed.ts";
import { PodLife } from "./pod-life.ts";
import type { PodSource, SharedPods } from "./pod-source.ts";

/** Number of pods of a revision that are played individually; further pods share their runs. */
export const livesMax = 64;
/** Between the seeds of two lives. */
const seedStep = 7_919;

/** The pods of a workload, each a simulation of the engine. Equal pods share what they can. */
export function enginePods(shared: SharedPods): StartPod {
  const lives = new Map<string, PodLife>();
  const made = new Map<string, number>();
  const ties = createRandom(shared.seed ^ 0x5eed);
  const isIdeal = shared.assumptions.timing === "ideal";
  const lifeOf = (source: PodSource, { revision, createdMs }: NewPod): PodLife => {
    const count = made.get(revision) ?? 0;
    made.set(revision, count + 1);
    const variant = isIdeal ? 0 : count % shared.lives;
    const key = `${revision}/${variant}`;
    const known = lives.get(key);
    if (known !== undefined) return known;
    const clockPhaseMs = isIdeal ? 0 : modulo(shared.clockPhaseMs + createdMs, 1000);
    const seed = shared.seed + (lives.size + 1) * seedStep;
    const life = new PodLife({ source, shared, seed, clockPhaseMs });
    lives.set(key, life);
    return life;
  };
  return (pod) => {
    // UIDs decide between equal pods. In exact time the oldest goes.
    const tie = isIdeal ? pod.number : ties.next();
    const source = shared.sources.get(pod.revision);
    return source === undefined ? pendingPod(tie) : feedOf(lifeOf(source, pod), tie);
  };
}

function feedOf(life: PodLife, tie: number): PodFeed {
  return {
    tie,
    node: undefined,
    change: (index) => life.change(index),
    afterDeletion: (ageMs, graceMs) => {
      const changes = life.afterDeletion(ageMs, graceMs);
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
