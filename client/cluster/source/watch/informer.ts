import { setTimeout as wait } from "node:timers/promises";
import { type ApiFailure, readStatus } from "../api/answer.ts";
import type { Api, Query } from "../api/api.ts";
import type { ApiPath } from "../api/path.ts";
import { boundedMs, type TimeLimits } from "../core/timing.ts";
import type { InformerState, Lists } from "./informer-state.ts";
import { isExpired, listPages } from "./list.ts";
import { identityOf, readWatchEvent, type WatchEvent } from "./objects.ts";
import { serverFailure } from "./server-failure.ts";
import { type RandomShare, waitMs } from "./wait.ts";

export interface InformerOptions {
  readonly api: Api;
  /** The path of the collection. */
  readonly path: ApiPath;
  readonly query?: Query | undefined;
  /** The API server sends none for events. */
  readonly hasBookmarks: boolean;
  readonly timing: TimeLimits;
  readonly random: RandomShare;
  /** New or changed ones. */
  readonly onObjects: (objects: readonly unknown[]) => void;
  readonly onGone: (uid: string) => void;
  readonly onState: (state: InformerState) => void;
}

export interface Informer {
  /** Lists anew, immediately. With `tellAll`, all objects are reported again. */
  refresh(tellAll: boolean): void;
  close(): void;
}

