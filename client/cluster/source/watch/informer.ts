import { setTimeout as wait } from "node:timers/promises";
import { type ApiFailure, readStatus } from "../api/answer.ts";
import type { Api, Query } from "../api/api.ts";
import type { TimeLimits } from "../core/timing.ts";
import { isExpired, listPages } from "./list.ts";
import { identityOf, readWatchEvent, type WatchEvent } from "./objects.ts";
import { type RandomShare, waitMs } from "./wait.ts";

export interface InformerOptions {
  readonly api: Api;
  /** The path of the collection: `/api/v1/pods`. */
  readonly path: string;
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

export type InformerState =
  /** All that there is was reported, and changes are reported as they come. */
  | { readonly is: "live" }
  /** `sinceMs`: what was reported is known to be true until then, in ms since 1970. `failures`: how many there were in a row. */
  | { readonly is: "broken"; readonly sinceMs: number; readonly failure: ApiFailure; readonly failures: number };

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
    isLive: false,
    failures: 0,
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
  /** As it was reported. */
  isLive: boolean;
  failures: number;
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
    const failure = state.version === undefined ? await list(state, signal) : await watch(state, signal);
    if (state.isClosed) return;
    if (failure === undefined || signal.aborted) continue;
    if (isExpired(failure)) {
      state.version = undefined;
      suspect(state, failure);
      // Once is usual. A server that says so again and again is waited for.
      state.expirations += 1;
      if (state.expirations === 1) continue;
      state.failures += 1;
    } else {
      breakOff(state, failure);
      state.failures += 1;
    }
    const { timing, random, failures } = state;
    await wait(waitMs(failure, Math.max(0, failures - 1), timing, random), undefined, { signal }).catch(
      () => undefined,
    );
  }
}

async function list(state: Following, signal: AbortSignal): Promise<ApiFailure | undefined> {
  const { api, path, query, timing, versionByUid, onObjects, onGone } = state;
  const listed = new Set<string>();
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
    if (changed.length > 0) onObjects(changed);
  });
  if ("failure" in answer) return answer.failure;
  if (signal.aborted) return undefined;
  for (const uid of versionByUid.keys()) {
    if (listed.has(uid)) continue;
    versionByUid.delete(uid);
    onGone(uid);
  }
  if (answer.value === undefined) return { is: "unreadable" };
  state.version = answer.value;
  goLive(state);
  return undefined;
}

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
      settle(state);
      forget(state);
    },
    () => expectLive(state, signal),
  );
  for (const timer of [state.confirmation, state.steadiness]) clearTimeout(timer);
  if (error !== undefined) return error;
  if ("failure" in ended) return ended.failure;
  if (broken > 0) return unreadable;
  if (heard === 0 && Date.now() - startedMs < shortestMs)
    return { is: "unreachable", code: "ECONNRESET", message: "the watch was closed immediately" };
  suspect(state, { is: "unreachable", code: "ECONNRESET", message: "the watch was closed" });
  return undefined;
}

/** A failure where so many lines in a row are no events that the watch is opened anew. */
function doubt(state: Following, broken: number): ApiFailure | undefined {
  for (const timer of [state.confirmation, state.steadiness]) clearTimeout(timer);
  breakOff(state, unreadable);
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
    if (!signal.aborted) settle(state);
  }, confirmationMs);
  state.steadiness = setTimeout(() => forget(state), steadyMs);
}

/** A watch that reports something works, however soon it ends. */
function forget(state: Following): void {
  state.failures = 0;
  state.expirations = 0;
}

/** The watch works. A list alone does not show that: it may be followed by a refusal again and again. */
function settle(state: Following): void {
  clearTimeout(state.confirmation);
  goLive(state);
}

function goLive(state: Following): void {
  clearTimeout(state.grace);
  state.grace = undefined;
  state.heardMs = Date.now();
  state.doubtMs = undefined;
  if (state.isLive || state.isClosed) return;
  state.isLive = true;
  state.onState({ is: "live" });
}

/** All may be well in a moment. */
function suspect(state: Following, failure: ApiFailure): void {
  if (state.doubtMs !== undefined) return;
  state.doubtMs = Date.now();
  state.grace = setTimeout(() => breakOff(state, failure), state.timing.graceMs);
}

function breakOff(state: Following, failure: ApiFailure): void {
  clearTimeout(state.grace);
  state.grace = undefined;
  // A connection that says that it ends was good until then; of one that went silent nobody knows.
  const wasSilent = failure.is === "slow" || (failure.is === "unreachable" && failure.code === "ETIMEDOUT");
  state.doubtMs ??= wasSilent ? state.heardMs : Date.now();
  state.isLive = false;
  if (!state.isClosed) state.onState({ is: "broken", sinceMs: state.doubtMs, failure, failures: state.failures + 1 });
}
