import type { OffsetRange } from "../../basics/offset-range.ts";
import type {
  Condition,
  ContainerScript,
  Expectation,
  ImageBehavior,
  RevisionName,
  RolloutEvent,
  RolloutExpectation,
  RolloutScenario,
  Run,
  Scenario,
  ScenarioEvent,
} from "../model.ts";
import { type Mistake, mistakeAt } from "../reading/problem.ts";
import { shown } from "../reading/reader.ts";
import { defaultScript } from "../script.ts";
import { formatEvent } from "./format.ts";
import { isOfRollout } from "./forms.ts";
import { containerMessage, dependenciesOf, dependencyMistakes, type SaidNeed } from "./needs.ts";
import type { RunsText } from "./runs.ts";
import {
  type ContainerNames,
  type Directive,
  type ReadText,
  readText,
  type Statement,
  unknownContainer,
} from "./statement.ts";

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
interface IgnoreDirective extends Directive {
  readonly textIndex: number;
}

/** Of two sources that describe one container, the one that does not count. */
interface OverriddenText {
  readonly container: string;
  readonly textIndex: number;
  /** The text that counts. */
  readonly byIndex: number;
}

export interface ParsedScenario {
  readonly scenario: Scenario;
  readonly problems: readonly ScenarioProblem[];
  readonly overridden: readonly OverriddenText[];
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
  const { events, expectations, ignores, overridden } = assembly;
  for (const mistake of dependencyMistakes(assembly.needs, events, containers)) assembly.problems.push(mistake);
  const problems = assembly.problems.toSorted(
    (left, right) => left.textIndex - right.textIndex || left.start - right.start,
  );
  const rollout = rolloutOf(assembly);
  const scenario = { containers: scriptsOf(assembly), events, expectations, ...(rollout && { rollout }) };
  return { scenario, problems, overridden, ignores };
}

function rolloutOf({
  containers,
  revisions,
  rolloutEvents,
  rolloutExpectations,
}: Assembly): RolloutScenario | undefined {
  const isSaid = [revisions.old.runs, revisions.old.images, revisions.new.runs, revisions.new.images].some(
    ({ size }) => size > 0,
  );
  if (!isSaid && rolloutEvents.length === 0 && rolloutExpectations.length === 0) return undefined;
  return {
    old: scriptsOf({ containers, ...revisions.old }),
    new: scriptsOf({ containers, ...revisions.new }),
    events: rolloutEvents,
    expectations: rolloutExpectations,
  };
}

/** The scripts of the containers, by name, with their source. */
type Said<Value> = Map<string, SaidOnce<Value>>;

interface SaidOnce<Value> {
  readonly value: Value;
  readonly source: ScenarioSource;
  readonly textIndex: number;
}

interface SaidScripts {
  readonly runs: Said<readonly Run[]>;
  readonly images: Said<ImageBehavior>;
}

interface Assembly extends SaidScripts {
  readonly containers: readonly ContainerNames[];
  /** What is said of the containers of one revision. */
  readonly revisions: Readonly<Record<RevisionName, SaidScripts>>;
  readonly events: ScenarioEvent[];
  readonly rolloutEvents: RolloutEvent[];
  readonly expectations: Expectation[];
  readonly rolloutExpectations: RolloutExpectation[];
  readonly ignores: IgnoreDirective[];
  readonly problems: ScenarioProblem[];
  readonly overridden: OverriddenText[];
  /** Which dependencies the texts speak of. */
  readonly needs: SaidNeed[];
}

function createAssembly(containers: readonly ContainerNames[]): Assembly {
  const scripts = (): SaidScripts => ({ runs: new Map(), images: new Map() });
  const revisions = { old: scripts(), new: scripts() };
  const events = { events: [], rolloutEvents: [], expectations: [], rolloutExpectations: [] };
  return { containers, ...scripts(), revisions, ...events, ignores: [], problems: [], overridden: [], needs: [] };
}

function addStatement(assembly: Assembly, read: ReadText, text: ScenarioText, textIndex: number): void {
  const { statement } = read;
  const container = read.container ?? text.container;
  const report = (mistake: Mistake) => assembly.problems.push({ ...mistake, textIndex });
  if (statement !== undefined)
    for (const dependency of dependenciesOf(statement))
      assembly.needs.push({ dependency, textIndex, ...rangeOf(read) });
  if (statement?.kind === "event") addEvent(assembly, statement.event, read, report);
  else if (statement?.kind === "fault")
    addFault(assembly, statement, container ?? onlyOf(assembly.containers), read, report);
  else if (statement?.kind === "ignore")
    assembly.ignores.push(...statement.directives.map((directive) => ({ ...directive, textIndex })));
  else if (statement === undefined || !isKnown(container, assembly.containers, read, report)) return;
  else if (statement.kind === "expect") addExpectation(assembly, statement, container);
  else if (container === undefined) report(namelessRuns(read, assembly.containers));
  else {
    const scripts = statement.revision === undefined ? assembly : assembly.revisions[statement.revision];
    const { source } = text;
    const { overridden } = assembly;
    addRuns(scripts, { said: statement.runs, container, source, textIndex, report, overridden, range: rangeOf(read) });
  }
}

