import type { Judgment } from "../../../../shared/forecast/expectations/judgment.ts";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import type { EditedLine, Setup } from "../../../../shared/protocol/pod/setup.ts";
import { formatScript } from "../../../../shared/scenario/language/format.ts";
import { parseScenario, textsOfLines } from "../../../../shared/scenario/language/parse.ts";
import { type ScenarioLine, scenarioLines } from "../../../../shared/scenario/language/scenario-lines.ts";
import { defaultScript } from "../../../../shared/scenario/script.ts";
import type { Model } from "../model/model.ts";
import type { ScenarioRow } from "../model/placed-row.ts";
import type { PanelRun } from "../run/run.ts";

/** What the scenario says, line by line, as it was edited or as the manifest has it. */
export function linesOf({ run, setup }: Pick<Model, "run" | "setup">): readonly EditedLine[] {
  return setup.lines ?? scenarioLines(run.payload.scenarioTexts, allContainers(run.pod));
}

/** A row for each container in the order of the pod, then events and expectations, and an empty one to write another. */
export function scenarioRows(model: Pick<Model, "run" | "setup">): readonly ScenarioRow[] {
  const { run } = model;
  const lines = linesOf(model);
  const ofContainers = allContainers(run.pod).map((container) => ({
    container: container.name,
    text: lines.find((line) => isRuns(line) && line.container === container.name)?.text ?? "",
    label: container.name,
    placeholder: formatScript(defaultScript(container)),
  }));
  const names = new Set(ofContainers.map(({ container }) => container));
  const others = lines.filter((line) => !isRuns(line) || !names.has(line.container ?? ""));
  const rest = [...others, ...(others.at(-1)?.text === "" ? [] : [{ container: undefined, text: "" }])];
  const ofPod = rest.map(({ container, text }) => ({
    container,
    text,
    label: container ?? "pod",
    placeholder: "expect ready within 90s, at 5m kubelet restarts …",
  }));
  return [...ofContainers, ...ofPod].map((row) => ({ ...row, ...readingOf(row, run) }));
}

/** What became of what a row expects: the same words may stand in the rows of several containers. */
export function judgmentOf(
  { judgments }: Pick<Model, "judgments">,
  { expectation }: ScenarioRow,
): Judgment | undefined {
  if (expectation === undefined) return undefined;
  const { text, container } = expectation;
  return judgments?.find((judged) => judged.text === text && judged.expectation.container === container);
}

/** The setup with another text in one row. Empty rows above it stay, so that it stays where it is. */
export function withRow(model: Pick<Model, "run" | "setup">, index: number, text: string): Setup {
  const rows = scenarioRows(model).map((row, at) => (at === index ? { ...row, text } : row));
  const lines = rows.map((row): EditedLine => ({ container: row.container, text: row.text }));
  return { ...model.setup, lines: lines.filter((line, at) => line.text !== "" || (at <= index && !isRuns(line))) };
}

/** Whether a line says what its container does; the others say what is expected or happens. */
function isRuns({ container, text }: EditedLine): boolean {
  return container !== undefined && !/^\s*(?:(?:expect|at)\b|(?:old|new)\s*:)/.test(text);
}

function readingOf(
  { container, text }: ScenarioLine,
  { pod }: PanelRun,
): Pick<ScenarioRow, "problems" | "expectation"> {
  if (text.trim() === "") return { problems: [], expectation: undefined };
  const { problems, scenario } = parseScenario(textsOfLines([{ container, text }]), allContainers(pod));
  return { problems: problems.map(({ message }) => message), expectation: scenario.expectations[0] };
}
