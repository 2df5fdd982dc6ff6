import {
  type Connection,
  type ConnectionState,
  type ConnectOptions,
  connect,
} from "../../../../client/cluster/source/main.ts";
import type { ClusterChange } from "../../../../shared/protocol/cluster.ts";
import { eventually, type FakeApi, names } from "./fake-api.ts";

/** A connection to a fake API with short waits, and what it told. */
export class Client {
  readonly changes: ClusterChange[] = [];
  readonly states: ConnectionState[] = [];
  readonly sentences: string[] = [];
  readonly connection: Connection;
  /** Names by UID, as somebody knows them who takes every change. */
  readonly pods = new Map<string, string>();

  constructor(api: FakeApi, options: Partial<ConnectOptions> = {}) {
    this.connection = connect({
      environment: {},
      namespaces: ["web"],
      random: () => 0.5,
      onChange: (change) => this.#take(change),
      onState: (state) => this.states.push(state),
      log: (sentence) => this.sentences.push(sentence),
      ...options,
      kubeconfig: options.kubeconfig ?? api.kubeconfig(),
      timing: { firstWaitMs: 10, lastWaitMs: 100, batchMs: 1, graceMs: 200, ...options.timing },
    });
  }

  get state(): ConnectionState["is"] | undefined {
    return this.states.at(-1)?.is;
  }

  get reason(): string {
    const state = this.states.at(-1);
    return state !== undefined && "reason" in state ? state.reason : "";
  }

  async reaches(is: ConnectionState["is"]): Promise<void> {
    await eventually(() => {
      if (this.state !== is) throw new Error(`${JSON.stringify(this.states.at(-1))} is not ${is}`);
    });
  }

  async hasPods(...expected: readonly string[]): Promise<void> {
    await eventually(() => {
      const found = [...this.pods.values()].sort().join();
      if (found !== expected.join()) throw new Error(`${found} is not ${expected.join()}`);
    });
  }

  #take(change: ClusterChange): void {
    this.changes.push(change);
    if (change.isFirst) this.pods.clear();
    for (const uid of change.gone) this.pods.delete(uid);
    const found = names(change.pods);
    for (const name of found) this.pods.set(`uid-${name}`, name);
  }
}
