import { exactly } from "../../basics/span.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { asksForReset, resetSteps } from "../runtime/actions.ts";
import { removeInstance, removeOlder } from "../runtime/runtime.ts";
import { reactionSpan, stopContainer } from "../runtime/stopping.ts";
import { isTrue } from "../timeline/pod-conditions.ts";
import { has } from "../world/changes.ts";
import type { Moment } from "../world/recorder.ts";
import type { Task } from "../world/tasks.ts";
import { knownStatus, latest, type World } from "../world/world.ts";

/**
 * Each status that is made says whether all containers restart, also that of a pod that is being ended.
 * Models pkg/kubelet/container/helpers.go ShouldAllContainersRestart (v1.37.1).
 */
export function noteReset(world: World): void {
  world.reset.isUnderWay = mustReset(world);
}

/** The trigger: the condition of the last status, or an exit that matches such a rule. */
function mustReset(world: World): boolean {
  if (!isEnabled(world.input.assumptions.node, "RestartAllContainersOnContainerExits")) return false;
  const initiator = world.containers.find((container) => asksForReset(world, container));
  const instance = initiator === undefined ? undefined : latest(initiator);
  if (initiator !== undefined && instance !== undefined)
    world.reset.initiator = { container: initiator.spec.name, exitCode: instance.exitCode };
  return initiator !== undefined || isTrue(knownStatus(world)?.conditions, "AllContainersRestarting");
}

/**
 * Stops and removes every container of the pod in place, one after the other; the next pass starts them anew.
 * No preStop and no grace period but the runtime's shortest. Models the reset of RestartAllContainers in computePodActions and SyncPod (v1.37.1).
 */
export function* resetAll(world: World, cause: Moment): Task<Moment> {
  const initiator = world.containers.find((container) => asksForReset(world, container));
  const exit = initiator === undefined ? undefined : latest(initiator)?.exitedBy;
  const started = world.recorder.add(world.queue.nowMs, {
    kind: "restart-all-started",
    cause: exit ?? cause,
    since: reactionSpan(world),
    container: initiator?.spec.name,
    path: initiator?.spec.path ?? [],
  });
  // KEP-5532 says that the usual back-off throttles this; the released code does not delay it at all.
  if (initiator !== undefined && world.input.assumptions.semantics === "kep") initiator.initiator = latest(initiator);
  for (const container of world.containers) removeOlder(world, container);
  let last = started;
  // What is to be killed is settled before the first one is: one that ends while another is stopped is killed all the same.
  for (const { container, instance, isVictim } of resetSteps(world)) {
    if (isVictim)
      yield* stopContainer(world, container, instance, {
        graceMs: 0,
        atOnce: world.input.assumptions.semantics === "kep",
        message: "killing",
        runsPreStop: false,
        cause: last,
        since: reactionSpan(world),
      });
    const cause = isVictim ? (instance.exitedBy ?? last) : last;
    last = removeInstance(world, container, instance, { cause, since: reactionSpan(world) });
    // Where the log files go, too, the next container is number 0 again.
    if (!has(world.input.assumptions.node, "reset keeps logs")) container.lastNumber = -1;
  }
  return world.recorder.add(world.queue.nowMs, { kind: "restart-all-ended", cause: last, since: exactly(0) });
}
