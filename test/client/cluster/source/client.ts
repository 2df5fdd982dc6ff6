import {
  type Connection,
  type ConnectionState,
  type ConnectOptions,
  connect,
} from "../../../../client/cluster/source/main.ts";
import type { ClusterChange } from "../../../../shared/protocol/cluster.ts";
import { eventually as awaited } from "../../../patience.ts";
import { eventually, type FakeApi, names } from "./fake-api.ts";

/** Nothing is too slow, on whatever machine; a test that wants something to be too slow says so. */
export const neverMs = 24 * 3_600_000;
const timing = {
  ...{ firstWaitMs: 10, lastWaitMs: 100, batchMs: 1, pollMs: 100 },
  ...{ requestMs: neverMs, listMs: neverMs, watchIdleMs: neverMs, graceMs: neverMs, pluginLimitMs: neverMs },
  silenceMs: neverMs,
  wordsMs: neverMs,
  awakeMs: neverMs,
};

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
      timing: { ...timing, ...options.timing },
    });
  }

  /** Of the last state that has one. */
  get reason(): string {
    return this.states.flatMap((state) => ("reason" in state ? [state.reason] : [])).at(-1) ?? "";
  }

  /** Waits for a state that it has now or comes to, even if it has left it again by then. */
  async reaches(is: ConnectionState["is"]): Promise<ConnectionState> {
    const from = Math.max(0, this.states.length - 1);
    return await awaited(
      () => `the state ${is}; there were ${JSON.stringify(this.states)}`,
      () => this.states.slice(from).find((state) => state.is === is),
    );
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
