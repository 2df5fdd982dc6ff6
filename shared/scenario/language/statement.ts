import { nearest } from "../../basics/nearest.ts";
import type { OffsetRange } from "../../basics/offset-range.ts";
import type { ContainerKind } from "../../kubernetes/pod.ts";
import type { Condition, Fault, RevisionName, RolloutCondition, RolloutEvent, ScenarioEvent } from "../model.ts";
import type { Token } from "../reading/lexer.ts";
import { type Form, form, readForm } from "../reading/pattern.ts";
import { type ExpectedPart, isComma, type Mistake, mistakeAt, mistakeOf } from "../reading/problem.ts";
import { createReader, type Reader, shown, want } from "../reading/reader.ts";
import { reservedWords } from "../reading/reserved-words.ts";
import { example, type Wanted, word } from "../reading/wanted.ts";
import { conditionForms, eventForms, faultForms, outageForms } from "./forms.ts";
import { type ReportMistake, type RunsText, readRuns } from "./runs.ts";

export interface ContainerNames {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly command?: readonly string[];
}

/** What one text says. */
export type Statement =
  | { readonly kind: "runs"; readonly runs: RunsText; readonly revision: RevisionName | undefined }
  | { readonly kind: "event"; readonly event: ScenarioEvent | RolloutEvent }
  /** `container`: as the event names it; undefined if it does not. */
  | { readonly kind: "fault"; readonly atMs: number; readonly fault: Fault; readonly container: string | undefined }
  | { readonly kind: "expect"; readonly condition: Condition | RolloutCondition; readonly text: string }
  | { readonly kind: "ignore"; readonly directives: readonly Directive[] };

export interface Directive extends OffsetRange {
  readonly rule: string;
  readonly reason: string | undefined;
}

export interface ReadText {
  /** Undefined if nothing in the text counts. */
  readonly statement: Statement | undefined;
  /** The container that the text names, if it names one of the pod. */
  readonly container: string | undefined;
  /** The revision that the text names. */
  readonly revision: RevisionName | undefined;
  /** Index of the token that the statement begins with, after the names. */
  readonly begin: number;
  readonly mistakes: readonly Mistake[];
  readonly reader: Reader;
}

/** At most this many mistakes are reported for a text. */
const mistakesMax = 20;

const kindNames: Readonly<Record<ContainerKind, string>> = {
  regular: "container",
  init: "init container",
  sidecar: "sidecar",
};
const momentForms: readonly Form<number>[] = [form("{at}", "when it happens", ({ at }) => at)];
const ruleForms: readonly Form<string>[] = [form("{rule}", "a rule", ({ rule }) => rule)];
const noteMark = "—";
const separators = [noteMark, "--", "-", ":"].map((label) => word(label, "before the reason"));

/** Reads one text: what follows `cadence:` in a comment, or a value in the project file. Never throws. */
export function readText(text: string, containers: readonly ContainerNames[]): ReadText {
  const reader = createReader(text, reservedWords);
  const mistakes: Mistake[] = [];
  const report: ReportMistake = (mistake) => {
    if (mistakes.length < mistakesMax) mistakes.push(typeof mistake === "function" ? mistake() : mistake);
  };
  const first = readRevision(reader, containers);
  const named = readName(reader, containers);
  if (first === undefined) want(reader, reader.index, revisions.map(revisionOffer));
  const revised = first ?? readRevision(reader, containers);
  const begin = reader.index;
  const before = { revision: revised?.revision, isNamed: named.token !== undefined };
  const statement = readStatement(reader, before, containers, report);
  const { token, container } = named;
  const read = { statement, container, revision: before.revision, begin, mistakes, reader };
  if (revised !== undefined && statement !== undefined && statement.kind !== "runs")
    report(mistakeAt(revised.token, `A revision is not allowed here. Remove ${shown(`${revised.token.text}:`)}.`));
  if (token === undefined) return read;
  if (statement?.kind === "event" || statement?.kind === "ignore") {
    report(mistakeAt(token, `A container name is not allowed here. Remove ${shown(`${token.text}:`)}.`));
    return read;
  }
  if (container === undefined) report(unknownContainer(token.text, containers, token));
  return { ...read, statement: container === undefined ? undefined : statement };
}

interface Before {
  readonly revision: RevisionName | undefined;
  readonly isNamed: boolean;
}

