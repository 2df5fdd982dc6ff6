import type { Backoff } from "../backoff/backoff.ts";
import type { RestartBackoff } from "../backoff/restart-backoff.ts";
import type { Path } from "../basics/path.ts";
import type { Span } from "../basics/span.ts";
import type { Container, Pod } from "../kubernetes/pod.ts";
import type { ProbeWorker } from "../probe/worker.ts";
import type { ContainerScript, Run } from "../scenario/model.ts";
import type { SimulationInput } from "./input.ts";
import type { Loops } from "./loops.ts";
import type { EventQueue, Scheduled } from "./queue.ts";
import type { Moment, Recorder } from "./recorder.ts";
import type { Tasks } from "./tasks.ts";
import type { PodStatus } from "./timeline.ts";

/** One container that the runtime was asked to create. */
export interface Instance {
  readonly id: number;
  /** The runtime's attempt number, which becomes restartCount. */
  readonly number: number;
  /** Counts the creations of this container from 1. */
  readonly attempt: number;
  readonly behaviour: Run;
  /** The image it was created from: a pod that names another one has it replaced. */
  readonly image: string;
  /** Counts the sandboxes of the pod from 1: the one it was created in. */
  readonly sandbox: number;
  state: "created" | "running" | "exited";
  /** Counts the starts of this container from 1. */
  run: number;
  startedAtMs: number;
  finishedAtMs: number;
  exitCode: number;
  reason: string;
  startedBy: Moment | undefined;
  exitedBy: Moment | undefined;
  /** From when on a look at the runtime tells the kubelet of its end. */
  seenMs: number;
  /** SIGTERM was sent. */
  stoppedBy: Moment | undefined;
  plannedEnd: Scheduled | undefined;
}

/** What the kubelet's status cache says about a container: the only thing that probe workers read. */
export interface CachedContainer {
  instance: number | undefined;
  running: boolean;
  started: boolean;
  startedAtMs: number;
}

export interface Cell {
  readonly spec: Container;
  readonly script: ContainerScript;
  attempts: number;
  starts: number;
  /** Newest first; the kubelet removes all dead ones but the newest when it sees another death. */
  instances: Instance[];
  readonly workers: RunningWorker[];
  readonly cached: CachedContainer;
  /** The newest dead instance when the pass began: what a probe kill of this pass leaves behind does not count for back-off. */
  deadBefore: Instance | undefined;
  /** `semantics: kep`: the exit that restarted all containers counts for back-off like a crash, although its container is removed. */
  initiator: Instance | undefined;
  /** Reason of the last failed start, shown while the container waits. */
  startFailure: { readonly reason: string; readonly message: string } | undefined;
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
  /** When a pull last brought its image. */
  pulledMs: number;
  /** Image as the pod names it now. */
  image: string;
  /** Under this its back-off is kept. */
  backoffKey: string;
}

/** A probe worker with its place in the queue. */
export interface RunningWorker extends ProbeWorker {
  /** Of the probe in the manifest. */
  readonly path: Path;
  tick: Scheduled | undefined;
  /** Ends the attempt that is under way, because the container does or the kubelet gives it up. */
  cut: ((result: "failure" | "error", isCanceled?: true) => void) | undefined;
  busy: boolean;
  /** Its last result came in the instant of a pass that had looked before. */
  isLate: boolean;
  /** Has not begun yet: its kubelet started a short time ago. */
  isAsleep: boolean;
  /** Asks for an attempt outside the grid. */
  triggered: Moment | undefined;
  /** Sleeps although ticks go by, because their answers could change nothing (recording `counts` only). */
  skippingSinceMs: number | undefined;
  lastAttempt: { readonly moment: Moment; readonly instance: number; readonly tickMs: number } | undefined;
  /** The last moment at which the scenario changed what this probe gets. */
  changedBy: { readonly moment: Moment; readonly instance: number } | undefined;
  /** What decided the last result. */
  resultBy: Moment | undefined;
}

/** Life of the pod on the node. */
export type Stage = "syncing" | "terminating" | "finished";

/** The kubelet's process. What it keeps in memory only is lost when it stops. */
export interface Kubelet {
  isUp: boolean;
  /** How often it was stopped. */
  stops: number;
  /** When it last started; a kubelet that ran before the pod came has no such time. */
  startedMs: number | undefined;
  startedBy: Moment | undefined;
}