/** More outages than anybody plans; each of them meets each phase of a run. */
const outagesMax = 50;

function addEvent(
  { containers, events, rolloutEvents }: Assembly,
  event: ScenarioEvent | RolloutEvent,
  read: ReadText,
  report: (mistake: Mistake) => void,
): void {
  const outages = event.kind === "outage" ? events.filter(({ kind }) => kind === "outage").length : 0;
  if (outages >= outagesMax)
    report(mistakeAt(rangeOf(read), `A scenario can have ${outagesMax} outages. This one does not count.`));
  else if (event.kind === "outage" && containers.some(({ name }) => name === event.dependency))
    report(mistakeAt(rangeOf(read), containerMessage(event.dependency)));
  else if (isOfRollout(event)) rolloutEvents.push(event);
  else events.push(event);
}

/** Where there is one container only, nobody needs to name it. */
function onlyOf(containers: readonly ContainerNames[]): string | undefined {
  return containers.length === 1 ? containers[0]?.name : undefined;
}

function addFault(
  assembly: Assembly,
  { atMs, fault, container: named }: Statement & { readonly kind: "fault" },
  besides: string | undefined,
  read: ReadText,
  report: (mistake: Mistake) => void,
): void {
  const container = named ?? besides;
  if (container !== undefined && !isKnown(container, assembly.containers, read, report)) return;
  if (container !== undefined) assembly.events.push({ kind: "container-fault", atMs, container, fault });
  else report(namelessFault(read, assembly.containers, { kind: "container-fault", atMs, container: "", fault }));
}

function namelessFault(read: ReadText, containers: readonly ContainerNames[], event: ScenarioEvent): Mistake {
  const [first = { start: 0, end: 0 }] = read.reader.tokens;
  const names = containers.map(({ name }) => name);
  const main = containers.find(({ kind }) => kind === "regular")?.name ?? names[0] ?? "app";
  const named = event.kind === "container-fault" ? { ...event, container: main } : event;
  const message = `Add the name of the container, for example ${shown(formatEvent(named))}.`;
  return { ...mistakeAt(first, message, names), aboutContainer: true };
}

/** A rollout belongs to the workload, on whatever line it is. */
function addExpectation(
  assembly: Assembly,
  { condition, text }: Statement & { readonly kind: "expect" },
  container: string | undefined,
): void {
  if (isOfRollout(condition)) assembly.rolloutExpectations.push({ condition, text });
  else assembly.expectations.push(expectationOf({ condition, text }, container));
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
  const revision = read.revision === undefined ? "" : `${read.revision}: `;
  const said = read.reader.text.slice(read.reader.tokens[read.begin]?.start ?? 0).trim();
  const example = `${labels[0] ?? "app:"} ${revision}${said}`;
  const message = `Add the name of the container, for example ${shown(example)}.`;
  return { ...mistakeAt(first, message, labels), aboutContainer: true };
}

interface SaidOfContainer {
  readonly said: RunsText;
  readonly container: string;
  readonly source: ScenarioSource;
  readonly textIndex: number;
  readonly report: (mistake: Mistake) => void;
  readonly overridden: OverriddenText[];
  readonly range: OffsetRange;
}

function addRuns(scripts: SaidScripts, about: SaidOfContainer): void {
  const { said, container, report, range } = about;
  const runsCount = said.runs.length === 0 || add(scripts.runs, said.runs, about);
  const imageCounts = said.image === undefined || add(scripts.images, said.image, about);
  if (runsCount && imageCounts) return;
  const what = runsCount ? `The image of ${shown(container)}` : `The behavior of ${shown(container)}`;
  const hint = 'Join both with "," for the same run, or with ", then" for the next run.';
  report(mistakeAt(range, `${what} is already described. Only the first text counts. ${hint}`));
}

/** False: the same source has already described this container. Of two sources the higher counts, in any order. */
function add<Value>(
  said: Said<Value>,
  value: Value,
  { container, source, textIndex, overridden }: SaidOfContainer,
): boolean {
  const before = said.get(container);
  if (before?.source === source) return false;
  const counts = before === undefined || ranks[source] > ranks[before.source];
  if (counts) said.set(container, { value, source, textIndex });
  if (before === undefined) return true;
  const [lower, higher] = counts ? [before.textIndex, textIndex] : [textIndex, before.textIndex];
  if (!overridden.some((each) => each.container === container && each.textIndex === lower))
    overridden.push({ container, textIndex: lower, byIndex: higher });
  return true;
}

/** A container with only an image clause runs as by default. */
function scriptsOf({
  containers,
  runs,
  images,
}: SaidScripts & Pick<Assembly, "containers">): Readonly<Record<string, ContainerScript>> {
  const spoken = containers.filter(({ name }) => runs.has(name) || images.has(name));
  return Object.fromEntries(
    spoken.map((container) => {
      const { name } = container;
      const read = runs.get(name)?.value ?? defaultScript(container).runs;
      return [name, { runs: read, image: images.get(name)?.value }];
    }),
  );
}

function rangeOf({ reader: { tokens } }: ReadText): OffsetRange {
  return { start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 };
}
