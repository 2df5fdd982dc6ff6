import {
  createSimulation,
  type PodUpdate,
  type PublishedStatus,
  type SimulationInput,
  type TimelineEntry,
} from "../../../shared/simulation/index.ts";
import { Choices, type Decision, type Departures, Guide } from "./guide.ts";
import type { Item } from "./items.ts";
import { Lanes } from "./lanes.ts";
import { News } from "./news.ts";
import type { RecordedStatus } from "./recording.ts";

export interface Recorded {
  readonly updates: readonly PodUpdate[];
  readonly items: readonly Item[];
  readonly statuses: readonly RecordedStatus[];
  /** From the times of the recording to those of the engine. */
  readonly shiftMs: number;
  readonly goneMs: number | undefined;
  /** When the kubelet was stopped. */
  readonly stopsMs: readonly number[];
  /** How far into a second of the clock t = 0 was, as far as the API's times tell. */
  readonly clockMs: number | undefined;
  /** Until when the pod was watched, whether or not anything happened to it. */
  readonly untilMs: number;
  /** When the last check that began before then was answered. */
  readonly answeredMs: number;
}

/**
 * What the engine cannot explain, and when it shows. `sinceMs`: until when all is explained, where that is sooner. `recordedMs`:
 * when it was recorded, which a worker of unknown phase may have brought about.
 */
export interface Problem {
  readonly tMs: number;
  readonly sinceMs?: number;
  readonly recordedMs?: number;
  readonly text: string;
}

export interface Explanation {
  /** What the engine cannot explain; undefined: everything is explained. */
  readonly problem: string | undefined;
  readonly problemMs: number;
  readonly entries: readonly TimelineEntry[];
  readonly statuses: readonly PublishedStatus[];
  readonly tries: number;
  /** The search ended before it had tried every path: a problem says nothing about those it left. */
  readonly wasCut: boolean;
  readonly way: KnownWay;
}

/** What a search found: what the run took that is not the first way, and how that search looked. */
export interface KnownWay {
  readonly toleranceMs: number;
  readonly keepsPhase?: boolean | undefined;
  readonly taken: readonly (readonly [string, number])[];
}

interface Attempt extends Omit<Explanation, "tries" | "wasCut" | "way"> {
  /** Until when all is explained. */
  readonly reachedMs: number;
  /** What the engine did for it. */
  readonly steps: number;
  /** When what it failed at was recorded. */
  readonly recordedMs: number | undefined;
}

/**
 * How far a recorded instant may lie outside of what the engine can reach; the narrower search takes fewer instants for others.
 * `vainMax`: it ends after so many paths that get no further: a long recording needs more of them than a short one.
 * `byRarity`: what was seldom so is tried late; else only what is far from the problem is. `keepsPhase`: see `Guide`. Each finds
 * what the others do not.
 */
interface Search extends Omit<KnownWay, "taken"> {
  readonly vainMax: number;
  readonly byRarity: boolean;
}

const searches: readonly Search[] = [
  { toleranceMs: 300, vainMax: 300, byRarity: true },
  { toleranceMs: 300, vainMax: 300, byRarity: true, keepsPhase: true },
  { toleranceMs: 60, vainMax: 1500, byRarity: true },
  { toleranceMs: 60, vainMax: 1500, byRarity: true, keepsPhase: true },
  { toleranceMs: 300, vainMax: 3000, byRarity: true, keepsPhase: true },
  { toleranceMs: 300, vainMax: 3000, byRarity: true },
  { toleranceMs: 300, vainMax: 3000, byRarity: false },
];

/** All paths of a search together, so that the longest recording has an end, too: what waits to be tried is kept. */
const stepsMax = 20_000_000;
const triesMax = 10_000;

/** One way at one decision. */
type Departure = readonly [key: string, index: number];

/** A run to try: as another one, with one more departure. `cost`: how far-fetched its departures are since a run first got as far. */
interface Way {
  readonly before: Path;
  readonly departure: Departure | undefined;
  readonly reachedMs: number;
  readonly problemMs: number;
  readonly cost: number;
}

/**
 * Looks for a run of the engine that does what was recorded, entry by entry. Gives the one that got furthest.
 * Departs first from the runs that got furthest, as seldom as possible, and from the last decisions before the problem.
 */
export function explain(
  inputs: readonly SimulationInput[],
  recorded: Recorded,
  known: readonly KnownWay[] = [],
): Explanation {
  const recalled = recall(inputs, recorded, known);
  if (recalled !== undefined) return recalled;
  let best: Explanation | undefined;
  for (const input of inputs) {
    const found = explainOne(input, recorded);
    if (found.problem === undefined) return found;
    best = best === undefined || found.problemMs > best.problemMs ? found : best;
  }
  if (best === undefined) throw new Error("nothing was tried");
  return best;
}

