import { counted } from "../../basics/counted.ts";
import { formatAtLeast, formatBounds, formatSpan } from "../../basics/span-words.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import { formatOpenTime } from "../../scenario/language/format-time.ts";
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
  const limits = allContainers(pod)
    .filter(({ kind }) => kind !== "init")
    .flatMap((container) => {
      const forecast = containers.find(({ name }) => name === container.name);
      if (forecast === undefined) return [];
      return [{ container, start: startText(asked, container, forecast), hang: hangText(container, forecast) }];
    });
  const own = limits.filter(({ container }) => container === main);
  const others = limits.filter(({ container }) => container !== main);
  return [
    ...own.flatMap(({ start, hang }) => [...row("Start", start), ...row("Hang", hang)]),
    ...fewRows(others.map(({ container: { name }, start, hang }) => ({ name, text: limitsText(start, hang) }))),
  ];
}

function limitsText(start: string | undefined, hang: string | undefined): string {
  return [start && `start ${start}`, hang && `hang: ${hang}`].filter((part) => part !== undefined).join("; ");
}

/** Of a pod with many containers there is room for a few rows. */
const othersMax = 5;

/** Those that have the same limits are in one row: `worker-b and 6 others`. */
function fewRows(others: readonly { readonly name: string; readonly text: string }[]): readonly ScreenRow[] {
  const byText = new Map<string, readonly string[]>();
  for (const { name, text } of others) if (text !== "") byText.set(text, [...(byText.get(text) ?? []), name]);
  const rows = [...byText].map(([text, names]) => {
    const more = names.length === 1 ? "" : ` and ${counted(names.length - 1, "other")}`;
    return { label: `${names[0] ?? ""}${more}`, text, of: names.length };
  });
  const left = rows.slice(othersMax).reduce((sum, { of }) => sum + of, 0);
  const more = left === 0 ? [] : [{ label: "Others", text: `${counted(left, "container")} more: --details probes` }];
  return [...rows.slice(0, othersMax).map(({ label, text }) => ({ label, text })), ...more];
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
