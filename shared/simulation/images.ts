import { addSpans, exactly, type Span } from "../basics/span.ts";
import { isPlaceholder, parseImageName } from "../kubernetes/image-name.ts";
import type { ImageAbsence } from "../scenario/model.ts";
import { has } from "./changes.ts";
import { pullWaitSpan, stepMs, stepSpan } from "./loops.ts";
import { emitAbout, emitEvent, type Reason, record } from "./record.ts";
import type { Moment } from "./recorder.ts";
import { heldUp, restOfPassMs } from "./schedule.ts";
import type { StartError } from "./starting.ts";
import type { Wait } from "./tasks.ts";
import type { Cell, World } from "./world.ts";

/** The longest pull of an image that no scenario speaks of, and the one that half of them take at most. */
export const assumedPullMaxMs = 30_000;
const assumedPullTypicalMs = 3750;

/**
 * Gets the image onto the node. Containers that share an image share its back-off. What is always pulled and lies on the
 * node takes the time that the scenario has for a pull, else none.
 * Models pkg/kubelet/images/image_manager.go EnsureImageExists (v1.37.1).
 */
export function getImage(world: World, cell: Cell, reason: Reason, trigger: Moment): Reason | Pull | StartError {
  const name = parseImageName(cell.image);
  // No API server takes a container without an image: while a manifest is written, it runs all the same.
  if (!name.isValid && cell.image !== "" && !isPlaceholder(cell.image)) return refuseName(world, cell, name.error);
  const policy = cell.spec.imagePullPolicy;
  const isAbsent = absenceOf(world, cell) !== undefined;
  if (isAbsent && policy === "Never") return refuseToPull(world, cell);
  if (isAbsent || (policy === "Always" && toldPullMs(world, cell, cell.pulls) !== undefined))
    return pullImage(world, { cell, trigger }, reason);
  if (policy === "Always") {
    emitEvent(world, cell, "Normal", "Pulling", `Pulling image "${cell.image}"`);
    emitEvent(world, cell, "Normal", "Pulled", `Successfully pulled image "${cell.image}"`);
    return reason;
  }
  emitAbout(world, cell, "Normal", "Pulled", presentMessage);
  return reason;
}

/** The name cannot be read, so that no runtime is asked for the image. Models applyDefaultImageTag (v1.37.1). */
function refuseName(world: World, cell: Cell, error: string): StartError {
  const message = `Failed to apply default image tag ${JSON.stringify(cell.image)}: ${error}`;
  emitEvent(world, cell, "Warning", "InspectFailed", message);
  return fail(world, cell, "InvalidImageName", message);
}

/** Models imageNotPresentOnNeverPolicyError (v1.37.1). */
function refuseToPull(world: World, cell: Cell): StartError {
  const message = `Container image "${cell.image}" is not present with pull policy of Never`;
  emitEvent(world, cell, "Warning", "ErrImageNeverPull", message);
  return fail(world, cell, "ErrImageNeverPull", message);
}

type Pull = Generator<Wait, Reason | StartError>;

interface Wanted {
  readonly cell: Cell;
  readonly trigger: Moment;
}

function* pullImage(world: World, { cell, trigger }: Wanted, first: Reason): Pull {
  const name = cell.image;
  const failure = waitsForPull(cell) ? cell.pullFailure : undefined;
  const lookMs = stepMs(world.loops, "wake", world.queue.nowMs);
  if (lookMs > 0) yield { untilMs: world.queue.nowMs + lookMs };
  if (world.imageBackoff.isInBackOffSinceUpdate(name, world.queue.nowMs)) {
    const message = `Back-off pulling image "${name}"`;
    emitEvent(world, cell, "Normal", "BackOff", message);
    return fail(world, cell, "ImagePullBackOff", message + lastError(world, name));
  }
  emitEvent(world, cell, "Normal", "Pulling", `Pulling image "${name}"`);
  const reason =
    failure === undefined
      ? { cause: first.cause, since: addSpans(first.since, stepSpan(world.loops, "wake")) }
      : heldUp(world, trigger, { cause: failure.by, since: retrySpan(world, cell) });
  const pulling = record(world, cell, undefined, { kind: "image-pulling", ...reason });
  cell.pulls += 1;
  const pull = pullTime(world, cell);
  const pullMs = pull.ms + stepMs(world.loops, "pull", world.queue.nowMs, { container: cell.spec.name });
  if (pullMs > 0) yield { untilMs: world.queue.nowMs + pullMs };
  const since = addSpans(pull.span, stepSpan(world.loops, "pull"));
  if (failsNow(world, cell)) {
    for (const other of sharing(world, name)) other.failedPullsMs = [...other.failedPullsMs, world.queue.nowMs];
    const by = record(world, cell, undefined, { kind: "image-pull-failed", cause: pulling, since });
    world.imageBackoff.next(name, world.queue.nowMs, world.queue.nowMs);
    const message = `failed to pull image "${name}": not found`;
    for (const other of sharing(world, name)) other.pullFailure = { message, by };
    emitEvent(world, cell, "Warning", "Failed", `Failed to pull image "${name}": ${message}`);
    return fail(world, cell, "ErrImagePull", message, by);
  }
  for (const other of sharing(world, name)) other.pulledMs = world.queue.nowMs;
  world.imageBackoff.gc(world.queue.nowMs);
  emitEvent(world, cell, "Normal", "Pulled", `Successfully pulled image "${name}"`);
  return { cause: record(world, cell, undefined, { kind: "image-pulled", cause: pulling, since }), since: exactly(0) };
}