/** Follows a collection: lists it, watches from there, goes on after each failure. */
export function startInformer(options: InformerOptions): Informer {
  const state: Following = {
    ...options,
    versionByUid: new Map(),
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
  void follow(state);
  return {
    refresh(tellAll) {
      if (tellAll) state.versionByUid.clear();
      state.version = undefined;
      state.failures = 0;
      state.failedWatches = 0;
      state.stopping.abort();
    },
    close() {
      state.isClosed = true;
      for (const timer of [state.grace, state.confirmation, state.steadiness]) clearTimeout(timer);
      state.stopping.abort();
    },
  };
}

interface Following extends InformerOptions {
  /** The versions of the objects that were reported, by UID. */
  readonly versionByUid: Map<string, string | undefined>;
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

async function follow(state: Following): Promise<void> {
  while (!state.isClosed) {
    state.stopping = new AbortController();
    const { signal } = state.stopping;
    const isList = state.version === undefined;
    const failure = isList ? await list(state, signal) : await watch(state, signal);
    if (state.isClosed) return;
    if (failure === undefined || signal.aborted) continue;
    const lost = isList ? undefined : await serverFailure(state, failure, signal);
    if (signal.aborted) continue;
    const pauseMs = pauseOf(state, lost ?? failure, isList || lost !== undefined);
    if (pauseMs > 0) await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function pauseOf(state: Following, failure: ApiFailure, isList: boolean): number {
  return isExpired(failure) ? pauseAfterExpiry(state, failure) : pauseAfter(state, failure, isList);
}

/** Once is usual. A server that says so again and again is waited for. */
function pauseAfterExpiry(state: Following, failure: ApiFailure): number {
  state.version = undefined;
  suspect(state, failure);
  state.expirations += 1;
  if (state.expirations === 1) return 0;
  state.failures += 1;
  return pauseFor(state, failure);
}

function pauseAfter(state: Following, failure: ApiFailure, isList: boolean): number {
  state.failures += 1;
  if (isList) blameServer(state);
  else state.failedWatches += 1;
  if (!isList && (state.lists !== undefined || isFinal(failure))) return pauseBetweenLists(state, failure);
  if (!isList && state.failedWatches >= watchesMost) relyOnLists(state, failure);
  const pauseMs = pauseFor(state, failure);
  breakOff(state, failure, Date.now() + pauseMs);
  return pauseMs;
}

/** What was listed a moment ago is true, whatever became of the watch. */
function pauseBetweenLists(state: Following, failure: ApiFailure): number {
  const { everyMs } = relyOnLists(state, failure);
  goLive(state);
  return Math.max(everyMs, pauseFor({ ...state, failures: 0 }, failure));
}

/** Lists may work where watches do not: for want of rights, or because of a proxy. */
function relyOnLists(state: Following, failure: ApiFailure): Lists {
  const { timing, listingMs } = state;
  const everyMs = Math.max(timing.pollMs, Math.min(restPerListing * listingMs, pollMaxMs));
  state.version = undefined;
  state.lists = { everyMs, failure };
  return state.lists;
}

/** Where lists fail as well it is not the watches that do not work: all that failed before says nothing of them. */
function blameServer(state: Following): void {
  state.failedWatches = 0;
  state.lists = undefined;
}

function pauseFor({ timing, random, failures }: Following, failure: ApiFailure): number {
  return waitMs(failure, Math.max(0, failures - 1), timing, random);
}

/** So many watches in a row that fail. The first one may have come at a bad moment. */
const watchesMost = 2;

/** The same watch is refused the next time, too. */
function isFinal(failure: ApiFailure): boolean {
  return failure.is === "refused" && [400, 403, 404, 405, 406].includes(failure.status);
}

/** A large cluster is not listed all the time. */
const restPerListing = 10;

const pollMaxMs = 5 * 60_000;

async function list(state: Following, signal: AbortSignal): Promise<ApiFailure | undefined> {
  const { api, path, query, timing, versionByUid, onObjects, onGone } = state;
  const startedMs = Date.now();
  const listed = new Set<string>();
  let hasNews = false;
  const answer = await listPages(api, { path, query, idleMs: timing.listMs, signal }, (items) => {
    if (signal.aborted) return;
    const changed = items.filter((item) => {
      const identity = identityOf(item);
      if (identity === undefined) return false;
      listed.add(identity.uid);
      const isNew = !versionByUid.has(identity.uid) || versionByUid.get(identity.uid) !== identity.resourceVersion;
      versionByUid.set(identity.uid, identity.resourceVersion);
      return isNew;
    });
    hasNews ||= changed.length > 0;
    if (changed.length > 0) onObjects(changed);
  });
  if ("failure" in answer) return answer.failure;
  if (signal.aborted) return undefined;
  for (const uid of versionByUid.keys()) {
    if (listed.has(uid)) continue;
    hasNews = true;
    versionByUid.delete(uid);
    onGone(uid);
  }
  if (answer.value === undefined) return { is: "unreadable" };
  state.version = answer.value;
  state.listingMs = Date.now() - startedMs;
  if (state.wasSilent) judgeSilence(state, hasNews);
  goLive(state);
  return undefined;
}

/** A watch that works would have said what the list says. Once, it may have been about to. */
function judgeSilence(state: Following, hasNews: boolean): void {
  state.wasSilent = false;
  if (!hasNews) state.silences += 1;
  else if (state.withheld < withheldMost) state.withheld += 1;
  else {
    const { version } = state;
    relyOnLists(state, { is: "mute" });
    state.version = version;
  }
}

const withheldMost = 1;

/** Something else answers, or spoils the stream: what it left out is not known until the next event. */
const unreadable: ApiFailure = { is: "unreadable" };
const brokenMost = 3;

/** A watch that ends in so short a time and said nothing counts as a failure, or it would be opened again and again. */
const shortestMs = 1000;

async function watch(state: Following, signal: AbortSignal): Promise<ApiFailure | undefined> {
  const { api, path, query, timing, random, hasBookmarks } = state;
  const timeoutSeconds = Math.round(timing.watchSeconds * (1 + random()));
  const idleMs = hasBookmarks ? timing.watchIdleMs : timeoutSeconds * 1000 + timing.requestMs;
  const startedMs = Date.now();
  let error: ApiFailure | undefined;
  let heard = 0;
  let broken = 0;
  const asked = { ...query, watch: true, resourceVersion: state.version, allowWatchBookmarks: true, timeoutSeconds };
  const ending = new AbortController();
  const silence = expectWord(state, ending);
  const ended = await api.follow(
    { path, query: asked, openMs: timing.requestMs, idleMs, signal: AbortSignal.any([signal, ending.signal]) },
    (line) => {
      if (signal.aborted || error !== undefined) return;
      state.heardMs = Date.now();
      heard += 1;
      const event = readWatchEvent(line);
      broken = event === undefined ? broken + 1 : 0;
      error = event === undefined ? doubt(state, broken) : takeEvent(state, event);
      if (error !== undefined) return ending.abort();
      if (event === undefined) return;
      clearTimeout(silence.timer);
      settle(state, event.is !== "unknown");
      // One that says no more than how far it is may break off again and again.
      if (event.is === "changed" || event.is === "gone") forget(state);
    },
    () => expectLive(state, signal),
  );
  for (const timer of [state.confirmation, state.steadiness, silence.timer]) clearTimeout(timer);
  if (silence.isOver) return undefined;
  if (error !== undefined) return error;
  if ("failure" in ended) return ended.failure;
  if (broken > 0) return unreadable;
  if (heard === 0 && Date.now() - startedMs < shortestMs)
    return { is: "unreachable", code: "ECONNRESET", message: "the watch was closed immediately" };
  suspect(state, { is: "unreachable", code: "ECONNRESET", message: "the watch was closed" });
  return undefined;
}

interface Silence {
  isOver: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Something may keep back what a watch says. Until one has said a word, a list shows now and then whether there was something to say. */
function expectWord(state: Following, ending: AbortController): Silence {
  const silence: Silence = { isOver: false, timer: undefined };
  if (state.hasHeard) return silence;
  const { silenceMs } = state.timing;
  const longestMs = boundedMs(silenceMs * 2 ** Math.min(state.silences, silencesMax));
  const limitMs = state.lists?.failure.is === "mute" ? state.lists.everyMs : longestMs;
  silence.timer = setTimeout(() => {
    silence.isOver = true;
    state.wasSilent = true;
    state.version = undefined;
    ending.abort();
  }, limitMs);
  return silence;
}

/** A bookmark comes about every minute: 10s, 20s, 40s, then as long as a watch lasts. */
const silencesMax = 5;

/** A failure where so many lines in a row are no events that the watch is opened anew. */
function doubt(state: Following, broken: number): ApiFailure | undefined {
  for (const timer of [state.confirmation, state.steadiness]) clearTimeout(timer);
  if (state.lists === undefined) breakOff(state, unreadable, undefined);
  return broken < brokenMost ? undefined : unreadable;
}

function takeEvent(state: Following, event: WatchEvent): ApiFailure | undefined {
  switch (event.is) {
    case "unknown":
      return undefined;
    case "error":
      return { is: "refused", ...readStatus(event.object) };
    case "bookmark":
      state.version = event.resourceVersion ?? state.version;
      return undefined;
    case "changed": {
      const { uid, resourceVersion } = event.identity;
      state.version = resourceVersion ?? state.version;
      state.versionByUid.set(uid, resourceVersion);
      state.onObjects([event.object]);
      return undefined;
    }
    case "gone":
      state.version = event.identity.resourceVersion ?? state.version;
      if (state.versionByUid.delete(event.identity.uid)) state.onGone(event.identity.uid);
      return undefined;
  }
}

/** A watch that cannot go on from its version is opened, too: the refusal is its first word. */
const confirmationMs = 250;

/** A watch that lasted this long works, even if it reported nothing. One that breaks off earlier, again and again, is opened more and more seldom. */
const steadyMs = 10_000;

function expectLive(state: Following, signal: AbortSignal): void {
  state.heardMs = Date.now();
  for (const timer of [state.confirmation, state.steadiness]) clearTimeout(timer);
  state.confirmation = setTimeout(() => {
    if (!signal.aborted) settle(state, false);
  }, confirmationMs);
  state.steadiness = setTimeout(() => forget(state), steadyMs);
}

/** A watch that reports something works, however soon it ends. */
function forget(state: Following): void {
  state.failures = 0;
  state.failedWatches = 0;
  state.expirations = 0;
}

/** The watch works, as far as is known. A list alone does not show that: it may be followed by a refusal again and again. */
function settle(state: Following, isWord: boolean): void {
  clearTimeout(state.confirmation);
  state.hasHeard ||= isWord;
  // Of one that was never heard only a word shows that it works.
  if (isWord || state.lists?.failure.is !== "mute") state.lists = undefined;
  goLive(state);
}

function goLive(state: Following): void {
  clearTimeout(state.grace);
  state.grace = undefined;
  state.heardMs = Date.now();
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
function suspect(state: Following, failure: ApiFailure): void {
  if (state.doubtMs !== undefined) return;
  state.doubtMs = Date.now();
  state.grace = setTimeout(() => breakOff(state, failure, undefined), state.timing.graceMs);
}

function breakOff(state: Following, failure: ApiFailure, nextTryMs: number | undefined): void {
  clearTimeout(state.grace);
  state.grace = undefined;
  // A connection that says that it ends was good until then; of one that went silent nobody knows.
  const wasSilent = failure.is === "slow" || (failure.is === "unreachable" && failure.code === "ETIMEDOUT");
  state.doubtMs ??= wasSilent ? state.heardMs : Date.now();
  report(state, { is: "broken", sinceMs: state.doubtMs, failure, failures: Math.max(1, state.failures), nextTryMs });
}