function readStatement(
  reader: Reader,
  { revision, isNamed }: Before,
  containers: readonly ContainerNames[],
  report: ReportMistake,
): Statement | undefined {
  const isBare = revision === undefined;
  if (reader.tokens[reader.index]?.lower !== "ignore") reader.tokens = withoutNote(reader.tokens);
  if (readOpening(reader, "expect", "what you expect", isBare)) return readExpectation(reader, report);
  if (readOpening(reader, "at", "an event of the pod or its node", isBare && !isNamed))
    return readEvent(reader, containers, report);
  if (readOpening(reader, "ignore", "a rule to suppress here", isBare && !isNamed)) return readIgnore(reader, report);
  if (isBare && !isNamed && saysOutage(reader)) return readOutage(reader, report);
  const runs = readRuns(reader, report);
  return runs.runs.length > 0 || runs.image ? { kind: "runs", runs, revision } : undefined;
}

/** `database is away …`, without `at`. */
function saysOutage({ tokens, index }: Reader): boolean {
  const [name, is, away] = tokens.slice(index, index + 3).map(({ lower }) => lower);
  return name !== undefined && is === "is" && (away === "away" || away === "down");
}

function readOutage(reader: Reader, report: ReportMistake): Statement | undefined {
  const place: ExpectedPart = { index: reader.index, noun: "event" };
  const event = readForm(reader, outageForms);
  return isWhole(event, reader, report, place) ? { kind: "event", event } : undefined;
}

/** Without what people add after a dash: `starts in 14s–26s — 212 starts, 31 pods`. A dash between two times was meant for a range. */
function withoutNote(tokens: readonly Token[]): readonly Token[] {
  const isTime = (token: Token | undefined): boolean =>
    token !== undefined && /^\d+(?:\.\d+)?[a-z]+$/.test(token.lower);
  const dash = tokens.findIndex(
    (token, index) =>
      token.kind === "mark" && token.text === noteMark && !(isTime(tokens[index - 1]) && isTime(tokens[index + 1])),
  );
  return dash < 0 ? tokens : tokens.slice(0, dash);
}

const revisions: readonly { readonly revision: RevisionName; readonly detail: string }[] = [
  { revision: "new", detail: "pods of the new revision, during a rollout" },
  { revision: "old", detail: "pods of the old revision, during a rollout" },
];

/** Reads `new:`, before or after the name of a container. A container that is called so comes first. */
function readRevision(
  reader: Reader,
  containers: readonly ContainerNames[],
): { readonly revision: RevisionName; readonly token: Token } | undefined {
  const { index } = reader;
  const [token, colon, next, second] = reader.tokens.slice(index, index + 4);
  const isColon = colon?.kind === "mark" && colon.text === ":";
  const isName = (named: Token | undefined): boolean => containers.some(({ name }) => name === named?.text);
  const isContainer = index === 0 && isName(token) && !(isName(next) && second?.text === ":");
  const found = revisions.find(({ revision }) => token?.kind === "word" && revision === token.lower);
  if (token === undefined || found === undefined || !isColon || isContainer) return undefined;
  reader.index = index + 2;
  return { revision: found.revision, token };
}

function revisionOffer({ revision, detail }: (typeof revisions)[number]): Wanted {
  return { ...example(`${revision}:`, detail, nameInWords), isLast: true };
}

const nameInWords = 'the name of a container and ":"';

/** The first word of a statement. One that takes no name is parsed after a name, but not offered there. */
function readOpening(reader: Reader, opening: string, detail: string, isOffered: boolean): boolean {
  if (isOffered) want(reader, reader.index, [{ ...word(opening, detail), isLast: true }]);
  const token = reader.tokens[reader.index];
  const isHere = token?.kind === "word" && token.lower === opening;
  if (isHere) reader.index += 1;
  return isHere;
}

interface Named {
  readonly token: Token | undefined;
  /** Undefined if the pod has no such container. */
  readonly container: string | undefined;
}

/** Reads `app:`. Any word with a colon at the beginning is a name. */
function readName(reader: Reader, containers: readonly ContainerNames[]): Named {
  const { index } = reader;
  want(reader, index, containers.map(nameOffer));
  const [token, colon] = reader.tokens.slice(index, index + 2);
  const isColon = colon?.kind === "mark" && colon.text === ":";
  const container = containers.find(({ name }) => name === token?.text)?.name;
  // `web needs database` is what people say, also where nobody knows yet what containers there are.
  const isNamed = container !== undefined || (containers.length === 0 && token?.lower !== "needs");
  if (!isColon && token?.kind === "word" && isNamed && colon?.lower === "needs") {
    reader.index = index + 1;
    return { token, container };
  }
  const isName = token?.kind === "word" && isColon;
  if (!isName) return { token: undefined, container: undefined };
  reader.index = index + 2;
  return { token, container };
}

