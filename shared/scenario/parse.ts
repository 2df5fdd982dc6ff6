import type { Condition, ContainerScript, Expectation, ImageBehaviour, Run, Scenario, ScenarioEvent } from "./model.ts";
import { type Mistake, mistakeAt, type Range } from "./problem.ts";
import { shown } from "./reader.ts";
import type { RunsText } from "./runs.ts";
import { defaultScript } from "./script.ts";
import { type ContainerNames, type Directive, type ReadText, readText, unknownContainer } from "./statement.ts";

export type { ContainerNames } from "./statement.ts";

/** The text after `cadence:`, or a value in the project file or of `--scenario`. */
export interface ScenarioText {
  readonly text: string;
  /** The container on its line, or its key in the project file. */
  readonly container: string | undefined;
  readonly source: ScenarioSource;
}

export type ScenarioSource = "comment" | "project" | "argument";

/** The lines as texts, as if they came from the command line. */
export function textsOfLines(
  lines: readonly { readonly container?: string | undefined; readonly text: string }[],
): readonly ScenarioText[] {
  return lines.map(({ container, text }) => ({ container, text, source: "argument" }));
}

export interface ScenarioProblem extends Mistake {
  /** Which text it is in; `start` and `end` are offsets there. */
  readonly textIndex: number;
}

/** `start` and `end` are the place of the rule id. */
export interface IgnoreDirective extends Directive {
  readonly textIndex: number;
}

export interface ParsedScenario {
  readonly scenario: Scenario;
  readonly problems: readonly ScenarioProblem[];
  readonly ignores: readonly IgnoreDirective[];
}

/** The higher wins, for each container. */
export const ranks: Readonly<Record<ScenarioSource, number>> = { project: 0, argument: 1, comment: 2 };

/** Combines all texts about one pod. Mistakes become problems in the result; everything else counts. */
export function parseScenario(texts: readonly ScenarioText[], containers: readonly ContainerNames[]): ParsedScenario {
  const assembly = createAssembly(containers);
  for (const [textIndex, text] of texts.entries()) {
    const read = readText(text.text, containers);
    for (const mistake of read.mistakes) assembly.problems.push({ ...mistake, textIndex });
    addStatement(assembly, read, text, textIndex);
  }
  const { events, expectations, ignores } = assembly;
  const problems = assembly.problems.toSorted(
    (left, right) => left.textIndex - right.textIndex || left.start - right.start,
  );
  return { scenario: { containers: scriptsOf(assembly), events, expectations }, problems, ignores };
}

/** The scripts of the containers, by name, with their source. */
type Said<Value> = Map<string, { readonly value: Value; readonly source: ScenarioSource }>;

interface Assembly {
  readonly containers: readonly ContainerNames[];
  readonly runs: Said<readonly Run[]>;
  readonly images: Said<ImageBehaviour>;
  readonly events: ScenarioEvent[];
  readonly expectations: Expectation[];
  readonly ignores: IgnoreDirective[];
  readonly problems: ScenarioProblem[];
}

function createAssembly(containers: readonly ContainerNames[]): Assembly {
  return { containers, runs: new Map(), images: new Map(), events: [], expectations: [], ignores: [], problems: [] };
}

function addStatement(assembly: Assembly, read: ReadText, text: ScenarioText, textIndex: number): void {
  const { statement } = read;
  const container = read.container ?? text.container;
  const report = (mistake: Mistake) => assembly.problems.push({ ...mistake, textIndex });
  if (statement?.kind === "event") assembly.events.push(statement.event);
  else if (statement?.kind === "ignore")
    assembly.ignores.push(...statement.directives.map((directive) => ({ ...directive, textIndex })));
  else if (statement === undefined || !isKnown(container, assembly.containers, read, report)) return;
  else if (statement.kind === "expect") assembly.expectations.push(expectationOf(statement, container));
  else if (container === undefined) report(namelessRuns(read, assembly.containers));
  else addRuns(assembly, { said: statement.runs, container, source: text.source, report, range: rangeOf(read) });
}

/** A comment is on a line of its container, but a key in the project file may not name one. */
function isKnown(
  container: string | undefined,
  containers: readonly ContainerNames[],
  read: ReadText,
  report: (mistake: Mistake) => void,
): boolean {
  if (container === undefined || containers.some(({ name }) => name === container)) return true;
  report(unknownContainer(container, containers, rangeOf(read)));
  return false;
}

/** The phase belongs to the pod, on whatever line it is. */
function expectationOf(
  { condition, text }: { condition: Condition; text: string },
  container: string | undefined,
): Expectation {
  return { container: condition.kind === "phase" ? undefined : container, condition, text };
}

function namelessRuns(read: ReadText, containers: readonly ContainerNames[]): Mistake {
  const [first = { start: 0, end: 0 }] = read.reader.tokens;
  const labels = containers.map(({ name }) => `${name}:`);
  const example = `${labels[0] ?? "app:"} ${read.reader.text.trim()}`;
  const message = `Add the name of the container, for example ${shown(example)}.`;
  return { ...mistakeAt(first, message, labels), aboutContainer: true };
}

interface SaidOfContainer {
  readonly said: RunsText;
  readonly container: string;
  readonly source: ScenarioSource;
  readonly report: (mistake: Mistake) => void;
  readonly range: Range;
}

function addRuns(assembly: Assembly, { said, container, source, report, range }: SaidOfContainer): void {
  const runsCount = said.runs.length === 0 || add(assembly.runs, container, said.runs, source);
  const imageCounts = said.image === undefined || add(assembly.images, container, said.image, source);
  if (runsCount && imageCounts) return;
  const what = runsCount ? `The image of ${shown(container)}` : `The behavior of ${shown(container)}`;
  const hint = 'Join both with "," for the same run, or with ", then" for the next run.';
  report(mistakeAt(range, `${what} is already described. Only the first text counts. ${hint}`));
}

/** False: the same source has already described this container. Of two sources the higher counts, in any order. */
function add<Value>(said: Said<Value>, container: string, value: Value, source: ScenarioSource): boolean {
  const before = said.get(container);
  if (before?.source === source) return false;
  if (before === undefined || ranks[source] > ranks[before.source]) said.set(container, { value, source });
  return true;
}

/** A container with only an image clause runs as by default. */
function scriptsOf({ containers, runs, images }: Assembly): Readonly<Record<string, ContainerScript>> {
  const spoken = containers.filter(({ name }) => runs.has(name) || images.has(name));
  return Object.fromEntries(
    spoken.map(({ name, kind }) => [
      name,
      { runs: runs.get(name)?.value ?? defaultScript(kind).runs, image: images.get(name)?.value },
    ]),
  );
}

function rangeOf({ reader: { tokens } }: ReadText): Range {
  return { start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 };
}
