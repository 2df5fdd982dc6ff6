import type { ProbeType } from "../../kubernetes/pod.ts";
import { createRandom, type Random } from "./random.ts";

/** What the kubelet's loops, its jitter and the machine leave open. */
export type DrawKind =
  | "clock"
  | "relist"
  | "own-relist"
  | "last-look"
  | "no-look"
  | "repeat"
  | "again"
  | "again-after-look"
  | "split"
  | "pass-end"
  | "idle-end"
  | "stale"
  | "wake"
  | "requeue"
  | "housekeeping"
  | "sandbox"
  | "pull"
  | "assumed-pull"
  | "create"
  | "start"
  | "kill"
  | "kill-order"
  | "tick"
  | "select"
  | "answer"
  | "probe-sleep"
  | "deadline"
  | "kubelet-start"
  | "node-known"
  | "node-loss"
  | "removal"
  | "garbage"
  | "garbage-meanwhile"
  | "late"
  | "tie"
  | "expiry"
  | "watched"
  | "orphans"
  | "collection"
  | "scenario";

/** A delay that is to be drawn: bounds in ms from `nowMs`, both included. */
export interface Draw {
  readonly kind: DrawKind;
  readonly nowMs: number;
  readonly earliestMs: number;
  readonly latestMs: number;
  /** What it seldom falls below. */
  readonly usualMs?: number;
  readonly container?: string | undefined;
  readonly probe?: ProbeType | undefined;
  /** The containers of which one is chosen, by its place. */
  readonly among?: readonly string[];
}

/** Decides everything that `timing: kubelet` leaves open; nothing else in the engine is random. */
export interface Chance {
  /** Whole milliseconds within the bounds. */
  draw(draw: Draw): number;
  /** Returns a function that restores the generator, so that it repeats its draws from here. */
  save(): () => void;
}

const loopPeriodMs = 1000;
/** Of 100 seeds, these two take the shortest and the longest time of each range of a scenario. Early ones, for runs are fewer where they are long. */
const shortestSeed = 2;
const longestSeed = 3;
/** Most of these take a millisecond or two, few take long. Their means in ms beyond the shortest, as recorded in resets that follow one another. */
const meansMs: Partial<Record<DrawKind, number>> = {
  "own-relist": 1.4,
  create: 1.6,
  start: 0.6,
  kill: 0.4,
  "pass-end": 0.5,
  watched: 10,
};

/** Matters of milliseconds or rarities, which a replay needs: in a seeded run a tick is on its grid, and what can go two ways goes the usual one. */
const ofMilliseconds: ReadonlySet<DrawKind> = new Set([
  "tick",
  "answer",
  "last-look",
  "no-look",
  "idle-end",
  "repeat",
  "again",
  "stale",
  "split",
  "late",
  "tie",
  "expiry",
  "node-known",
  "garbage-meanwhile",
]);

/** Draws by a seed. Most of the pulls that nobody speaks of are short, few are long: one in two takes an eighth of the longest at most. The relist and the sync loop tick once a second, each in a phase of its own. */
export class SeededChance implements Chance {
  readonly #random: Random;
  readonly #seed: number;
  readonly #relistPhaseMs: number;
  readonly #syncPhaseMs: number;

  constructor(seed: number) {
    this.#random = createRandom(seed);
    this.#seed = seed % 100;
    this.#relistPhaseMs = this.#below(loopPeriodMs);
    this.#syncPhaseMs = this.#below(loopPeriodMs);
  }

  draw({ kind, nowMs, earliestMs, latestMs, usualMs = earliestMs }: Draw): number {
    if (kind === "relist") return Math.max(usualMs, untilTick(nowMs, this.#relistPhaseMs));
    if (ofMilliseconds.has(kind)) return earliestMs;
    if (kind === "again-after-look" || kind === "garbage") return latestMs;
    if (kind === "scenario" && this.#seed === shortestSeed) return earliestMs;
    if (kind === "scenario" && this.#seed === longestSeed) return latestMs;
    if (kind === "requeue") return this.#requeue(nowMs, earliestMs, latestMs);
    if (kind === "assumed-pull") return earliestMs + Math.floor((latestMs - earliestMs) * this.#random.next() ** 3);
    const meanMs = meansMs[kind];
    return meanMs === undefined
      ? earliestMs + this.#below(latestMs - earliestMs + 1)
      : Math.min(latestMs, earliestMs + this.#memoryless(meanMs));
  }

  save(): () => void {
    const state = this.#random.state();
    return () => this.#random.become(state);
  }

  /** Jitter, then the next tick of the sync loop. */
  #requeue(nowMs: number, earliestMs: number, latestMs: number): number {
    const jitteredMs = earliestMs + this.#below(latestMs - loopPeriodMs - earliestMs + 1);
    return jitteredMs + untilTick(nowMs + jitteredMs, this.#syncPhaseMs);
  }

  /** Whole milliseconds from 0 that fall off exponentially. */
  #memoryless(meanMs: number): number {
    return Math.floor(Math.log1p(-this.#random.next()) / Math.log(meanMs / (1 + meanMs)));
  }

  #below(count: number): number {
    return Math.floor(this.#random.next() * count);
  }
}

/** From `nowMs` to the first tick strictly after it. */
function untilTick(nowMs: number, phaseMs: number): number {
  return Math.floor((nowMs - phaseMs) / loopPeriodMs + 1) * loopPeriodMs + phaseMs - nowMs;
}
