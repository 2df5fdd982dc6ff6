import { counted } from "../../shared/basics/counted.ts";
import { collapsible, heading, joined, list, literal, paragraphs, type RichText, table } from "../markdown/markdown.ts";
import { worstOfChange } from "./compare.ts";
import type { Diff, DiffChange, PlacedFinding } from "./model.ts";
import { positionsIn } from "./positions.ts";
import { changeName, changeWords, placeWords, rowName } from "./words.ts";

/** What GitHub takes as one comment is 65,536 characters; what follows it here is short. */
const charactersMax = 64_000;
/** Limits of one object's section. */
const rowsMax = 40;
const findingsMax = 25;
const notesMax = 20;
/** The most letters of a name or a message. */
const lettersMax = 300;

interface DiffMarkdownOptions {
  readonly title: string;
  readonly summary: string;
  /** A comment on GitHub or GitLab names the files and folds the findings away; an editor's page is about one file and shows all. */
  readonly shownAs: "comment" | "page";
  /** What else is to be known, such as charts that can't be rendered. */
  readonly notes?: readonly string[];
}

/** A comparison as one comment or page. What is worse comes first, what does not fit is counted. */
export function diffMarkdown(diff: Diff, { title, summary, shownAs, notes = [] }: DiffMarkdownOptions): string {
  const order = ["refused", "worse", "changed", "better", "none"];
  const changes = diff.changes.toSorted(
    (left, right) => order.indexOf(worstOfChange(left)) - order.indexOf(worstOfChange(right)),
  );
  const top = [heading(shownAs === "page" ? 1 : 2, title), literal(summary), list(notes.slice(0, notesMax).map(short))];
  const blocks: string[] = [paragraphs(top).markdown];
  let length = blocks.join().length;
  let shown = 0;
  for (const change of changes) {
    const { markdown } = changeBlock(change, shownAs);
    if (length + markdown.length > charactersMax) break;
    blocks.push(markdown);
    length += markdown.length + 2;
    shown += 1;
  }
  const left = changes.length - shown;
  if (left > 0) blocks.push(literal(`${counted(left, "more change", "do")} not fit here.`).markdown);
  return `${blocks.join("\n\n")}\n`;
}

function changeBlock(change: DiffChange, shownAs: DiffMarkdownOptions["shownAs"]): RichText {
  const { path, base, head, refused, replaces, rows, sources } = change;
  const isExplicit = base !== head;
  const told = [
    ...(isExplicit && base !== undefined ? [`Before: ${base}`] : []),
    ...(isExplicit && head !== undefined ? [`After: ${head}`] : []),
    ...(replaces === undefined ? [] : [`Applied: ${replaces}`]),
  ];
  const shownRows = rows
    .slice(0, rowsMax)
    .map((row) => [row.is, rowName(row), row.base?.text ?? "–", row.head?.text ?? "–"].map(short));
  return paragraphs([
    heading(shownAs === "page" ? 2 : 3, `${short(changeName(change))}: ${changeWords(change)}`),
    literal(shownAs === "page" ? "" : short(path)),
    list([...refusedLines(refused), ...placeWords(sources).map(short), ...told.map(short)]),
    table({ head: ["", "What", "Before", "After"], rows: shownRows }, {}),
    moreOf(rows.length - rowsMax, "row"),
    findingsBlock(change, shownAs),
  ]);
}

/** The API server's own words can be long, and the field that changes stands after them. */
const refusalLettersMax = 800;
const refusalsMax = 10;

function refusedLines({ reasons, instead }: DiffChange["refused"]): readonly string[] {
  const lines = reasons.slice(0, refusalsMax).map(({ message }) => `refused: ${message.slice(0, refusalLettersMax)}`);
  return [...lines, ...(instead === undefined ? [] : [`Instead: ${instead}`])];
}

function findingsBlock({ toUpdate, added, gone }: DiffChange, shownAs: DiffMarkdownOptions["shownAs"]): RichText {
  if (toUpdate.length + added.length + gone.length === 0) return literal("");
  const all = [
    ...toUpdate.map((each) => findingLine("update", each)),
    ...added.map((each) => findingLine("new", each)),
    ...gone.map((each) => findingLine("gone", each)),
  ];
  const counts = [
    ...(toUpdate.length > 0 ? [`${counted(toUpdate.length, "expectation")} to update`] : []),
    ...(added.length > 0 ? [`${added.length} new`] : []),
    ...(gone.length > 0 ? [`${gone.length} gone`] : []),
  ];
  const lines = joined([list(all.slice(0, findingsMax)), moreOf(all.length - findingsMax, "finding")], "\n\n");
  const title = `Findings: ${counts.join(", ")}`;
  return shownAs === "page" ? joined([literal(title), lines], "\n\n") : collapsible(title, lines);
}

function findingLine(word: "update" | "new" | "gone", placed: PlacedFinding): string {
  const { severity, message, rule } = placed.finding;
  return short(`${word}: ${severity} ${findingPlace(placed)}: ${message} (${rule})`);
}

function findingPlace({ finding, file, startOffset, source }: PlacedFinding): string {
  if (source === undefined) return `in line ${positionsIn(file)(startOffset + finding.start).line + 1}`;
  return `in ${source.path}${source.certain ? `:${source.line + 1}` : ""}`;
}

function moreOf(count: number, noun: string): RichText {
  return literal(count > 0 ? `${counted(count, `more ${noun}`)}.` : "");
}

function short(text: string): string {
  return text.length <= lettersMax ? text : `${text.slice(0, lettersMax - 1)}…`;
}