/** Before any search: a way that is known of one input spares the search for another. */
function recall(
  inputs: readonly SimulationInput[],
  recorded: Recorded,
  known: readonly KnownWay[],
): Explanation | undefined {
  for (const way of known) {
    for (const input of inputs) {
      const attempt = replay(input, new Choices(new Map(way.taken)), recorded, way);
      if (attempt.problem === undefined) return { ...attempt, tries: 1, wasCut: false, way };
    }
  }
  return undefined;
}

function explainOne(input: SimulationInput, recorded: Recorded): Explanation {
  let found: Explanation | undefined;
  let tries = 0;
  let wasCut = false;
  const ways: KnownWay[] = [];
  for (const each of searches) {
    const begun = ways.filter(({ keepsPhase }) => keepsPhase === each.keepsPhase).map(({ taken }) => taken);
    const next = search(input, recorded, each, begun);
    ways.push(next.way);
    tries += next.tries;
    if (next.problem === undefined) return { ...next, tries };
    found = found === undefined || next.problemMs > found.problemMs ? next : found;
    wasCut ||= next.wasCut;
  }
  if (found === undefined) throw new Error("nothing was tried");
  return { ...found, tries, wasCut, problem: `${found.problem} (${searchEnd(tries, wasCut)})` };
}

function searchEnd(tries: number, wasCut: boolean): string {
  return wasCut ? `the search ran out after ${tries} paths` : `none of all ${tries} paths`;
}

/** `begun`: the ways that other searches found furthest. What holds them up there may be no obstacle here. */
function search(
  input: SimulationInput,
  recorded: Recorded,
  { vainMax, byRarity, ...how }: Search,
  begun: readonly KnownWay["taken"][],
): Explanation {
  const open = new Frontier();
  for (const taken of [[], ...begun])
    open.add({ before: open.pathTo(taken), departure: undefined, reachedMs: 0, problemMs: 0, cost: 0 });
  let best: (Attempt & Pick<Explanation, "way">) | undefined;
  let tries = 0;
  let steps = 0;
  let triesOfBest = 0;
  let wasCut = true;
  while (tries - triesOfBest < vainMax && tries < triesMax && steps < stepsMax) {
    const way = open.next();
    if (way === undefined) {
      wasCut = false;
      break;
    }
    const path = open.pathOf(way);
    const { taken } = path;
    tries += 1;
    const choices = new Choices(taken);
    const attempt = replay(input, choices, recorded, how);
    steps += attempt.steps;
    const isFurther = best === undefined || attempt.reachedMs > best.reachedMs;
    if (isFurther) triesOfBest = tries;
    if (isFurther || attempt.problem === undefined) best = { ...attempt, way: { ...how, taken: [...taken] } };
    if (attempt.problem === undefined) break;
    const reachedMs = Math.max(attempt.reachedMs, way.reachedMs);
    const problemMs = Math.max(attempt.problemMs, way.problemMs);
    // What others reached before is nothing new.
    const cost = isFurther ? 0 : way.cost;
    const { problemMs: shownMs, recordedMs } = attempt;
    const from = { taken, decisions: choices.decisions, problemMs, shownMs, recordedMs, byRarity };
    for (const { departure, rank } of departuresFrom(from))
      open.add({ before: path, departure, reachedMs, problemMs, cost: cost + departureCost + rank });
  }
  if (best === undefined) throw new Error("nothing was tried");
  return { ...best, tries, wasCut };
}

/** All departures of a run, and their numbers in order: equal paths have equal ones. */
interface Path {
  readonly taken: Departures;
  readonly numbers: readonly number[];
}

/** A second departure costs as much as going back by so many ways. */
const departureCost = 20;

/**
 * The ways that wait, each once: first those that got furthest, with the departures that are nearest to the problem. Every
 * second turn belongs to those that got less far, because a wrong departure may get further than the right one at first.
 */
class Frontier {
  readonly #known = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #waiting = new Map<number, Group>();
  #turn = 0;

