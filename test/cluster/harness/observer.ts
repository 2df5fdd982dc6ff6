import {
  type Connection,
  type ConnectionState,
  type ConnectOptions,
  connect,
} from "../../../client/cluster/source/main.ts";
import type { LivePod } from "../../../server/live/live-pod.ts";
import { LivePods } from "../../../server/live/live-pods.ts";
import { readEvent } from "../../../shared/observation/index.ts";
import type { ApiServerInfo, ClusterChange, Freshness, NodeInfo } from "../../../shared/protocol/cluster.ts";
import { eventually } from "../../patience.ts";

export interface ObserverOptions extends Partial<Pick<ConnectOptions, "timing" | "context" | "environment">> {
  readonly kubeconfig: string;
  /** None: all. */
  readonly namespaces?: readonly string[];
  /** Keeps every look at every pod, and follows the events of all pods. */
  readonly remembers?: boolean;
  /** Gets the pods that a batch made new. */
  readonly onChanged?: (pods: readonly LivePod[]) => void;
}

/** A pod as it was shown at a moment: ms since 1970. */
export interface Look {
  readonly atMs: number;
  readonly live: LivePod;
}

/** A connection, and the model of the pods that everything people see is made of. */
export class Observer {
  readonly live = new LivePods();
  /** By UID of the pod, oldest first. */
  readonly looks = new Map<string, Look[]>();
  /** Of the connection, as `live 3` or `failed: why`. */
  readonly states: string[] = [];
  readonly sentences: string[] = [];
  /** Batches, and those of them that said to forget everything before. */
  batches = 0;
  firstBatches = 0;
  apiServer: ApiServerInfo | undefined;
  readonly connection: Connection;
  readonly #nodes = new Map<string, NodeInfo>();
  #missing: readonly string[] = [];
  readonly #remembers: boolean;
  readonly #onChanged: ObserverOptions["onChanged"];

  constructor({ remembers = false, namespaces = [], onChanged, ...options }: ObserverOptions) {
    this.#remembers = remembers;
    this.#onChanged = onChanged;
    this.connection = connect({
      ...options,
      namespaces,
      onChange: (change) => this.#take(change),
      onState: (state) => this.#note(state),
      log: (sentence) => this.sentences.push(sentence),
    });
  }

  get state(): string {
    return this.states.at(-1) ?? "none";
  }

  get freshness(): Freshness {
    return this.live.freshness;
  }

  /** The pods that are shown, by `NAMESPACE/NAME`. */
  get pods(): ReadonlyMap<string, LivePod> {
    return new Map([...this.live.all()].map((pod) => [`${pod.look.pod.namespace}/${pod.look.pod.name}`, pod]));
  }

  truthOf(node: string): NodeInfo | undefined {
    return this.#nodes.get(node);
  }

  /** Every sentence about what is wrong or not known, wherever it stands. */
  told(): readonly string[] {
    const truths = [...this.#nodes.values(), this.apiServer].flatMap((truth) => truth?.missing ?? []);
    return [...this.states, ...this.#missing, ...truths, ...this.sentences];
  }

  /** Waits for a state that it has now or comes to; says what came instead. */
  async reaches(wanted: RegExp): Promise<string> {
    const from = Math.max(0, this.states.length - 1);
    return await eventually(
      () => `the state ${wanted}; there were:\n${[...this.states, ...this.sentences].slice(-12).join("\n")}`,
      () => this.states.slice(from).find((state) => wanted.test(state)),
    );
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  #note(state: ConnectionState): void {
    this.states.push(stateText(state));
    if (state.is === "live") this.#missing = state.missing;
  }

  #take(change: ClusterChange): void {
    const atMs = Date.now();
    const { changed } = this.live.apply(change);
    this.batches += 1;
    if (change.isFirst) this.firstBatches += 1;
    for (const node of change.nodes) this.#nodes.set(node.name, node);
    this.apiServer = change.apiServer ?? this.apiServer;
    if (this.#remembers) this.#remember(changed, change, atMs);
    this.#onChanged?.(changed);
  }

  #remember(changed: readonly LivePod[], change: ClusterChange, atMs: number): void {
    const before = this.looks.size;
    const hadEvent = new Set(change.events.flatMap((event) => readEvent(event).value?.podUid ?? []));
    for (const live of changed) {
      const looks = this.looks.get(live.uid) ?? [];
      this.looks.set(live.uid, looks);
      // An event alone is no look at the pod.
      if (!hadEvent.has(live.uid) || looks.at(-1)?.live.look.pod !== live.look.pod) looks.push({ atMs, live });
    }
    if (this.looks.size > before) this.connection.followEvents([...this.live.all()].map(nameOf));
  }
}

function nameOf({ uid, look: { pod } }: LivePod) {
  return { namespace: pod.namespace, name: pod.name, uid };
}

function stateText(state: ConnectionState): string {
  if (state.is === "live") return `live ${state.podCount}`;
  if (state.is === "stale" || state.is === "failed") return `${state.is}: ${state.reason}`;
  return state.is;
}
