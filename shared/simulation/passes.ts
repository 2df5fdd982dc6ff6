import { isEnabled } from "../kubernetes/feature-gates.ts";
import { atLeast } from "../kubernetes/versions.ts";
import { asksForReset, computeActions } from "./actions.ts";
import { isTrue } from "./conditions.ts";
import { sandboxStep, stepMs, stepSpan } from "./loops.ts";
import { isTerminal } from "./phase.ts";
import { registerWorkers } from "./probes.ts";
import { publish } from "./publish.ts";
import type { Moment } from "./recorder.ts";
import { resetAll } from "./reset.ts";
import { relistAgain, requestNotice, requestOwnNotice, requestPass, requeue, resync } from "./schedule.ts";
import { exactly } from "./span.ts";
import { type StartError, startContainer } from "./starting.ts";
import { generateStatus } from "./status.ts";
import { killForProbe, killPod } from "./stopping.ts";
import type { Wait } from "./tasks.ts";
import { stopSandbox, terminate } from "./termination.ts";
import { type Cell, type Instance, latest, type World } from "./world.ts";

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
  let outcome = idle;
  const task = (function* (): Generator<Wait, void> {
    outcome = yield* pass(world, cause);
  })();
  world.tasks.run(task, () => finishPass(world, cause, outcome));
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

function* pass(world: World, cause: Moment): Generator<Wait, Outcome> {
  world.resetting = mustReset(world);
  const generated = generateStatus(world);
  publish(world, generated.status, cause);
  if (world.deleted !== undefined || isTerminal(generated.phase)) {
    yield* terminate(world, cause);
    return idle;
  }
  registerWorkers(world);
  if (isTrue(generated.status.conditions, "AllContainersRestarting")) return yield* reset(world, cause);
  const exited = new Map(world.cells.map((cell) => [cell, newestExited(cell)]));
  const actions = computeActions(world);
  if (actions.killPod) {
    yield* killPod(world, { graceMs: world.pod.terminationGracePeriodSeconds * 1000, cause, since: exactly(0) });
    stopSandbox(world, cause);
    requestPass(world, cause);
    return { acted: cause, error: undefined };
  }
  const before = world.lastAct;
  for (const kill of actions.kills) yield* killForProbe(world, kill);
  const trigger = yield* makeSandbox(world, cause);
  const error = yield* startAll(world, actions.starts, exited, trigger);
  return { acted: world.lastAct === before ? undefined : world.lastAct, error };
}

/** Starts in order. The first init container that cannot start ends the pass; a sidecar or a regular container does not. */
function* startAll(
  world: World,
  cells: readonly Cell[],
  exited: ReadonlyMap<Cell, Instance | undefined>,
  trigger: Moment,
): Generator<Wait, StartError | undefined> {
  const errors: StartError[] = [];
  for (const cell of cells) {
    const error = yield* startContainer(world, { cell, exited: exited.get(cell), trigger });
    if (error === undefined) continue;
    errors.push(error);
    if (cell.spec.kind === "init") break;
  }
  if (errors.length === 0) return undefined;
  const expiries = errors.flatMap((error) => (error.expiryMs === undefined ? [] : [error.expiryMs]));
  return { expiryMs: expiries.length === 0 ? undefined : Math.min(...expiries) };
}

function* makeSandbox(world: World, cause: Moment): Generator<Wait, Moment> {
  if (world.sandboxReady) return cause;
  const ms = stepMs(world.loops, sandboxStep);
  if (ms > 0) yield { untilMs: world.queue.nowMs + ms };
  world.sandboxReady = true;
  world.sandboxMade = true;
  return world.recorder.add(world.queue.nowMs, {
    kind: "sandbox-ready",
    cause,
    since: stepSpan(world.loops, sandboxStep),
  });
}

/** Models the trigger of RestartAllContainers: the condition of the last status, or an exit that matches such a rule (v1.36). */
function mustReset(world: World): boolean {
  if (!isEnabled(world.input.assumptions.node, "RestartAllContainersOnContainerExits")) return false;
  return (
    isTrue(world.status?.conditions, "AllContainersRestarting") || world.cells.some((cell) => asksForReset(world, cell))
  );
}

function* reset(world: World, cause: Moment): Generator<Wait, Outcome> {
  yield* resetAll(world, cause);
  // 1.35 does not look again by itself: without a death that the relist loop sees, the next routine pass goes on.
  if (!atLeast(world.input.assumptions.node.kubernetes, "1.36") && !world.loops.ideal) return idle;
  requestPass(world, cause);
  return idle;
}

function newestExited(cell: Cell): Instance | undefined {
  const newest = latest(cell);
  return newest?.state === "exited" ? newest : cell.instances.find((instance) => instance.state === "exited");
}
