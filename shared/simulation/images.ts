import { emitEvent, type Reason, record } from "./record.ts";
import type { StartError } from "./starting.ts";
import type { Wait } from "./tasks.ts";
import type { Cell, World } from "./world.ts";

/**
 * Gets the image onto the node. Containers that share an image share its back-off. An image without a script is there already.
 * Models pkg/kubelet/images/image_manager.go EnsureImageExists (v1.36).
 */
export function* pullImage(world: World, cell: Cell, reason: Reason): Generator<Wait, Reason | StartError> {
  const { image } = cell.script;
  const name = cell.spec.image;
  if (image === undefined || cell.imagePresent) {
    emitEvent(world, cell, "Normal", "Pulled", `Container image "${name}" already present on machine`);
    return reason;
  }
  if (world.imageBackoff.isInBackOffSinceUpdate(name, world.queue.nowMs)) {
    emitEvent(world, cell, "Normal", "BackOff", `Back-off pulling image "${name}"`);
    return fail(world, cell, "ImagePullBackOff", `Back-off pulling image "${name}"`);
  }
  emitEvent(world, cell, "Normal", "Pulling", `Pulling image "${name}"`);
  const pulling = record(world, cell, undefined, { kind: "image-pulling", ...reason });
  if (image.pullMs > 0) yield { untilMs: world.queue.nowMs + image.pullMs };
  const since = { nominalMs: image.pullMs, earliestMs: image.pullMs, latestMs: image.pullMs };
  if (image.missingTimes === undefined || cell.pulls < image.missingTimes) {
    cell.pulls += 1;
    record(world, cell, undefined, { kind: "image-pull-failed", cause: pulling, since });
    world.imageBackoff.next(name, world.queue.nowMs, world.queue.nowMs);
    emitEvent(world, cell, "Warning", "Failed", `Failed to pull image "${name}": not found`);
    return fail(world, cell, "ErrImagePull", "image not found");
  }
  for (const other of world.cells) if (other.spec.image === name) other.imagePresent = true;
  world.imageBackoff.gc(world.queue.nowMs);
  emitEvent(world, cell, "Normal", "Pulled", `Successfully pulled image "${name}"`);
  return {
    cause: record(world, cell, undefined, { kind: "image-pulled", cause: pulling, since }),
    since: { nominalMs: 0, earliestMs: 0, latestMs: 0 },
  };
}

function fail(world: World, cell: Cell, reason: string, message: string): StartError {
  cell.startFailure = { reason, message };
  emitEvent(world, cell, "Warning", "Failed", `Error: ${reason}`);
  return { expiryMs: undefined };
}
