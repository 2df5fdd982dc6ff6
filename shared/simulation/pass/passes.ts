import { addSpans, exactly } from "../../basics/span.ts";
import { probeTypes } from "../../kubernetes/pod.ts";
import { endWorkers } from "../probing/end-workers.ts";
import { drawLateResults } from "../probing/late-results.ts";
import { registerWorkers } from "../probing/probes.ts";
import { type Actions, computeActions, type Kill } from "../runtime/actions.ts";
import { noteRemovedLogs, removeInit } from "../runtime/runtime.ts";
import type { StartError } from "../runtime/start-error.ts";
import { checkBackOff, isHeldUp, startContainer } from "../runtime/starting.ts";
import { killContainer, killPod } from "../runtime/stopping.ts";
import { isTerminal } from "../status/phase.ts";
import { passSpan, requestNotice, requestOwnNotice, requestPass, requeue, resync } from "../status/schedule.ts";
import { generateStatus } from "../status/status.ts";
import { isTrue } from "../timeline/pod-conditions.ts";
import { has } from "../world/changes.ts";
import { withSandbox } from "../world/conditions.ts";
import { latencies, stepMs, stepSpan } from "../world/loops.ts";
import { emitEvent } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import type { Task } from "../world/tasks.ts";
import { type Instance, knownState, latest, type PodContainer, type World } from "../world/world.ts";
import { publish } from "./publish.ts";
import { reject, rejectionOf } from "./rejection.ts";
import { noteReset, resetAll } from "./reset.ts";
import { announceDeadline, findDeadline, stopSandbox, terminate } from "./termination.ts";

/** What a pass did, which decides when the next one comes. `acted`: the last thing it did in the runtime. `ends`: the pod is to be ended. */
interface Outcome {
  readonly acted: Moment | undefined;
  readonly error: StartError | undefined;
  readonly ends?: boolean;
}

const idle: Outcome = { acted: undefined, error: undefined };

/** Runs one pass of the pod worker to its end, then arranges the next. Models pkg/kubelet/kubelet.go SyncPod (v1.37.1). */
export function startPass(world: World, trigger: Moment): void {
  world.pass.isUnderWay = true;
  noteRemovedLogs(world);
  // The look that brought this pass is older than its end.
  if (world.relist.onDemandMs !== undefined && world.relist.onDemandMs <= world.queue.nowMs)
    world.relist.onDemandMs = undefined;
  world.pass.again = world.nextPass.followUp;
  world.nextPass.followUp = undefined;
  world.pass.doneBefore = world.pass.lastDone;
  world.pass.lastDone = undefined;
  const isEnding =
    world.lifecycle.stage === "terminating" ||
    (world.deletion.request !== undefined && !world.nextPass.ignoresDeletion);
  const late = isEnding ? undefined : findDeadline(world);
  if (late !== undefined) world.pass.refusedAgain = undefined;
  const cause = late ?? trigger;
  const task = isEnding ? end(world, cause) : sync(world, cause);
  if ("acted" in task) finishPass(world, cause, task);
  else world.tasks.run(task, (outcome) => finishPass(world, cause, outcome));
}

/** Publishes what there is, then acts. What takes no time, such as refusing starts, is done at once. */
function sync(world: World, cause: Moment): Task<Outcome> | Outcome {
  // Nothing has happened since a pass that changed nothing: what it saw is still so, and only the back-off may be over.
  if (world.pass.refusedAgain !== undefined && world.pass.refusedAgain === world.queue.before)
    return react(world, { killPod: false, kills: [], starts: world.pass.starts }, cause);
  const rejection = world.lifecycle.status === undefined ? rejectionOf(world) : undefined;
  if (rejection !== undefined) {
    reject(world, rejection, cause);
    return idle;
  }
  noteReset(world);
  announceDeadline(world);
  const generated = generateStatus(world);
  publish(world, generated.status, { cause });
  if (isTerminal(generated.phase)) {
    // The workers read a status that has this phase already, whatever the API shows.
    endWorkers(world, probeTypes);
    return { ...idle, ends: true };
  }
  registerWorkers(world);
  if (isTrue(generated.status.conditions, "AllContainersRestarting"))
    // Without a sandbox the pass makes one and starts nothing: the next one resets what is left.
    return world.sandbox.isReady ? reset(world, cause) : act(world, { killPod: false, kills: [], starts: [] }, cause);
  for (const container of world.containers) {
    container.deadBefore = newestDead(world, container) ?? container.initiator;
  }
  drawLateResults(world);
  return react(world, computeActions(world), cause);
}

function newestDead(world: World, container: PodContainer): Instance | undefined {
  for (const instance of container.instances) if (knownState(world, instance) === "exited") return instance;
  return undefined;
}

