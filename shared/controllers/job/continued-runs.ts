import { allContainers, type DefaultedPod } from "../../kubernetes/pod.ts";
import type {
  ContainerScript,
  ImageAbsence,
  ImageBehavior,
  Run,
  Scenario,
  ScenarioEvent,
} from "../../scenario/model.ts";
import { endOfEvent, shiftedRun } from "../../scenario/shifted.ts";

/** What the containers of earlier pods have used up, by container name. */
export interface UsedRuns {
  /** Attempts to create the container. */
  readonly attempts: Readonly<Record<string, number>>;
  /** Pulls of its image that failed, while none succeeded. */
  readonly failedPulls: Readonly<Record<string, number>>;
}

/** One of the pods of a Job, as a rule of `simulateJob` sees it before the pod is created. */
interface PodOfJob {
  /** Counts the pods of the Job from 1. */
  readonly number: number;
  readonly index: number | undefined;
  readonly createdMs: number;
  /** Runs that the pods before it used: those of the same index in an Indexed Job, else all. */
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
      return script === undefined ? [] : [[name, continued(script, name, used, createdMs)]];
    }),
  ),
  events: scenario.events.flatMap((event) => eventLater(event, createdMs)),
});

/** A pod that replaces another one at the instant of an event comes after it, but an outage that began before goes on. */
function eventLater(event: ScenarioEvent, createdMs: number): readonly ScenarioEvent[] {
  if (createdMs === 0 || event.atMs > createdMs) return [{ ...event, atMs: event.atMs - createdMs }];
  if (event.kind !== "outage" || endOfEvent(event) <= createdMs) return [];
  const { ranges: _open, ...outage } = event;
  const forMs = Math.max(0, event.atMs + event.forMs - createdMs);
  return [{ ...outage, atMs: 0, forMs }];
}

function continued(script: ContainerScript, name: string, used: UsedRuns, createdMs: number): ContainerScript {
  const attempts = used.attempts[name] ?? 0;
  const pulls = { wasThere: attempts > 0, failed: used.failedPulls[name] ?? 0 };
  const runs = runsAfter(script.runs, attempts).map((run) => shiftedRun(run, createdMs));
  return { runs, image: script.image && imageAfter(script.image, pulls, createdMs) };
}

interface UsedPulls {
  /** A container was created. */
  readonly wasThere: boolean;
  readonly failed: number;
}

/** Absences count from the start of the Job, as events do. A container that was created once has left its image on the node, from where it may go later. */
function imageAfter(
  image: ImageBehavior,
  { wasThere, failed }: UsedPulls,
  createdMs: number,
): ImageBehavior | undefined {
  const begun = image.absences.filter(({ fromMs }) => fromMs <= createdMs);
  const failedBefore = begun.slice(0, -1).reduce((sum, { missingTimes = 0 }) => sum + missingTimes, 0);
  const rest = begun.slice(-1).flatMap(({ fromMs, missingTimes, untilMs, dependency }): readonly ImageAbsence[] => {
    const until = untilMs === undefined ? {} : { untilMs: untilMs - createdMs };
    if (dependency !== undefined) return [{ fromMs: 0, missingTimes, dependency }];
    if (untilMs !== undefined && untilMs <= createdMs) return [];
    const left =
      missingTimes === undefined ? undefined : Math.max(0, missingTimes - Math.max(0, failed - failedBefore));
    return wasThere && (fromMs === 0 || left === 0) ? [] : [{ fromMs: 0, missingTimes: left, ...until }];
  });
  const later = image.absences
    .slice(begun.length)
    .map((absence) => ({ ...absence, fromMs: absence.fromMs - createdMs }))
    .map(({ untilMs, ...absence }) => (untilMs === undefined ? absence : { ...absence, untilMs: untilMs - createdMs }));
  const absences = [...rest, ...later];
  return absences.length === 0 ? undefined : { ...image, absences };
}

function runsAfter(runs: readonly Run[], attempts: number): readonly Run[] {
  const [first, ...rest] = runs;
  if (first === undefined || rest.length === 0 || attempts === 0) return runs;
  if (attempts >= first.times) return runsAfter(rest, attempts - first.times);
  return [{ ...first, times: first.times - attempts }, ...rest];
}
