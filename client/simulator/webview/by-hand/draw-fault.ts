import { containerOf } from "../../../../shared/drawing/lanes/arrange.ts";
import type { Lane } from "../../../../shared/drawing/lanes/model.ts";
import type { TimeRange } from "../../../../shared/forecast/node-load/range-sum.ts";
import type { Handlers, Model } from "../model/model.ts";
import { effectOf, type FaultEvent, withFault } from "./faults.ts";
import { snappedTo, snapStepMs } from "./snap.ts";

/** Who draws over a container has it hang for that time. Rows of the pod have no container: there it stays a range. */
export function drawFault(model: Model, lane: Lane, { fromMs, toMs }: TimeRange, on: Handlers): void {
  const container = lane.id.startsWith("second-") ? undefined : containerOf(lane);
  const stepMs = snapStepMs(model);
  const [atMs, endMs] = [snappedTo(stepMs, fromMs), snappedTo(stepMs, toMs)];
  if (container === undefined || endMs <= atMs) return;
  const event: FaultEvent = { kind: "container-fault", atMs, container, fault: { kind: "hang", forMs: endMs - atMs } };
  on.setRange(undefined);
  on.inject(withFault(model, event), (run) => effectOf(run, event));
}
