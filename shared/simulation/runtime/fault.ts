import { exactly } from "../../basics/span.ts";
import { formatFault } from "../../scenario/language/format-fault.ts";
import { injectFault } from "../../scenario/language/inject.ts";
import type { Fault } from "../../scenario/model.ts";
import { runOf } from "../../scenario/script.ts";
import { touchWorkers } from "../probing/probes.ts";
import { latest, type PodContainer, type World } from "../world/world.ts";
import { exitInstance } from "./runtime.ts";

/**
 * Something goes wrong in a container now: its script becomes the one in which it does, as if somebody had written it for this run.
 * A container that does not run has the fault at its next start.
 */
export function strike(world: World, container: PodContainer, fault: Fault): void {
  const { queue, recorder } = world;
  const instance = latest(container);
  // A kubelet that comes back creates a container anew that its process left unstarted.
  const isCreated = instance?.state === "created" && world.kubelet.isUp;
  const isLive = instance !== undefined && (isCreated || instance.state === "running");
  const attempt = isLive ? instance.attempt : container.attempts + 1;
  const isRunning = instance?.state === "running";
  const sinceStartMs = isRunning ? queue.nowMs - instance.startedAtMs : 0;
  container.script = injectFault(
    container.script,
    { attempt, sinceStartMs, tMs: queue.nowMs, ...(isLive && { run: instance.behavior }) },
    fault,
  );
  container.nextRun = undefined;
  const { name, path } = container.spec;
  const waits = !isRunning && fault.kind !== "image-missing";
  const moment = recorder.add(queue.nowMs, {
    kind: "note",
    cause: undefined,
    since: exactly(0),
    container: name,
    path,
    ...(isRunning && { run: instance.run, attempt, restartCount: instance.number }),
    data: { text: `${formatFault(fault)} (injected)${waits ? ", at its next start" : ""}` },
  });
  if (!isLive) return;
  instance.behavior = runOf(container.script, attempt - 1);
  if (!isRunning) return;
  const { end } = instance.behavior;
  if (fault.kind === "crash" || fault.kind === "oom") {
    if (end !== undefined) exitInstance(world, container, instance, end, { cause: moment, since: exactly(0) });
    return;
  }
  for (const worker of container.workers) {
    worker.changedBy = { moment, instance: instance.id };
    worker.underWay?.renew();
  }
  touchWorkers(world, container);
}
