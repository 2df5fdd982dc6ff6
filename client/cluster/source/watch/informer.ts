import { setTimeout as wait } from "node:timers/promises";
import { type ApiAnswer, type ApiFailure, readStatus } from "../api/answer.ts";
import { boundedMs } from "../core/timing.ts";
import {
  beginning,
  breakOff,
  expectLive,
  type Following,
  forget,
  goLive,
  type InformerOptions,
  settle,
  suspect,
} from "./following.ts";
import type { Lists } from "./informer-state.ts";
import { isExpired, listPages } from "./list.ts";
import { identityOf, readWatchEvent, type WatchEvent } from "./objects.ts";
import { serverFailure } from "./server-failure.ts";
import { streamList } from "./stream.ts";
import { waitMs } from "./wait.ts";

export interface Informer {
  /** Lists anew, immediately. With `tellAll`, all objects are reported again. */
  refresh(tellAll: boolean): void;
  /** What was reported is known to be true until then, in ms since 1970: it goes on from there, over a new connection, immediately. */
  wake(awakeMs: number): void;
  close(): void;
}

/** Follows a collection: lists it, watches from there, goes on after each failure. */
export function startInformer(options: InformerOptions): Informer {
  const state = beginning(options);
  void follow(state);
  return {
    refresh(tellAll) {
      if (tellAll) state.versionByUid.clear();
      state.version = undefined;
      state.failures = 0;
      state.failedWatches = 0;
      state.stopping.abort();
    },
    wake(awakeMs) {
      suspect(state, { is: "asleep" }, awakeMs);
      state.failures = 0;
      state.stopping.abort();
    },
    close() {
      state.isClosed = true;
      for (const timer of [state.grace, state.confirmation, state.steadiness]) clearTimeout(timer);
      state.stopping.abort();
    },
  };
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
  else if (!isBusy(failure)) state.failedWatches += 1;
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

/**
 * What is too much for a server that is asked for a watch would be more with a list. Models client-go tools/cache/reflector.go
 * isWatchErrorRetriable (v0.37.1).
 */
function isBusy(failure: ApiFailure): boolean {
  return failure.is === "refused" && failure.status === 429;
}

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
  let listed = new Set<string>();
  let hasNews = false;
  const take = (items: readonly unknown[]): void | Promise<void> => {
    if (signal.aborted) return undefined;
    const changed = items.filter((item) => {
      const identity = identityOf(item);
      if (identity === undefined) return false;
      listed.add(identity.uid);
      const isNew = !versionByUid.has(identity.uid) || versionByUid.get(identity.uid) !== identity.resourceVersion;
      versionByUid.set(identity.uid, identity.resourceVersion);
      return isNew;
    });
    hasNews ||= changed.length > 0;
    return changed.length > 0 ? onObjects(changed) : undefined;
  };
  const whole = async (): Promise<ApiAnswer<string | undefined>> => {
    const paged = listed;
    listed = new Set();
    const streamed = await streamList({ api, path, query, timing, signal }, take);
    if ("value" in streamed) return streamed;
    state.hasStreams = false;
    listed = new Set([...paged, ...listed]);
    return streamed;
  };
  const request = { path, query, idleMs: timing.listMs, signal, whole: state.hasStreams ? whole : undefined };
  const answer = await listPages(api, request, take);
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
  state.heardMs = Date.now();
  state.listingMs = state.heardMs - startedMs;
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
      void state.onObjects([event.object]);
      return undefined;
    }
    case "gone":
      state.version = event.identity.resourceVersion ?? state.version;
      if (state.versionByUid.delete(event.identity.uid)) state.onGone(event.identity.uid);
      return undefined;
  }
}
