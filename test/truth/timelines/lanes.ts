import type { Problem, Recorded } from "./explain.ts";
import type { Item } from "./items.ts";
import { Statuses } from "./statuses.ts";

interface Lane {
  readonly items: readonly Item[];
  next: number;
}

/** The recording as it waits to be matched: each lane in its own order. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly statuses: Statuses;
  /** How far a recorded instant may lie outside of what the engine can reach. */
  readonly toleranceMs: number;
  readonly #goneMs: number | undefined;
  readonly #clockMs: number | undefined;
  readonly #stopsMs: readonly number[];
  matched = 0;

  constructor({ items, statuses, shiftMs, untilMs, goneMs, clockMs, stopsMs }: Recorded, toleranceMs: number) {
    this.toleranceMs = toleranceMs;
    this.statuses = new Statuses(statuses, { shiftMs, untilMs, toleranceMs, stopsMs });
    this.#goneMs = goneMs;
    this.#clockMs = clockMs;
    this.#stopsMs = stopsMs;
    for (const name of new Set(items.map((item) => item.lane)))
      this.#lanes.set(name, { items: items.filter((item) => item.lane === name), next: 0 });
  }

  /** Undefined: the item is the next of its lane, at its time. Otherwise what is wrong. */
  match(item: Item): string | undefined {
    const lane = this.#lanes.get(item.lane);
    const recorded = lane?.items[lane.next];
    if (lane === undefined || recorded === undefined) return `${said(item)}; nothing more was recorded in this lane`;
    if (recorded.text !== item.text) return `${said(item)}; recorded is ${said(recorded)}`;
    if (Math.abs(recorded.tMs - item.tMs) > this.toleranceMs) return `${said(item)}; recorded at ${recorded.tMs}`;
    if (Math.abs(tookOf(recorded) - tookOf(item)) > timerMs) return `${said(item)}; recorded until ${endOf(recorded)}`;
    lane.next += 1;
    this.matched += 1;
    return undefined;
  }

  /** The first recorded item that should have happened by now and did not, and until when it could have. */
  missingBefore(nowMs: number): Problem | undefined {
    let first: Item | undefined;
    for (const { items, next } of this.#lanes.values()) {
      const item = items[next];
      if (item === undefined || endOf(item) >= nowMs - this.toleranceMs) continue;
      if (first === undefined || endOf(item) < endOf(first)) first = item;
    }
    if (first === undefined) return undefined;
    return { text: `missing: ${said(first)}`, tMs: endOf(first) + this.toleranceMs, sinceMs: endOf(first) };
  }

  next(lane: string): readonly number[] {
    return this.all(lane).slice(0, 1);
  }

  all(name: string): readonly number[] {
    const lane = this.#lanes.get(name);
    return lane === undefined ? [] : lane.items.slice(lane.next).map((item) => item.tMs);
  }

  texts(name: string): readonly string[] {
    const lane = this.#lanes.get(name);
    return lane === undefined ? [] : lane.items.slice(lane.next).map((item) => item.text);
  }

  /** When the records of a container were removed, in order. */
  removals(container: string): readonly number[] {
    return [...this.#lanes.keys()]
      .filter((name) => name.startsWith(`removal of ${container} #`))
      .flatMap((name) => this.next(name))
      .sort((one, other) => one - other);
  }

  /** When the next items of a lane were over: the first may be one that has just been played and is not matched yet. */
  nextEnds(name: string): readonly number[] {
    const lane = this.#lanes.get(name);
    return lane === undefined ? [] : lane.items.slice(lane.next, lane.next + 2).map(endOf);
  }

  /** The next item of a lane that begins so. */
  textOf(name: string, start: string): string | undefined {
    const lane = this.#lanes.get(name);
    return lane?.items.slice(lane.next).find((item) => item.text.startsWith(start))?.text;
  }

  /** When the next item of a lane that begins so was. */
  nextOf(name: string, text: string): number | undefined {
    const lane = this.#lanes.get(name);
    return lane?.items.slice(lane.next).find((item) => item.text.startsWith(text))?.tMs;
  }

  /** When the next start came, or failed. */
  nextStarts(lane: string): readonly number[] {
    return ["started", "start-failed"]
      .map((text) => this.nextOf(lane, text))
      .filter((tMs) => tMs !== undefined)
      .sort((one, other) => one - other)
      .slice(0, 1);
  }

  /** The next attempt of each probe. */
  nextChecks(): readonly number[] {
    return [...this.#lanes.keys()].filter((name) => name.startsWith("check")).flatMap((name) => this.next(name));
  }

  /** Instants that are looks of the relist loop, or follow from one: records that are removed, and starts that are refused. */
  looks(): readonly number[] {
    const removed = [...this.#lanes.keys()]
      .filter((name) => name.startsWith("removal of"))
      .flatMap((name) => this.all(name));
    return [...removed, ...this.refusals()].sort((one, other) => one - other);
  }

  /** When starts were refused, each by a pass that a worker without attempts may have asked for. */
  refusals(): readonly number[] {
    const refused = [...this.#lanes]
      .filter(([name]) => name.startsWith("events of"))
      .flatMap(([, { items, next }]) => items.slice(next).filter((item) => item.text.startsWith("Warning BackOff")));
    return refused
      .map((item) => item.tMs)
      .sort((one, other) => one - other)
      .filter((tMs, index, all) => tMs - (all[index - 1] ?? Number.NEGATIVE_INFINITY) > onePassMs)
      .slice(0, 200);
  }

  /** All attempts that are still to come. */
  allChecks(): readonly number[] {
    return [...this.#lanes.keys()].filter((name) => name.startsWith("check")).flatMap((name) => this.all(name));
  }

  /** When the object was gone from the API. */
  gone(): readonly number[] {
    return this.#goneMs === undefined ? [] : [this.#goneMs];
  }

  /** How far into a second of the clock the pod came. */
  clock(): readonly number[] {
    return this.#clockMs === undefined ? [] : [this.#clockMs];
  }

  /** When the kubelet stops next. */
  nextStop(nowMs: number): number {
    return this.#stopsMs.find((tMs) => tMs > nowMs) ?? Number.POSITIVE_INFINITY;
  }

  /** A kubelet that has just started begins with a pass, so that the first thing it is seen to do tells of it best. */
  firstWork(): readonly number[] {
    return this.workOfPasses().toSorted((one, other) => one - other);
  }

  /** Instants at which a pass may have been: what it did, else what it wrote. */
  workOfPasses(): readonly number[] {
    const times: number[] = [];
    const checks: number[] = [];
    for (const [name, lane] of this.#lanes) {
      if (name === "removal of the sandbox") continue;
      if (name.startsWith("unhealthy")) {
        // A pass that has an attempt made knows nothing yet of the end of the container.
        const ofDead = lane.items.slice(lane.next, lane.next + 4).filter(isOfDead);
        checks.push(...ofDead.map((item) => item.tMs + 2));
        continue;
      }
      const rest = lane.items.slice(lane.next, lane.next + 4).filter((item) => !item.text.startsWith("exited"));
      (name.startsWith("check") ? checks : times).push(...rest.map((item) => item.tMs));
    }
    const statuses = this.statuses.timesMs.slice(0, 3);
    return [
      ...times.sort((left, right) => left - right),
      ...statuses.map((tMs) => tMs - 12),
      ...checks.map((tMs) => tMs - 3),
    ];
  }
}

function isOfDead({ text }: Item): boolean {
  return text.includes("errored and resulted in unknown state");
}

/** What one pass refuses, or two that follow each other. */
const onePassMs = 30;

/** A timer of the machine may be some milliseconds late. */
const timerMs = 100;

function tookOf(item: Item): number {
  return endOf(item) - item.tMs;
}

function endOf(item: Item): number {
  return item.endMs ?? item.tMs;
}

function said(item: Item): string {
  return `${item.lane}: ${item.text} at ${item.tMs}`;
}
