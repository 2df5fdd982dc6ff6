import type { Condition, ContainerScript, Expectation, ImageBehaviour, Run, Scenario, ScenarioEvent } from "./model.ts";
import { type Mistake, mistakeAt, type Range } from "./problem.ts";
import { shown } from "./reader.ts";
import type { RunsText } from "./runs.ts";
import { defaultScript } from "./script.ts";
import { type ContainerNames, type Directive, type ReadText, readText, unknownContainer } from "./statement.ts";

export type { ContainerNames } from "./statement.ts";

/** What stands behind `cadence:`, or a value of the project file or of `--scenario`. */
export interface ScenarioText {
  readonly text: string;
  /** The container on whose line it stands, or whose key it has in the project file. */
  readonly container: string | undefined;
  readonly source: ScenarioSource;
}

export type ScenarioSource = "comment" | "project" | "argument";

/** Texts that say what lines say, as if they stood on the command line. */
export function textsOfLines(
  lines: readonly { readonly container?: string | undefined; readonly text: string }[],
): readonly ScenarioText[] {
  return lines.map(({ container, text }) => ({ container, text, source: "argument" }));
}

export interface ScenarioProblem extends Mistake {
  /** Which text it is in; `start` and `end` are offsets there. */
  readonly textIndex: number;
}

/** `start` and `end` are where the rule's id stands. */
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

/** Adds up all texts that speak of one pod. Mistakes are problems in the result, and what has none counts. */
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

/** What has been said of the containers, by name, and from where. */
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

/** A comment stands on a line of its container, but a key of the project file may name none. */
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

/** The phase is the pod's, on whichever line it stands. */
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
  const message = `Which container does this? Write its name first: ${shown(example)}.`;
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
  const what = runsCount ? `What happens to the image of ${shown(container)}` : `What ${shown(container)} does`;
  const hint = 'Join both with "," for one run, or with ", then" for one run after the other.';
  report(mistakeAt(range, `${what} has been said already: only the first counts. ${hint}`));
}

/** False: the same source has spoken of this container before. Of two sources the higher counts, whichever came first. */
function add<Value>(said: Said<Value>, container: string, value: Value, source: ScenarioSource): boolean {
  const before = said.get(container);
  if (before?.source === source) return false;
  if (before === undefined || ranks[source] > ranks[before.source]) said.set(container, { value, source });
  return true;
}

/** A container whose image alone is spoken of runs as by default. */
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
