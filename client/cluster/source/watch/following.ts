import type { ApiFailure } from "../api/answer.ts";
import type { Api, Query } from "../api/api.ts";
import type { ApiPath } from "../api/path.ts";
import type { TimeLimits } from "../core/timing.ts";
import type { InformerState, Lists } from "./informer-state.ts";
import type { RandomShare } from "./wait.ts";

export interface InformerOptions {
  readonly api: Api;
  /** The path of the collection. */
  readonly path: ApiPath;
  readonly query?: Query | undefined;
  /** The API server sends none for events. */
  readonly hasBookmarks: boolean;
  readonly timing: TimeLimits;
  readonly random: RandomShare;
  /** New or changed ones. A list goes on when they are taken. */
  readonly onObjects: (objects: readonly unknown[]) => void | Promise<void>;
  readonly onGone: (uid: string) => void;
  readonly onState: (state: InformerState) => void;
}

/** What an informer knows of its collection, and of the connection to it. */
export interface Following extends InformerOptions {
  /** The versions of the objects that were reported, by UID. */
  readonly versionByUid: Map<string, string | undefined>;
  /** Large lists come as a stream, as far as is known. */
  hasStreams: boolean;
  /** To watch from; undefined if a list is needed. */
  version: string | undefined;
  /** When the API server last said something. */
  heardMs: number;
  /** Some watch has said a word. Until one has, nobody knows whether something between us and the API server keeps its words back. */
  hasHeard: boolean;
  /** How often there was nothing to say for a watch that said nothing. */
  silences: number;
  /** The last watch was ended because it said nothing. */
  wasSilent: boolean;
  /** How often a list had what such a watch did not say. */
  withheld: number;
  /** Undefined while watches work, as far as is known. */
  lists: Lists | undefined;
  /** How long the last list took. */
  listingMs: number;
  /** The state as it was reported. */
  told: string | undefined;
  failures: number;
  /** Watches that failed in a row, and no list among them. */
  failedWatches: number;
  /** Refusals of versions in a row. */
  expirations: number;
  /** Since when it is not known whether all that was reported is still true; undefined if it is. */
  doubtMs: number | undefined;
  grace: NodeJS.Timeout | undefined;
  /** Until an opened watch counts as one that works. */
  confirmation: NodeJS.Timeout | undefined;
  /** Until earlier failures are forgotten. */
  steadiness: NodeJS.Timeout | undefined;
  /** Ends what goes on now. */
  stopping: AbortController;
  isClosed: boolean;
}

export function beginning(options: InformerOptions): Following {
  return {
    ...options,
    versionByUid: new Map(),
    hasStreams: true,
    version: undefined,
    heardMs: Date.now(),
    hasHeard: false,
    silences: 0,
    wasSilent: false,
    withheld: 0,
    lists: undefined,
    listingMs: 0,
    told: undefined,
    failures: 0,
    failedWatches: 0,
    expirations: 0,
    doubtMs: undefined,
    grace: undefined,
    confirmation: undefined,
    steadiness: undefined,
    stopping: new AbortController(),
    isClosed: false,
  };
}

/** A watch counts as live when it has been open this long: a server that cannot go on from the version opens it, too, and refuses in its first message. */
const confirmationMs = 250;

/** A watch that lasted this long works, even if it reported nothing. One that breaks off earlier, again and again, is opened more and more seldom. */
const steadyMs = 10_000;

export function expectLive(state: Following, signal: AbortSignal): void {
  state.heardMs = Date.now();
  for (const timer of [state.confirmation, state.steadiness]) clearTimeout(timer);
  state.confirmation = setTimeout(() => {
    if (!signal.aborted) settle(state, false);
  }, confirmationMs);
  state.steadiness = setTimeout(() => forget(state), steadyMs);
}

/** A watch that reports something works, however soon it ends. */
export function forget(state: Following): void {
  state.failures = 0;
  state.failedWatches = 0;
  state.expirations = 0;
}

/** The watch works, as far as is known. A list alone does not show that: it may be followed by a refusal again and again. */
export function settle(state: Following, isWord: boolean): void {
  clearTimeout(state.confirmation);
  state.hasHeard ||= isWord;
  // Of one that was never heard only a word shows that it works.
  if (isWord || state.lists?.failure.is !== "mute") state.lists = undefined;
  goLive(state);
}

export function goLive(state: Following): void {
  clearTimeout(state.grace);
  state.grace = undefined;
  state.doubtMs = undefined;
  report(state, { is: "live", ...(state.lists !== undefined && { lists: state.lists }) });
}

function report(state: Following, told: InformerState): void {
  const text = JSON.stringify(told);
  if (state.isClosed || state.told === text) return;
  state.told = text;
  state.onState(told);
}

/** All may be well in a moment. */
export function suspect(state: Following, failure: ApiFailure, sinceMs = Date.now()): void {
  if (state.doubtMs !== undefined) return;
  state.doubtMs = sinceMs;
  state.grace = setTimeout(() => breakOff(state, failure, undefined), state.timing.graceMs);
}

export function breakOff(state: Following, failure: ApiFailure, nextTryMs: number | undefined): void {
  clearTimeout(state.grace);
  state.grace = undefined;
  // A connection that says that it ends was good until then; of one that went silent nobody knows.
  const wasSilent = failure.is === "slow" || (failure.is === "unreachable" && failure.code === "ETIMEDOUT");
  state.doubtMs ??= wasSilent ? state.heardMs : Date.now();
  report(state, { is: "broken", sinceMs: state.doubtMs, failure, failures: Math.max(1, state.failures), nextTryMs });
}
