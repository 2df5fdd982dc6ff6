import type { ProbeType } from "../../kubernetes/pod.ts";
import { createSimulation, horizonLimitMs, type Simulation } from "../../simulation/simulation.ts";
import type { SimulationInput } from "../../simulation/timeline/input.ts";
import type { WatchedEntry } from "../../simulation/timeline/timeline.ts";

/** What one run of a pod comes to up to the horizon. Times are ms since the kubelet first saw the pod. */
export interface RunDigest {
  /** The horizon, or where the run was cut because too much happened. */
  readonly watchedMs: number;
  readonly restarts: readonly RestartDigest[];
  readonly firstReadyMs: number | undefined;
  /** Since when the pod is Ready at the end; undefined if it is not. */
  readonly readySinceMs: number | undefined;
  /** Since when it is not Ready any more at the end; undefined if it is, or never was. */
  readonly downSinceMs: number | undefined;
  readonly readyMs: number;
  /** Not Ready after it first was. */
  readonly downMs: number;
  /** Between the end of a run and the next start. A back-off that still lasts counts whole. */
  readonly longestWaitMs: number;
  readonly end: PodEndDigest | undefined;
  /** What happens next beyond the horizon, as far as it was looked for; undefined if nothing does. */
  readonly next: NextDigest | undefined;
  /** The last container that ended by itself with a code other than 0 and was not restarted. */
  readonly lastFailure: CauseDigest | undefined;
  /** Containers by what keeps them from being ready. */
  readonly stuck: readonly StuckDigest[];
  /** How regular containers ended that do not come back, while the pod goes on. */
  readonly ended: readonly CauseDigest[];
  /** Entries that the run made. */
  readonly entries: number;
  /** Of a Job: pods that were created, and those that failed. */
  readonly job?: { readonly pods: number; readonly failed: number } | undefined;
}

export interface RestartDigest {
  readonly container: string;
  readonly tMs: number;
  /** From the end of the run before to this start. */
  readonly waitMs: number;
  /** The back-off that delayed it; 0: none did. */
  readonly backOffMs: number;
  readonly cause: CauseDigest;
}

/** Why a run of a container ended. `ranMs`: from its start. */
export type CauseDigest = { readonly container: string; readonly ranMs: number | undefined } & (
  | { readonly kind: "exit"; readonly exitCode: number; readonly reason: string }
  | { readonly kind: "probe"; readonly probe: ProbeType; readonly hadAnswered: boolean }
  /** `container` triggered a restart of all containers. */
  | { readonly kind: "restart-all"; readonly exitCode: number }
  | { readonly kind: "outside"; readonly what: "node-rebooted" | "other" }
);

/** Since when the pod has been ready for good; undefined if it is not ready at the end. */
export function settledMs({
  readySinceMs,
  restarts,
}: Pick<RunDigest, "readySinceMs" | "restarts">): number | undefined {
  return readySinceMs === undefined ? undefined : Math.max(readySinceMs, restarts.at(-1)?.tMs ?? 0);
}

interface PodEndDigest {
  /** `Deleted`: the API server has no such pod any more. */
  readonly how: "Succeeded" | "Failed" | "Deleted" | "Rejected";
  readonly atMs: number;
  /** Why a Job failed: `BackoffLimitExceeded`. */
  readonly reason?: string | undefined;
}

interface NextDigest {
  readonly what: "restart" | "end";
  readonly atMs: number;
  readonly backOffMs: number;
  readonly end: PodEndDigest | undefined;
}

/** A container that is not done: it waits for its image or cannot be made, or it runs. */
export interface StuckDigest {
  readonly container: string;
  readonly at: "image" | "create" | "start" | "running";
  /** A probe has succeeded in its present run. */
  readonly hasAnswered: boolean;
  /** Its postStart hook has returned in its present run, if it has one. */
  readonly isHookDone: boolean;
  /** Its readiness probe has succeeded in its present run. */
  readonly isReady: boolean;
}

/** Beyond the horizon it is looked for what happens next, so far at most. */
const lookAheadMs = 24 * 3600 * 1000;
const firstLookMs = 60_000;

