import { Backoff, type BackoffPolicy } from "../../backoff/backoff.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { exactly, type Span } from "../../simulation/index.ts";
import { EventQueue } from "../../simulation/world/queue.ts";
import { createRandom, type Random } from "../../simulation/world/random.ts";
import type { Deployment, ReplicaSet } from "../deployment/model.ts";
import type { Availability } from "../objects/availability.ts";
import { type ControllerChange, controllersHave } from "../objects/changes.ts";
import type { WorkloadInput } from "../objects/input.ts";
import type {
  BudgetStatus,
  DaemonSetSpec,
  DaemonSetStatus,
  StatefulSetSpec,
  StatefulSetStatus,
  WorkloadCounts,
  WorkloadPod,
  WorkloadStatus,
} from "../objects/model.ts";
import type { PodFeed, StartPod } from "../objects/pod-feed.ts";
import { type WorkloadCause, WorkloadRecorder } from "../objects/recorder.ts";
import { AlikePods } from "../replicaset/alike-pods.ts";
import { Tally } from "../replicaset/tally.ts";
import { WorkQueue } from "./work-queue.ts";

/** A StatefulSet or DaemonSet as its controller reads it. */
export interface ControlledObject<Spec, Status> {
  readonly name: string;
  readonly generation: number;
  readonly spec: Spec;
  readonly revision: string;
  readonly status: Status;
}

/** The object the run is about. */
export type Workload =
  | { readonly kind: "Deployment"; readonly object: Deployment }
  | { readonly kind: "StatefulSet"; readonly object: ControlledObject<StatefulSetSpec, StatefulSetStatus> }
  | { readonly kind: "DaemonSet"; readonly object: ControlledObject<DaemonSetSpec, DaemonSetStatus> };

/** A pod with what plays it. */
export interface PodOfWorkload {
  readonly pod: WorkloadPod;
  readonly feed: PodFeed;
  /** Its creation, and the last thing that happened to it. */
  readonly created: WorkloadCause;
  last: WorkloadCause;
  readyBy: WorkloadCause | undefined;
  deleted: WorkloadCause | undefined;
  isAvailable: boolean;
  /** The next change of the pod, which can be canceled. */
  next: { canceled: boolean } | undefined;
}

export interface StatusAt {
  readonly tMs: number;
  readonly object: string;
  readonly status: WorkloadStatus | BudgetStatus;
}

/** Shortest and longest time from an event to what a controller makes of it. Measured over the recordings, idle machine. */
const reactionRange = [0, 50] as const;
const reactionMeanMs = 6;
/** Of controllers that are slower than that: the longest time, in means. */
const tailMeans = 5;
/** An endpoint slice that was written twice within ms is tried again a second later. */
export const endpointRange = [0, 1100] as const;
/** Models cmd/kube-controller-manager/app/apps.go newDaemonSetController (v1.37.1) */
const failedPodPolicy: BackoffPolicy = { initialMs: 1000, maximumMs: 900_000, resetAfterMs: undefined };
/** Successive seeds fall evenly over the second. */
const golden = 0.618_033_988_75;

/** Offset of the run's start within a second of the wall clock, drawn from its seed. */
export function clockPhaseOf(seed: number, timing: "kubelet" | "ideal"): number {
  return timing === "ideal" ? 0 : Math.floor((Math.abs(seed * golden) % 1) * 1000);
}

/** The cluster as the workload's controllers see it, in the middle of a run. */
export class WorkloadWorld {
  readonly input: WorkloadInput;
  readonly queue = new EventQueue();
  readonly recorder = new WorkloadRecorder();
  readonly random: Random;
  readonly isIdeal: boolean;
  readonly clockPhaseMs: number;
  readonly work: WorkQueue;
  readonly startPod: StartPod;
  readonly pods: PodOfWorkload[] = [];
  /** By the name of what owns them: those that are in the API. */
  readonly podsOf = new Map<string, Set<PodOfWorkload>>();
  /** By the name of what owns them: pods that are Ready and not noted as available, or the other way round. */
  readonly unnoted = new Map<string, Set<PodOfWorkload>>();
  readonly statuses: StatusAt[] = [];
  readonly counts: WorkloadCounts[] = [];
  sets: ReplicaSet[] = [];
  workload: Workload;
  readonly tally: Tally;
  readonly alike = new AlikePods();
  readonly budgets = new Map<string, BudgetStatus>();
  /** How often a budget was written, by its controller or for an eviction. */
  budgetWrites = 0;
  /** When an eviction last used a budget. */
  acceptedMs: number | undefined;
  /** What last made a budget let a pod go that had to stay before. */
  freedBy: WorkloadCause | undefined;
  /** The last change of a pod. */
  podChange: WorkloadCause | undefined;
  readonly disrupted = new Set<WorkloadPod>();
  readonly drained = new Set<string>();
  /** Nodes that have stopped for good: nothing that their pods did is heard of, and nothing reaches them. */
  readonly lost = new Set<string>();
  /** When the taint of a lost node may come next. */
  nextTaintMs = 0;
  /** The back-off of failed daemon pods, by node. */
  readonly failedPods = new Backoff(failedPodPolicy);
  /** Sets whose size was lowered and that have not deleted a pod since. */
  readonly lowered = new Set<string>();
  /** The revision whose rollout is complete, until another one is wanted. */
  completed: string | undefined;
  setsMade = 0;
  countDue = false;
  readonly #answers = new Map<string, boolean>();

