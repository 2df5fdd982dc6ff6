import { addSpans, exactly, type Span } from "../../basics/span.ts";
import { answerChanges } from "../../probe/answer.ts";
import type { Run } from "../../scenario/model.ts";
import { stepOf } from "../../scenario/ranges.ts";
import { touchWorkers } from "../probing/probes.ts";
import { record } from "../world/record.ts";
import type { Instance, PodContainer, RunningWorker, World } from "../world/world.ts";

/** Marks the moments at which the scenario changes what probes get, so that what follows can name its cause. */
export function announceChanges(world: World, container: PodContainer, instance: Instance): void {
  if (container.workers.length === 0) return;
  const times = new Set<number>();
  for (const worker of container.workers) {
    for (const change of answerChanges(instance.behavior, worker.type, worker.probe)) times.add(change.atMs);
  }
  for (const atMs of times) announceAt(world, container, instance, atMs);
}

function announceAt(world: World, container: PodContainer, instance: Instance, atMs: number): void {
  world.queue.schedule(instance.startedAtMs + atMs, () => announceChange(world, container, instance, atMs));
}

function announceChange(world: World, container: PodContainer, instance: Instance, atMs: number): void {
  if (instance.state !== "running") return;
  // A fault may have taken the change away.
  const isAhead = container.workers.some((worker) => changesAt(instance, worker, atMs));
  if (!isAhead) return;
  const text = changeText(instance.behavior, atMs);
  const moment = record(world, container, instance, {
    kind: "note",
    cause: instance.startedBy,
    since: changeStep(instance.behavior, atMs),
    data: { text },
  });
  for (const worker of container.workers)
    if (changesAt(instance, worker, atMs)) worker.changedBy = { moment, instance: instance.id };
  touchWorkers(world, container);
  for (const everyMs of recurringAt(instance, container.workers, atMs))
    announceAt(world, container, instance, atMs + everyMs);
}

/** After which times the changes of a moment come again. */
function recurringAt({ behavior }: Instance, workers: readonly RunningWorker[], atMs: number): ReadonlySet<number> {
  const changes = workers.flatMap(({ type, probe }) => answerChanges(behavior, type, probe));
  return new Set(changes.flatMap((change) => (comesAt(change, atMs) ? (change.everyMs ?? []) : [])));
}

function comesAt(change: { readonly atMs: number; readonly everyMs: number | undefined }, atMs: number): boolean {
  const laterMs = atMs - change.atMs;
  return laterMs === 0 || (laterMs > 0 && change.everyMs !== undefined && laterMs % change.everyMs === 0);
}

/** From the start of the run to a change of its answers, whichever range of the scenario put it there. */
function changeStep(run: Run, atMs: number): Span {
  if (run.startsInMs === atMs) return stepOf(atMs, run.ranges?.startsInMs);
  for (const { afterMs, forMs, ranges } of run.answers) {
    const begin = stepOf(afterMs, ranges?.afterMs);
    if (afterMs === atMs) return begin;
    if (forMs !== undefined && afterMs + forMs === atMs) return addSpans(begin, stepOf(forMs, ranges?.forMs));
  }
  return exactly(atMs);
}

function changesAt({ behavior }: Instance, { type, probe }: RunningWorker, atMs: number): boolean {
  return answerChanges(behavior, type, probe).some((change) => comesAt(change, atMs));
}

function changeText(run: Run, atMs: number): string {
  const begins = run.answers.filter(({ afterMs, everyMs }) => comesAt({ atMs: afterMs, everyMs }, atMs));
  if (begins.length === 0) return run.startsInMs === atMs ? "has started up" : "answers again";
  return begins.map((window) => `${window.answer}${targetText(window.target)}`).join(", ");
}

function targetText(target: Run["answers"][number]["target"]): string {
  if (target === undefined) return "";
  if (target.kind === "probe") return ` ${target.type}`;
  return target.kind === "hook" ? ` ${target.hook}` : ` ${target.command}`;
}
