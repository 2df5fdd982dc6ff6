import type { Span } from "../../basics/span.ts";
import type { DefaultedPod, ProbeType } from "../../kubernetes/pod.ts";
import { createSimulation, horizonLimitMs, type Simulation } from "../../simulation/simulation.ts";
import type { SimulationInput } from "../../simulation/timeline/input.ts";
import type { WatchedEntry } from "../../simulation/timeline/timeline.ts";
import {
  boundedRestarts,
  type CauseDigest,
  isLoss,
  type NextDigest,
  type PodEndDigest,
  type ReadySpan,
  type RestartDigest,
  type RunDigest,
  type StuckDigest,
} from "./digest-model.ts";

/** Beyond the horizon it is looked for what happens next, so far at most. */
const lookAheadMs = 24 * 3600 * 1000;
const firstLookMs = 60_000;

/** Most entries take one step or two. Probes of a container that never comes back take steps without an entry, for a day if nobody counts. */
const stepsOfEntry = 3;

interface DigestLimits {
  /** Cuts a run in which too much happens. */
  readonly entriesAtMost: number;
  /** Over so many further entries it is looked for what happens next. */
  readonly entriesAhead: number;
}

export type Follow = (entry: WatchedEntry) => void;

/** One run, and over how many entries, or as much work, it was looked in vain for what happens next. */
export interface DigestedRun {
  readonly digest: RunDigest;
  readonly entriesInVain: number;
}

/** Plays one run. `follow` sees its entries, too, up to the horizon. */
export function digestRun(
  input: Omit<SimulationInput, "recording" | "watch" | "entriesAtMost">,
  { entriesAtMost, entriesAhead }: DigestLimits,
  follow?: Follow,
): DigestedRun {
  const horizonMs = Math.min(input.untilMs, horizonLimitMs);
  const reachMs = Math.min(horizonMs + lookAheadMs, horizonLimitMs);
  const watcher = new Watcher();
  const simulation = createSimulation({
    ...input,
    untilMs: reachMs,
    recording: "counts",
    entriesAtMost: entriesAtMost + entriesAhead,
    watch: (entry) => {
      watcher.see(entry);
      if (entry.tMs <= horizonMs) follow?.(entry);
    },
  });
  for (let untilMs = Math.min(firstLookMs, horizonMs); ; untilMs = Math.min(2 * untilMs, horizonMs)) {
    simulation.runUntil(untilMs);
    if (untilMs >= horizonMs || simulation.timeline().counts.entries >= entriesAtMost) break;
  }
  const isCut = simulation.timeline().counts.entries >= entriesAtMost && simulation.nowMs() < horizonMs;
  const watchedMs = isCut ? simulation.nowMs() : horizonMs;
  const watched = watcher.digest(watchedMs);
  const digest = { ...watched, ended: endedRegular(watched, input.pod) };
  const seen = watcher.changes;
  const before = simulation.timeline().counts.entries;
  const isFound = (): boolean => watcher.changes > seen;
  const steps =
    !isCut && mayChange(digest)
      ? lookAhead(simulation, { fromMs: watchedMs, reachMs, entriesMax: before + entriesAhead, isFound })
      : 0;
  const { entries } = simulation.timeline().counts;
  const inVain = Math.max(entries - before, Math.ceil(steps / stepsOfEntry));
  return { digest: { ...digest, next: watcher.next(seen), entries }, entriesInVain: isFound() ? 0 : inVain };
}

/** Of the containers that do not come back, those that the pod waits for. */
export function endedRegular({ ended }: Pick<RunDigest, "ended">, { containers }: DefaultedPod): RunDigest["ended"] {
  return ended.filter(({ container }) => containers.some(({ name }) => name === container));
}

/** Plays one run no further than to its first readiness. Undefined: the pod is never ready before `untilMs`. */
export function playToReady(
  input: Omit<SimulationInput, "recording" | "watch" | "entriesAtMost">,
  entriesAtMost: number,
): Span | undefined {
  const watcher = new Watcher();
  const simulation = createSimulation({
    ...input,
    recording: "counts",
    entriesAtMost,
    watch: (entry) => watcher.see(entry),
  });
  while (watcher.firstReadyAt === undefined && simulation.step());
  return watcher.firstReadyAt;
}

