import type { Backoff } from "../../backoff/backoff.ts";
import type { RestartBackoff } from "../../backoff/restart-backoff.ts";
import type { Path } from "../../basics/path.ts";
import type { Span } from "../../basics/span.ts";
import type { Container, Pod } from "../../kubernetes/pod.ts";
import type { ProbeWorker } from "../../probe/worker.ts";
import type { ContainerScript, Run } from "../../scenario/model.ts";
import type { DependencyOutage } from "../../scenario/phases.ts";
import type { SimulationInput } from "../timeline/input.ts";
import type { PodStatus } from "../timeline/timeline.ts";
import type { Loops } from "./loops.ts";
import type { EventQueue, Scheduled } from "./queue.ts";
import type { Moment, Recorder } from "./recorder.ts";
import type { Tasks } from "./tasks.ts";

/** A time in which a dependency of the pod is away. */
export interface WorldOutage extends DependencyOutage {
  began: Moment | undefined;
}

/** One container that the runtime was asked to create. */
export interface Instance {
  readonly id: number;
  /** The runtime's attempt number, which becomes restartCount. */
  readonly number: number;
  /** Counts the creations of this container from 1. */
  readonly attempt: number;
  /** A fault that is injected changes it. */
  behavior: Run;
  /** The image it was created from: a pod that names another one has it replaced. */
  readonly image: string;
  /** Counts the sandboxes of the pod from 1: the one it was created in. */
  readonly sandbox: number;
  state: "created" | "running" | "exited";
  /** Counts the starts of this container from 1. */
  run: number;
  /** When the runtime has started it; undefined until it is asked to. */
  startsAtMs: number | undefined;
  startedAtMs: number;
  finishedAtMs: number;
  /** It ended a fraction of a millisecond later, once that matters. */
  isLater: boolean | undefined;
  exitCode: number;
  reason: string;
  startedBy: Moment | undefined;
  /** How long its postStart hook took. Nothing of the container is probed before. */
  hookMs: number;
  exitedBy: Moment | undefined;
  /** From when on a look at the runtime shows the kubelet its end. */
  seenMs: number;
  /** SIGTERM was sent. */
  stoppedBy: Moment | undefined;
  plannedEnd: Scheduled | undefined;
}

/** What the kubelet's status cache says about a container: the only thing that probe workers read. */
export interface CachedContainer {
  /** It may have been removed since. */
  instance: Instance | undefined;
  running: boolean;
  started: boolean;
  startedAtMs: number;
  /** When the status could have shown that it runs. */
  shown: Span | undefined;
}

/** A container of the pod, with all that was ever created of it. */
export interface PodContainer {
  readonly spec: Container;
  /** Its index among the init containers and sidecars, or among the regular ones. */
  readonly place: number;
  /** A fault that is injected changes it. */
  script: ContainerScript;
  /** The next run, once its ranges are drawn: the attempt that gets it, counted from 0. */
  nextRun: { readonly attempt: number; readonly run: Run } | undefined;
  attempts: number;
  starts: number;
  /** Newest first; the kubelet removes all dead ones but the newest when it sees another death. */
  instances: Instance[];
  readonly workers: RunningWorker[];
  readonly cached: CachedContainer;
  /** The cached container before the last status. */
  cachedBefore: CachedContainer | undefined;
  /** The newest dead instance when the pass began: what a probe kill of this pass leaves behind does not count for back-off. */
  deadBefore: Instance | undefined;
  /** `semantics: kep`: the exit that restarted all containers counts for back-off like a crash, although its container is removed. */
  initiator: Instance | undefined;
  /** Reason of the last failed start, shown while the container waits. */
  startFailure: { readonly reason: string; readonly message: string } | undefined;
  /** When the runtime, which was asked to, has created the next one. */
  createsAtMs: number | undefined;
  /** The last attempt to start it, if that was a pull or a creation that failed. */
  failedBy: Moment | undefined;
  /** The last failed pull of its image. The next refusals repeat what it said. */
  pullFailure: { readonly message: string; readonly by: Moment } | undefined;
  /** The back-off that keeps the start after this instance waiting. `forgottenMs`: when it is forgotten, from the exit. */
  refusal: { readonly instance: number; readonly delayMs: number; readonly forgottenMs: number } | undefined;
  /** How often its image was pulled, with or without success. */
  pulls: number;
  /** When pulls of its image failed. */
  failedPullsMs: readonly number[];
  /** Number of the newest instance there ever was, as the names of its log files tell; -1 before the first. */
  lastNumber: number;
  /** Its log files went with its records: a pass that knows of no instance begins with 0 again. */
  hasNoLogs: boolean;
  /** When a pull last brought its image. */
  pulledMs: number;
  /** Image as the pod names it now. */
  image: string;
  /** What the kubelet says of that name, if it cannot read it. */
  unreadableImage: string | undefined;
  /** Under this its back-off is kept. */
  backoffKey: string;
}

