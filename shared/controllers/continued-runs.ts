import { allContainers, type DefaultedPod } from "../kubernetes/pod.ts";
import type { ContainerScript, Run, Scenario } from "../scenario/model.ts";

/** What the containers of earlier pods have used up, by container name. */
export interface UsedRuns {
  /** Attempts to create the container. */
  readonly attempts: Readonly<Record<string, number>>;
  /** Pulls of its image that failed, while none succeeded. */
  readonly failedPulls: Readonly<Record<string, number>>;
}

/** One of the pods of a Job, as a rule of `simulateJob` sees it before the pod is created. */
export interface PodOfJob {
  /** Counts the pods of the Job from 1. */
  readonly number: number;
  readonly index: number | undefined;
  readonly createdMs: number;
  /** By the pods before it: those of the same index where the Job is Indexed, else all. */
  readonly used: UsedRuns;
}

/** What the containers of one pod of a Job do. */
export type PodScenario = (scenario: Scenario, pod: DefaultedPod, place: PodOfJob) => Scenario;

/**
 * The runs of a scenario continue over the pods of a Job, because they mean its tries: `crashes x5, then runs` is five pods that fail and
 * one that runs. Each index of an Indexed Job plays them from the start. Events count from the start of the Job and meet the pods of that time.
 */
export const continueRuns: PodScenario = (scenario, pod, { createdMs, used }) => ({
  ...scenario,
  containers: Object.fromEntries(
    allContainers(pod).flatMap(({ name }) => {
      const script = Object.hasOwn(scenario.containers, name) ? scenario.containers[name] : undefined;
      return script === undefined ? [] : [[name, continued(script, name, used)]];
    }),
  ),
  events: scenario.events
    // A pod that replaces another one at the instant of an event comes after it.
    .filter((event) => createdMs === 0 || event.atMs > createdMs)
    .map((event) => ({ ...event, atMs: event.atMs - createdMs })),
});

function continued({ runs, image }: ContainerScript, name: string, used: UsedRuns): ContainerScript {
  const attempts = used.attempts[name] ?? 0;
  const failedPulls = used.failedPulls[name] ?? 0;
  // A container that was created once has left its image on the node.
  if (image === undefined || attempts > 0) return { runs: runsAfter(runs, attempts), image: undefined };
  const missingTimes = image.missingTimes === undefined ? undefined : Math.max(0, image.missingTimes - failedPulls);
  return { runs, image: { ...image, missingTimes } };
}

function runsAfter(runs: readonly Run[], attempts: number): readonly Run[] {
  const [first, ...rest] = runs;
  if (first === undefined || rest.length === 0 || attempts === 0) return runs;
  if (attempts >= first.times) return runsAfter(rest, attempts - first.times);
  return [{ ...first, times: first.times - attempts }, ...rest];
}
