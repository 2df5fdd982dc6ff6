import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { createServerClock } from "../../../http/server-clock.ts";
import { formatRecorded } from "../../../shared/basics/span-words.ts";
import type { OwnerLink } from "../../../shared/protocol/cluster.ts";
import { type Access, createAccess } from "./access/access.ts";
import { type Api, createApi } from "./api/api.ts";
import { type ApiPath, collectionPath, fieldIs } from "./api/path.ts";
import { type Batches, createBatches } from "./batches.ts";
import type { Connection, ConnectOptions } from "./connection.ts";
import { keep } from "./core/bounded.ts";
import { watchForSleep } from "./core/sleep.ts";
import { defaultTiming, type TimeLimits } from "./core/timing.ts";
import { clockDistance, shownAddress } from "./core/words.ts";
import { createWork, type PendingWork } from "./core/work.ts";
import { createDiscovery, type Discovery } from "./discovery/discovery.ts";
import { createPodClocks, nodeClockText } from "./discovery/node-clock.ts";
import { type EventsFollower, followEvents, type PodName } from "./events.ts";
import { listNamespaceNames, type NamespacesAnswer } from "./namespaces.ts";
import { createOwners, type Owners } from "./objects/owners.ts";
import { type PodFacts, podFacts } from "./objects/pod-facts.ts";
import { trimPod } from "./objects/trim.ts";
import { type ConnectionState, type Followed, judge } from "./watch/connection-state.ts";
import { failureText } from "./watch/failure-text.ts";
import { type Informer, startInformer } from "./watch/informer.ts";
import type { InformerState } from "./watch/informer-state.ts";
import { identityOf } from "./watch/objects.ts";
import { waitMs } from "./watch/wait.ts";
import { followWorkloads, type WorkloadName, type WorkloadsFollower } from "./workloads.ts";

/** Connects to the cluster of a context and follows its pods. Only gets, lists, watches, and asks what it may do. */
export function connect(options: ConnectOptions): Connection {
  const connection = new LiveConnection(options);
  connection.open();
  return connection;
}

/** What there is once the kubeconfig is read. */
interface Parts {
  readonly access: Access;
  readonly api: Api;
  readonly batches: Batches;
  readonly owners: Owners;
  readonly discovery: Discovery;
  readonly events: EventsFollower;
  readonly workloads: WorkloadsFollower;
  readonly informers: readonly Informer[];
  readonly followed: readonly Followed[];
  /** Compares the clock of the node of a pod. */
  readonly seeClock: (facts: PodFacts) => void;
}

class LiveConnection implements Connection {
  readonly #options: ConnectOptions;
  readonly #timing: TimeLimits;
  readonly #closing = new AbortController();
  /** Ends the wait for a kubeconfig. */
  #retrying = new AbortController();
  #parts: Parts | undefined;
  #shown: readonly PodName[] = [];
  #shownWorkloads: readonly WorkloadName[] = [];
  #stateText = "";
  #wasStale = false;
  /** Requests that have had no answer for a while. */
  #silent = 0;
  readonly #work: PendingWork = createWork();
  readonly #pods = new Set<string>();
  readonly #heldBack = new Set<string>();
  readonly #links = new Map<string, OwnerLink>();
  /** Sentences by what they are about. */
  readonly #missing = new Map<string, string>();

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    // Each request listens to it while it lasts.
    setMaxListeners(0, this.#closing.signal);
  }