function nameOffer({ name, kind }: ContainerNames): Wanted {
  return { ...example(`${name}:`, kindNames[kind], nameInWords), isLast: true };
}

export function unknownContainer(name: string, containers: readonly ContainerNames[], range: OffsetRange): Mistake {
  const names = containers.map((container) => container.name);
  const meant = nearest(name, names);
  const hint =
    meant === undefined ? ` It has ${names.map(shown).join(", ") || "none"}.` : ` Did you mean ${shown(meant)}?`;
  const message = `The pod has no container ${shown(name)}.${hint}`;
  return { ...mistakeAt(range, message, names, meant), aboutContainer: true };
}

function readExpectation(reader: Reader, report: ReportMistake): Statement | undefined {
  const start = reader.tokens[reader.index - 1]?.start ?? 0;
  const place: ExpectedPart = { index: reader.index, noun: "condition" };
  const condition = readForm(reader, conditionForms);
  const end = reader.tokens[reader.index - 1]?.end;
  if (!isWhole(condition, reader, report, place)) return undefined;
  return { kind: "expect", condition, text: reader.text.slice(start, end).split(/\s+/).join(" ") };
}

function readEvent(
  reader: Reader,
  containers: readonly ContainerNames[],
  report: ReportMistake,
): Statement | undefined {
  const atMs = readForm(reader, momentForms);
  if (atMs === undefined) {
    report(mistakeOf(reader));
    return undefined;
  }
  const { token, container } = readName(reader, containers);
  if (token !== undefined && container === undefined) report(unknownContainer(token.text, containers, token));
  const place: ExpectedPart = { index: reader.index, noun: "event" };
  // What has a name before it is about a container.
  const event = token === undefined ? readForm(reader, eventForms) : undefined;
  if (event !== undefined)
    return isWhole(event, reader, report, place) ? { kind: "event", event: event(atMs) } : undefined;
  const fault = readForm(reader, faultForms);
  if (!isWhole(fault, reader, report, place) || (token !== undefined && container === undefined)) return undefined;
  return { kind: "fault", atMs, fault, container };
}

/** Reports what is wrong with a statement, or with what follows it. */
function isWhole<Result>(
  result: Result | undefined,
  reader: Reader,
  report: ReportMistake,
  place: ExpectedPart,
): result is Result {
  const next = reader.tokens[reader.index];
  if (result !== undefined) want(reader, reader.index, []);
  if (result !== undefined && next === undefined) return true;
  if (result !== undefined && isComma(next) && next) {
    report(mistakeAt(next, "A comment can have only one of these. Move the next one to its own comment."));
    return true;
  }
  report(mistakeOf(reader, place));
  return false;
}

/** `ignore some-rule, other-rule — reason`: the reason applies to all of them. */
function readIgnore(reader: Reader, report: ReportMistake): Statement | undefined {
  const rules: Omit<Directive, "reason">[] = [];
  for (;;) {
    const rule = readForm(reader, ruleForms);
    const token = reader.tokens[reader.index - 1];
    if (rule === undefined || token === undefined) {
      report(mistakeOf(reader));
      return rules.length === 0 ? undefined : ignoring(rules, undefined);
    }
    rules.push({ rule, start: token.start, end: token.end });
    want(reader, reader.index, [word(",", "before another rule"), ...separators]);
    if (!isComma(reader.tokens[reader.index])) return ignoring(rules, readReason(reader, report));
    reader.index += 1;
  }
}

function ignoring(rules: readonly Omit<Directive, "reason">[], reason: string | undefined): Statement {
  return { kind: "ignore", directives: rules.map((rule) => ({ ...rule, reason })) };
}

function readReason(reader: Reader, report: ReportMistake): string | undefined {
  const separator = reader.tokens[reader.index];
  if (separator === undefined) return undefined;
  const labels = separators.map(({ label }) => label);
  const isSeparator = labels.includes(separator.text);
  if (!isSeparator) report(mistakeAt(separator, 'Add "—" or "-" between the rule and the reason.', labels));
  const reason = reader.text.slice(isSeparator ? separator.end : separator.start).trim();
  if (reason === "") report(mistakeAt(separator, `Add the reason after ${shown(separator.text)}.`));
  return reason === "" ? undefined : reason;
}
