import { addSpans, exactly, type Span } from "../../basics/span.ts";
import { parseImageName } from "../../kubernetes/image-name.ts";
import type { PullRange } from "../../kubernetes/node.ts";
import { isPlaceholderImage } from "../../kubernetes/placeholders.ts";
import type { ImageAbsence, ImageBehavior, OpenTime } from "../../scenario/model.ts";
import { type Interval, intervalsOf } from "../../scenario/phases.ts";
import { stepOf } from "../../scenario/ranges.ts";
import { heldUp, restOfPassMs } from "../status/schedule.ts";
import { has } from "../world/changes.ts";
import { pullWaitSpan, stepMs, stepSpan } from "../world/loops.ts";
import { type EntryReason, emitAbout, emitEvent, followedBy, notIn, record } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import type { Wait } from "../world/tasks.ts";
import type { PodContainer, World } from "../world/world.ts";
import { drawTime } from "./runtime.ts";
import type { StartError } from "./start-error.ts";

/**
 * Gets the image onto the node. Containers that share an image share its back-off. What is always pulled and lies on the
 * node takes the time that the scenario has for a pull, else none.
 * Models pkg/kubelet/images/image_manager.go EnsureImageExists (v1.37.1).
 */
export function getImage(
  world: World,
  container: PodContainer,
  reason: EntryReason,
  trigger: Moment,
): EntryReason | Pull | StartError {
  if (container.unreadableImage !== undefined) return refuseName(world, container, container.unreadableImage);
  const policy = container.spec.imagePullPolicy;
  const isAbsent = absenceOf(world, container) !== undefined;
  if (isAbsent && policy === "Never") return refuseToPull(world, container);
  const isPulledAnyway = world.input.pulledAnyway?.[container.spec.name]?.includes(container.attempts) === true;
  if (
    isAbsent ||
    isPulledAnyway ||
    (policy === "Always" && toldPullMs(world, container, container.pulls) !== undefined)
  )
    return pullImage(world, { container, trigger }, reason);
  if (policy === "Always") {
    emitEvent(world, container, "Normal", "Pulling", `Pulling image "${container.image}"`);
    emitEvent(world, container, "Normal", "Pulled", `Successfully pulled image "${container.image}"`);
    return reason;
  }
  emitAbout(world, container, "Normal", "Pulled", presentMessage);
  return reason;
}

/**
 * What the kubelet says of a name that it cannot read. No API server takes a container without an image: while a manifest is
 * written, it runs all the same.
 * Models pkg/kubelet/images/image_manager.go applyDefaultImageTag (v1.37.1).
 */
export function unreadableImage(image: string): string | undefined {
  const name = parseImageName(image);
  if (name.isValid || image === "" || isPlaceholderImage(image)) return undefined;
  return `Failed to apply default image tag ${JSON.stringify(image)}: ${name.error}`;
}

/** No runtime is asked for the image. */
function refuseName(world: World, container: PodContainer, message: string): StartError {
  emitEvent(world, container, "Warning", "InspectFailed", message);
  return fail(world, container, "InvalidImageName", message);
}

/** Models imageNotPresentOnNeverPolicyError (v1.37.1). */
function refuseToPull(world: World, container: PodContainer): StartError {
  const message = `Container image "${container.image}" is not present with pull policy of Never`;
  emitEvent(world, container, "Warning", "ErrImageNeverPull", message);
  return fail(world, container, "ErrImageNeverPull", message);
}

type Pull = Generator<Wait, EntryReason | StartError>;

interface Wanted {
  readonly container: PodContainer;
  readonly trigger: Moment;
}

