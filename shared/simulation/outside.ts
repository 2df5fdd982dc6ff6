import type { ScenarioEvent } from "../scenario/model.ts";
import { relistAfter } from "./loops.ts";
import { touchWorkers } from "./probes.ts";
import { emitEvent } from "./record.ts";
import type { Moment } from "./recorder.ts";
import { requestPass } from "./schedule.ts";
import { exactly } from "./span.ts";
import type { World } from "./world.ts";

/** What comes from outside the node: a deletion, the end of the pod's deadline. */
export function scheduleEvents(world: World): void {
  for (const event of world.input.scenario.events) world.queue.schedule(event.atMs, () => happen(world, event));
  const deadlineSeconds = world.pod.activeDeadlineSeconds;
  if (deadlineSeconds !== undefined) world.queue.schedule(deadlineSeconds * 1000, () => passDeadline(world));
}

function happen(world: World, event: ScenarioEvent): void {
  if (world.stage === "finished") return;
  if (event.kind === "pod-deleted") deletePod(world, event.graceMs);
  else {
    const what = event.kind === "kubelet-restart" ? "a kubelet restart" : "a node reboot";
    world.recorder.add(world.queue.nowMs, {
      kind: "note",
      cause: undefined,
      since: exactly(0),
      data: { text: `${what} is not simulated yet` },
    });
  }
}

/** The API server gives at least one second. */
const shortestGraceMs = 1000;

function deletePod(world: World, graceMs: number | undefined): void {
  if (world.deleted !== undefined) return;
  const grace = Math.max(shortestGraceMs, graceMs ?? world.pod.terminationGracePeriodSeconds * 1000);
  const moment = world.recorder.add(world.queue.nowMs, {
    kind: "pod-deleted",
    cause: undefined,
    since: exactly(0),
    data: { graceMs: grace },
  });
  world.deleted = { moment, graceMs: grace };
  for (const cell of world.cells) touchWorkers(world, cell);
  requestPass(world, moment);
}

/** The sync loop looks at the deadline once a second. Models pkg/kubelet/active_deadline.go (v1.36). */
function passDeadline(world: World): void {
  const cause = world.recorder.add(world.queue.nowMs, {
    kind: "note",
    cause: undefined,
    since: exactly(0),
    data: { text: "activeDeadlineSeconds is over" },
    path: ["activeDeadlineSeconds"],
  });
  world.queue.schedule(relistAfter(world.loops, world.queue.nowMs), () => seeDeadline(world, cause));
}

function seeDeadline(world: World, cause: Moment): void {
  if (world.stage !== "syncing") return;
  world.deadlinePassed = true;
  emitEvent(
    world,
    undefined,
    "Normal",
    "DeadlineExceeded",
    "Pod was active on the node longer than the specified deadline",
  );
  requestPass(world, cause);
}
