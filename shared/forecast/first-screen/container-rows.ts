import { formatAtLeast, formatBounds, formatSpan } from "../../basics/span-words.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import { formatOpenTime } from "../../scenario/language/format.ts";
import type { Scenario } from "../../scenario/model.ts";
import { slowestStart } from "../../scenario/ranges.ts";
import { scriptOf } from "../../scenario/script.ts";
import { answerToReadyOf } from "../container/limits.ts";
import type { ContainerForecast } from "../pod/model.ts";
import type { ScreenRow } from "./model.ts";

/** What the rows about containers are made of. */
export interface ContainersAsked {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly containers: readonly ContainerForecast[];
}

/** The limits of each container: those of the first regular one in rows of their own, those of every other in one row, where there are any. */
export function containerRows(asked: ContainersAsked): readonly ScreenRow[] {
  const { pod, containers } = asked;
  const main = pod.containers[0];
  const lasting = allContainers(pod).filter(({ kind }) => kind !== "init");
  return lasting
    .toSorted((one, other) => Number(other === main) - Number(one === main))
    .flatMap((container) => {
      const forecast = containers.find(({ name }) => name === container.name);
      if (forecast === undefined) return [];
      const [start, hang] = [startText(asked, container, forecast), hangText(container, forecast)];
      if (container !== main) {
        const text = [start && `start ${start}`, hang && `hang: ${hang}`]
          .filter((part) => part !== undefined)
          .join("; ");
        return text === "" ? [] : [{ label: container.name, text }];
      }
      return [...row("Start", start), ...row("Hang", hang)];
    });
}

function row(label: string, text: string | undefined): readonly ScreenRow[] {
  return text === undefined ? [] : [{ label, text }];
}

/** `up to 55s (startup probe), then ready within 10s`; how long it takes, where the scenario says it. */
function startText(
  { pod, assumptions, scenario }: ContainersAsked,
  container: Container,
  { startupBudget, startupBudgetProbe }: ContainerForecast,
): string | undefined {
  const start = slowestStart(scriptOf(scenario, container).runs);
  const { maxMs: takesMs } = start;
  const lag = answerToReadyOf({ pod, assumptions, container });
  const ready = lag === undefined ? "" : `ready within ${formatBounds(lag).latest}`;
  if (startupBudget === undefined) return ready === "" ? undefined : `no limit; ${ready} of its first answer`;
  const { earliestMs } = startupBudget;
  const limit = formatAtLeast(earliestMs);
  const by = `(${startupBudgetProbe} probe)`;
  const certain = earliestMs < 1000 ? "no time is certain" : `only ${limit} are certain`;
  if (takesMs > earliestMs) return `takes ${formatOpenTime(start)}, but ${certain} ${by}`;
  const takes = takesMs === 0 ? "" : `takes ${formatOpenTime(start)} of `;
  const within = earliestMs < 1000 ? "must be immediate" : `up to ${limit}`;
  return `${takes}${within} ${by}${ready === "" ? "" : `, then ${ready}`}`;
}

/** `killed after 22–32s; without traffic after 11–16s`. */
function hangText({ probes }: Container, { hangToSigterm, unreadyAfter }: ContainerForecast): string | undefined {
  const { liveness, readiness } = probes;
  if (liveness === undefined && readiness === undefined) return undefined;
  const effects = [
    ...(liveness === undefined ? ["never killed (no liveness probe)"] : []),
    ...(hangToSigterm === undefined ? [] : [`killed after ${formatSpan(hangToSigterm)}`]),
    ...(unreadyAfter === undefined ? [] : [`without traffic after ${formatSpan(unreadyAfter)}`]),
  ];
  // A hook that never returns lets no probe run.
  return hangToSigterm === undefined && unreadyAfter === undefined ? undefined : effects.join("; ");
}