function* pullImage(world: World, { container, trigger }: Wanted, first: EntryReason): Pull {
  const name = container.image;
  const failure = waitsForPull(container) ? container.pullFailure : undefined;
  const lookMs = stepMs(world.loops, "wake", world.queue.nowMs);
  if (lookMs > 0) yield { untilMs: world.queue.nowMs + lookMs };
  if (world.backOffs.image.isInBackOffSinceUpdate(name, world.queue.nowMs)) {
    const message = `Back-off pulling image "${name}"`;
    emitEvent(world, container, "Normal", "BackOff", message);
    return fail(world, container, "ImagePullBackOff", message + lastError(world, name));
  }
  emitEvent(world, container, "Normal", "Pulling", `Pulling image "${name}"`);
  const reason =
    failure === undefined
      ? followedBy(first, stepSpan(world.loops, "wake"))
      : heldUp(world, trigger, { cause: failure.by, since: retrySpan(world, container) });
  const pulling = record(world, container, undefined, { kind: "image-pulling", ...reason });
  container.pulls += 1;
  const pull = pullTime(world, container);
  const pullMs = pull.ms + stepMs(world.loops, "pull", world.queue.nowMs, { container: container.spec.name });
  if (pullMs > 0) yield { untilMs: world.queue.nowMs + pullMs };
  const since = addSpans(pull.span, stepSpan(world.loops, "pull"));
  if (failsNow(world, container)) {
    for (const other of sharing(world, name)) other.failedPullsMs = [...other.failedPullsMs, world.queue.nowMs];
    const by = record(world, container, undefined, { kind: "image-pull-failed", cause: pulling, since });
    world.backOffs.image.next(name, world.queue.nowMs, world.queue.nowMs);
    const message = `failed to pull image "${name}": not found`;
    for (const other of sharing(world, name)) other.pullFailure = { message, by };
    emitEvent(world, container, "Warning", "Failed", `Failed to pull image "${name}": ${message}`);
    return fail(world, container, "ErrImagePull", message, by);
  }
  const present = notIn(absentTimes(world, container), { cause: pulling, since });
  for (const other of sharing(world, name)) other.pulledMs = world.queue.nowMs;
  world.backOffs.image.gc(world.queue.nowMs);
  emitEvent(world, container, "Normal", "Pulled", `Successfully pulled image "${name}"`);
  return {
    cause: record(world, container, undefined, { kind: "image-pulled", ...present }),
    since: exactly(0),
  };
}

/** Duration of this pull (counted from 0) as recorded, or as the scenario sets it for all pulls. */
function toldPullMs({ input }: World, { spec, script }: PodContainer, pull: number): number | undefined {
  return input.pullsMs?.[spec.name]?.[pull] ?? script.image?.pullMs;
}

/** Undefined if the scenario says how long a pull takes, or nothing. */
function openPull({ input }: World, { spec, script, pulls }: PodContainer): OpenTime | undefined {
  return input.pullsMs?.[spec.name]?.[pulls - 1] === undefined ? script.image?.ranges?.pullMs : undefined;
}

/** The recorded or scripted duration; else, if images are not on the node, any time in the assumed range. A failing pull takes no time. */
function pullTime(world: World, container: PodContainer): { readonly ms: number; readonly span: Span } {
  const toldMs = toldPullMs(world, container, container.pulls - 1);
  const open = openPull(world, container);
  if (open !== undefined) {
    const ms = drawTime(world, container, open);
    return { ms, span: stepOf(ms, open) };
  }
  const range = assumedPullOf(world);
  if (toldMs !== undefined || range === undefined || failsNow(world, container))
    return { ms: toldMs ?? 0, span: exactly(toldMs ?? 0) };
  const bounds = { earliestMs: range.minMs, latestMs: range.maxMs };
  const draw = { kind: "assumed-pull", nowMs: world.queue.nowMs, ...bounds, container: container.spec.name } as const;
  return { ms: world.loops.chance.draw(draw), span: { nominalMs: typicalPullMs(range), ...bounds } };
}

/** What the images that no scenario speaks of take. Undefined if they are on the node. */
function assumedPullOf({ input, loops }: World): PullRange | undefined {
  return loops.ideal ? undefined : input.assumptions.imagePull;
}

/** Half of the pulls take at most this long: the draws of a seed are short more often than long. */
function typicalPullMs({ minMs, maxMs }: PullRange): number {
  return minMs + Math.floor((maxMs - minMs) / 8);
}

