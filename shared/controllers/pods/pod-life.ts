import type { Assumptions } from "../../kubernetes/node.ts";
import {
  createSimulation,
  horizonLimitMs,
  type Simulation,
  type SimulationInput,
  type Snapshot,
} from "../../simulation/index.ts";
import type { Later, PodChange } from "../objects/pod-feed.ts";
import { ClockedChance } from "./clocked-chance.ts";
import type { PodSource } from "./pod-source.ts";
import { isSettled } from "./settled.ts";
import { StatusReader } from "./status-reader.ts";

/** A life is played ahead by this, then by twice as much, and so on. */
const firstStepMs = 15_000;
/** Played ahead whenever somebody asks, a number of such steps: most pods have settled by then. */
const aheadMs = 120_000;
/** The longest life that is played. */
const lifeMsMax = horizonLimitMs;
/** A pod is gone by then, beyond its grace period. */
const stopMsMax = 3_600_000;
/** A pod that does more than this ends there. */
const entriesAtMost = 20_000;
/** Of deletions of one life in different phases of its probes, which then serve for all. */
const phasesMax = 16;
const longestPeriodMs = 600_000;

export interface LifeInput {
  readonly source: PodSource;
  readonly assumptions: Assumptions;
  readonly seed: number;
  /** Offset of its creation within a second of the wall clock. */
  readonly clockPhaseMs: number;
}

/** What the API shows of a pod while nobody deletes it, and after a deletion at any age. Played as far as somebody asks; its answers do not depend on who asked before. */
export class PodLife {
  readonly #input: LifeInput;
  readonly #simulation: Simulation;
  readonly #periodMs: number;
  readonly #reader = new StatusReader();
  #reachedMs = 0;
  #entries = 0;
  #settled: Snapshot | undefined;
  /** From then on nothing happens any more. */
  #endedMs: number | undefined;
  readonly #ends = new Map<string, readonly PodChange[]>();

  constructor(input: LifeInput) {
    this.#input = input;
    this.#simulation = simulationOf(input);
    this.#periodMs = periodOf(input.source);
  }

  /** Entries that were played, and are kept. */
  get length(): number {
    return this.#entries;
  }

  /** Its change of this number, as far as it shows to somebody who looks at this age; undefined if there is nothing more. */
  change(index: number, ageMs: number): PodChange | Later | undefined {
    const limitMs = stepFrom(Math.max(aheadMs, 2 * ageMs));
    while (this.#reader.changes.length <= index && this.#reachedMs < limitMs && this.#goOn());
    const change = this.#reader.changes[index];
    if (change !== undefined && change.tMs <= limitMs) return change;
    const isOver = change === undefined && (this.#endedMs ?? Number.POSITIVE_INFINITY) <= limitMs;
    return isOver ? undefined : { laterMs: limitMs };
  }

  /** The changes that follow a deletion at this age. `isCrowded`: many pods live this life, and are deleted in the same few phases of their probes. */
  afterDeletion(ageMs: number, graceMs: number | undefined, isCrowded: boolean): readonly PodChange[] {
    const playedMs = this.#equalAgeMs(ageMs, isCrowded);
    const key = `${playedMs}/${graceMs}`;
    const changes = this.#ends.get(key) ?? this.#deletedAt(playedMs, graceMs);
    this.#ends.set(key, changes);
    return playedMs === ageMs ? changes : changes.map((change) => later(change, ageMs - playedMs));
  }

  /** The smallest age at which a deletion goes the same way: a settled pod repeats itself with the periods of its probes. */
  #equalAgeMs(ageMs: number, isCrowded: boolean): number {
    while (this.#settled === undefined && this.#reachedMs < ageMs && this.#goOn());
    const settledMs = this.#settled?.tMs;
    if (settledMs === undefined || settledMs > ageMs) return ageMs;
    const periodMs = this.#periodMs;
    if (periodMs > longestPeriodMs) return ageMs;
    const phaseMs = (ageMs - settledMs) % periodMs;
    const step = Math.max(1, Math.floor(periodMs / phasesMax));
    return settledMs + (isCrowded ? phaseMs - (phaseMs % step) : phaseMs);
  }

  /** A pod that has settled is deleted over and over, from there on. */
  #deletedAt(atMs: number, graceMs: number | undefined): readonly PodChange[] {
    if (this.#settled === undefined || atMs < this.#settled.tMs) {
      const simulation = simulationOf(this.#input);
      return deletedAt(simulation, this.#input, { atMs, graceMs });
    }
    this.#simulation.restore(this.#settled);
    return deletedAt(this.#simulation, this.#input, { atMs, graceMs });
  }

  /** False: there is nothing more. */
  #goOn(): boolean {
    if (this.#endedMs !== undefined) return false;
    this.#reachedMs = stepFrom(this.#reachedMs + 1);
    this.#simulation.runUntil(this.#reachedMs);
    const { entries, ended } = this.#simulation.timeline();
    this.#entries = entries.length;
    this.#reader.read(entries);
    if (ended !== "horizon" || this.#reachedMs >= lifeMsMax) this.#endedMs = this.#reachedMs;
    else if (this.#reader.isReady && isSettled(this.#input.source, entries, this.#reachedMs)) {
      this.#settled = this.#simulation.snapshot();
      this.#endedMs = this.#reachedMs;
    }
    return true;
  }
}

/** The first end of a step that is not before this. */
function stepFrom(tMs: number): number {
  let stepMs = firstStepMs;
  while (stepMs < tMs) stepMs *= 2;
  return Math.min(stepMs, lifeMsMax);
}

function simulationOf({ source, assumptions, seed, clockPhaseMs }: LifeInput): Simulation {
  const simulated: SimulationInput = {
    pod: source.pod,
    assumptions,
    scenario: source.scenario,
    seed,
    untilMs: lifeMsMax,
    recording: "entries",
    entriesAtMost,
  };
  return createSimulation(simulated, new ClockedChance(seed, clockPhaseMs));
}

interface Deletion {
  readonly atMs: number;
  readonly graceMs: number | undefined;
}

function deletedAt(simulation: Simulation, { source }: LifeInput, { atMs, graceMs }: Deletion): readonly PodChange[] {
  simulation.inject({ kind: "pod-deleted", atMs, graceMs });
  const reader = new StatusReader();
  const podGraceMs = source.pod.terminationGracePeriodSeconds * 1000;
  const lastMs = atMs + 2 * podGraceMs + stopMsMax;
  for (let limitMs = atMs + 60_000; ; limitMs += 60_000 + podGraceMs) {
    simulation.runUntil(limitMs);
    const { entries, ended } = simulation.timeline();
    reader.read(entries);
    if (reader.isGone || ended !== "horizon" || limitMs > lastMs) break;
  }
  return reader.changes.filter(({ tMs }) => tMs >= atMs);
}

function later(change: PodChange, byMs: number): PodChange {
  const { nominalMs, earliestMs, latestMs } = change.at;
  const at = { nominalMs: nominalMs + byMs, earliestMs: earliestMs + byMs, latestMs: latestMs + byMs };
  return { ...change, tMs: change.tMs + byMs, at };
}

/** After this time all probes stand where they stood. */
function periodOf({ pod }: PodSource): number {
  let seconds = 1;
  for (const { probes } of [...pod.containers, ...pod.initContainers])
    for (const probe of Object.values(probes)) seconds = leastCommonMultiple(seconds, probe.periodSeconds);
  return seconds * 1000;
}

function leastCommonMultiple(left: number, right: number): number {
  return (left / greatestCommonDivisor(left, right)) * right;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
