import { memo } from "../../basics/once.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import { type LifeInput, PodLife } from "./pod-life.ts";
import type { PodSource } from "./pod-source.ts";

/** A forecast plays a dozen runs of the same pods, and an edit of its workload may leave the template as it is: their lives are kept meanwhile. */
const podsMax = 4;
const livesOfPodMax = 96;
/** Of all lives together. A pod that crashes for days has 20,000, of about a kilobyte each. */
const entriesMax = 100_000;

interface LivesOfPod {
  readonly template: string;
  readonly lives: Map<string, PodLife>;
}

let livesByTemplate: readonly LivesOfPod[] = [];

/** The life of a pod, which runs share that ask for an equal one: what it does depends on nothing but the input. */
export function lifeOf(input: LifeInput): PodLife {
  const { source, assumptions, seed, clockPhaseMs } = input;
  const lives = livesOf(source.pod);
  const key = JSON.stringify([seed, clockPhaseMs, source.scenario, assumptions]);
  const before = lives.get(key);
  if (before === undefined) forgetSome(lives);
  const life = before ?? new PodLife(input);
  lives.delete(key);
  lives.set(key, life);
  return life;
}

/** Makes room for one more: lives of other pods go first, then those that were asked for least recently. */
function forgetSome(lives: Map<string, PodLife>): void {
  if (entriesOf(livesByTemplate) > entriesMax) livesByTemplate = livesByTemplate.slice(0, 1);
  let entries = entriesOf(livesByTemplate);
  for (const [key, { length }] of lives) {
    if (lives.size < livesOfPodMax && entries <= entriesMax) return;
    lives.delete(key);
    entries -= length;
  }
}

function entriesOf(all: readonly LivesOfPod[]): number {
  return all.reduce((sum, { lives }) => [...lives.values()].reduce((own, { length }) => own + length, sum), 0);
}

/** The life that all pods of a source have in exact time. */
export function idealLife(source: PodSource, assumptions: Assumptions): PodLife {
  return lifeOf({ source, assumptions: { ...assumptions, timing: "ideal" }, seed: 1, clockPhaseMs: 0 });
}

function livesOf(pod: DefaultedPod): Map<string, PodLife> {
  const template = templateOf(pod);
  const found = livesByTemplate.find((each) => each.template === template) ?? { template, lives: new Map() };
  if (livesByTemplate[0] !== found)
    livesByTemplate = [found, ...livesByTemplate.filter((each) => each !== found)].slice(0, podsMax);
  return found.lives;
}

/** What the lives of a pod depend on. Each edit of a document makes its pods anew. */
const templateOf = memo((pod: DefaultedPod) => JSON.stringify(pod));