/** Its last start failed at the image, so no crash back-off has delayed it since. */
function waitsForPull({ startFailure }: PodContainer): boolean {
  return startFailure?.reason === "ErrImagePull" || startFailure?.reason === "ImagePullBackOff";
}

/** From the last failed pull to the next one. */
function retrySpan(world: World, container: PodContainer): Span {
  const others = world.containers.filter((other) => other !== container);
  const isAlone = world.loops.isQuiet || (others.length === 0 && container.starts === 0);
  const loopsMs = others.map((other) => loopMs(world, other));
  const about = { isAlone, loopMs: Math.max(0, ...loopsMs), restMs: restOfPassMs(world) };
  return pullWaitSpan(world.loops, world.backOffs.image.get(container.image), about);
}

/** The longest back-off that another container can have been in meanwhile: as the jitter has it, one step more than it has now. */
function loopMs({ backOffs }: World, { spec, deadBefore, backoffKey }: PodContainer): number {
  if (spec.kind === "init" || deadBefore === undefined) return 0;
  const { restart } = backOffs;
  const { initialMs } = restart.of(deadBefore.exitCode).policy;
  return 2 * Math.max(initialMs, restart.delayMs(backoffKey, deadBefore));
}

/** Why the image is not on the node now, by the container's own script. Undefined if it is there. */
function absenceOf(world: World, { script, spec, image, pulledMs }: PodContainer): ImageAbsence | undefined {
  const mayBeMissing = assumedPullOf(world) !== undefined && spec.imagePullPolicy !== "Never";
  const last =
    // The scenario speaks of the image in the manifest.
    (image === spec.image ? writtenAbsence(world, script.image) : undefined) ??
    (mayBeMissing ? missingAtFirst : undefined);
  return last !== undefined && pulledMs < last.fromMs ? last : undefined;
}

/** The last absence that has begun. */
function writtenAbsence({ queue, outages }: World, image: ImageBehavior | undefined): ImageAbsence | undefined {
  const all = (image?.absences ?? []).flatMap((absence): readonly ImageAbsence[] => {
    const { dependency } = absence;
    if (dependency === undefined) return [absence];
    return intervalsOf({ kind: "away", dependency }, outages).map((each) => ({ ...each, missingTimes: undefined }));
  });
  const begun = all.filter(({ fromMs }) => fromMs <= queue.nowMs);
  return begun.toSorted((left, right) => left.fromMs - right.fromMs).at(-1);
}

const missingAtFirst: ImageAbsence = { fromMs: 0, missingTimes: 0 };

/** Evaluated when the pull ends: the image may have disappeared meanwhile. */
function failsNow(world: World, container: PodContainer): boolean {
  const absence = absenceOf(world, container);
  if (absence === undefined) return false;
  const { fromMs, missingTimes, untilMs } = absence;
  if (untilMs !== undefined && world.queue.nowMs >= untilMs) return false;
  return missingTimes === undefined || container.failedPullsMs.filter((tMs) => tMs >= fromMs).length < missingTimes;
}

/** When no pull can bring the image that is not there now. */
function absentTimes(world: World, container: PodContainer): readonly Interval[] {
  const { fromMs, missingTimes, untilMs } = absenceOf(world, container) ?? missingAtFirst;
  return untilMs === undefined || missingTimes !== undefined ? [] : [{ fromMs, untilMs }];
}

function sharing(world: World, image: string): readonly PodContainer[] {
  return world.containers.filter((container) => container.image === image);
}

function presentMessage(world: World, { image }: PodContainer): string {
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

function fail(world: World, container: PodContainer, reason: string, message: string, by?: Moment): StartError {
  container.startFailure = { reason, message };
  container.failedBy = by;
  world.pass.lastDone = by ?? world.pass.lastDone;
  emitEvent(world, container, "Warning", "Failed", `Error: ${reason}`);
  return { expiryMs: undefined };
}
