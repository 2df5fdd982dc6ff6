import { once } from "../../basics/once.ts";
import type { JobSpec } from "../../controllers/job/model.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import { answerHook } from "../../probe/answer.ts";
import type { Run, Scenario } from "../../scenario/model.ts";
import { hasOwnScript, isEmptyScenario, runOf, scriptOf } from "../../scenario/script.ts";
import { answerPod } from "../answer/answer.ts";
import type { Answer } from "../answer/model.ts";
import type { AnswerInput } from "../answer/runs.ts";
import { hangForecastOf, hangToSigtermOf, startupBudgetOf, unreadyAfterOf } from "../container/limits.ts";
import { type PodQuestion, sharedAmongAlike } from "../container/shared-answers.ts";
import { hasOutages, outageCosts } from "../outage/outage-costs.ts";
import { createFollower } from "../outage/played.ts";
import { withoutLiveness, withoutOtherMains } from "../runs/experiments.ts";
import { tolerancesOf } from "../tolerance/tolerance.ts";
import type { ContainerForecast, PodForecast } from "./model.ts";
import { defaultHorizonMs, restartForecast, tellStory, timeToReady } from "./restarts.ts";

/** How far a pod is played for an answer, and how often. */
export interface PlayedExtent {
  /** Default: `defaultHorizonMs`. */
  readonly horizonMs?: number | undefined;
  /** Number of runs; default: 100. */
  readonly runs?: number | undefined;
  /** Of the first run; default: 1. */
  readonly seed?: number | undefined;
}

/** What an answer depends on beside pod, node and scenario. */
interface ForecastOptions extends PlayedExtent {
  /** The Job that creates the pod: where a scenario says what its pods do, the answer is about the Job with all of them. */
  readonly job?: JobSpec | undefined;
}

/** The answers for a pod on a node. Each is computed when it is first asked for, and only once. */
export function forecastPod(
  pod: DefaultedPod,
  assumptions: Assumptions,
  scenario: Scenario,
  { horizonMs = defaultHorizonMs, runs, seed, job }: ForecastOptions = {},
): PodForecast {
  const input: AnswerInput = { pod, assumptions, scenario, horizonMs, runs, seed, job };
  const story = once(() => tellStory(input));
  const isPlain = isEmptyScenario(scenario);
  const ready = once(() =>
    isPlain && horizonMs === defaultHorizonMs ? readyOf({ pod, assumptions }) : answer().bounds.firstReady,
  );
  const follower = hasOutages(input) ? createFollower(pod) : undefined;
  const answer = once(() => answerPod(input, follower?.follow));
  const outages = once(() => {
    if (follower === undefined) return [];
    answer();
    return outageCosts(input, follower.played());
  });
  const containers = allContainers(pod).map((container) =>
    forecastContainer({ pod, assumptions, scenario, container, answer }),
  );
  return {
    containers,
    get timeToReady() {
      return ready();
    },
    get outages() {
      return outages();
    },
    get timeline() {
      return story();
    },
    get answer() {
      return answer();
    },
  };
}

const readyOf = sharedAmongAlike((about: PodQuestion) => about, timeToReady);

/** When the pod would be ready if the readiness of no other container counted, and nothing failed. */
export const readyWith = sharedAmongAlike((about: About) => withoutOtherMains(withoutLiveness(about)), timeToReady);

function hangsInPostStart({ postStart }: Container, run: Run): boolean {
  return postStart !== undefined && answerHook(run, "postStart", postStart, 0).tookMs === Number.POSITIVE_INFINITY;
}

interface About {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly container: Container;
}

interface Parts {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly container: Container;
  readonly answer: () => Answer;
}

function forecastContainer({ pod, assumptions, scenario, container, answer }: Parts): ContainerForecast {
  const hasStory = hasOwnScript(scenario, container) || scenario.events.length > 0;
  const script = scriptOf(scenario, container);
  const run = runOf(script, 0);
  // What nothing probes has no limits.
  const isProbed = script.runs.some((each) => !hangsInPostStart(container, each));
  const restarts = once(() => restartForecast(pod, assumptions, { container, hasStory, answer }));
  const budget = once(() => (isProbed ? startupBudgetOf({ pod, assumptions, container }) : undefined));
  const sigterm = once(() => (isProbed ? hangToSigtermOf({ pod, assumptions, container, run }) : undefined));
  const hang = once(() => (isProbed ? hangForecastOf({ pod, assumptions, container, run }) : undefined));
  const unready = once(() => (isProbed ? unreadyAfterOf({ pod, assumptions, container }) : undefined));
  const tolerances = once(() => (isProbed ? tolerancesOf({ pod, assumptions, scenario, container }) : []));
  return {
    name: container.name,
    kind: container.kind,
    path: container.path,
    isProbed,
    get restarts() {
      return restarts();
    },
    get startupBudget() {
      return budget()?.span;
    },
    get startupBudgetProbe() {
      return budget()?.probe;
    },
    get hangToSigterm() {
      return sigterm();
    },
    get hangToDead() {
      return hang()?.toDead;
    },
    get hangToReady() {
      return hang()?.toReady;
    },
    get unreadyAfter() {
      return unready();
    },
    get tolerances() {
      return tolerances();
    },
  };
}
