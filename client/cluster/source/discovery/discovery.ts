import type { ApiServerInfo, NodeInfo } from "../../../../shared/protocol/cluster.ts";
import { mayDo, type Right } from "../access/review.ts";
import type { Api } from "../http/api.ts";
import type { Timing } from "../timing.ts";
import type { Work } from "../work.ts";
import { readApiServer } from "./api-server.ts";
import { type NodeRights, readNode } from "./node.ts";

export interface TruthsOptions {
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
  /** Asks those again that did not answer, and all of them if the last time was long enough ago. */
  renew(): void;
  /** All that is known is to be told again. */
  retell(): void;
}

const renewMs = 10 * 60_000;
const atOnce = 4;

export function createDiscovery(options: TruthsOptions): Discovery {
  const nodes = new Map<string, NodeInfo | undefined>();
  /** Something of them did not answer. */
  const partial = new Set<string>();
  const queue: (() => Promise<void>)[] = [];
  let running = 0;
  let askedMs = Date.now();
  let isApiServerAsked = false;
  let apiServer: ApiServerInfo | undefined;
  let rights: Promise<NodeRights> | undefined;

  const next = (): void => {
    while (running < atOnce && queue.length > 0 && !options.signal.aborted) {
      running += 1;
      void queue
        .shift()?.()
        .finally(() => {
          running -= 1;
          next();
        });
    }
  };
  const add = (task: () => Promise<void>): void => {
    const endWork = options.work.begin();
    queue.push(() => task().finally(endWork));
    next();
  };
  const askNode = async (name: string): Promise<void> => {
    rights ??= nodeRights(options.api);
    const { info, isPartial } = await readNode({ ...options, name, rights: await rights });
    if (options.signal.aborted) return;
    nodes.set(name, info);
    if (isPartial) partial.add(name);
    options.onNode(info);
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
    renew() {
      const again = [...partial];
      partial.clear();
      if (Date.now() - askedMs < renewMs) {
        for (const name of again) add(() => askNode(name));
        return;
      }
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