export interface World {
  readonly input: SimulationInput;
  readonly pod: Pod;
  loops: Loops;
  readonly queue: EventQueue;
  readonly tasks: Tasks;
  readonly recorder: Recorder;
  /** Init containers and sidecars in spec order, then the regular ones. */
  readonly cells: readonly Cell[];
  readonly kubelet: Kubelet;
  backoff: RestartBackoff;
  /** What the kubelet lost of it when it last stopped. */
  lostBackoff: RestartBackoff | undefined;
  imageBackoff: Backoff;
  stage: Stage;
  sandboxReady: boolean;
  /** How many there have been. */
  sandboxes: number;
  /** When the sandbox became ready. */
  sandboxBy: Moment | undefined;
  /** The last status the kubelet generated, with the phase the API shows. */
  status: PodStatus | undefined;
  /** A pass is under way; another one follows when it ends. */
  passing: boolean;
  passAgain: Moment | undefined;
  /** How long the work queue kept the pod before the pass under way; undefined: something else brought it. */
  passDue: Span | undefined;
  /** What the pass under way did last, and what the one before it did. */
  passBy: Moment | undefined;
  passBefore: Moment | undefined;
  /** The last look of the relist loop that is known: to come, or in the past. */
  relistMs: number;
  /** When the kubelet last looked at the runtime because of this pod. */
  lookedMs: number;
  /** When the look that the last pass asked for comes, or came. */
  ownLookMs: number | undefined;
  /** When the last pass of this kubelet ended. */
  passEndedMs: number | undefined;
  /** What the pass under way means to start. */
  starts: readonly Cell[];
  /** The pass that did nothing but refuse once more what had been refused before: if nothing happens until the next one, that finds the same. */
  refusedAgain: Scheduled | undefined;
  /** The next pass that the relist loop or the work queue brings. */
  notice: Scheduled | undefined;
  noticeCause: Moment | undefined;
  /** Since when the worker waits for a look at the runtime, which brings that pass. */
  noticeTakenMs: number | undefined;
  /** The pass that the worker waits for was called for before the deletion of the pod, and knows nothing of it. */
  syncsFirst: boolean;
  /** What came too late for the pass that is to come, and brings another one after it. */
  passAfter: Moment | undefined;
  due: Scheduled | undefined;
  /** The first deletion, whose grace period is that of the stop, the seconds that the API shows, and whether another pass comes first. */
  deleted: { readonly moment: Moment; readonly graceMs: number; shownSeconds: number; isHeldUp: boolean } | undefined;
  /** The object is gone from the API, whatever still runs on the node. */
  removed: boolean;
  /** It was gone before the kubelet's process had looked at it: what runs belongs to no pod. */
  orphaned: boolean;
  deadlinePassed: boolean;
  /** What the scenario made the conditions of the readiness gates; undefined: nobody has set them. */
  gatesAreTrue: boolean | undefined;
  /** A matching exit asked for a restart of all containers, and their old instances are not all removed yet. */
  resetting: boolean;
  /** Whose exit that was. */
  resetBy: { readonly container: string; readonly exitCode: number } | undefined;
  nextInstance: number;
  /** How much in the runtime has changed since the last look that brought a pass. */
  changes: number;
  /** The last start, failed start or exit of a container. */
  lastAct: Moment | undefined;
  /** Runs one pass of the pod worker; set once, so that the modules of the engine need not import each other in a circle. */
  startPass: (cause: Moment) => void;
}

/** The state of a container as the kubelet knows it: of an end it learns by its next look at the runtime. */
export function knownState(world: World, instance: Instance): Instance["state"] {
  if (instance.state !== "exited" || world.loops.ideal) return instance.state;
  const isKnown = world.queue.nowMs >= instance.seenMs || world.lookedMs >= instance.finishedAtMs;
  return isKnown || instance.startedBy === undefined ? "exited" : "running";
}

/**
 * Some regular container has an instance of any state in the present sandbox.
 * Models pkg/kubelet/container/helpers.go HasAnyActiveRegularContainerStarted (v1.37.1).
 */
export function hasActiveRegular({ cells, sandboxReady, sandboxes }: World): boolean {
  if (!sandboxReady) return false;
  for (const { spec, instances } of cells)
    if (spec.kind === "regular" && instances.some(({ sandbox }) => sandbox === sandboxes)) return true;
  return false;
}

export function latest(cell: Cell): Instance | undefined {
  return cell.instances[0];
}

export function isRunning(cell: Cell): boolean {
  return cell.instances[0]?.state === "running";
}
