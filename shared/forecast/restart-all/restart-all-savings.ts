import { jobDelayMs } from "../../controllers/job/job-backoff.ts";
import type { Timeline } from "../../simulation/timeline/timeline.ts";
import { firstReady } from "../runs/occurrences.ts";
import type { RestartAllStory } from "./restart-all-story.ts";

/** What a new pod costs that a restart in place does not. Nothing in a manifest says how long these take. */
interface NewPodCosts {
  /** From the deletion to a kubelet that sees the new pod: controller and scheduler. */
  readonly schedulingMs: number;
  /** The images, on a node that may not have them. */
  readonly pullMs: number;
  /** From the first start to Ready, init containers included. */
  readonly initMs: number;
}

/** How long the pod is out of service, counted from the exit that asked for the restart. */
interface RestartAllSavings {
  /** How long the restart in place takes in the run. */
  readonly inPlaceMs: number;
  readonly recreatedMs: number;
  /** The next pod of a Job, whose controller waits before it creates one. */
  readonly nextTryMs: number;
  readonly jobDelayMs: number;
  readonly costs: NewPodCosts;
}

const schedulingMs = 10_000;
const pullMs = 20_000;

/** What is assumed until somebody says otherwise: a first start takes as long as it did in this run. */
export function defaultCosts({ entries }: Pick<Timeline, "entries">): NewPodCosts {
  const started = entries.find(({ kind }) => kind === "container-started");
  const ready = firstReady({ entries });
  return { schedulingMs, pullMs, initMs: started && ready ? Math.max(0, ready.tMs - started.tMs) : 0 };
}

/** Undefined if the run ends before the pod is ready again. `nth` counts the pod's restarts of all containers from 1. */
export function savingsOf(
  { trigger, killed, downMs }: Pick<RestartAllStory, "trigger" | "killed" | "downMs">,
  costs: NewPodCosts,
  nth: number,
): RestartAllSavings | undefined {
  if (trigger === undefined || downMs === undefined) return undefined;
  const lastEndMs = Math.max(trigger.exit.tMs, ...killed.flatMap(({ exit }) => exit?.tMs ?? []));
  const newPodMs = costs.schedulingMs + costs.pullMs + costs.initMs;
  const stopMs = lastEndMs - trigger.exit.tMs;
  const delayMs = jobDelayMs(nth);
  return {
    inPlaceMs: downMs,
    recreatedMs: stopMs + newPodMs,
    nextTryMs: stopMs + delayMs + newPodMs,
    jobDelayMs: delayMs,
    costs,
  };
}
