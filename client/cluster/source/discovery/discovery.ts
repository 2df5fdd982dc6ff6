import type { ApiServerInfo, NodeInfo } from "../../../../shared/protocol/cluster.ts";
import { mayDo, type Right } from "../access/review.ts";
import type { Api } from "../http/api.ts";
import type { Timing } from "../timing.ts";
import type { Work } from "../work.ts";
import { readApiServer } from "./api-server.ts";
import { type NodeRights, readNode, readReadiness } from "./node.ts";
import { createTaskQueue } from "./task-queue.ts";

interface TruthsOptions {
  readonly api: Api;
  readonly timing: Timing;
  readonly signal: AbortSignal;
  readonly work: Work;
  readonly onNode: (node: NodeInfo) => void;
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
  /** All that is known is to be told again. */
  retell(): void;
}

const renewMs = 10 * 60_000;
const firstRetryMs = 30_000;
/** A node that goes down takes all of its pods along. */
const doubtMs = 5000;

export function createDiscovery(options: TruthsOptions): Discovery {
  const nodes = new Map<string, NodeInfo | undefined>();
  /** Something of them did not answer. */
  const partial = new Set<string>();
  /** Whether they are ready is asked soon. */
  const doubted = new Set<string>();
  let askedMs = Date.now();
  let isApiServerAsked = false;
  let apiServer: ApiServerInfo | undefined;
  let rights: Promise<NodeRights> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = firstRetryMs;

  const add = createTaskQueue(options.work, options.signal);
  const askNode = async (name: string): Promise<void> => {
    rights ??= nodeRights(options.api);
    const { info, isPartial } = await readNode({ ...options, name, rights: await rights });
    if (options.signal.aborted) return;
    nodes.set(name, info);
    options.onNode(info);
    if (!isPartial) return;
    partial.add(name);
    retryLater();
  };
  /** A kubelet that has just been started does not answer yet; of one that never does there is less and less to expect. */
  const retryLater = (): void => {
    if (retry !== undefined || options.signal.aborted) return;
    retry = setTimeout(() => {
      retry = undefined;
      retryMs = Math.min(2 * retryMs, renewMs);
      askPartial();
    }, retryMs).unref();
  };
  const askPartial = (): void => {
    const again = [...partial];
    partial.clear();
    for (const name of again) add(() => askNode(name));
  };
  const askReadiness = async (name: string): Promise<void> => {
    rights ??= nodeRights(options.api);
    const readiness = await readReadiness({ ...options, name, rights: await rights });
    const info = nodes.get(name);
    if (options.signal.aborted || info === undefined || readiness?.status === info.readiness?.status) return;
    const renewed = { ...info, readiness };
    nodes.set(name, renewed);
    options.onNode(renewed);
  };
  const askApiServer = async (): Promise<void> => {
    apiServer = await readApiServer(options);
    if (!options.signal.aborted) options.onApiServer(apiServer);
  };

  return {
    wantApiServer() {
      if (isApiServerAsked) return;
      isApiServerAsked = true;
      add(askApiServer);
    },
    wantNode(name) {
      if (nodes.has(name)) return;
      nodes.set(name, undefined);
      add(() => askNode(name));
    },
    doubtNode(name) {
      if (nodes.get(name) === undefined || doubted.has(name)) return;
      doubted.add(name);
      setTimeout(() => {
        doubted.delete(name);
        add(() => askReadiness(name));
      }, doubtMs).unref();
    },
    renew() {
      if (Date.now() - askedMs < renewMs) {
        askPartial();
        return;
      }
      partial.clear();
      askedMs = Date.now();
      rights = undefined;
      add(askApiServer);
      for (const name of nodes.keys()) add(() => askNode(name));
    },
    retell() {
      if (apiServer !== undefined) options.onApiServer(apiServer);
      for (const node of nodes.values()) if (node !== undefined) options.onNode(node);
    },
  };
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