function react(world: World, actions: Actions, cause: Moment): Task<Outcome> | Outcome {
  return taskOf(world, actions, cause) ?? { acted: undefined, error: refuseAll(world, cause) };
}

/** What the pass has to do that may take time; undefined when all it does is to refuse the starts that back-off holds up. */
function taskOf(world: World, actions: Actions, cause: Moment): Task<Outcome> | undefined {
  world.pass.starts = actions.starts;
  const initiator = world.containers.find(
    (container) => container.initiator !== undefined && isHeldUp(world, container),
  );
  if (initiator !== undefined) {
    world.pass.starts = [initiator];
    return undefined;
  }
  if (actions.killPod) return endContainers(world, cause);
  const holdsUp =
    actions.kills.length === 0 &&
    world.sandbox.isReady &&
    actions.starts.every((container) => isHeldUp(world, container));
  return holdsUp ? undefined : act(world, actions, cause);
}

function refuseAll(world: World, cause: Moment): StartError | undefined {
  let error: StartError | undefined;
  let again = world.containers.every((container) => isKnownDead(world, container));
  for (const container of world.pass.starts) {
    const { startFailure } = container;
    const refused = checkBackOff(world, container, cause);
    if ("expiryMs" in refused) error = earlier(error, refused);
    again &&= container.startFailure === startFailure;
    if (container.spec.kind === "init") break;
  }
  world.pass.refusedAgain = again ? world.queue.running : undefined;
  return error;
}

/** Neither probes nor the next relist can bring anything new about it. */
function isKnownDead(world: World, container: PodContainer): boolean {
  const instance = latest(container);
  return container.initiator === undefined && (instance === undefined || knownState(world, instance) === "exited");
}

function finishPass(world: World, cause: Moment, outcome: Outcome): void {
  world.pass.isUnderWay = false;
  world.nextPass.ignoresDeletion = false;
  const { nowMs } = world.queue;
  world.pass.endedMs =
    nowMs + (outcome.acted === undefined ? idleEndMs(world) : stepMs(world.loops, "pass-end", nowMs));
  if (outcome.ends === true) {
    world.lifecycle.stage = "terminating";
    requeue(world, cause, undefined);
    requestPass(world, cause);
    return;
  }
  if (world.lifecycle.stage !== "syncing") return;
  if (outcome.error !== undefined) requeue(world, cause, outcome.error);
  else if (isSettled(world)) requeue(world, cause, undefined);
  else resync(world, cause);
  if (outcome.acted !== undefined && outcome.error === undefined) requestOwnNotice(world, outcome.acted);
  else if (outcome.acted !== undefined) requestNotice(world, outcome.acted);
  const unseen = firstUnseen(world);
  if (unseen?.exitedBy !== undefined) requestNotice(world, unseen.exitedBy, unseen.seenMs);
  if (mayRepeat(world, outcome)) world.pass.again ??= cause;
  if (world.pass.again !== undefined) requestPass(world, world.pass.again);
}

/** A look that begins before a pass has published what it found is older than the pass, which then waits for the next one. */
function idleEndMs({ loops, queue, relist }: World): number {
  const untilLookMs = relist.nextMs - queue.nowMs;
  const [, latestMs] = latencies["pass-end"];
  if (loops.ideal || untilLookMs <= 0 || untilLookMs > latestMs) return 0;
  return loops.chance.draw({ kind: "idle-end", nowMs: queue.nowMs, earliestMs: 0, latestMs });
}

/** The first container that has exited without the kubelet knowing. */
function firstUnseen(world: World): Instance | undefined {
  for (const container of world.containers) {
    const instance = latest(container);
    if (instance?.state === "exited" && knownState(world, instance) !== "exited") return instance;
  }
  return undefined;
}

/** Now and then (1 in 100 in the recordings) a pass that refuses a start is followed by another one at the next look of the relist loop. */
function mayRepeat({ loops, queue }: World, { error }: Outcome): boolean {
  if (loops.ideal || error?.expiryMs === undefined) return false;
  return loops.chance.draw({ kind: "repeat", nowMs: queue.nowMs, earliestMs: 0, latestMs: 1 }) === 1;
}

/** Another pass would find nothing to do: everything that should run is ready. */
function isSettled(world: World): boolean {
  return isTrue(world.lifecycle.status?.conditions, "Ready");
}

function* end(world: World, cause: Moment): Task<Outcome> {
  yield* terminate(world, cause);
  return idle;
}