interface DigestLimits {
  /** Cuts a run in which too much happens. */
  readonly entriesAtMost: number;
  /** Over so many further entries it is looked for what happens next. */
  readonly entriesAhead: number;
}

/** One run, and over how many entries it was looked in vain for what happens next. */
export interface DigestedRun {
  readonly digest: RunDigest;
  readonly entriesInVain: number;
}

/** Plays one run. */
export function digestRun(
  input: Omit<SimulationInput, "recording" | "watch" | "entriesAtMost">,
  { entriesAtMost, entriesAhead }: DigestLimits,
): DigestedRun {
  const horizonMs = Math.min(input.untilMs, horizonLimitMs);
  const reachMs = Math.min(horizonMs + lookAheadMs, horizonLimitMs);
  const watcher = new Watcher();
  const simulation = createSimulation({
    ...input,
    untilMs: reachMs,
    recording: "counts",
    entriesAtMost: entriesAtMost + entriesAhead,
    watch: (entry) => watcher.see(entry),
  });
  for (let untilMs = Math.min(firstLookMs, horizonMs); ; untilMs = Math.min(2 * untilMs, horizonMs)) {
    simulation.runUntil(untilMs);
    if (untilMs >= horizonMs || simulation.timeline().counts.entries >= entriesAtMost) break;
  }
  const isCut = simulation.timeline().counts.entries >= entriesAtMost && simulation.nowMs() < horizonMs;
  const watchedMs = isCut ? simulation.nowMs() : horizonMs;
  const regular = new Set(input.pod.containers.map(({ name }) => name));
  const watched = watcher.digest(watchedMs);
  const digest = { ...watched, ended: watched.ended.filter(({ container }) => regular.has(container)) };
  const seen = watcher.changes;
  const before = simulation.timeline().counts.entries;
  const isFound = (): boolean => watcher.changes > seen;
  if (!isCut && mayChange(digest))
    lookAhead(simulation, { fromMs: watchedMs, reachMs, entriesMax: before + entriesAhead, isFound });
  const { entries } = simulation.timeline().counts;
  return { digest: { ...digest, next: watcher.next(seen), entries }, entriesInVain: isFound() ? 0 : entries - before };
}

