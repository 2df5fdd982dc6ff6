import { l10n } from "vscode";
import { appearanceAt, troubleOf } from "../../shared/observation/trouble.ts";
import type { LiveRollout, PodAppearance, PodRow } from "../../shared/protocol/cluster.ts";
import { countsDown } from "../../shared/protocol/values/timed-text.ts";

/** Pods that people wrote as one object. */
export interface PodGroup {
  readonly is: "group";
  readonly key: string;
  readonly namespace: string;
  /** Undefined means a pod that nobody controls, alone in its group. */
  readonly workload: { readonly kind: string; readonly name: string } | undefined;
  /** The rows by name. */
  readonly rows: ReadonlyMap<string, PodRow>;
}

/** What a batch did to the list. */
export interface ListChange {
  /** Groups came or went, so that the list is another one. */
  readonly isOther: boolean;
  readonly groups: ReadonlySet<PodGroup>;
}

/** The pods of the cluster, grouped by what people wrote. */
export class PodList {
  readonly #rows = new Map<string, PodRow>();
  readonly #groups = new Map<string, PodGroup & { readonly rows: Map<string, PodRow> }>();
  readonly #counting = new Set<string>();
  /** The rollouts by the keys of their groups. */
  readonly #rollouts = new Map<string, LiveRollout>();
  /** Undefined if something changed since. */
  #sorted: { readonly atMs: number; readonly groups: readonly PodGroup[] } | undefined;

  get size(): number {
    return this.#rows.size;
  }

