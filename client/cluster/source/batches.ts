import { setTimeout as wait } from "node:timers/promises";
import type { ApiServerInfo, ClusterChange, Freshness, NodeInfo, OwnerLink } from "../../../shared/protocol/cluster.ts";
import { identityOf } from "./watch/objects.ts";

interface BatchesOptions {
  readonly context: string;
  /** Where the context looks when nobody names a namespace. */
  readonly defaultNamespace: string;
  readonly batchMs: number;
  /** Gets one batch at a time: the next one comes when its promise is done. */
  readonly onChange: (change: ClusterChange) => void | Promise<void>;
  readonly log: (sentence: string) => void;
}

/** Collects what is new and hands it over in batches. Of an object only the newest version is kept for the next one. */
export interface Batches {
  addPods(pods: readonly unknown[]): void;
  addGone(uid: string): void;
  addEvents(events: readonly unknown[]): void;
  addOwners(owners: readonly OwnerLink[]): void;
  addNode(node: NodeInfo): void;
  addWorkloads(workloads: readonly unknown[]): void;
  setApiServer(info: ApiServerInfo): void;
  setFreshness(freshness: Freshness): void;
  /** How far the clock of the API server is ahead of ours. */
  setClock(aheadMs: number): void;
  /** What was reported before is to be forgotten with the next batch. */
  startAnew(): void;
  close(): void;
  /** When not much is left to hand over: who lists waits for it, so that memory holds a part of a large cluster at a time. */
  room(): Promise<void>;
  readonly isIdle: boolean;
  /** When nothing is left to hand over. */
  idle(): Promise<void>;
}

/** So many pods make one message of some megabytes at most. */
const podsMax = 500;
const retryMs = 1000;

export function createBatches(options: BatchesOptions): Batches {
  const state: Pending = {
    ...empty(),
    options,
    freshness: undefined,
    clockAheadMs: 0,
    isDirty: false,
    isClosed: false,
    waiting: [],
  };
  const changed = (change: () => void): void => {
    change();
    state.isDirty = true;
    state.handing ??= handOver(state);
  };
  return {
    ...receivers(state, changed),
    setFreshness(freshness) {
      if (JSON.stringify(freshness) === JSON.stringify(state.freshness)) return;
      changed(() => {
        state.freshness = freshness;
      });
    },
    close() {
      state.isClosed = true;
      tellRoom(state);
    },
    room: () => (hasRoom(state) ? Promise.resolve() : new Promise((resolve) => void state.waiting.push(resolve))),
    get isIdle() {
      return state.handing === undefined;
    },
    async idle() {
      await state.handing;
    },
  };
}

type Receivers = Omit<Batches, "setFreshness" | "close" | "room" | "isIdle" | "idle">;

/** What comes of the cluster, each with what it does to the next batch. */
function receivers(state: Pending, changed: (change: () => void) => void): Receivers {
  return {
    addPods: (pods) => changed(() => addLiving(state, state.pods, pods)),
    addGone: (uid) => changed(() => addGone(state, uid)),
    addEvents: (events) => changed(() => addAll(state.events, events)),
    addOwners: (owners) => changed(() => addOwners(state, owners)),
    addNode: (node) => changed(() => state.nodes.set(node.name, node)),
    addWorkloads: (workloads) => changed(() => addLiving(state, state.workloads, workloads)),
    setApiServer: (apiServer) => changed(() => Object.assign(state, { apiServer })),
    setClock: (clockAheadMs) => changed(() => Object.assign(state, { clockAheadMs })),
    startAnew: () => changed(() => Object.assign(state, empty())),
  };
}

interface Collected {
  isFirst: boolean;
  pods: Map<string, unknown>;
  gone: Set<string>;
  events: Map<string, unknown>;
  owners: Map<string, OwnerLink>;
  nodes: Map<string, NodeInfo>;
  workloads: Map<string, unknown>;
  apiServer: ApiServerInfo | undefined;
}

