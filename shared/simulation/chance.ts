import type { ProbeType } from "../kubernetes/pod.ts";
import { createRandom, type Random } from "./random.ts";

/** What the kubelet's loops, its jitter and the machine leave open. */
export type DrawKind =
  | "clock"
  | "relist"
  | "own-relist"
  | "repeat"
  | "split"
  | "pass-end"
  | "stale"
  | "wake"
  | "requeue"
  | "housekeeping"
  | "sandbox"
  | "pull"
  | "create"
  | "start"
  | "kill"
  | "tick"
  | "answer"
  | "probe-sleep"
  | "deadline"
  | "kubelet-start"
  | "removal"
  | "collection";

/** A delay that is to be drawn: bounds in ms from `nowMs`, both included. */
export interface Draw {
  readonly kind: DrawKind;
  readonly nowMs: number;
  readonly earliestMs: number;
  readonly latestMs: number;
  readonly container?: string | undefined;
  readonly probe?: ProbeType | undefined;
}

/** Decides everything that `timing: kubelet` leaves open; nothing else in the engine is random. */
export interface Chance {
  /** Whole milliseconds within the bounds. */
  draw(draw: Draw): number;
  /** What puts it back, so that it draws the same again from there. */
  save(): () => void;
}

const loopPeriodMs = 1000;
/** Most of these take some milliseconds, few take long: powers that give the recorded medians. */
const skews: Partial<Record<DrawKind, number>> = {
  "own-relist": 8,
  create: 30,
  start: 15,
  kill: 15,
  "pass-end": 8,
};

/** Matters of milliseconds or rarities, which a replay needs: in a seeded run a tick is on its grid, and what can go two ways goes the usual one. */
const ofMilliseconds: ReadonlySet<DrawKind> = new Set(["tick", "answer", "repeat", "stale", "split"]);

/** Draws by a seed. The relist and the sync loop tick once a second, each in a phase of its own. */
export class SeededChance implements Chance {
  readonly #random: Random;
  readonly #relistPhaseMs: number;
  readonly #syncPhaseMs: number;

  constructor(seed: number) {
    this.#random = createRandom(seed);
    this.#relistPhaseMs = this.#below(loopPeriodMs);
    this.#syncPhaseMs = this.#below(loopPeriodMs);
  }

  draw({ kind, nowMs, earliestMs, latestMs }: Draw): number {
    if (kind === "relist") return untilTick(nowMs, this.#relistPhaseMs);
    if (ofMilliseconds.has(kind)) return earliestMs;
    if (kind === "requeue") return this.#requeue(nowMs, earliestMs, latestMs);
    const skew = skews[kind];
    const even = this.#random.next();
    const share = skew === undefined ? even : even ** skew;
    return earliestMs + Math.floor(share * (latestMs - earliestMs + 1));
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

  #below(count: number): number {
    return Math.floor(this.#random.next() * count);
  }
}

/** From `nowMs` to the first tick strictly after it. */
function untilTick(nowMs: number, phaseMs: number): number {
  return Math.floor((nowMs - phaseMs) / loopPeriodMs + 1) * loopPeriodMs + phaseMs - nowMs;
}