/** The same of entries that were kept, up to a time. `isOver`: what made the pod has come to its end by then. */
export function watchEntries(
  entries: readonly WatchedEntry[],
  untilMs: number,
  isOver: boolean,
): Omit<RunDigest, "next" | "entries"> {
  const watcher = new Watcher();
  for (const entry of entries) if (entry.tMs <= untilMs) watcher.see(entry);
  return watcher.digest(untilMs, isOver);
}

/** A pod that waits for something that never comes goes on waiting. */
function mayChange({ end, readySinceMs, restarts }: Omit<RunDigest, "next" | "entries">): boolean {
  return end === undefined && (readySinceMs !== undefined || restarts.length > 0);
}

interface Ahead {
  readonly fromMs: number;
  readonly reachMs: number;
  readonly entriesMax: number;
  readonly isFound: () => boolean;
}

/** How many steps it took. */
function lookAhead(simulation: Simulation, { fromMs, reachMs, entriesMax, isFound }: Ahead): number {
  const stepsMax = (entriesMax - simulation.timeline().counts.entries) * stepsOfEntry;
  let steps = 0;
  for (let aheadMs = firstLookMs; ; aheadMs *= 2) {
    steps += simulation.runUntil(Math.min(fromMs + aheadMs, reachMs), stepsMax - steps);
    const { counts, ended } = simulation.timeline();
    const isSpent = steps >= stepsMax || counts.entries >= entriesMax;
    if (isFound() || fromMs + aheadMs >= reachMs || ended !== "horizon" || isSpent) return steps;
  }
}

/** What is known of a container between two entries. */
interface Tracked {
  endedMs: number | undefined;
  cause: CauseDigest | undefined;
  killedBy: { readonly probe: ProbeType; readonly hadAnswered: boolean } | undefined;
  /** The kubelet stops it, and no probe has failed. */
  isStopped: boolean;
  backOffMs: number;
  isWaiting: boolean;
  isRunning: boolean;
  hasAnswered: boolean;
  isHookDone: boolean;
  isHookFailed: boolean;
  isReady: boolean;
  stuckAt: Exclude<StuckDigest["at"], "running"> | undefined;
}

class Watcher {
  /** Restarts and ends so far. */
  changes = 0;
  firstReadyAt: Span | undefined;
  readonly #containers = new Map<string, Tracked>();
  readonly #restarts: RestartDigest[] = [];
  #firstReadyMs: number | undefined;
  #endAt: Span | undefined;
  readonly #restartsAt = new Map<string, Span[]>();
  #readySinceMs: number | undefined;
  #downSinceMs: number | undefined;
  #readyMs = 0;
  readonly #readySpans: ReadySpan[] = [];
  #downMs = 0;
  #longestWaitMs = 0;
  #end: PodEndDigest | undefined;
  #lastFailure: CauseDigest | undefined;
  #isDeleted = false;