/** What was recorded of this pull (counted from 0), or what the scenario says of all of them. */
function toldPullMs({ input }: World, { spec, script }: Cell, pull: number): number | undefined {
  return input.pullsMs?.[spec.name]?.[pull] ?? script.image?.pullMs;
}

/** What is told; else, where the node is not known to have its images, any time up to the longest. A pull that fails is quick. */
function pullTime(world: World, cell: Cell): { readonly ms: number; readonly span: Span } {
  const toldMs = toldPullMs(world, cell, cell.pulls - 1);
  if (toldMs !== undefined || !leavesImagesOpen(world) || failsNow(world, cell))
    return { ms: toldMs ?? 0, span: exactly(toldMs ?? 0) };
  const bounds = { earliestMs: 0, latestMs: assumedPullMaxMs };
  const draw = { kind: "assumed-pull", nowMs: world.queue.nowMs, ...bounds, container: cell.spec.name } as const;
  return { ms: world.loops.chance.draw(draw), span: { nominalMs: assumedPullTypicalMs, ...bounds } };
}

/** Whether the node has the images that no scenario speaks of is not known. */
function leavesImagesOpen({ input, loops }: World): boolean {
  return input.assumptions.images === "unknown" && !loops.ideal;
}

/** The last attempt to start it ended with its image: no back-off of its own has held it up since. */
function waitsForPull({ startFailure }: Cell): boolean {
  return startFailure?.reason === "ErrImagePull" || startFailure?.reason === "ImagePullBackOff";
}

/** From the last failed pull to the next one. Bounds of spec/backoff.md §6. */
function retrySpan(world: World, cell: Cell): Span {
  const others = world.cells.filter((other) => other !== cell);
  const isAlone = world.loops.isQuiet || (others.length === 0 && cell.starts === 0);
  const loopsMs = others.map((other) => loopMs(world, other));
  const about = { isAlone, loopMs: Math.max(0, ...loopsMs), restMs: restOfPassMs(world) };
  return pullWaitSpan(world.loops, world.imageBackoff.get(cell.image), about);
}

/** The longest back-off that another container can have been in meanwhile: as the jitter has it, one step more than it has now. */
function loopMs({ backoff }: World, { spec, deadBefore, backoffKey }: Cell): number {
  if (spec.kind === "init" || deadBefore === undefined) return 0;
  const { initialMs } = backoff.of(deadBefore.exitCode).policy;
  return 2 * Math.max(initialMs, backoff.delayMs(backoffKey, deadBefore));
}

/** Why the image is not on the node now, by the cell's own script. Undefined: it is there. */
function absenceOf(world: World, { script, spec, image, pulledMs }: Cell): ImageAbsence | undefined {
  const mayBeMissing = leavesImagesOpen(world) && spec.imagePullPolicy !== "Never";
  const last =
    // The scenario speaks of the image in the manifest.
    (image === spec.image ? script.image?.absences.findLast(({ fromMs }) => fromMs <= world.queue.nowMs) : undefined) ??
    (mayBeMissing ? missingAtFirst : undefined);
  return last !== undefined && pulledMs < last.fromMs ? last : undefined;
}

const missingAtFirst: ImageAbsence = { fromMs: 0, missingTimes: 0 };

/** What counts is the end of a pull: the image may have gone away meanwhile. */
function failsNow(world: World, cell: Cell): boolean {
  const absence = absenceOf(world, cell);
  if (absence === undefined) return false;
  const { fromMs, missingTimes } = absence;
  return missingTimes === undefined || cell.failedPullsMs.filter((tMs) => tMs >= fromMs).length < missingTimes;
}

function sharing(world: World, image: string): readonly Cell[] {
  return world.cells.filter((cell) => cell.image === image);
}

function presentMessage(world: World, { image }: Cell): string {
  const access = has(world.input.assumptions.node, "image message names access")
    ? " and can be accessed by the pod"
    : "";
  return `Container image "${image}" already present on machine${access}`;
}

/** Since 1.32 a refused pull repeats what the last one said; the kubelet that pulled has it in memory. */
function lastError(world: World, image: string): string {
  const failure = sharing(world, image)[0]?.pullFailure?.message;
  return failure === undefined || !has(world.input.assumptions.node, "image back-off names the error")
    ? ""
    : `: ErrImagePull: ${failure}`;
}

function fail(world: World, cell: Cell, reason: string, message: string, by?: Moment): StartError {
  cell.startFailure = { reason, message };
  cell.failedBy = by;
  world.passBy = by ?? world.passBy;
  emitEvent(world, cell, "Warning", "Failed", `Error: ${reason}`);
  return { expiryMs: undefined };
}