  add(way: Way): void {
    const name = this.#numbersOf(way).join();
    if (this.#known.has(name)) return;
    this.#known.add(name);
    const group = this.#waiting.get(way.reachedMs) ?? { byCost: [], left: 0, turns: 0 };
    this.#waiting.set(way.reachedMs, group);
    const same = group.byCost[way.cost] ?? [];
    group.byCost[way.cost] = same;
    same.push(way);
    group.left += 1;
  }

  /** Most ways wait for ever: only one that is tried gets a map of its own. */
  pathOf(way: Way): Path {
    const { before, departure } = way;
    if (departure === undefined) return before;
    return { taken: new Map([...before.taken, departure]), numbers: this.#numbersOf(way) };
  }

  pathTo(taken: KnownWay["taken"]): Path {
    const numbers = taken.map((departure) => this.#numberOf(departure)).sort((one, other) => one - other);
    return { taken: new Map(taken), numbers };
  }

  #numberOf(departure: Departure): number {
    const text = departure.join(": ");
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  #numbersOf({ before, departure }: Way): readonly number[] {
    if (departure === undefined) return before.numbers;
    const number = this.#numberOf(departure);
    const others = this.#without(departure, before);
    const behind = others.findIndex((other) => other > number);
    return others.toSpliced(behind === -1 ? others.length : behind, 0, number);
  }

  /** The numbers of a path but for that of the way it took so far at the same decision. */
  #without([key]: Departure, { taken, numbers }: Path): readonly number[] {
    const index = taken.get(key);
    if (index === undefined) return numbers;
    const replaced = this.#numbers.get(`${key}: ${index}`);
    return numbers.filter((number) => number !== replaced);
  }

  next(): Way | undefined {
    this.#turn += 1;
    const group = this.#turn % 2 === 0 ? this.#leastTried() : this.#furthest();
    const way = group?.byCost.find((ways) => ways !== undefined && ways.length > 0)?.pop();
    if (group === undefined || way === undefined) return undefined;
    group.turns += 1;
    group.left -= 1;
    return way;
  }

  #open(): [number, Group][] {
    return [...this.#waiting].filter(([, { left }]) => left > 0).sort(([one], [other]) => other - one);
  }

  #furthest(): Group | undefined {
    return this.#open()[0]?.[1];
  }

  /** Of those not long before the furthest, the one that had the fewest turns. */
  #leastTried(): Group | undefined {
    const open = this.#open();
    const sinceMs = (open[0]?.[0] ?? 0) - lookBackMs;
    const near = open.filter(([reachedMs]) => reachedMs >= sinceMs).map(([, group]) => group);
    return near.reduce<Group | undefined>(
      (least, group) => (least === undefined || group.turns < least.turns ? group : least),
      undefined,
    );
  }
}

/** Ways that got equally far. `left`: how many of them wait. */
interface Group {
  readonly byCost: Way[][];
  left: number;
  turns: number;
}

/** How far before the furthest problem a wrong departure is looked for. */
const lookBackMs = 20_000;

/** No decision has an effect that shows later than this. */
const longestEffectMs = 120_000;
const latestDecisions = 300;

interface Ranked {
  readonly departure: Departure;
  /** How far from the problem it is, in draws that are nearer, and how far-fetched. */
  readonly rank: number;
}

interface From {
  readonly taken: Departures;
  readonly decisions: readonly Decision[];
  /** Of the path that got furthest to here. */
  readonly problemMs: number;
  /** Of this path. */
  readonly shownMs: number;
  readonly recordedMs: number | undefined;
  readonly byRarity: boolean;
}

/**
 * Every other way at one more decision, the last decision first. What was to happen after the problem cannot have led to it.
 * The phase of a worker, which shows long after it was drawn, is as near as the last decision, and nearer still if it fits.
 */
function departuresFrom({ taken, decisions, problemMs, shownMs, recordedMs, byRarity }: From): Ranked[] {
  const found: Ranked[] = [];
  let distance = 0;
  for (const decision of decisions.slice(-latestDecisions).reverse()) {
    const { key, nowMs, delaysMs } = decision;
    const isTooOld = nowMs < problemMs - longestEffectMs;
    const chosen = taken.get(key);
    if (chosen !== undefined && !isTooOld) found.push(...otherPhases(decision, chosen, { shownMs, recordedMs }));
    if (chosen !== undefined || isTooOld || nowMs + Math.min(...delaysMs) > problemMs) continue;
    const kind = key.slice(0, key.indexOf(" "));
    const rankOf = (index: number): number => {
      if (kind === "probe-sleep") return bringsAbout(decision, index, recordedMs) ? 0 : index;
      return distance + (byRarity ? unlikely(kind, index) : index - 1);
    };
    for (let index = 1; index < delaysMs.length; index += 1)
      found.push({ departure: [key, index], rank: rankOf(index) });
    if (kind !== "probe-sleep") distance += byRarity ? Math.min(1, delaysMs.length - 1) : delaysMs.length - 1;
  }
  return found;
}