  constructor(
    input: WorkloadInput,
    workload: Workload,
    sync: (world: WorkloadWorld, key: string, cause: WorkloadCause) => void,
  ) {
    this.input = input;
    this.tally = new Tally(input.services);
    this.workload = workload;
    this.startPod = input.pods();
    this.random = createRandom(input.seed);
    this.isIdeal = input.timing === "ideal";
    this.clockPhaseMs = input.clockPhaseMs ?? clockPhaseOf(input.seed, input.timing);
    this.work = new WorkQueue(
      this.queue,
      () => this.reactionMs(),
      (key, cause) => sync(this, key, cause),
    );
  }

  get nowMs(): number {
    return this.queue.nowMs;
  }

  /** Whether times are cut to seconds of a clock. */
  get cutsSeconds(): boolean {
    return !this.isIdeal || this.input.clockPhaseMs !== undefined;
  }

  /** A time as the API stores it. In ideal time nothing is cut off. */
  storedMs(tMs: number): number {
    if (!this.cutsSeconds) return tMs;
    return Math.floor((tMs + this.clockPhaseMs) / 1000) * 1000 - this.clockPhaseMs;
  }

  reactionMs(): number {
    if (this.isIdeal) return 0;
    const [, latestMs] = reactionRange;
    const meanMs = this.input.reactionMeanMs ?? reactionMeanMs;
    const mostMs = Math.max(latestMs, meanMs * tailMeans);
    return Math.min(mostMs, Math.floor(-Math.log1p(-this.random.next()) * meanMs));
  }

  reactionSpan(): Span {
    const [earliestMs, latestMs] = reactionRange;
    return this.isIdeal ? exactly(0) : { nominalMs: 0, earliestMs, latestMs };
  }

  has(change: ControllerChange): boolean {
    return this.#known(change, () => controllersHave(this.input.apiServer, change));
  }

  isEnabled(gate: string): boolean {
    return this.#known(gate, () => isEnabled(this.input.apiServer, gate));
  }

  /** Every look asks the same questions. */
  #known(question: string, answer: () => boolean): boolean {
    const known = this.#answers.get(question) ?? answer();
    this.#answers.set(question, known);
    return known;
  }

  availability(minReadySeconds: number): Availability {
    return {
      nowMs: this.nowMs,
      minReadyMs: minReadySeconds * 1000,
      // In exact time nothing is later by the ms that a real look is.
      isInclusive: this.has("available at the second") || !this.cutsSeconds,
    };
  }

  /** Its kubelet is gone. */
  isLost({ node }: WorkloadPod): boolean {
    return node !== undefined && this.lost.has(node);
  }

  /** All that are in the API. */
  *live(): Generator<PodOfWorkload> {
    for (const pods of this.podsOf.values()) yield* pods;
  }

  podsInApi(): number {
    let count = 0;
    for (const pods of this.podsOf.values()) count += pods.size;
    return count;
  }

  /** Notes that the availability of a pod may be another one now, or soon. */
  lookAt(played: PodOfWorkload): void {
    const { owner } = played.pod;
    const unnoted = this.unnoted.get(owner);
    if (unnoted === undefined) this.unnoted.set(owner, new Set([played]));
    else unnoted.add(played);
  }

  podsOwnedBy(owner: string): readonly PodOfWorkload[] {
    return [...(this.podsOf.get(owner) ?? [])];
  }
}