  see(entry: WatchedEntry): void {
    const { container, tMs, data } = entry;
    switch (entry.kind) {
      case "condition-changed":
        if (data.condition !== "Ready") return;
        if (data.status === "True") this.firstReadyAt ??= entry.at;
        this.#ready(tMs, data.status === "True");
        return;
      case "phase-changed":
        if (!this.#isDeleted && (data.phase === "Succeeded" || data.phase === "Failed")) this.#ends(data.phase, entry);
        return;
      case "pod-rejected":
        this.#ends("Rejected", entry);
        return;
      case "pod-deleted":
        this.#isDeleted = true;
        return;
      case "pod-removed":
        this.#ready(tMs, false);
        this.#ends("Deleted", entry);
        return;
      case "node-rebooted":
      case "node-lost":
        for (const [name, tracked] of this.#containers)
          tracked.cause = { kind: "outside", what: entry.kind, container: name, ranMs: undefined };
        return;
      case "restart-all-started":
        this.#resetBy(container, tMs);
        return;
      default:
        if (container !== undefined) this.#seeContainer(this.#tracked(container), container, entry);
    }
  }

  #seeContainer(tracked: Tracked, container: string, { kind, tMs, at, run, data }: WatchedEntry): void {
    switch (kind) {
      case "container-started":
        this.#starts(tracked, { container, tMs, at, isFirst: (run ?? 1) <= 1 });
        return;
      case "container-stopping":
        if (data.probe === undefined) tracked.isStopped = true;
        else tracked.killedBy = { probe: data.probe, hadAnswered: tracked.hasAnswered };
        return;
      case "container-exited":
        this.#exits(tracked, container, { tMs, data });
        return;
      case "back-off-started":
        tracked.backOffMs = data.delayMs ?? 0;
        tracked.isWaiting = true;
        return;
      case "back-off-ended":
        tracked.isWaiting = false;
        return;
      case "image-pull-failed":
        tracked.stuckAt = "image";
        return;
      case "container-create-failed":
        tracked.stuckAt = "create";
        return;
      case "container-start-failed":
        tracked.stuckAt = "start";
        return;
      case "post-start-done":
        tracked.isHookDone = true;
        tracked.isHookFailed = data.answer !== "success" && data.isCanceled !== true;
        return;
      case "probe-attempt":
        if (data.answer === "success") tracked.hasAnswered = true;
        if (data.probe === "readiness") tracked.isReady = data.answer === "success";
        return;
      default:
    }
  }

  /** The digest of the run up to now. */
  digest(nowMs: number, isOver = false): Omit<RunDigest, "next" | "entries"> {
    const openMs = this.#readySinceMs === undefined ? 0 : nowMs - this.#readySinceMs;
    const downMs = this.#downSinceMs === undefined ? 0 : nowMs - this.#downSinceMs;
    const waitsMs = [...this.#containers.values()].map((tracked) => this.#openWaitMs(tracked, nowMs, isOver));
    return {
      watchedMs: nowMs,
      restarts: [...this.#restarts],
      firstReadyMs: this.#firstReadyMs,
      bounds: { firstReady: this.firstReadyAt, restarts: new Map(this.#restartsAt), end: this.#endAt },
      readySinceMs: this.#readySinceMs,
      downSinceMs: this.#downSinceMs,
      readyMs: this.#readyMs + openMs,
      readySpans:
        this.#readySinceMs === undefined
          ? [...this.#readySpans]
          : [...this.#readySpans, { fromMs: this.#readySinceMs, toMs: nowMs }],
      downMs: this.#downMs + downMs,
      longestWaitMs: Math.max(this.#longestWaitMs, ...waitsMs),
      end: this.#end,
      lastFailure: this.#lastFailure,
      stuck: [...this.#containers].flatMap(([container, tracked]) => stuckOf(container, tracked)),
      ended: [...this.#containers.values()].flatMap(endedOf),
    };
  }

  /** A wait ends with the life of its pod; behind the horizon it goes on to the end of the back-off. */
  #openWaitMs({ isWaiting, endedMs, backOffMs }: Tracked, nowMs: number, isOver: boolean): number {
    if (!isWaiting || endedMs === undefined) return 0;
    if (this.#end !== undefined) return Math.max(0, this.#end.atMs - endedMs);
    return isOver ? nowMs - endedMs : Math.max(nowMs - endedMs, backOffMs);
  }

  /** The first restart or end after so many. */
  next(changesBefore: number): NextDigest | undefined {
    if (this.changes <= changesBefore) return undefined;
    const restart = this.#restarts[changesBefore];
    if (restart !== undefined)
      return { what: "restart", atMs: restart.tMs, backOffMs: restart.backOffMs, end: undefined };
    return this.#end && { what: "end", atMs: this.#end.atMs, backOffMs: 0, end: this.#end };
  }

  #ready(tMs: number, isReady: boolean): void {
    if (isReady) {
      this.#firstReadyMs ??= tMs;
      this.#readySinceMs ??= tMs;
      if (this.#downSinceMs !== undefined) this.#downMs += tMs - this.#downSinceMs;
      this.#downSinceMs = undefined;
      return;
    }
    if (this.#readySinceMs === undefined) return;
    this.#readyMs += tMs - this.#readySinceMs;
    this.#readySpans.push({ fromMs: this.#readySinceMs, toMs: tMs });
    this.#readySinceMs = undefined;
    if (this.#end === undefined) this.#downSinceMs = tMs;
  }

  #ends(how: PodEndDigest["how"], { tMs, at, kind, data }: WatchedEntry): void {
    if (this.#end !== undefined) return;
    this.#endAt = at;
    this.#end = { how, atMs: tMs, ...(kind === "phase-changed" && { reason: data.reason }) };
    this.changes += 1;
    // A pod that is done need not be up.
    if (this.#downSinceMs !== undefined && how !== "Succeeded") this.#downMs += tMs - this.#downSinceMs;
    this.#downSinceMs = undefined;
  }

  #resetBy(container: string | undefined, tMs: number): void {
    const trigger = this.#containers.get(container ?? "")?.cause;
    const exitCode = trigger?.kind === "exit" ? trigger.exitCode : 0;
    const cause = { kind: "restart-all", container: container ?? "", exitCode, ranMs: trigger?.ranMs } as const;
    for (const tracked of this.#containers.values()) {
      tracked.cause = cause;
      tracked.backOffMs = 0;
      // A container that was done waits for nothing until now.
      if (!tracked.isWaiting && tracked.endedMs !== undefined) tracked.endedMs = tMs;
    }
  }

  #starts(tracked: Tracked, { container, tMs, at, isFirst }: Start): void {
    if (!isFirst) {
      const bounded = this.#restartsAt.get(container) ?? [];
      if (bounded.length < boundedRestarts) this.#restartsAt.set(container, [...bounded, at]);
      const waitMs = tracked.endedMs === undefined ? 0 : tMs - tracked.endedMs;
      const cause = tracked.cause ?? { kind: "outside", what: "other", container, ranMs: undefined };
      this.#longestWaitMs = Math.max(this.#longestWaitMs, waitMs);
      this.#restarts.push({ container, tMs, waitMs, backOffMs: tracked.backOffMs, cause });
      this.changes += 1;
      if (this.#lastFailure?.container === container) this.#lastFailure = undefined;
    }
    Object.assign(tracked, fresh(), { isRunning: true });
  }

  #exits(tracked: Tracked, container: string, { tMs, data }: Pick<WatchedEntry, "tMs" | "data">): void {
    const { exitCode = 0, reason = "", ranMs } = data;
    const { killedBy, isHookFailed, isStopped } = tracked;
    const about = { container, ranMs };
    const own: CauseDigest =
      killedBy !== undefined
        ? { kind: "probe", ...about, ...killedBy }
        : isHookFailed && isStopped
          ? { kind: "hook", ...about }
          : { kind: "exit", ...about, exitCode, reason, isStopped };
    const isOutside = tracked.cause?.kind === "outside" || tracked.cause?.kind === "restart-all";
    tracked.cause = isOutside ? tracked.cause : own;
    tracked.endedMs = tMs;
    tracked.isRunning = false;
    // What is stopped because its pod ends is not what ended it.
    if (tracked.isStopped && this.#lastFailure !== undefined) return;
    if (exitCode !== 0 && !this.#isDeleted) this.#lastFailure = isLoss(tracked.cause) ? tracked.cause : own;
  }

  #tracked(container: string): Tracked {
    const known = this.#containers.get(container) ?? fresh();
    this.#containers.set(container, known);
    return known;
  }
}

interface Start {
  readonly container: string;
  readonly tMs: number;
  readonly at: Span;
  readonly isFirst: boolean;
}

function fresh(): Tracked {
  return {
    endedMs: undefined,
    cause: undefined,
    killedBy: undefined,
    isStopped: false,
    backOffMs: 0,
    isWaiting: false,
    isRunning: false,
    hasAnswered: false,
    isHookDone: false,
    isHookFailed: false,
    isReady: false,
    stuckAt: undefined,
  };
}

/** In back-off, or between two runs, it comes back. */
function endedOf({ isRunning, isWaiting, endedMs, cause }: Tracked): readonly CauseDigest[] {
  return isRunning || isWaiting || endedMs === undefined || cause === undefined ? [] : [cause];
}

function stuckOf(
  container: string,
  { stuckAt, isRunning, hasAnswered, isHookDone, isReady }: Tracked,
): readonly StuckDigest[] {
  const at = stuckAt ?? (isRunning ? "running" : undefined);
  return at === undefined ? [] : [{ container, at, hasAnswered, isHookDone, isReady: isRunning && isReady }];
}