/** A phase that did not last is given up for one that fits now, or, if it has a tick where nothing was, for any that has none there. */
function otherPhases(decision: Decision, chosen: number, { shownMs, recordedMs }: Seen): readonly Ranked[] {
  const { key, delaysMs } = decision;
  const isRefuted = bringsAbout(decision, chosen, shownMs);
  return [...delaysMs.keys()].flatMap((index): readonly Ranked[] => {
    if (index === chosen) return [];
    const departure: Departure = [key, index];
    if (bringsAbout(decision, index, recordedMs)) return [{ departure, rank: 0 }];
    return isRefuted && !bringsAbout(decision, index, shownMs) ? [{ departure, rank: index }] : [];
  });
}

/** When something was played, and when something was recorded, that the other side has not. */
interface Seen {
  readonly shownMs: number;
  readonly recordedMs: number | undefined;
}

/** Whether a worker that wakes so has a tick when something was recorded, or just before. */
function bringsAbout({ nowMs, delaysMs, periodMs }: Decision, index: number, recordedMs: number | undefined): boolean {
  const delayMs = delaysMs[index];
  if (periodMs === undefined || recordedMs === undefined || delayMs === undefined) return false;
  const sinceMs = recordedMs - nowMs - delayMs;
  return sinceMs >= 0 && sinceMs % periodMs <= passTakesMs;
}

/** From a tick to what the pass that it asks for does. */
const passTakesMs = 20;

/** How much more seldom than others the explained recordings took another way at a draw: what is rare is tried as late as what is far. */
function unlikely(kind: string, index: number): number {
  return (rarity[kind] ?? 13) + 4 * (index - 1);
}

const rarity: Readonly<Record<string, number>> = {
  relist: 0,
  "pass-end": 0,
  stale: 0,
  removal: 0,
  housekeeping: 0,
  select: 0,
  late: 3,
  "idle-end": 4,
  repeat: 3,
  garbage: 3,
  collection: 3,
  "again-after-look": 4,
  split: 6,
  tick: 8,
};

function replay(
  input: SimulationInput,
  choices: Choices,
  recorded: Recorded,
  { toleranceMs, keepsPhase = false }: Omit<KnownWay, "taken">,
): Attempt {
  const lanes = new Lanes(recorded, toleranceMs);
  const simulation = createSimulation(input, new Guide(lanes, input.pod, choices, keepsPhase));
  for (const update of recorded.updates) simulation.inject(update);
  const { entries, events, statuses } = simulation.timeline();
  const news = new News(entries, events, input.pod);
  let steps = 0;
  const stopped = (problem: Problem | undefined): Attempt => ({
    problem: problem?.text,
    problemMs: problem?.tMs ?? recorded.untilMs,
    reachedMs: problem?.sinceMs ?? problem?.tMs ?? recorded.untilMs,
    entries,
    statuses,
    steps,
    recordedMs: problem?.recordedMs ?? problem?.sinceMs,
  });
  while (simulation.step()) {
    steps += 1;
    const nowMs = simulation.nowMs();
    const items = news.until(nowMs);
    const missing = earlier(lanes.missingBefore(nowMs), lanes.statuses.missingBefore(statuses, nowMs));
    const problem = missing ?? mismatch(lanes, items, recorded.untilMs - toleranceMs);
    if (problem !== undefined) return stopped(problem);
    if (nowMs > Math.max(recorded.untilMs, recorded.answeredMs) + toleranceMs) break;
  }
  const rest = earlier(
    lanes.missingBefore(Number.POSITIVE_INFINITY),
    lanes.statuses.missingBefore(statuses, Number.POSITIVE_INFINITY),
  );
  return stopped(rest ?? lanes.statuses.unseen(statuses));
}

/** The first item that was not recorded so. The recording may have ended a moment before the last ones, or before they were over. */
function mismatch(lanes: Lanes, items: readonly Item[], lastMs: number): Problem | undefined {
  for (const item of items) {
    const text = lanes.match(item);
    if (text === undefined || (item.endMs ?? item.tMs) > lastMs) continue;
    const [recordedMs] = lanes.next(item.lane);
    return { text, tMs: item.tMs, ...(recordedMs !== undefined && { recordedMs }) };
  }
  return undefined;
}

function earlier(one: Problem | undefined, other: Problem | undefined): Problem | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.tMs <= other.tMs ? one : other;
}
