import type { DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { Chance, Draw } from "../../../shared/simulation/index.ts";
import { imageOf, plainMessage } from "./items.ts";
import type { Lanes } from "./lanes.ts";

/** One draw of a run and the delays that are worth trying for it, best first. */
export interface Decision {
  /** The same in every run that comes to the same draw. */
  readonly key: string;
  readonly nowMs: number;
  readonly delaysMs: readonly number[];
  /** Of a worker whose phase it is. */
  readonly periodMs: number | undefined;
}

/** What a run takes at some of its decisions; at all others it takes the first way that offers itself. */
export type Departures = ReadonlyMap<string, number>;

/** Takes the ways that are given, and notes what else there was to choose. */
export class Choices {
  readonly #taken: Departures;
  readonly decisions: Decision[] = [];
  readonly #counts = new Map<string, number>();

  constructor(taken: Departures) {
    this.#taken = taken;
  }

  choose({ kind, nowMs, latestMs, container, probe }: Draw, delaysMs: readonly number[]): number {
    const name = `${kind} ${container} ${probe} ${nowMs}`;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const key = `${name} ${count}`;
    this.decisions.push({ key, nowMs, delaysMs, periodMs: kind === "probe-sleep" ? latestMs : undefined });
    return delaysMs[this.#taken.get(key) ?? 0] ?? 0;
  }
}

const waysMax = 8;
/** The phase of a worker shows late, and in many ways. */
const phasesMax = 48;
/** What most looks are apart: a second, and what a look takes. */
const usualPeriodMs = 1002;
/** Instants so close to each other are one pass. */
const sameMs = 8;

/** A tick that is later than this may have been another one: its own found nothing to probe. */
const inTimeMs = 8;

/**
 * A new kubelet asks once a second whether it knows its node, before it looks for its pods: on a busy machine the first answers
 * come late. Models pkg/kubelet/config/apiserver.go NewSourceApiserver (v1.37.1).
 */
const slowNodeMs = 2000;

/** The second time that it asks is not sooner, and what that leads to later still. */
const soonestSecondMs = 900;

const beforePassMs = 20;
const afterPassMs = 30;

/** Draws that no recorded instant tells of. */
const unrecorded: ReadonlySet<Draw["kind"]> = new Set([
  "node-loss",
  "select",
  "housekeeping",
  "repeat",
  "again",
  "again-after-look",
  "split",
  "stale",
  "wake",
  "pass-end",
  "idle-end",
  "expiry",
  "last-look",
  "no-look",
  "scenario",
]);

/** What a busy machine can take longer for than the engine allows: at most the tolerance of the search. */
const ofMachine: ReadonlySet<Draw["kind"]> = new Set([
  "create",
  "start",
  "kill",
  "answer",
  "sandbox",
  "pull",
  "own-relist",
  "relist",
  "garbage",
]);

/**
 * Draws what the recording shows: every delay that the engine leaves open is chosen so that what follows from it falls on a
 * recorded instant, within the engine's own bounds. Where several instants come into question, the search tries them in turn.
 */
export class Guide implements Chance {
  readonly #lanes: Lanes;
  readonly #pod: DefaultedPod;
  readonly #choices: Choices;
  readonly #keepsPhase: boolean;
  /** The last look of the relist loop. */
  #relistMs: number | undefined;

  /** `keepsPhase`: looks go on in the phase of the last one before they fall on anything else that was recorded. */
  constructor(lanes: Lanes, pod: DefaultedPod, choices: Choices, keepsPhase: boolean) {
    this.#lanes = lanes;
    this.#pod = pod;
    this.#choices = choices;
    this.#keepsPhase = keepsPhase;
  }

  draw(draw: Draw): number {
    const delayMs = this.#choices.choose(draw, this.#delays(draw));
    if (draw.kind === "relist") this.#relistMs = draw.nowMs + delayMs;
    return delayMs;
  }

  /** A replay never goes back. */
  save(): () => void {
    return () => undefined;
  }

  #delays(draw: Draw): readonly number[] {
    const { nowMs, earliestMs, latestMs } = draw;
    const { toleranceMs } = this.#lanes;
    if (draw.kind === "kill-order") return this.#killOrder(draw);
    if (draw.kind === "tie") return this.#isTimeout(draw) ? [1, 0] : [0, 1];
    if (draw.kind === "node-known") return this.#isNodeKnown(draw) ? [1, 0] : [0, 1];
    if (draw.kind === "garbage-meanwhile") return this.#isCollected(draw) ? [0, 1] : [0];
    if (draw.kind === "late") return this.#isLate(draw) ? [1, 0] : [0, 1];
    const mostMs = latestMs + this.#machineMs(draw.kind);
    const within = (tMs: number): number => Math.min(Math.max(Math.round(tMs - nowMs), earliestMs), mostMs);
    const instants = this.#instants(draw).filter(
      (tMs) => tMs >= nowMs + earliestMs - toleranceMs && tMs <= nowMs + Math.max(mostMs, latestMs + toleranceMs),
    );
    const isReached = (tMs: number): boolean => tMs >= nowMs + earliestMs && tMs <= nowMs + mostMs;
    // What lies outside is a worse guess than what lies within.
    const seen = byTurns(instants, isReached).map(within);
    const guessed = [...seen, ...this.#unseen(draw)];
    const isSure = draw.kind === "tick" && seen.length === 1 && instants.every((tMs) => tMs - nowMs <= inTimeMs);
    // A kubelet that stops may collect one of two records only.
    const isCollected = draw.kind === "collection" && seen.length > 0;
    const found = isCollected ? [...seen, latestMs] : this.#inOrder(guessed, draw);
    const delays = isSure ? seen : found;
    const different = delays.filter((delay, index) => delays.findIndex((other) => isSame(delay, other)) === index);
    const ways = different.slice(0, draw.kind === "probe-sleep" ? phasesMax : waysMax);
    // A look of which nothing is seen may have been just now, however many others come into question.
    return draw.kind === "relist" && !ways.includes(earliestMs) ? [...ways.slice(0, -1), earliestMs] : ways;
  }

  #machineMs(kind: Draw["kind"]): number {
    if (kind === "kubelet-start") return slowNodeMs;
    return ofMachine.has(kind) ? this.#lanes.toleranceMs : 0;
  }

  /** Recorded instants that this draw may be the cause of. */
  #instants(draw: Draw): readonly number[] {
    const { kind, container = "", probe } = draw;
    if (kind === "clock") return this.#lanes.clock();
    if (kind === "sandbox") return this.#lanes.next("runtime sandbox");
    const ofRuntime = this.#runtimeInstants(kind, container);
    if (ofRuntime !== undefined) return ofRuntime;
    if (kind === "pull") return this.#lanes.next(`pull ${plainMessage(imageOf(this.#pod, container))}`);
    if (kind === "collection" && container === "") return this.#lanes.next("removal of the sandbox");
    if (kind === "collection" || kind === "garbage") return this.#lanes.removals(container);
    if (kind === "removal") return this.#lanes.gone();
    if (kind === "watched") return this.#lanes.statuses.timesMs.slice(0, 3);
    if (kind === "answer") return this.#answerInstants(container, probe);
    if (kind === "tick" || kind === "probe-sleep") {
      const checks = this.#lanes.all(`check ${this.#commandOf(container, probe)} of ${container}`);
      if (kind === "tick") return this.#tickInstants(draw, checks);
      return [...this.#sleepInstants(draw, checks), ...this.#wakingInstants()];
    }
    if (unrecorded.has(kind)) return [];
    if (kind === "kubelet-start") return this.#lanes.firstWork();
    const passes = this.#lanes.workOfPasses();
    return kind === "relist" ? [...passes, ...this.#triggerInstants(draw)] : passes;
  }

  #runtimeInstants(kind: Draw["kind"], container: string): readonly number[] | undefined {
    if (kind === "create" || kind === "kill") return this.#lanes.next(`runtime ${container}`);
    // What was created just now waits to be matched yet.
    return kind === "start" ? this.#lanes.nextStarts(`runtime ${container}`) : undefined;
  }

  /** Of a container that is dead only an event tells what came of an attempt. */
  #answerInstants(container: string, probe: Draw["probe"]): readonly number[] {
    return [
      ...this.#lanes.nextEnds(`check ${this.#commandOf(container, probe)} of ${container}`),
      ...this.#lanes.next(`unhealthy ${titled(probe ?? "")} of ${container}`),
    ];
  }

  /** A pass of which nothing else is seen puts the ticks of the readiness workers that it wakes in its own phase of the second. */
  #triggerInstants({ nowMs }: Draw): readonly number[] {
    const checks = this.#lanes.nextChecks();
    return checks.filter((tMs) => tMs > nowMs).map((tMs) => nowMs + ((tMs - nowMs) % 1000));
  }

  /**
   * Its first attempt tells the phase of a worker, if it comes before the kubelet stops again. One that never asks has the starts
   * of its dead container refused, again and again in its own phase, or slept until there was nobody to ask any more.
   */
  #sleepInstants(draw: Draw, checks: readonly number[]): readonly number[] {
    const stopMs = this.#lanes.nextStop(draw.nowMs);
    const [first] = checks;
    if (first !== undefined && first < stopMs) return [sleepUntil(first, draw)];
    const refusals = this.#lanes.refusals().filter((tMs) => tMs < stopMs);
    const { often, seldom } = phasesOf(refusals, draw.latestMs);
    const deadMs = this.#lanes.nextOf(`runtime ${draw.container}`, "exited") ?? stopMs;
    const silentMs = Math.min(deadMs, stopMs) + 1;
    const silent = silentMs <= draw.nowMs + draw.latestMs ? [silentMs] : [];
    const until = (tMs: number): number => sleepUntil(tMs, draw);
    return [...often.map(until), ...silent, ...seldom.map(until)];
  }

  /** A worker asks for a pass when it wakes to a container that is dead or new to it: just before a pass, or by what one wrote. */
  #wakingInstants(): readonly number[] {
    return this.#lanes.workOfPasses().flatMap((tMs) => [tMs - beforePassMs, tMs + afterPassMs]);
  }

  /** The worker's next attempt; without one in time, just after the others: which of two ticks comes first decides what both see. */
  #tickInstants({ nowMs, latestMs, container, probe }: Draw, checks: readonly number[]): readonly number[] {
    const { toleranceMs } = this.#lanes;
    const inTime = (tMs: number): boolean => tMs >= nowMs - toleranceMs && tMs <= nowMs + latestMs + toleranceMs;
    // One that has just been played is not matched yet.
    const own = checks.slice(0, 2).filter(inTime).slice(0, 1);
    const deadMs = this.#lanes.nextOf(`runtime ${container}`, "exited");
    // Which of two things of one millisecond came first is open.
    if (own.length > 0) return deadMs !== undefined && own.includes(deadMs) ? [deadMs - 1, deadMs] : own;
    // A dead container answers nothing, and only an event tells that it was asked.
    const told = [
      ...this.#lanes.next(`unhealthy ${titled(probe ?? "")} of ${container}`),
      ...(deadMs === undefined ? [] : [deadMs + 1]),
    ];
    return [
      nowMs,
      ...told.filter(inTime),
      ...this.#lanes
        .allChecks()
        .filter(inTime)
        .map((tMs) => tMs + 1),
    ];
  }

  /** Where nothing was recorded in time: as late, or as early as can be. */
  #unseen({ kind, nowMs, earliestMs, latestMs }: Draw): readonly number[] {
    if (kind === "split") return [0, 1, 2, 3];
    if (kind === "housekeeping") return [latestMs, earliestMs, Math.round((earliestMs + latestMs) / 2)];
    if (kind === "stale") return latestMs > 1 ? [0, 1, 2] : [0, 1];
    if (kind === "again") return latestMs > 1 ? [0, 1, 2] : [0, 1];
    // A kubelet that stops at once leaves the record to the next one.
    if (kind === "garbage") return [latestMs, earliestMs, latestMs + this.#lanes.toleranceMs];
    // What a worker has taken up before a look is not what the look brings.
    if (kind === "again-after-look" || kind === "no-look") return [1, 0];
    if (kind === "relist")
      return [
        ...this.#relistAfter(nowMs, latestMs),
        ...this.#relistBefore(nowMs + latestMs, latestMs - earliestMs).map((tMs) => tMs - nowMs),
        earliestMs,
        latestMs,
        Math.round((earliestMs + latestMs) / 2),
      ];
    const early =
      unrecorded.has(kind) ||
      ["create", "start", "kill", "tick", "own-relist", "relist", "kubelet-start", "pull"].includes(kind);
    return early ? [earliestMs, latestMs] : [latestMs, earliestMs];
  }

  /** Whether a record of the container was removed as it started. */
  #isCollected({ nowMs, container = "" }: Draw): boolean {
    return this.#lanes.removals(container).some((tMs) => tMs >= nowMs && tMs <= nowMs + collectedMs);
  }

  /** Whether the new kubelet did something before it can have asked for its node a second time. */
  #isNodeKnown({ nowMs }: Draw): boolean {
    const first = this.#lanes.firstWork().find((tMs) => tMs > nowMs);
    return first !== undefined && first < nowMs + soonestSecondMs;
  }

  /** First the one that was stopped first. */
  #killOrder({ among = [] }: Draw): readonly number[] {
    const stopsMs = among.map((name) => this.#lanes.nextOf(`runtime ${name}`, "stop") ?? Number.POSITIVE_INFINITY);
    return among.map((_, index) => index).sort((one, other) => (stopsMs[one] ?? 0) - (stopsMs[other] ?? 0));
  }

  /** Of a probe and its timeout, or of a container that stops and SIGKILL. */
  #isTimeout({ container, probe }: Draw): boolean {
    if (probe === undefined)
      return this.#lanes.textOf(`runtime ${container}`, "exited")?.endsWith(" 137 Error") === true;
    const [text] = this.#lanes.texts(`check ${this.#commandOf(container ?? "", probe)} of ${container}`);
    return text?.startsWith("timeout") === true;
  }

  /** Whether another container was created anew before this one was stopped: the pass that did so knew nothing of it. */
  #isLate({ container = "" }: Draw): boolean {
    const stopMs = this.#lanes.nextOf(`runtime ${container}`, "stop");
    if (stopMs === undefined) return false;
    const others = [...this.#pod.initContainers, ...this.#pod.containers].filter(({ name }) => name !== container);
    return others.some(({ name }) => (this.#lanes.nextOf(`runtime ${name}`, "created") ?? stopMs) < stopMs);
  }

  /** A first pass of which nothing is seen is likelier than one that a busy machine kept waiting. */
  #inOrder(delays: readonly number[], draw: Draw): readonly number[] {
    if (draw.kind === "relist") return likelyFirst(this.#inPhaseFirst(delays, draw.nowMs), draw);
    return draw.kind === "kubelet-start" ? byTurns(delays, (delay) => delay <= draw.latestMs) : delays;
  }

  /** What else happens seldom falls into the phase of the loop by chance. If that is known wrongly, the other way is shorter. */
  #inPhaseFirst(delays: readonly number[], nowMs: number): readonly number[] {
    const lastMs = this.#relistMs;
    if (lastMs === undefined || !this.#keepsPhase) return delays;
    return byTurns(delays, (delay) => {
      const sinceMs = nowMs + delay - lastMs;
      const periods = Math.round(sinceMs / usualPeriodMs);
      return periods > 0 && Math.abs(sinceMs - periods * usualPeriodMs) <= sameMs + 2 * periods;
    });
  }

  /** The loop goes on in its period, if its last look was one of it. */
  #relistAfter(nowMs: number, latestMs: number): readonly number[] {
    if (this.#relistMs === undefined) return [];
    const periods = Math.max(1, Math.ceil((nowMs - this.#relistMs) / usualPeriodMs));
    const delayMs = this.#relistMs + periods * usualPeriodMs - nowMs;
    return delayMs > latestMs ? [] : [delayMs];
  }

  /** Later looks tell in which phase of the second the loop is. */
  #relistBefore(untilMs: number, widthMs: number): readonly number[] {
    return this.#lanes
      .looks()
      .filter((tMs) => tMs > untilMs)
      .slice(0, 2)
      .map((tMs) => tMs - Math.ceil((tMs - untilMs) / usualPeriodMs) * usualPeriodMs)
      .filter((tMs) => tMs >= untilMs - widthMs);
  }

  #commandOf(name: string, probe: Draw["probe"]): string {
    const container = [...this.#pod.initContainers, ...this.#pod.containers].find((each) => each.name === name);
    const handler = probe === undefined ? undefined : container?.probes[probe]?.handler;
    return handler?.type === "exec" ? (handler.command[0] ?? "") : "";
  }
}

/** The first instant of each phase of a period in which something happened: those that came back, most often first, and the others. */
function phasesOf(timesMs: readonly number[], periodMs: number) {
  const distanceMs = (one: number, other: number): number => {
    const restMs = Math.abs(one - other) % periodMs;
    return Math.min(restMs, periodMs - restMs);
  };
  const phases: { readonly firstMs: number; count: number }[] = [];
  for (const tMs of timesMs) {
    const phase = phases.find(({ firstMs }) => distanceMs(tMs, firstMs) < sameMs);
    if (phase === undefined) phases.push({ firstMs: tMs, count: 1 });
    else phase.count += 1;
  }
  const often = phases.filter(({ count }) => count >= oftenLeast).toSorted((one, other) => other.count - one.count);
  const seldom = phases.filter(({ count }) => count < oftenLeast);
  return { often: often.map(({ firstMs }) => firstMs), seldom: seldom.map(({ firstMs }) => firstMs) };
}

/** From the start of a container to the removals of a garbage collection that took it for dead. */
const collectedMs = 30;

/** What happened so often in one phase is hardly chance. */
const oftenLeast = 3;

function titled(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function byTurns(delays: readonly number[], isFirst: (delay: number) => boolean): readonly number[] {
  return [...delays.filter(isFirst), ...delays.filter((delay) => !isFirst(delay))];
}

/**
 * A look of the relist loop just now is a rare thing: one in a hundred. One that comes less than a second after another is
 * rarer, unless that was just now: then a pass asked for the next one.
 */
function likelyFirst(delays: readonly number[], { usualMs = 0 }: Draw): readonly number[] {
  const leastMs = usualMs > ownLookMs ? soonMs : Math.max(soonMs, usualMs - lateMs);
  return byTurns(delays, (delay) => delay >= leastMs);
}

const soonMs = 10;
/** A look that a pass asked for is this soon after another one at most: what is left of the second then. */
const ownLookMs = 700;
/** What a look led to may have come so much later, so that the next one seems early. */
const lateMs = 100;

function isSame(one: number, other: number): boolean {
  return one === other || (Math.min(one, other) > 1 && Math.abs(one - other) < sameMs);
}

/** The sleep that puts the ticks of a worker where its first attempt was seen. */
function sleepUntil(tMs: number, { nowMs, latestMs }: Draw): number {
  return nowMs + ((tMs - nowMs) % latestMs);
}