  open(): void {
    this.#setState({ is: "connecting" });
    const end = watchForSleep(this.#timing.awakeMs, (awakeMs) => this.#wake(awakeMs));
    this.#closing.signal.addEventListener("abort", end, { once: true });
    void this.#work.during(this.#open());
  }

  followEvents(pods: readonly PodName[]): void {
    this.#shown = pods;
    this.#parts?.events.follow(pods);
  }

  followWorkloads(workloads: readonly WorkloadName[]): void {
    this.#shownWorkloads = workloads;
    this.#parts?.workloads.follow(workloads);
  }

  async listNamespaces(): Promise<NamespacesAnswer> {
    const parts = this.#parts;
    if (parts === undefined) return { names: [], problem: "Not connected to the cluster yet." };
    return await listNamespaceNames(parts.api, parts.access.target);
  }

  async readPod(namespace: string, name: string): Promise<{ readonly pod?: unknown; readonly problem?: string }> {
    const parts = this.#parts;
    if (parts === undefined) return { problem: "Not connected to the cluster yet." };
    const path = [...podsPath(namespace), name];
    const answer = await parts.api.read({ path, idleMs: this.#timing.requestMs, signal: this.#closing.signal });
    if ("value" in answer) return { pod: trimPod(answer.value) };
    if (answer.failure.is === "refused" && answer.failure.status === 404)
      return { problem: `Pod ${name} not found in namespace ${namespace}.` };
    return { problem: failureText(answer.failure, parts.access.target, { verb: "get", resource: "pods", namespace }) };
  }

  refresh(): void {
    this.#retrying.abort();
    const parts = this.#parts;
    if (parts === undefined) return;
    parts.batches.startAnew();
    this.#pods.clear();
    parts.batches.addOwners([...this.#links.values()]);
    parts.discovery.retell();
    for (const informer of parts.informers) informer.refresh(true);
    parts.events.refresh(true);
    parts.workloads.refresh(true);
  }

  retry(): void {
    this.#retrying.abort();
    const parts = this.#parts;
    if (parts === undefined) return;
    void parts.access.reload();
    for (const informer of parts.informers) informer.refresh(false);
    parts.events.refresh(false);
    parts.workloads.refresh(false);
  }

  #wake(awakeMs: number): void {
    this.#retrying.abort();
    const parts = this.#parts;
    for (const each of [...(parts?.informers ?? []), parts?.events, parts?.workloads]) each?.wake(awakeMs);
  }

  async settled(): Promise<void> {
    const parts = this.#parts;
    if (parts === undefined) return;
    const closed = new Promise<void>((resolve) => {
      this.#closing.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    // What is handed on may make people ask for more.
    while (!this.#isClosed && !(this.#work.isDone && parts.batches.isIdle)) {
      await Promise.race([this.#work.done(), closed]);
      await parts.batches.idle();
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#retrying.abort();
    const parts = this.#parts;
    for (const informer of parts?.informers ?? []) informer.close();
    parts?.events.close();
    parts?.workloads.close();
    parts?.batches.close();
    parts?.access.close();
    await parts?.batches.idle();
    this.#options.onState({ is: "closed" });
  }

  async #open(): Promise<void> {
    for (let failures = 0; !this.#isClosed; failures += 1) {
      const access = await createAccess({ ...this.#options, pluginLimitMs: this.#timing.pluginLimitMs });
      if (this.#isClosed) return;
      if (!("problem" in access)) {
        this.#start(access.value);
        return;
      }
      this.#setState({ is: "failed", reason: access.problem });
      this.#retrying = new AbortController();
      const failure = { is: "no access", problem: access.problem } as const;
      await pause(waitMs(failure, failures, this.#timing, this.#random), this.#retrying.signal);
    }
  }

  #start(access: Access): void {
    const { onChange, log, namespaces } = this.#options;
    const timing = this.#timing;
    const random = this.#random;
    const clock = createServerClock((aheadMs) => {
      batches.setClock(aheadMs);
      this.#setMissing("clock", clockText(aheadMs));
    });
    const api = createApi(access, {
      onDate: (seen) => clock.see(seen),
      wordsMs: timing.wordsMs,
      onSilence: (isSilent) => {
        this.#silent += isSilent ? 1 : -1;
        this.#judge();
      },
    });
    const { signal } = this.#closing;
    const isEverywhere = namespaces.length === 0;
    const common = { api, timing, random, signal, isEverywhere, work: this.#work, target: () => access.target };
    const onMissing = (key: string, text: string | undefined) => this.#setMissing(key, text);
    const { contextName, context } = access.target;
    const defaultNamespace = context.namespace || "default";
    const batches = createBatches({ context: contextName, defaultNamespace, batchMs: timing.batchMs, onChange, log });
    const followed: Followed[] = [];
    const owners = createOwners({
      ...common,
      onMissing,
      onOwners: (links) => {
        for (const link of links) keep(this.#links, link.uid, link);
        batches.addOwners(links);
      },
    });
    const discovery = createDiscovery({
      ...common,
      onNode: (node) => batches.addNode(node),
      onApiServer: (info) => batches.setApiServer(info),
      onNodeClock: (name, aheadMs) => {
        if (aheadMs !== undefined) this.#setMissing(`clock ${name}`, undefined);
        this.#setMissing(`heartbeat ${name}`, aheadMs === undefined ? undefined : nodeClockText(name, aheadMs, false));
      },
    });
    const events = followEvents({ ...common, onMissing, onEvents: (found) => batches.addEvents(found) });
    const workloads = followWorkloads({
      ...common,
      onMissing,
      onWorkloads: (found) => batches.addWorkloads(found),
      onGone: (uid) => batches.addGone(uid),
    });
    const informers: Informer[] = [];
    const clocks = createPodClocks();
    const seeClock = ({ nodeName = "", latestMs }: PodFacts): void => {
      const text = clocks.see(nodeName, latestMs, Date.now() + clock.aheadMs);
      // The node itself says it better.
      const isKnown = this.#missing.has(`heartbeat ${nodeName}`);
      if (text !== undefined) this.#setMissing(`clock ${nodeName}`, isKnown ? undefined : (text ?? undefined));
    };
    this.#parts = { access, api, batches, owners, discovery, events, workloads, informers, followed, seeClock };
    for (const namespace of isEverywhere ? [undefined] : new Set(namespaces))
      informers.push(this.#follow(this.#parts, followed, namespace));
    events.follow(this.#shown);
    workloads.follow(this.#shownWorkloads);
  }

  #follow(
    { api, batches, owners, discovery, seeClock }: Parts,
    followed: Followed[],
    namespace: string | undefined,
  ): Informer {
    const { labelSelector, podName } = this.#options;
    const fieldSelector = podName === undefined ? undefined : fieldIs("metadata.name", podName);
    const entry: Followed = { asked: { verb: "list", resource: "pods", namespace }, state: undefined, wasLive: false };
    followed.push(entry);
    const endWork = this.#work.begin();
    return startInformer({
      api,
      path: podsPath(namespace),
      query: { labelSelector, fieldSelector },
      hasBookmarks: true,
      timing: this.#timing,
      random: this.#random,
      onObjects: (pods) => {
        for (const pod of pods) {
          const uid = identityOf(pod)?.uid;
          if (uid !== undefined) this.#pods.add(uid);
          const facts = podFacts(pod);
          if (facts === undefined) continue;
          owners.want(facts);
          if (facts.nodeName === undefined) continue;
          discovery.wantNode(facts.nodeName);
          seeClock(facts);
          if (this.#turnedBack(uid, facts.isHeldBack)) discovery.doubtNode(facts.nodeName);
        }
        batches.addPods(pods.map(trimPod));
        this.#judge();
        return batches.room();
      },
      onGone: (uid) => {
        this.#pods.delete(uid);
        this.#heldBack.delete(uid);
        batches.addGone(uid);
        this.#judge();
      },
      onState: (state) => {
        this.#onInformer(entry, state);
        endWork();
      },
    });
  }

  /** Whether a pod is held back by something other than its containers, or is not any more. */
  #turnedBack(uid: string | undefined, isHeldBack = false): boolean {
    if (uid === undefined || this.#heldBack.has(uid) === isHeldBack) return false;
    if (isHeldBack) this.#heldBack.add(uid);
    else this.#heldBack.delete(uid);
    return true;
  }

  #onInformer(entry: Followed, state: InformerState): void {
    if (state.is === "broken") this.#tellFailure(entry, state);
    entry.state = state;
    entry.wasLive ||= state.is === "live";
    this.#judge();
  }

  /** Once for each kind of failure in a row. */
  #tellFailure(entry: Followed, { failure }: InformerState & { is: "broken" }): void {
    const target = this.#parts?.access.target;
    if (target === undefined) return;
    const text = failureText(failure, target, entry.asked);
    const before = entry.state?.is === "broken" ? failureText(entry.state.failure, target, entry.asked) : undefined;
    if (text !== before) this.#options.log(text);
  }

  #judge(): void {
    const parts = this.#parts;
    if (parts === undefined || this.#isClosed) return;
    const told = { podCount: this.#pods.size, missing: [...this.#missing.values()] };
    const { state, freshness } = judge(parts.followed, parts.access.target, told);
    if (freshness !== undefined) parts.batches.setFreshness(freshness);
    if (state.is === "live") parts.discovery.wantApiServer();
    if (state.is === "live" && this.#wasStale) parts.discovery.renew();
    this.#wasStale = state.is !== "live";
    this.#setState(
      state.is === "connecting" && this.#silent > 0 ? { ...state, reason: this.#silenceText(parts) } : state,
    );
  }

  #silenceText({ access }: Parts): string {
    const server = shownAddress(access.target.cluster.server);
    return `The API server at ${server} has not responded for ${formatRecorded(this.#timing.wordsMs)}. Check the network, the VPN, and the proxy; it is given ${formatRecorded(this.#timing.listMs)}.`;
  }

  #setMissing(key: string, text: string | undefined): void {
    if (this.#missing.get(key) === text) return;
    if (text === undefined) this.#missing.delete(key);
    else {
      this.#missing.set(key, text);
      this.#options.log(text);
    }
    this.#judge();
  }

  #setState(state: ConnectionState): void {
    const text = JSON.stringify(state);
    if (text === this.#stateText || this.#isClosed) return;
    this.#stateText = text;
    this.#options.onState(state);
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  get #random(): () => number {
    return this.#options.random ?? Math.random;
  }
}

/** The API has times in whole seconds: less is not worth telling. */
const skewToldMs = 5000;

/** Undefined if both clocks are about the same. */
function clockText(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) < skewToldMs) return undefined;
  const side = aheadMs > 0 ? "ahead of" : "behind";
  return `The clock of the API server is ${clockDistance(aheadMs)} ${side} the clock of this machine. Times are counted by the API server's clock.`;
}

function podsPath(namespace: string | undefined): ApiPath {
  return collectionPath(["api", "v1"], namespace, "pods");
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
