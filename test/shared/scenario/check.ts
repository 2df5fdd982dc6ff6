import { expect } from "vitest";
import { formatEvent, formatScript } from "../../../shared/scenario/language/format.ts";
import {
  type ContainerNames,
  type ParsedScenario,
  parseScenario,
  type ScenarioProblem,
  type ScenarioSource,
  type ScenarioText,
} from "../../../shared/scenario/language/parse.ts";
import type { ContainerScript, Scenario } from "../../../shared/scenario/model.ts";

export const pod: readonly ContainerNames[] = [
  { name: "db", kind: "init" },
  { name: "log", kind: "sidecar" },
  { name: "app", kind: "regular" },
];

/** A comment on a line of `app`, unless said otherwise. */
export function comment(text: string, container: string | undefined = "app"): ScenarioText {
  return { text, container, source: "comment" };
}

/** A text of another source, which names its container itself. */
export function from(source: ScenarioSource, text: string): ScenarioText {
  return { text, container: undefined, source };
}

export function parse(...texts: readonly ScenarioText[]): ParsedScenario {
  return parseScenario(texts, pod);
}

/** Everything that the texts say, one canonical line each, and the messages of what is wrong. */
export function summary(...texts: readonly ScenarioText[]): readonly string[] {
  const { scenario, problems } = parse(...texts);
  return [
    ...Object.entries(scenario.containers).map(([name, script]) => `${name}: ${formatScript(script)}`),
    ...scenario.expectations.map(({ container, text }) => `${container ?? "pod"}: ${text}`),
    ...scenario.events.map((event) => JSON.stringify(event)),
    ...rolloutSummary(scenario),
    ...problems.map(({ textIndex, message }) => `problem in ${textIndex}: ${message}`),
  ];
}

function rolloutSummary({ rollout }: Scenario): readonly string[] {
  if (rollout === undefined) return [];
  return [
    ...(["new", "old"] as const).flatMap((revision) =>
      Object.entries(rollout[revision]).map(([name, script]) => `${revision}: ${name}: ${formatScript(script)}`),
    ),
    ...rollout.expectations.map(({ text }) => `rollout: ${text}`),
    ...rollout.events.map(formatEvent),
  ];
}

/** What `app` does; fails when anything is wrong with the text. */
export function scriptOfText(text: string): ContainerScript | undefined {
  const { scenario, problems } = parse(comment(text));
  expect(problems, text).toEqual([]);
  return scenario.containers["app"];
}

/**
 * Compares a block of texts and what is wrong with them: under each text one line per mistake, with carets under the wrong word and
 * the message behind them. What can stand in the place of a clause is written `CLAUSES`, as it is long and told once.
 */
export function checkMistakes(block: string): void {
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  const written = lines.map((line) => line.slice(margin));
  const texts = written.filter((line) => !/^ *\^/.test(line));
  const actual = texts.flatMap((text) => [text, ...parse(comment(text)).problems.map(underlined)]);
  expect(actual.join("\n")).toBe(written.join("\n"));
}

function underlined({ start, end, message }: ScenarioProblem): string {
  const carets = "^".repeat(Math.max(1, end - start));
  return `${" ".repeat(start)}${carets} ${message.replace(/("runs", "completes"|"starts in", "fails").* or "[a-z ]+"/, "CLAUSES")}`;
}
