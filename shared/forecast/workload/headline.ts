import { formatAtLeast } from "../../basics/span-words.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { RolloutForecast, WorkloadForecast } from "./model.ts";
import { servingPods } from "./traffic.ts";
import { waiterFigure } from "./waiter-words.ts";
import { rolloutSummary } from "./words.ts";

/** What a rollout comes to, at a glance. `disrupts`: it completes, and nothing serves for a while; `varies`: it completes in some runs. */
export type RolloutOutlook = "completes" | "disrupts" | "late" | "varies" | "stuck" | "none";

/** A number of the head: what it is of, and the number. Both plain text. */
export interface RolloutFigure {
  readonly what: string;
  readonly text: string;
}

/** `late`: reported as failed before it completes. */
export function rolloutOutlook({ rollout }: Pick<WorkloadForecast, "rollout">): RolloutOutlook {
  if (rollout === undefined) return "none";
  if (rollout.completes === undefined) return rollout.completesIn === undefined ? "stuck" : "varies";
  if (rollout.deadlineExceeded !== undefined) return "late";
  const { availableAtLeast, usableAtLeast = 0 } = rollout;
  return availableAtLeast === 0 && usableAtLeast === 0 ? "disrupts" : "completes";
}

/** The four numbers that people look for first. */
export function rolloutFigures(
  workload: PlayableWorkload,
  { pods, rollout }: Pick<WorkloadForecast, "pods" | "rollout">,
): readonly RolloutFigure[] {
  if (rollout === undefined) return [];
  const waited = waiterFigure(workload, rollout);
  return [
    { what: "Rollout", text: rolloutFigure(rollout) },
    servingFigure(workload, pods, rollout),
    ...(workload.spec.kind === "Deployment"
      ? [{ what: "Deadline", text: deadlineText(workload.spec.progressDeadlineSeconds, rollout) }]
      : []),
    ...(waited === undefined ? [] : [waited]),
  ];
}

function servingFigure(workload: PlayableWorkload, pods: number, rollout: RolloutForecast): RolloutFigure {
  const { endpointsAtLeast, usableAtLeast, availableAtLeast } = rollout;
  if (usableAtLeast === undefined) return { what: "Available", text: `≥ ${availableAtLeast} of ${pods}` };
  const ready = endpointsAtLeast === usableAtLeast ? "" : ` (${endpointsAtLeast} ready)`;
  return { what: "Serving", text: `≥ ${usableAtLeast} of ${servingPods(workload, pods)}${ready}` };
}

function rolloutFigure(rollout: RolloutForecast): string {
  const { completes, completesIn, runs } = rollout;
  if (completes !== undefined || completesIn === undefined) return rolloutSummary(rollout);
  return `completes in ${completesIn.runs} of ${runs} runs`;
}

function deadlineText(seconds: number | undefined, rollout: RolloutForecast): string {
  const { deadlineExceeded, quietMs, runs, completesIn } = rollout;
  if (seconds === undefined) return "none";
  if (deadlineExceeded !== undefined)
    return deadlineExceeded.runs === runs ? "exceeded" : `exceeded in ${deadlineExceeded.runs} of ${runs} runs`;
  if (completesIn === undefined) return "never exceeded";
  const spareMs = seconds * 1000 - quietMs;
  return spareMs < 0 ? "may be exceeded" : `${formatAtLeast(spareMs)} to spare`;
}
