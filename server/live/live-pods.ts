import { once } from "../../shared/basics/once.ts";
import { freshnessKey } from "../../shared/observation/answer/freshness.ts";
import {
  addPod,
  kubeletModelOf,
  type ObservedPod,
  type PodHistory,
  readEvent,
  readPod,
} from "../../shared/observation/index.ts";
import type { ApiServerInfo, ClusterChange, Freshness, LiveRollout, NodeInfo } from "../../shared/protocol/cluster.ts";
import type { LivePod } from "./live-pod.ts";
import { type LiveWorkload, readWorkload } from "./live-workloads.ts";
import { type LiveAssumptions, liveAssumptions } from "./node-assumptions.ts";
import { ObjectIndex } from "./object-index.ts";
import { OwnerLinks } from "./owner-links.ts";
import { PodEvents } from "./pod-events.ts";
import { rolloutOf } from "./rollouts.ts";
import { SharedTemplates } from "./shared-templates.ts";

/** What a manifest calls an object. */
interface ObjectName {
  readonly kind: string;
  readonly name: string;
  /** Undefined if the manifest names none, and the context's own counts. */
  readonly namespace: string | undefined;
}

interface Known {
  readonly pod: ObservedPod;
  /** Undefined if there was one look only, which says the same. */
  readonly history: PodHistory | undefined;
}

/** What a batch changed. */
interface Applied {
  /** New or changed pods. */
  readonly changed: readonly LivePod[];
  /** Something that was asked for by the name of an object is another matter now. */
  readonly concernsManifests: boolean;
}

/** The pods of the connected cluster, by what its watches have reported so far. */
export class LivePods {
  #context: string | undefined;
  #defaultNamespace = "default";
  #freshness: Freshness = { is: "live" };
  #clockAheadMs = 0;
  #apiServer: ApiServerInfo | undefined;
  readonly #histories = new Map<string, Known>();
  readonly #live = new Map<string, LivePod>();
  readonly #byObject = new ObjectIndex();
  readonly #events = new PodEvents();
  readonly #owners = new OwnerLinks();
  readonly #nodes = new Map<string, NodeInfo>();
  /** The workloads by UID. */
  readonly #workloads = new Map<string, LiveWorkload>();
  readonly #templates = new SharedTemplates();
  readonly #assumed = new Map<string | undefined, LiveAssumptions>();
  /** Objects that somebody asked for since the last time when one of them changed. */
  readonly #asked = new Set<string>();
  #concernsManifests = false;

  /** The context that is connected; undefined if none is. */
  get context(): string | undefined {
    return this.#context;
  }

  get freshness(): Freshness {
    return this.#freshness;
  }

  /** To be added to our time, so that it is that of the cluster. */
  get clockAheadMs(): number {
    return this.#clockAheadMs;
  }

