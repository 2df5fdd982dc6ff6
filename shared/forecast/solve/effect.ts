import type { Span } from "../../basics/span.ts";
import { formatSpan } from "../../basics/span-words.ts";
import { isEmptyScenario, runOf, scriptOf } from "../../scenario/script.ts";
import { firstReady } from "../answer/runs.ts";
import { stopForecast } from "../container/stops.ts";
import { forecastPod } from "../pod/pod.ts";
import { defaultHorizonMs } from "../pod/restarts.ts";
import type { Trial } from "./solve-trial.ts";

/** A time that a change moves, in words. */
export interface MovedTime {
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

/** What a change moves: of times that follow from each other the first one. */
export function effectsBetween(now: Trial, then: Trial): readonly MovedTime[] {
  return chains.flatMap((chain) => {
    const moved = chain.flatMap(({ what, span }) => {
      const [from, to] = [textOf(span(now)), textOf(span(then))];
      return from === to ? [] : [{ what, from, to }];
    });
    return moved.slice(0, 1);
  });
}

interface Time {
  readonly what: string;
  readonly span: (trial: Trial) => Span | undefined;
}

/** What each question of the hover is called there. */
const chains: readonly (readonly Time[])[] = [
  [{ what: "End of startup budget", span: ({ forecast }) => forecast.startupBudget }],
  [
    { what: "Hang to SIGTERM", span: ({ forecast }) => forecast.hangToSigterm },
    { what: "Hang to container exit", span: ({ forecast }) => forecast.hangToDead },
    { what: "Hang to back in service", span: ({ forecast }) => forecast.hangToReady },
  ],
  [{ what: "Hang to no traffic", span: ({ forecast }) => forecast.unreadyAfter }],
  [{ what: "Pod ready", span: podReady }],
  [{ what: "Deletion to SIGKILL", span: deletionToKill }],
];

/** A hover compares two times, and cannot wait for a hundred runs of each. */
const readyRuns = 5;

function podReady({ question, pod }: Trial): Span | undefined {
  const { assumptions, scenario } = question;
  if (isEmptyScenario(scenario)) return forecastPod(pod, assumptions, scenario).timeToReady;
  return firstReady({ pod, assumptions, scenario, horizonMs: defaultHorizonMs }, readyRuns);
}

function textOf(span: Span | undefined): string {
  return span === undefined ? "never" : formatSpan(span);
}

/** A container that ends in time gets none; of one that does not listen to SIGTERM the grace period is all that there is. */
function deletionToKill({ question, pod, container }: Trial): Span | undefined {
  const run = { ...runOf(scriptOf(question.scenario, container), 0), stop: { kind: "ignores" } } as const;
  return stopForecast(pod, question.assumptions, { container, run }, "deletion")?.sigkill;
}
