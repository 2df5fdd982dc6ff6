import type { ApiServerInfo, NodeInfo } from "../../../../shared/protocol/cluster.ts";
import type { Api } from "../api/api.ts";
import type { TimeLimits } from "../core/timing.ts";
import type { PendingWork } from "../core/work.ts";
import { readApiServer } from "./api-server.ts";
import { type NodeRights, readNode, readReadiness } from "./node.ts";
import { mayDo, type Right } from "./review.ts";
import { createTaskQueue } from "./task-queue.ts";

interface DiscoveryOptions {
  readonly api: Api;
  readonly timing: TimeLimits;
  readonly signal: AbortSignal;
  readonly work: PendingWork;
  readonly onNode: (node: NodeInfo) => void;
  /** How far the clock of a node is ahead of the API server's; undefined: it is not, as far as is known. */
  readonly onNodeClock: (name: string, aheadMs: number | undefined) => void;
  readonly onApiServer: (apiServer: ApiServerInfo) => void;
}

/** Asks nodes and API server what they are, each once. */
export interface Discovery {
  wantApiServer(): void;
  wantNode(name: string): void;
  /** Its pods say that it may have become ready, or not. It is asked again, but not often. */
  doubtNode(name: string): void;
  /** Asks those again that did not answer, and all of them if the last time was long enough ago. */
  renew(): void;
  /** All that is known is to be reported again. */
  retell(): void;
}

const renewMs = 10 * 60_000;
const firstRetryMs = 30_000;
/** A node that goes down takes all of its pods along. */
const doubtMs = 5000;

export function createDiscovery(options: DiscoveryOptions): Discovery {
  const state: Asking = {
    options,
    add: createTaskQueue(options.work, options.signal),
    nodes: new Map(),
    partial: new Set(),
    doubted: new Set(),
    askedMs: Date.now(),
    isApiServerAsked: false,
    apiServer: undefined,
    rights: undefined,
    retry: undefined,
    retryMs: firstRetryMs,
  };
  return {
    wantApiServer: () => wantApiServer(state),
    wantNode: (name) => wantNode(state, name),
    doubtNode: (name) => doubtNode(state, name),
    renew: () => renew(state),
    retell: () => retell(state),
  };
}

interface Asking {
  readonly options: DiscoveryOptions;
  readonly add: ReturnType<typeof createTaskQueue>;
  /** Undefined if it has not answered yet. */
  readonly nodes: Map<string, NodeInfo | undefined>;
  /** Nodes of which something did not answer. */
  readonly partial: Set<string>;
  /** Nodes that are soon asked whether they are ready. */
  readonly doubted: Set<string>;
  askedMs: number;
  isApiServerAsked: boolean;
  apiServer: ApiServerInfo | undefined;
  rights: Promise<NodeRights> | undefined;
  retry: NodeJS.Timeout | undefined;
  retryMs: number;
}

function wantApiServer(state: Asking): void {
  if (state.isApiServerAsked) return;
  state.isApiServerAsked = true;
  state.add(() => askApiServer(state));
}

function wantNode(state: Asking, name: string): void {
  if (state.nodes.has(name)) return;
  state.nodes.set(name, undefined);
  state.add(() => askNode(state, name));
}

function doubtNode(state: Asking, name: string): void {
  const { nodes, doubted } = state;
  if (nodes.get(name) === undefined || doubted.has(name)) return;
  doubted.add(name);
  setTimeout(() => {
    doubted.delete(name);
    state.add(() => askReadiness(state, name));
  }, doubtMs).unref();
}

function renew(state: Asking): void {
  if (Date.now() - state.askedMs < renewMs) {
    askPartial(state);
    return;
  }
  state.partial.clear();
  state.askedMs = Date.now();
  state.rights = undefined;
  state.add(() => askApiServer(state));
  for (const name of state.nodes.keys()) state.add(() => askNode(state, name));
}

function retell({ options, apiServer, nodes }: Asking): void {
  if (apiServer !== undefined) options.onApiServer(apiServer);
  for (const node of nodes.values()) if (node !== undefined) options.onNode(node);
}

async function askApiServer(state: Asking): Promise<void> {
  const { options } = state;
  state.apiServer = await readApiServer(options);
  if (!options.signal.aborted) options.onApiServer(state.apiServer);
}

async function askNode(state: Asking, name: string): Promise<void> {
  const { options, nodes, partial } = state;
  const { info, isPartial, clockAheadMs } = await readNode({ ...options, name, rights: await rightsOf(state) });
  if (options.signal.aborted) return;
  nodes.set(name, info);
  options.onNode(info);
  options.onNodeClock(name, clockAheadMs);
  if (!isPartial) return;
  partial.add(name);
  retryLater(state);
}

async function askReadiness(state: Asking, name: string): Promise<void> {
  const { options, nodes } = state;
  const readiness = await readReadiness({ ...options, name, rights: await rightsOf(state) });
  const info = nodes.get(name);
  if (options.signal.aborted || info === undefined || readiness?.status === info.readiness?.status) return;
  const renewed = { ...info, readiness };
  nodes.set(name, renewed);
  options.onNode(renewed);
}

/** A kubelet that has just been started does not answer yet; of one that never does there is less and less to expect. */
function retryLater(state: Asking): void {
  if (state.retry !== undefined || state.options.signal.aborted) return;
  state.retry = setTimeout(() => {
    state.retry = undefined;
    state.retryMs = Math.min(2 * state.retryMs, renewMs);
    askPartial(state);
  }, state.retryMs).unref();
}

function askPartial(state: Asking): void {
  const again = [...state.partial];
  state.partial.clear();
  for (const name of again) state.add(() => askNode(state, name));
}

function rightsOf(state: Asking): Promise<NodeRights> {
  state.rights ??= nodeRights(state.options.api);
  return state.rights;
}

/** Two questions save two refused requests for each node. */
async function nodeRights(api: Api): Promise<NodeRights> {
  const may = async (right: Right) => (await mayDo(api, right)) !== false;
  const [node, proxy] = await Promise.all([
    may({ verb: "get", resource: "nodes" }),
    may({ verb: "get", resource: "nodes", subresource: "proxy" }),
  ]);
  return { node, proxy };
}