/** The same of entries that were kept, up to a time. */
export function watchEntries(entries: readonly WatchedEntry[], untilMs: number): Omit<RunDigest, "next" | "entries"> {
  const watcher = new Watcher();
  for (const entry of entries) if (entry.tMs <= untilMs) watcher.see(entry);
  return watcher.digest(untilMs);
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

function lookAhead(simulation: Simulation, { fromMs, reachMs, entriesMax, isFound }: Ahead): void {
  for (let aheadMs = firstLookMs; ; aheadMs *= 2) {
    simulation.runUntil(Math.min(fromMs + aheadMs, reachMs));
    const { counts, ended } = simulation.timeline();
    if (isFound() || fromMs + aheadMs >= reachMs || ended !== "horizon" || counts.entries >= entriesMax) return;
  }
}

/** What is known of a container between two entries. */
interface Tracked {
  endedMs: number | undefined;
  cause: CauseDigest | undefined;
  killedBy: { readonly probe: ProbeType; readonly hadAnswered: boolean } | undefined;
  backOffMs: number;
  isWaiting: boolean;
  isRunning: boolean;
  hasAnswered: boolean;
  isHookDone: boolean;
  isReady: boolean;
  stuckAt: Exclude<StuckDigest["at"], "running"> | undefined;
}

class Watcher {
  /** Restarts and ends so far. */
  changes = 0;
  readonly #containers = new Map<string, Tracked>();
  readonly #restarts: RestartDigest[] = [];
  #firstReadyMs: number | undefined;
  #readySinceMs: number | undefined;
  #downSinceMs: number | undefined;
  #readyMs = 0;
  #downMs = 0;
  #longestWaitMs = 0;
  #end: PodEndDigest | undefined;
  #lastFailure: CauseDigest | undefined;
  #isDeleted = false;

  see(entry: WatchedEntry): void {
    const { container, tMs, data } = entry;
    switch (entry.kind) {
      case "condition-changed":
        if (data.condition === "Ready") this.#ready(tMs, data.status === "True");
        return;
      case "phase-changed":
        if (!this.#isDeleted && (data.phase === "Succeeded" || data.phase === "Failed")) this.#ends(data.phase, tMs);
        return;
      case "pod-rejected":
        this.#ends("Rejected", tMs);
        return;
      case "pod-deleted":
        this.#isDeleted = true;
        return;
      case "pod-removed":
        this.#ready(tMs, false);
        this.#ends("Deleted", tMs);
        return;
      case "node-rebooted":
        for (const [name, tracked] of this.#containers)
          tracked.cause = { kind: "outside", what: "node-rebooted", container: name, ranMs: undefined };
        return;
      case "restart-all-started":
        this.#resetBy(container, tMs);
        return;
      default:
        if (container !== undefined) this.#seeContainer(this.#tracked(container), container, entry);
    }
  }

  #seeContainer(tracked: Tracked, container: string, { kind, tMs, run, data }: WatchedEntry): void {
    switch (kind) {
      case "container-started":
        this.#starts(tracked, { container, tMs, isFirst: (run ?? 1) <= 1 });
        return;
      case "container-stopping":
        if (data.probe !== undefined) tracked.killedBy = { probe: data.probe, hadAnswered: tracked.hasAnswered };
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
        return;
      case "probe-attempt":
        if (data.answer === "success") tracked.hasAnswered = true;
        if (data.probe === "readiness") tracked.isReady = data.answer === "success";
        return;
      default:
    }
  }

  /** The digest of the run up to now. */
  digest(nowMs: number): Omit<RunDigest, "next" | "entries"> {
    const openMs = this.#readySinceMs === undefined ? 0 : nowMs - this.#readySinceMs;
    const downMs = this.#downSinceMs === undefined ? 0 : nowMs - this.#downSinceMs;
    const waitsMs = [...this.#containers.values()].map(({ isWaiting, endedMs, backOffMs }) =>
      isWaiting && endedMs !== undefined ? Math.max(nowMs - endedMs, backOffMs) : 0,
    );
    return {
      watchedMs: nowMs,
      restarts: [...this.#restarts],
      firstReadyMs: this.#firstReadyMs,
      readySinceMs: this.#readySinceMs,
      downSinceMs: this.#downSinceMs,
      readyMs: this.#readyMs + openMs,
      downMs: this.#downMs + downMs,
      longestWaitMs: Math.max(this.#longestWaitMs, ...waitsMs),
      end: this.#end,
      lastFailure: this.#lastFailure,
      stuck: [...this.#containers].flatMap(([container, tracked]) => stuckOf(container, tracked)),
      ended: [...this.#containers.values()].flatMap(endedOf),
    };
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
    this.#readySinceMs = undefined;
    this.#downSinceMs = tMs;
  }

  #ends(how: PodEndDigest["how"], tMs: number): void {
    if (this.#end !== undefined) return;
    this.#end = { how, atMs: tMs };
    this.changes += 1;
    // A pod that is done need not be up.
    if (this.#downSinceMs !== undefined && how === "Succeeded") this.#downSinceMs = undefined;
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

  #starts(tracked: Tracked, { container, tMs, isFirst }: Start): void {
    if (!isFirst) {
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
    const own: CauseDigest =
      tracked.killedBy === undefined
        ? { kind: "exit", container, exitCode, reason, ranMs }
        : { kind: "probe", container, ranMs, ...tracked.killedBy };
    const isOutside = tracked.cause?.kind === "outside" || tracked.cause?.kind === "restart-all";
    tracked.cause = isOutside ? tracked.cause : own;
    tracked.endedMs = tMs;
    tracked.isRunning = false;
    if (exitCode !== 0 && !this.#isDeleted) this.#lastFailure = own;
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
  readonly isFirst: boolean;
}

function fresh(): Tracked {
  return {
    endedMs: undefined,
    cause: undefined,
    killedBy: undefined,
    backOffMs: 0,
    isWaiting: false,
    isRunning: false,
    hasAnswered: false,
    isHookDone: false,
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