/** An attempt that waits for its answer. */
interface AttemptUnderWay {
  /** Ends it, because the container does or the kubelet gives it up. */
  cut(result: "failure" | "error", isCanceled?: true): void;
  /** Gives it the answer of a program that does something else from now on: one that hangs no longer answers what waits. */
  renew(): void;
}

/** A probe worker with its place in the queue. */
export interface RunningWorker extends ProbeWorker {
  /** The path of the probe in the manifest. */
  readonly path: Path;
  tick: Scheduled | undefined;
  underWay: AttemptUnderWay | undefined;
  busy: boolean;
  /** Its last result came in the instant of a pass that had looked before. */
  isLate: boolean;
  /** Has not begun yet: its kubelet started a short time ago. */
  isAsleep: boolean;
  /** Has ended by itself, because its container is done for good. */
  isGone: boolean;
  /** Was told to end in that sleep, and looks once before it hears of it. */
  isLastLook: boolean;
  /** Asks for an attempt outside the grid. */
  triggered: Moment | undefined;
  /** Sleeps although ticks go by, because their answers could change nothing (recordings `counts` and `changes`). */
  skippingSinceMs: number | undefined;
  lastAttempt: { readonly moment: Moment; readonly instance: number; readonly tickMs: number } | undefined;
  /** The last moment at which the scenario changed what this probe gets. */
  changedBy: { readonly moment: Moment; readonly instance: number } | undefined;
  /** What decided the last result. */
  resultBy: Moment | undefined;
  /** The container that it believes it probes, also when that is removed. */
  target: Instance | undefined;
}

/** Life of the pod on the node. */
type Stage = "syncing" | "terminating" | "finished";

/** The kubelet's process. What it keeps in memory only is lost when it stops. */
interface Kubelet {
  isUp: boolean;
  /** Its node is gone for good. */
  isLost: boolean;
  /** How often it was stopped. */
  stops: number;
  /** When it last started; a kubelet that ran before the pod came has no such time. */
  startedMs: number | undefined;
  startedBy: Moment | undefined;
}

/** The back-off of restarts and of image pulls. */
export interface BackOffs {
  restart: RestartBackoff;
  /** What the kubelet lost of it when it last stopped. */
  lostRestart: RestartBackoff | undefined;
  image: Backoff;
}

/** The pass under way, or else the last one. */
interface Pass {
  isUnderWay: boolean;
  /** Why another pass follows when this one ends. */
  again: Moment | undefined;
  /** How long the work queue kept the pod before this pass; undefined if something else brought it. */
  queued: Span | undefined;
  /** What this pass did last. */
  lastDone: Moment | undefined;
  /** What the pass before did last. */
  doneBefore: Moment | undefined;
  /** When the last pass of this kubelet ended. */
  endedMs: number | undefined;
  /** The containers that this pass is to start. */
  starts: readonly PodContainer[];
  /** The pass that only refused again what had been refused before. If nothing happens until the next pass, that one finds the same. */
  refusedAgain: Scheduled | undefined;
}

/** The pass to come. */
interface NextPass {
  /** Brought by the relist loop or by an update. */
  scheduled: Scheduled | undefined;
  cause: Moment | undefined;
  /** Since when the pod worker has had the update and waits for a newer look at the runtime, which brings the pass. */
  takenMs: number | undefined;
  /** The worker took up its update before the deletion of the pod, so this pass syncs as if there were none. */
  ignoresDeletion: boolean;
  /** What came too late for this pass and brings another one after it. */
  followUp: Moment | undefined;
  /** Brought by the work queue, after an error or the resync interval. */
  requeued: Scheduled | undefined;
}

/** When the kubelet looks at the runtime. */
interface Relist {
  /** The last look of the relist loop that is known: to come, or in the past. */
  nextMs: number;
  /** When the kubelet last looked because of this pod. */
  lookedMs: number;
  /** When the look that the last pass asked for comes, or came. */
  onDemandMs: number | undefined;
  /** How much in the runtime has changed since the last look that brought a pass. */
  changes: number;
}

/** The pod's sandbox. */
interface Sandbox {
  isReady: boolean;
  /** How many there have been. */
  count: number;
  /** When it became ready. */
  readyBy: Moment | undefined;
  /** The pod was deleted, and the last one is garbage-collected. */
  isCollected: boolean;
}