interface Pending extends Collected {
  readonly options: BatchesOptions;
  /** Undefined if it was not reported yet, and nothing is known to be old. */
  freshness: Freshness | undefined;
  clockAheadMs: number;
  isDirty: boolean;
  isClosed: boolean;
  /** Those who wait for room. */
  waiting: (() => void)[];
  handing?: Promise<void> | undefined;
}

function empty(): Collected {
  return {
    isFirst: true,
    pods: new Map(),
    gone: new Set(),
    events: new Map(),
    owners: new Map(),
    nodes: new Map(),
    workloads: new Map(),
    apiServer: undefined,
  };
}

function addGone(state: Pending, uid: string): void {
  state.pods.delete(uid);
  state.workloads.delete(uid);
  state.gone.add(uid);
}

/** What is there again is not gone. */
function addLiving(state: Pending, map: Map<string, unknown>, objects: readonly unknown[]): void {
  for (const uid of addAll(map, objects)) state.gone.delete(uid);
}

function addOwners(state: Pending, owners: readonly OwnerLink[]): void {
  for (const owner of owners) state.owners.set(owner.uid, owner);
}

/** The UIDs of those that have one. */
function addAll(map: Map<string, unknown>, objects: readonly unknown[]): readonly string[] {
  return objects.flatMap((object) => addTo(map, object) ?? []);
}

function addTo(map: Map<string, unknown>, object: unknown): string | undefined {
  const uid = identityOf(object)?.uid;
  if (uid !== undefined) map.set(uid, object);
  return uid;
}

async function handOver(state: Pending): Promise<void> {
  const { batchMs, onChange, log } = state.options;
  while (state.isDirty && !state.isClosed) {
    await wait(isFull(state) ? 0 : batchMs);
    if (state.isClosed) break;
    const taken = take(state);
    tellRoom(state);
    try {
      await onChange(changeOf(taken, state));
    } catch {
      log("What the cluster told could not be handed on: it is tried again.");
      putBack(state, taken);
      await wait(retryMs);
    }
  }
  state.handing = undefined;
}

function isFull({ pods }: Pending): boolean {
  return pods.size >= podsMax;
}

function hasRoom(state: Pending): boolean {
  return state.isClosed || !isFull(state);
}

function tellRoom(state: Pending): void {
  if (!hasRoom(state)) return;
  const told = state.waiting;
  state.waiting = [];
  for (const tell of told) tell();
}

function take(state: Pending): Collected {
  const { isFirst, gone, events, owners, nodes, workloads, apiServer } = state;
  const pods = new Map([...state.pods].slice(0, podsMax));
  const rest = new Map([...state.pods].slice(podsMax));
  Object.assign(state, { ...empty(), isFirst: false, pods: rest });
  state.isDirty = rest.size > 0;
  return { isFirst, pods, gone, events, owners, nodes, workloads, apiServer };
}

/** What has come in the meantime is newer. */
function putBack(state: Pending, taken: Collected): void {
  state.isDirty = true;
  if (state.isFirst) return;
  state.isFirst = taken.isFirst;
  for (const uid of state.gone) taken.pods.delete(uid);
  state.pods = new Map([...taken.pods, ...state.pods]);
  state.gone = new Set([...taken.gone, ...state.gone].filter((uid) => !state.pods.has(uid)));
  state.events = new Map([...taken.events, ...state.events]);
  state.owners = new Map([...taken.owners, ...state.owners]);
  state.nodes = new Map([...taken.nodes, ...state.nodes]);
  state.workloads = new Map([...taken.workloads, ...state.workloads]);
  state.apiServer ??= taken.apiServer;
}

function changeOf(taken: Collected, { options, freshness, clockAheadMs }: Pending): ClusterChange {
  return {
    context: options.context,
    defaultNamespace: options.defaultNamespace,
    isFirst: taken.isFirst,
    pods: [...taken.pods.values()],
    gone: [...taken.gone],
    events: [...taken.events.values()],
    owners: [...taken.owners.values()],
    nodes: [...taken.nodes.values()],
    ...(taken.workloads.size > 0 && { workloads: [...taken.workloads.values()] }),
    apiServer: taken.apiServer,
    freshness: freshness ?? { is: "live" },
    ...(clockAheadMs !== 0 && { clockAheadMs }),
  };
}
