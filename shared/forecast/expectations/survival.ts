import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { Expectation, Scenario, SurvivalCondition } from "../../scenario/model.ts";
import { survivalOf } from "../tolerance/tolerance.ts";
import type { Judgment } from "./judgment.ts";

interface JudgedPod {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
}

/** Tolerance is found in exact time, at the worst moment: it needs no further runs. What was reached is the longest fault that is survived. */
export function judgeSurvival(
  { pod, assumptions, scenario }: JudgedPod,
  expectation: Expectation,
  condition: SurvivalCondition,
): Judgment {
  const asked = allContainers(pod).filter(
    ({ name, kind }) => kind !== "init" && (expectation.container ?? name) === name,
  );
  const failed = asked
    .map((container) => survivalOf({ pod, assumptions, scenario, container }, condition))
    .filter(({ holds }) => !holds);
  const reached = failed.flatMap(({ survivesMs }) => survivesMs ?? []);
  const holds = failed.length === 0;
  return {
    ...{ expectation, text: expectation.text, holds, share: holds ? 1 : 0, runs: 1 },
    ...{ earliestMs: undefined, latestMs: undefined, watchedMs: 0, unseenRuns: 0, undecidedRuns: 0 },
    failed: {
      ...{ runs: holds ? 0 : 1, unseen: failed.length - reached.length },
      least: reached.length === 0 ? undefined : Math.min(...reached),
      most: reached.length === 0 ? undefined : Math.max(...reached),
    },
  };
}
