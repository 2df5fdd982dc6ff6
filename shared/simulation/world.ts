import type { Backoff } from "../backoff/backoff.ts";
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
  state: "created" | "running" | "exited";
  /** Counts the starts of this container from 1. */
  run: number;
  startedAtMs: number;
  finishedAtMs: number;
  exitCode: number;
  reason: string;
  startedBy: Moment | undefined;
  exitedBy: Moment | undefined;
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
  /** Newest first; the runtime keeps at most one dead one beside the latest. */
  instances: Instance[];
  readonly workers: RunningWorker[];
  readonly cached: CachedContainer;
  /** The newest dead instance when the pass began: what a probe kill of this pass leaves behind does not count for back-off. */
  deadBefore: Instance | undefined;
  /** `semantics: kep`: the exit that restarted all containers counts for back-off like a crash, although its container is removed. */
  initiator: Instance | undefined;
  /** Reason of the last failed start, shown while the container waits. */
  startFailure: { readonly reason: string; readonly message: string } | undefined;
  /** The back-off that keeps the start after this instance waiting. `forgottenMs`: when it is forgotten, from the exit. */
  refusal: { readonly instance: number; readonly delayMs: number; readonly forgottenMs: number } | undefined;
  pulls: number;
  /** Number of the newest instance there ever was; -1 before the first. */
  lastNumber: number;
  imagePresent: boolean;
}

/** A probe worker with its place in the queue. */
export interface RunningWorker extends ProbeWorker {
  tick: Scheduled | undefined;
  busy: boolean;
  /** Sleeps although ticks go by, because their answers could change nothing (recording `counts` only). */
  skippingSinceMs: number | undefined;
  lastAttempt: { readonly moment: Moment; readonly instance: number } | undefined;
  /** The last moment at which the scenario changed what this probe gets. */
  changedBy: { readonly moment: Moment; readonly instance: number } | undefined;
  /** What decided the last result. */
  resultBy: Moment | undefined;
}

/** Life of the pod on the node. */
export type Stage = "syncing" | "terminating" | "finished";

export interface World {
  readonly input: SimulationInput;
  readonly pod: Pod;
  readonly loops: Loops;
  readonly queue: EventQueue;
  readonly tasks: Tasks;
  readonly recorder: Recorder;
  /** Init containers and sidecars in spec order, then the regular ones. */
  readonly cells: readonly Cell[];
  backoff: Backoff;
  imageBackoff: Backoff;
  stage: Stage;
  sandboxReady: boolean;
  sandboxMade: boolean;
  /** When the sandbox became ready. */
  sandboxBy: Moment | undefined;
  /** The last status the kubelet generated, with the phase the API shows. */
  status: PodStatus | undefined;
  /** A pass is under way; another one follows when it ends. */
  passing: boolean;
  passAgain: Moment | undefined;
  /** What the pass under way means to start. */
  starts: readonly Cell[];
  /** The next pass that the relist loop or the work queue brings. */
  notice: Scheduled | undefined;
  noticeCause: Moment | undefined;
  due: Scheduled | undefined;
  deleted: { readonly moment: Moment; readonly graceMs: number } | undefined;
  deadlinePassed: boolean;
  /** A matching exit asked for a restart of all containers, and their old instances are not all removed yet. */
  resetting: boolean;
  nextInstance: number;
  /** The last start, failed start or exit of a container. */
  lastAct: Moment | undefined;
  /** Runs one pass of the pod worker; set once, so that the modules of the engine need not import each other in a circle. */
  startPass: (cause: Moment) => void;
}

export function latest(cell: Cell): Instance | undefined {
  return cell.instances[0];
}

export function isRunning(cell: Cell): boolean {
  return cell.instances[0]?.state === "running";
}