  /** Pods that wait to be started again, or failed. */
  get failing(): number {
    let failing = 0;
    for (const { look } of this.#rows.values()) if (look === "failing") failing += 1;
    return failing;
  }

  /** UIDs of the pods in whose words something counts down. */
  get counting(): ReadonlySet<string> {
    return this.#counting;
  }

  /** Groups whose workload is in a rollout. */
  get rolling(): readonly PodGroup[] {
    return [...this.#rollouts.keys()].flatMap((key) => this.#groups.get(key) ?? []);
  }

  rolloutOf({ key }: PodGroup): LiveRollout | undefined {
    return this.#rollouts.get(key);
  }

  /** Takes all rollouts that go on. Returns the groups whose rollout is another one than before, or is over. */
  setRollouts(rollouts: readonly LiveRollout[]): readonly PodGroup[] {
    const next = new Map(
      rollouts.map((rollout) => [workloadKey(rollout.namespace, rollout.kind, rollout.name), rollout]),
    );
    const keys = new Set([...this.#rollouts.keys(), ...next.keys()]);
    this.#rollouts.clear();
    for (const [key, rollout] of next) this.#rollouts.set(key, rollout);
    return [...keys].flatMap((key) => this.#groups.get(key) ?? []);
  }

  row(uid: string): PodRow | undefined {
    return this.#rows.get(uid);
  }

  /** By its name; without a namespace in the first that has one of that name. */
  find(name: string, namespace: string | undefined): PodRow | undefined {
    const isIt = (row: PodRow) => row.name === name && (namespace === undefined || row.namespace === namespace);
    return [...this.#rows.values()].find(isIt);
  }

  groupOf(row: PodRow): PodGroup | undefined {
    return this.#groups.get(groupKey(row));
  }

  /** What is in trouble first, then by namespace and name. With `onlyRestarts` without those of which nothing was restarted. */
  groups(onlyRestarts: boolean, nowMs: number): readonly PodGroup[] {
    if (this.#sorted === undefined || nowMs - this.#sorted.atMs >= sortedForMs)
      this.#sorted = { atMs: nowMs, groups: sorted([...this.#groups.values()], nowMs) };
    const { groups } = this.#sorted;
    return onlyRestarts ? groups.filter((group) => restartsOf(group) > 0) : groups;
  }

  rowsOf({ rows }: PodGroup, onlyRestarts: boolean, nowMs: number): readonly PodRow[] {
    const keyed = [...rows.values()].map((row) => ({ row, key: `${troubleOf(row, nowMs)} ${row.name}` }));
    const all = keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ row }) => row);
    return onlyRestarts ? all.filter(({ restarts }) => restarts > 0) : all;
  }

  apply(rows: readonly PodRow[], gone: readonly string[]): ListChange {
    const groups = new Set<PodGroup>();
    const before = this.#groups.size;
    let isOther = false;
    this.#sorted = undefined;
    for (const uid of gone) {
      const row = this.#rows.get(uid);
      if (row !== undefined) groups.add(this.#remove(row));
    }
    for (const row of rows) {
      const known = this.#rows.get(row.uid);
      // Its owner may have become known since.
      if (known !== undefined && groupKey(known) !== groupKey(row)) this.#remove(known);
      isOther ||= !this.#groups.has(groupKey(row));
      groups.add(this.#add(row));
    }
    return { isOther: isOther || before !== this.#groups.size, groups };
  }

  clear(): void {
    for (const known of [this.#rows, this.#groups, this.#counting, this.#rollouts]) known.clear();
    this.#sorted = undefined;
  }

  #add(row: PodRow): PodGroup {
    const key = groupKey(row);
    const { namespace, workload } = row;
    const known = this.#groups.get(key);
    const group = known ?? { is: "group", key, namespace, workload, rows: new Map<string, PodRow>() };
    if (known === undefined) this.#sorted = undefined;
    this.#groups.set(key, group);
    group.rows.set(row.uid, row);
    this.#rows.set(row.uid, row);
    if (countsDown(row.short)) this.#counting.add(row.uid);
    else this.#counting.delete(row.uid);
    return group;
  }

  #remove(row: PodRow): PodGroup {
    const key = groupKey(row);
    this.#rows.delete(row.uid);
    this.#counting.delete(row.uid);
    const group = this.#groups.get(key);
    group?.rows.delete(row.uid);
    if (group?.rows.size === 0) {
      this.#groups.delete(key);
      this.#sorted = undefined;
    }
    return group ?? { is: "group", key, namespace: row.namespace, workload: row.workload, rows: new Map() };
  }
}

function restartsOf({ rows }: PodGroup): number {
  let restarts = 0;
  for (const row of rows.values()) restarts += row.restarts;
  return restarts;
}

/** `2/3 ready · ↻5`, what matters first; of a Job that is done: `done`. */
export function shortGroupText(group: PodGroup): string {
  const rows = [...group.rows.values()];
  const counted = rows.filter(({ look }) => look !== "done");
  const ready = counted.filter(({ look }) => look === "ready").length;
  const state = counted.length === 0 ? l10n.t("done") : l10n.t("{0}/{1} ready", ready, counted.length);
  const restarts = restartsOf(group);
  return restarts === 0 ? state : `${state} · ↻${restarts}`;
}

/** `3 pods, 5 restarts`. */
export function groupText(group: PodGroup): string {
  const restarts = restartsText(restartsOf(group));
  return group.rows.size === 1 ? l10n.t("1 pod, {0}", restarts) : l10n.t("{0} pods, {1}", group.rows.size, restarts);
}

export function restartsText(restarts: number): string {
  return restarts === 1 ? l10n.t("1 restart") : l10n.t("{0} restarts", restarts);
}

/** How the pod does that does worst. */
export function worstLook({ rows }: PodGroup, nowMs: number): PodAppearance {
  const looks = new Set([...rows.values()].map((row) => appearanceAt(row, nowMs)));
  return (["failing", "waiting", "unready", "ready"] as const).find((look) => looks.has(look)) ?? "done";
}

/** A pod that nobody controls is a group of its own. */
function groupKey({ namespace, workload, uid }: PodRow): string {
  return workload === undefined ? `pod ${uid}` : workloadKey(namespace, workload.kind, workload.name);
}

function workloadKey(namespace: string, kind: string, name: string): string {
  return `${namespace}/${kind}/${name}`;
}

/** What is in trouble may have got over it by itself. */
const sortedForMs = 20_000;
function sorted(groups: readonly PodGroup[], nowMs: number): readonly PodGroup[] {
  const keyed = groups.map((group) => ({ group, key: sortKey(group, nowMs) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ group }) => group);
}

function sortKey({ namespace, workload, rows }: PodGroup, nowMs: number): string {
  const [first] = rows.values();
  const trouble = Math.min(...[...rows.values()].map((row) => troubleOf(row, nowMs)));
  return `${trouble} ${namespace} ${workload?.name ?? first?.name ?? ""} ${workload?.kind ?? "Pod"}`;
}
