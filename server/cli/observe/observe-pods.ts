import type { Connection, ConnectionState, WorkloadName } from "../../../client/cluster/source/main.ts";
import { freshnessKey } from "../../../shared/observation/answer/freshness.ts";
import { failedSince, lastRestart } from "../../../shared/observation/index.ts";
import { troubleOf } from "../../../shared/observation/trouble.ts";
import type { ClusterChange, LiveRollout } from "../../../shared/protocol/cluster.ts";
import type { LivePod } from "../../live/live-pod.ts";
import { LivePods } from "../../live/live-pods.ts";
import { appearanceOf } from "../../live/rows.ts";
import { say } from "../terminal/terminal.ts";
import { isTarget, type ObserveRequest, type ObserveTarget } from "./observe-target.ts";
import { lineOf } from "./observe-words.ts";

/** The pods that are asked for, by what the cluster has reported so far. */
export class ObservedPods {
  readonly live = new LivePods();
  /** A problem in one line, or undefined once the pods are there. */
  readonly ready: Promise<string | undefined>;
  onChange: (changed: readonly LivePod[], gone: readonly string[]) => void = () => undefined;
  /** Live again, out of date, or for another reason than before. */
  onFreshness: () => void = () => undefined;
  /** Something else cannot be read, or can be. */
  onMissing: () => void = () => undefined;
  /** What a credential plugin says to the person who waits for it. */
  onPluginWords: (line: string) => void = (line) => say([line]);
  readonly #target: ObserveTarget;
  /** Sentences: what could not be read while the cluster was connected last. */
  missing: readonly string[] = [];
  #end: (problem: string | undefined) => void = () => undefined;

  constructor({ target }: ObserveRequest) {
    this.#target = target;
    this.ready = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** The present by the clock of the cluster. Ms since 1970. */
  get nowMs(): number {
    return Date.now() + this.live.clockAheadMs;
  }

  /** In no order. */
  get wanted(): readonly LivePod[] {
    return [...this.live.all()].filter((live) => isTarget(this.#target, live));
  }

  /** What is in trouble first, then by namespace and name. */
  get pods(): readonly LivePod[] {
    const { nowMs } = this;
    const keyed = this.wanted.map((live) => ({ live, key: sortKey(live, nowMs) }));
    return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ live }) => live);
  }

  /** Of the object that is asked for. */
  get rollouts(): readonly LiveRollout[] {
    const { is } = this.#target;
    return is === "object" ? this.live.rollouts() : [];
  }

  take(change: ClusterChange, connection: Connection): void {
    const before = freshnessKey(this.live.freshness);
    const { changed } = this.live.apply(change, this.nowMs);
    // Owners decide whose pods they are.
    if (change.pods.length > 0 || change.owners.length > 0) {
      const { wanted } = this;
      connection.followEvents(
        wanted.map(({ uid, look }) => ({ uid, namespace: look.pod.namespace, name: look.pod.name })),
      );
      if (this.#target.is === "object") connection.followWorkloads(workloadsOf(wanted));
    }
    this.onChange(
      changed.filter((live) => isTarget(this.#target, live)),
      change.gone,
    );
    if (freshnessKey(change.freshness) !== before) this.onFreshness();
  }

  turn(state: ConnectionState): void {
    if (state.is === "live") {
      const isSame = JSON.stringify(this.missing) === JSON.stringify(state.missing);
      this.missing = state.missing;
      this.#end(undefined);
      if (!isSame) this.onMissing();
    } else if (state.is === "failed") this.#end(lineOf(state.reason));
  }
}

export function troubleOfLive(live: LivePod, nowMs: number): number {
  const { look } = live;
  return troubleOf({ look: appearanceOf(live), restartedMs: lastRestart(look), failedMs: failedSince(look) }, nowMs);
}

function sortKey(live: LivePod, nowMs: number): string {
  const { pod } = live.look;
  return `${troubleOfLive(live, nowMs)} ${pod.namespace}/${pod.name}`;
}

/** What people wrote, each once. */
function workloadsOf(pods: readonly LivePod[]): readonly WorkloadName[] {
  const all = pods.flatMap(({ look, workloads }) => {
    const last = workloads.at(-1);
    return last === undefined ? [] : [{ ...last, namespace: look.pod.namespace }];
  });
  return [...new Map(all.map((each) => [`${each.namespace}/${each.kind}/${each.name}`, each])).values()];
}