/** All regular containers are done: the sidecars are ended, and the next pass finds the pod complete. */
function* endContainers(world: World, cause: Moment): Task<Outcome> {
  const { runtime } = world;
  const before = runtime.lastAct;
  yield* killPod(world, { graceMs: world.pod.terminationGracePeriodSeconds * 1000, cause, since: exactly(0) });
  const ended = runtime.lastAct === before ? undefined : runtime.lastAct;
  const reason = { cause: runtime.lastAct ?? cause, since: stepSpan(world.loops, "kill") };
  return { acted: stopSandbox(world, reason) ?? ended, error: undefined };
}

/** Kills, then starts in order. The first init container that cannot start ends the pass; a sidecar or a regular container does not. */
function* act(world: World, actions: Actions, cause: Moment): Task<Outcome> {
  const before = world.runtime.lastAct;
  yield* has(world.input.assumptions.node, "kills run together")
    ? killTogether(world, actions.kills, cause)
    : killInTurn(world, actions.kills, cause);
  const trigger = world.sandbox.isReady ? cause : yield* makeSandbox(world, cause);
  let error: StartError | undefined;
  for (const container of actions.starts) {
    const failed = yield* startContainer(world, container, trigger);
    if (failed === undefined) continue;
    error = earlier(error, failed);
    if (container.spec.kind === "init") break;
  }
  return { acted: world.runtime.lastAct === before ? undefined : world.runtime.lastAct, error };
}

function* killInTurn(world: World, kills: readonly Kill[], cause: Moment): Task {
  for (const kill of drawnOrder(world, kills)) {
    yield* killContainer(world, kill, cause);
    world.pass.lastDone = latest(kill.container)?.exitedBy;
  }
}

/** Ends when all are gone. Models pkg/kubelet/kuberuntime/kuberuntime_container.go killContainers (v1.38.0-beta.0). */
function* killTogether(world: World, kills: readonly Kill[], cause: Moment): Task {
  let gone = 0;
  let last: Moment | undefined;
  for (const kill of kills)
    world.tasks.run(killContainer(world, kill, cause), () => {
      gone += 1;
      last = latest(kill.container)?.exitedBy ?? last;
    });
  if (gone < kills.length) yield { until: () => gone === kills.length };
  if (kills.length > 0) world.pass.lastDone = last;
}

/** The kubelet keeps what it is to kill in a map, and goes through it in random order. Models kuberuntime_manager.go SyncPod step 3 (v1.37.1). */
function drawnOrder({ loops, queue }: World, kills: readonly Kill[]): readonly Kill[] {
  if (loops.ideal) return kills;
  const rest = [...kills];
  const order: Kill[] = [];
  while (rest.length > 1) {
    const bounds = { earliestMs: 0, latestMs: rest.length - 1 };
    const among = rest.map(({ container }) => container.spec.name);
    order.push(...rest.splice(loops.chance.draw({ kind: "kill-order", nowMs: queue.nowMs, ...bounds, among }), 1));
  }
  return [...order, ...rest];
}

/** The error whose back-off ends first; errors without a back-off come last. */
function earlier(one: StartError | undefined, other: StartError): StartError {
  if (one?.expiryMs === undefined) return other;
  return (other.expiryMs ?? Number.POSITIVE_INFINITY) < one.expiryMs ? other : one;
}

/** Makes the pod's sandbox, for the first time or after the old one was lost, in which case the init containers run again. */
function* makeSandbox(world: World, cause: Moment): Task<Moment> {
  if (world.sandbox.count > 0) {
    const message = "Pod sandbox changed, it will be killed and re-created.";
    emitEvent(world, undefined, "Normal", "SandboxChanged", message);
    removeInit(world, cause);
  }
  const { loops, queue } = world;
  const ms = stepMs(loops, "sandbox", queue.nowMs);
  if (ms > 0) yield { untilMs: queue.nowMs + ms };
  world.sandbox.isReady = true;
  world.sandbox.count += 1;
  const step = stepSpan(loops, "sandbox");
  const since = cause === world.kubelet.startedBy ? addSpans(passSpan(world, cause), step) : step;
  const ready = world.recorder.add(queue.nowMs, { kind: "sandbox-ready", cause, since });
  world.sandbox.readyBy = ready;
  world.runtime.lastAct = ready;
  world.relist.changes += 1;
  if (has(world.input.assumptions.node, "sandbox shows immediately") && world.lifecycle.status !== undefined)
    publish(
      world,
      { ...world.lifecycle.status, conditions: withSandbox(world.lifecycle.status.conditions) },
      { cause: ready },
    );
  return ready;
}

function* reset(world: World, cause: Moment): Task<Outcome> {
  const ended = yield* resetAll(world, cause);
  // 1.35 does not look again by itself: without a death that the relist loop sees, the next routine pass goes on.
  if (!has(world.input.assumptions.node, "reset continues immediately") && !world.loops.ideal) return idle;
  world.pass.again = ended;
  return { acted: ended, error: undefined };
}
