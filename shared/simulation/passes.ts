import { isEnabled } from "../kubernetes/feature-gates.ts";
import { atLeast } from "../kubernetes/versions.ts";
import { type Actions, asksForReset, computeActions } from "./actions.ts";
import { isTrue } from "./conditions.ts";
import { sandboxStep, stepMs, stepSpan } from "./loops.ts";
import { isTerminal } from "./phase.ts";
import { registerWorkers } from "./probes.ts";
import { publish } from "./publish.ts";
import type { Moment } from "./recorder.ts";
import { resetAll } from "./reset.ts";
import { relistAgain, requestNotice, requestOwnNotice, requestPass, requeue, resync } from "./schedule.ts";
import { exactly } from "./span.ts";
import { checkBackOff, isHeldUp, type StartError, startContainer } from "./starting.ts";
import { type Generated, generateStatus } from "./status.ts";
import { killForProbe, killPod } from "./stopping.ts";
import type { Task } from "./tasks.ts";
import { stopSandbox, terminate } from "./termination.ts";
import type { World } from "./world.ts";

/** What a pass did, which decides when the next one comes. `acted`: the last thing it did to a container. */
interface Outcome {
  readonly acted: Moment | undefined;
  readonly error: StartError | undefined;
}

const idle: Outcome = { acted: undefined, error: undefined };

/** Runs one pass of the pod worker to its end, then arranges the next. Models pkg/kubelet/kubelet.go SyncPod (v1.36). */
export function startPass(world: World, cause: Moment): void {
  world.passing = true;
  world.passAgain = undefined;
  world.resetting = mustReset(world);
  const generated = generateStatus(world);
  publish(world, generated.status, cause);
  const task = taskOf(world, generated, cause);
  if (task === undefined) finishPass(world, cause, { acted: undefined, error: refuseAll(world, cause) });
  else world.tasks.run(task, (outcome) => finishPass(world, cause, outcome));
}

/** What the pass has to do that may take time; undefined when all it does is to refuse the starts that back-off holds up. */
function taskOf(world: World, generated: Generated, cause: Moment): Task<Outcome> | undefined {
  if (world.deleted !== undefined || isTerminal(generated.phase)) return end(world, cause);
  registerWorkers(world);
  if (isTrue(generated.status.conditions, "AllContainersRestarting")) return reset(world, cause);
  for (const cell of world.cells) {
    cell.deadBefore = cell.instances.find((instance) => instance.state === "exited") ?? cell.initiator;
  }
  const actions = computeActions(world);
  world.starts = actions.starts;
  const initiator = world.cells.find((cell) => cell.initiator !== undefined && isHeldUp(world, cell));
  if (initiator !== undefined) {
    world.starts = [initiator];
    return undefined;
  }
  if (actions.killPod) return endContainers(world, cause);
  const holdsUp =
    actions.kills.length === 0 && world.sandboxReady && actions.starts.every((cell) => isHeldUp(world, cell));
  return holdsUp ? undefined : act(world, actions, cause);
}

function refuseAll(world: World, cause: Moment): StartError | undefined {
  const errors: StartError[] = [];
  for (const cell of world.starts) {
    const refused = checkBackOff(world, cell, cause);
    if ("expiryMs" in refused) errors.push(refused);
    if (cell.spec.kind === "init") break;
  }
  return earliest(errors);
}

function finishPass(world: World, cause: Moment, outcome: Outcome): void {
  world.passing = false;
  if (world.stage !== "syncing") return;
  if (outcome.error !== undefined) requeue(world, cause, outcome.error);
  else if (isSettled(world)) requeue(world, cause, undefined);
  else resync(world, cause);
  if (outcome.acted !== undefined && outcome.error === undefined) requestOwnNotice(world, outcome.acted);
  else if (outcome.acted !== undefined) requestNotice(world, outcome.acted);
  if (world.passAgain !== undefined) relistAgain(world, world.passAgain);
}

/** Nothing would come of looking at the pod again: all that should run is ready. */
function isSettled(world: World): boolean {
  return isTrue(world.status?.conditions, "Ready");
}

function* end(world: World, cause: Moment): Task<Outcome> {
  yield* terminate(world, cause);
  return idle;
}

/** All regular containers are done: the sidecars are ended, and the next pass finds the pod complete. */
function* endContainers(world: World, cause: Moment): Task<Outcome> {
  yield* killPod(world, { graceMs: world.pod.terminationGracePeriodSeconds * 1000, cause, since: exactly(0) });
  stopSandbox(world, cause);
  requestPass(world, cause);
  return { acted: cause, error: undefined };
}

/** Kills, then starts in order. The first init container that cannot start ends the pass; a sidecar or a regular container does not. */
function* act(world: World, actions: Actions, cause: Moment): Task<Outcome> {
  const before = world.lastAct;
  for (const kill of actions.kills) yield* killForProbe(world, kill);
  const trigger = world.sandboxReady ? cause : yield* makeSandbox(world, cause);
  const errors: StartError[] = [];
  for (const cell of actions.starts) {
    const error = yield* startContainer(world, cell, trigger);
    if (error === undefined) continue;
    errors.push(error);
    if (cell.spec.kind === "init") break;
  }
  return { acted: world.lastAct === before ? undefined : world.lastAct, error: earliest(errors) };
}

function earliest(errors: readonly StartError[]): StartError | undefined {
  if (errors.length === 0) return undefined;
  const expiries = errors.flatMap((error) => (error.expiryMs === undefined ? [] : [error.expiryMs]));
  return { expiryMs: expiries.length === 0 ? undefined : Math.min(...expiries) };
}

function* makeSandbox(world: World, cause: Moment): Task<Moment> {
  const ms = stepMs(world.loops, sandboxStep);
  if (ms > 0) yield { untilMs: world.queue.nowMs + ms };
  world.sandboxReady = true;
  world.sandboxMade = true;
  const since = stepSpan(world.loops, sandboxStep);
  world.sandboxBy = world.recorder.add(world.queue.nowMs, { kind: "sandbox-ready", cause, since });
  return world.sandboxBy;
}

/** Models the trigger of RestartAllContainers: the condition of the last status, or an exit that matches such a rule (v1.36). */
function mustReset(world: World): boolean {
  if (!isEnabled(world.input.assumptions.node, "RestartAllContainersOnContainerExits")) return false;
  return (
    isTrue(world.status?.conditions, "AllContainersRestarting") || world.cells.some((cell) => asksForReset(world, cell))
  );
}

function* reset(world: World, cause: Moment): Task<Outcome> {
  const ended = yield* resetAll(world, cause);
  // 1.35 does not look again by itself: without a death that the relist loop sees, the next routine pass goes on.
  if (!atLeast(world.input.assumptions.node.kubernetes, "1.36") && !world.loops.ideal) return idle;
  requestPass(world, ended);
  return idle;
}