  /** `nowMs`: when the change came, by the clock of the cluster; without it nothing is known of how late news are. */
  apply(change: ClusterChange, nowMs?: number): Applied {
    const isWatched = !change.isFirst && change.freshness.is === "live" && this.#freshness.is === "live";
    this.#concernsManifests =
      change.isFirst || change.context === null || freshnessKey(change.freshness) !== freshnessKey(this.#freshness);
    if (change.isFirst || change.context === null) this.#forgetAll();
    this.#context = change.context ?? undefined;
    this.#defaultNamespace = change.defaultNamespace ?? this.#defaultNamespace;
    this.#freshness = change.freshness;
    this.#clockAheadMs = change.clockAheadMs ?? 0;
    this.#takeSurroundings(change);
    this.#takeWorkloads(change);
    for (const uid of change.gone) this.#forget(uid);
    const changed = new Set([
      ...change.pods.map((object) => this.#takePod(object, isWatched ? nowMs : undefined)),
      ...change.events.map((object) => this.#takeEvent(object)),
      ...this.#touchedBy(change),
    ]);
    const renewed = [...changed].flatMap((uid) => (uid === undefined ? [] : (this.#renew(uid) ?? [])));
    this.#owners.trim(() => [...this.#histories.values()].map(({ pod }) => pod));
    const concernsManifests = this.#concernsManifests;
    if (concernsManifests) this.#asked.clear();
    return { changed: renewed, concernsManifests };
  }

  /** The rollouts that go on. */
  rollouts(): readonly LiveRollout[] {
    return [...this.#workloads.values()].flatMap((workload) => rolloutOf(workload, this.podsOf(workload)) ?? []);
  }

  /** The rollout that an object is in; undefined if there is none, or nothing is known of it. */
  rolloutOf({ kind, name, namespace = this.#defaultNamespace }: ObjectName): LiveRollout | undefined {
    const isIt = (each: LiveWorkload) => each.kind === kind && each.name === name && each.namespace === namespace;
    const workload = [...this.#workloads.values()].find(isIt);
    return workload && rolloutOf(workload, this.podsOf(workload));
  }

  get(uid: string): LivePod | undefined {
    return this.#live.get(uid);
  }

  /** Gives the pods in the order of their names. */
  podsOf({ kind, name, namespace }: ObjectName): readonly LivePod[] {
    const key = objectKey(namespace ?? this.#defaultNamespace, kind, name);
    this.#asked.add(key);
    const pods = this.#byObject.get(key).flatMap((uid) => this.#live.get(uid) ?? []);
    return pods.sort((one, other) => (one.look.pod.name < other.look.pod.name ? -1 : 1));
  }

  /** All of them. */
  all(): Iterable<LivePod> {
    return this.#live.values();
  }

  #takeSurroundings({ owners, nodes, apiServer }: ClusterChange): void {
    this.#owners.add(owners);
    for (const node of nodes) this.#nodes.set(node.name, node);
    if (apiServer !== undefined) this.#apiServer = apiServer;
    if (nodes.length > 0 || apiServer !== undefined) this.#assumed.clear();
  }

  #takeWorkloads({ workloads = [], gone }: ClusterChange): void {
    for (const uid of gone) this.#workloads.delete(uid);
    for (const object of workloads) {
      const workload = readWorkload(object);
      if (workload === undefined) continue;
      this.#workloads.set(workload.uid, workload);
      this.#concernsManifests ||= this.#asked.has(objectKey(workload.namespace, workload.kind, workload.name));
    }
  }

  #takePod(object: unknown, seenMs: number | undefined): string | undefined {
    const read = readPod(object).value;
    if (read?.uid === undefined) return undefined;
    const { uid } = read;
    const pod = { ...read, ...this.#templates.shared(read) };
    const before = this.#histories.get(uid);
    const history = before && addPod(before.history ?? addPod(undefined, before.pod), pod, { seenMs });
    this.#histories.set(uid, { pod, history });
    return uid;
  }

  #takeEvent(object: unknown): string | undefined {
    const { value: event } = readEvent(object);
    if (event?.podUid === undefined) return undefined;
    this.#events.add(event.podUid, event, this.#histories.has(event.podUid));
    return event.podUid;
  }

  /** The pods about which owners, nodes, or the API server reported something new. */
  #touchedBy({ owners, nodes, apiServer }: ClusterChange): readonly string[] {
    if (apiServer !== undefined) return [...this.#histories.keys()];
    const ownerIds = new Set(owners.map(({ uid }) => uid));
    const nodeNames = new Set(nodes.map(({ name }) => name));
    if (ownerIds.size === 0 && nodeNames.size === 0) return [];
    return [...this.#histories].flatMap(([uid, { pod }]) => {
      const isOnNode = pod.nodeName !== undefined && nodeNames.has(pod.nodeName);
      return isOnNode || pod.owners.some((owner) => owner.uid !== undefined && ownerIds.has(owner.uid)) ? [uid] : [];
    });
  }

  /** Makes a pod anew from what is known: whatever was worked out for it before is of an earlier look. */
  #renew(uid: string): LivePod | undefined {
    const known = this.#histories.get(uid);
    if (known === undefined) return undefined;
    const { pod, history } = known;
    const assumed = (): LiveAssumptions => this.#assumedOf(pod.nodeName);
    const made: LivePod = {
      uid,
      look: { pod, history, events: this.#events.of(uid) },
      workloads: this.#owners.chainOf(pod),
      node: pod.nodeName === undefined ? undefined : this.#nodes.get(pod.nodeName),
      assumed,
      kubelet: once(() => kubeletModelOf(pod, assumed().assumptions)),
    };
    this.#unlist(uid);
    for (const key of keysOf(made)) this.#list(key, uid);
    this.#live.set(uid, made);
    return made;
  }

  #assumedOf(nodeName: string | undefined): LiveAssumptions {
    const before = this.#assumed.get(nodeName);
    if (before !== undefined) return before;
    const made = liveAssumptions(nodeName === undefined ? undefined : this.#nodes.get(nodeName), this.#apiServer);
    this.#assumed.set(nodeName, made);
    return made;
  }

  #forget(uid: string): void {
    this.#unlist(uid);
    for (const map of [this.#live, this.#histories, this.#events]) map.delete(uid);
  }

  #list(key: string, uid: string): void {
    this.#byObject.add(key, uid);
    this.#concernsManifests ||= this.#asked.has(key);
  }

  #unlist(uid: string): void {
    const pod = this.#live.get(uid);
    for (const key of pod === undefined ? [] : keysOf(pod)) {
      this.#concernsManifests ||= this.#asked.has(key);
      this.#byObject.remove(key, uid);
    }
  }

  #forgetAll(): void {
    const maps = [this.#histories, this.#live, this.#byObject, this.#events, this.#owners, this.#nodes, this.#assumed];
    for (const map of [...maps, this.#workloads]) map.clear();
    this.#templates.clear();
    this.#apiServer = undefined;
  }
}

/** A pod is found by its own name and by those of all its owners. */
function keysOf({ look: { pod }, workloads }: LivePod): readonly string[] {
  return [{ kind: "Pod", name: pod.name }, ...workloads].map(({ kind, name }) => objectKey(pod.namespace, kind, name));
}

function objectKey(namespace: string, kind: string, name: string): string {
  return `${namespace}/${kind}/${name}`;
}