/** The first request to delete the pod. */
export interface DeletionRequest {
  readonly moment: Moment;
  /** Grace period of the stop. */
  readonly graceMs: number;
  /** What the API shows; a later request may shorten it. */
  readonly shownSeconds: number;
  /** Another pass comes before the one that ends the pod. */
  readonly isHeldUp: boolean;
}

interface Deletion {
  request: DeletionRequest | undefined;
  /** The object is gone from the API, whatever still runs on the node. */
  isRemoved: boolean;
  /** The object was gone before the kubelet's process looked at it, so what runs belongs to no pod. */
  isOrphaned: boolean;
  /** The kubelet knows of the deletion, and cancels exec probes where its version does. */
  cancelsProbes: boolean;
  /** What is left of the sandbox waits for the garbage collection. */
  collection: { readonly cause: Moment; readonly scheduled: Scheduled } | undefined;
}

/** The restart of all containers. */
interface Reset {
  /** An exit matched a rule, and the old instances are not all removed yet. */
  isUnderWay: boolean;
  /** Whose exit that was. */
  initiator: { readonly container: string; readonly exitCode: number } | undefined;
}

/** How far the pod has come. */
interface Lifecycle {
  stage: Stage;
  /** The last status that the kubelet generated, with the phase that the API shows. */
  status: PodStatus | undefined;
  /** The last status that the API server took, nearly always the same. */
  shown: PodStatus | undefined;
  /** The kubelet's process does not know that status, though the API shows it. */
  isForgotten: boolean;
  /** When the pod outlives its activeDeadlineSeconds. */
  deadlineMs: number;
  deadlinePassed: boolean;
  /** When the status last changed whether the pod is Ready. */
  readyChangedMs: number | undefined;
  /** What the scenario sets the conditions of the readiness gates to; undefined until it sets them. */
  gatesAreTrue: boolean | undefined;
  /** The same when the kubelet last made a status. */
  gatesInStatus: boolean | undefined;
}

/** What the runtime has done. */
interface Runtime {
  nextInstance: number;
  /** The last start, failed start or exit of a container. */
  lastAct: Moment | undefined;
}

/** The pod on its node. Everything that changes is in one of the records, which snapshots save one by one. */
export interface World {
  readonly input: SimulationInput;
  readonly pod: Pod;
  readonly loops: Loops;
  /** Of the scenario, each with what it is known by once it began. */
  readonly outages: readonly WorldOutage[];
  readonly queue: EventQueue;
  readonly tasks: Tasks;
  readonly recorder: Recorder;
  /** Init containers and sidecars in spec order, then the regular ones. */
  readonly containers: readonly PodContainer[];
  readonly kubelet: Kubelet;
  readonly backOffs: BackOffs;
  readonly lifecycle: Lifecycle;
  readonly pass: Pass;
  readonly nextPass: NextPass;
  readonly relist: Relist;
  readonly sandbox: Sandbox;
  readonly deletion: Deletion;
  readonly reset: Reset;
  readonly runtime: Runtime;
  /** Runs one pass of the pod worker. Set once, so that the modules of the engine need not import each other in a circle. */
  readonly startPass: (cause: Moment) => void;
}

/** The state of a container as the kubelet knows it: of an end it learns by its next look at the runtime. */
export function knownState(world: World, instance: Instance): Instance["state"] {
  if (instance.state !== "exited" || world.loops.ideal) return instance.state;
  const isKnown = world.queue.nowMs >= instance.seenMs || world.relist.lookedMs >= instance.finishedAtMs;
  return isKnown || instance.startedBy === undefined ? "exited" : "running";
}

/**
 * Some regular container has an instance of any state in the present sandbox.
 * Models pkg/kubelet/container/helpers.go HasAnyActiveRegularContainerStarted (v1.37.1).
 */
export function hasActiveRegular({ containers, sandbox }: World): boolean {
  if (!sandbox.isReady) return false;
  for (const { spec, instances } of containers)
    if (spec.kind === "regular" && instances.some((instance) => instance.sandbox === sandbox.count)) return true;
  return false;
}

/** The last status as the kubelet's process knows it: of a pod that is read from a file a new process knows none. */
export function knownStatus({ lifecycle }: World): PodStatus | undefined {
  return lifecycle.isForgotten ? undefined : lifecycle.status;
}

export function latest(container: PodContainer): Instance | undefined {
  return container.instances[0];
}

export function isRunning(container: PodContainer): boolean {
  return container.instances[0]?.state === "running";
}
