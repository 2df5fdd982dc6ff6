import * as vscode from "vscode";
import type { PodRow } from "../../shared/protocol/cluster.ts";
import type { LiveCluster } from "./live-cluster.ts";
import type { PodGroup } from "./pod-list.ts";
import type { PodsTree } from "./pods-tree.ts";

/** More pods than this are not followed by their events: the worst come first. */
const followedMax = 500;

/** Has the events of those pods watched of which something is on the screen: in the tree, or in a manifest; and the workloads whose rollouts could be shown there. */
export class FollowedEvents implements vscode.Disposable {
  readonly #cluster: LiveCluster;
  readonly #tree: PodsTree;
  readonly #subscription: vscode.Disposable;
  #inManifests: readonly string[] = [];
  #compared: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #followed = "";

  constructor(cluster: LiveCluster, tree: PodsTree) {
    this.#cluster = cluster;
    this.#tree = tree;
    const later = () => this.#later();
    this.#subscription = vscode.Disposable.from(
      tree.onDidShow(later),
      cluster.onDidChange(({ isOther }) => {
        if (isOther) later();
      }),
    );
  }

  setManifests(uids: readonly string[]): void {
    this.#inManifests = uids;
    this.#later();
  }

  setCompared(uids: readonly string[]): void {
    this.#compared = uids;
    this.#later();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#follow();
    }, 100);
  }

  #follow(): void {
    const { list, connection } = this.#cluster;
    if (connection === undefined) {
      this.#followed = "";
      return;
    }
    const uids = [...new Set([...this.#compared, ...this.#inManifests, ...this.#tree.shown])];
    const rows = uids.flatMap((uid) => list.row(uid) ?? []).slice(0, followedMax);
    const workloads = workloadsOf([...rows, ...this.#tree.groups]);
    const followed = [...rows.map(({ uid }) => uid), ...workloads.keys()].join();
    if (followed === this.#followed) return;
    this.#followed = followed;
    connection.followEvents(rows.map(({ uid, namespace, name }) => ({ uid, namespace, name })));
    connection.followWorkloads([...workloads.values()]);
  }
}

type Shown = Pick<PodRow, "namespace" | "workload">;
type WorkloadName = { readonly kind: string; readonly namespace: string; readonly name: string };

/** What people wrote, each once. */
function workloadsOf(shown: readonly (Shown | PodGroup)[]): ReadonlyMap<string, WorkloadName> {
  return new Map(
    shown.flatMap(({ namespace, workload }) =>
      workload === undefined
        ? []
        : [[`${namespace}/${workload.kind}/${workload.name}`, { namespace, ...workload }] as const],
    ),
  );
}
