import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { completeScenario } from "../../../shared/scenario/language/complete.ts";
import { exampleAfter, wordAt } from "../../../shared/scenario/language/insert.ts";
import type { ContainerNames } from "../../../shared/scenario/language/parse.ts";
import { commentAt } from "../../manifest/documents/typing.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import { link } from "../../markdown/markdown.ts";
import { type RuleId, ruleIds } from "../../rule-ids/ids.ts";
import { findingsOf } from "../../rules/findings.ts";
import { docsOf, rules } from "../../rules/index.ts";

import { documentationOf } from "../completion/resolved-item.ts";
import type { Context } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";
import { analyzed } from "../core/subjects.ts";

/** A text in the scenario language that stands in a document. */
interface PlacedScenario {
  readonly placed: PlacedDocument;
  /** Of the text in the document, and of the cursor in the text. */
  readonly start: number;
  readonly text: string;
  readonly offset: number;
}

/** What could be written in a `# cadence:` comment, or the beginning of one. */
export function completeComment(context: Context, placed: PlacedDocument, offset: number): readonly CompletionItem[] {
  const { document } = placed;
  const comment = commentAt(document, offset);
  if (comment === undefined || document.pods.length === 0) return [];
  const written = document.text.slice(comment.start, offset);
  const word = /^#[ \t]*(\w*)$/.exec(written)?.[1];
  if (word !== undefined && "cadence".startsWith(word) && !comment.text.startsWith("cadence:"))
    return [opening(context, placed, { start: comment.start, end: offset })];
  const begin = /^#[ \t]*cadence:/.exec(written)?.[0].length;
  if (begin === undefined) return [];
  const start = comment.start + begin;
  return completeText(context, {
    placed,
    start,
    text: document.text.slice(start, Math.max(offset, comment.end)),
    offset: offset - start,
  });
}

/** The words that could stand at the cursor of a scenario, and the ids of rules behind `ignore`. */
export function completeText(context: Context, scenario: PlacedScenario): CompletionItem[] {
  const { text, offset } = scenario;
  const before = text.slice(0, offset);
  if (/^\s*ignore\s+(?:[\w-]+\s*,\s*)*[\w-]*$/.test(before)) return ruleItems(context, scenario);
  const offers = completeScenario(text, offset, containersOf(context, scenario));
  return offers.map(({ label, detail }, index) => wordItem(context, scenario, { label, detail, index }));
}

const goesOn: ReadonlySet<string> = new Set(["expect", "ignore", "phase", "restarts", ", then"]);

interface Word {
  readonly label: string;
  readonly detail: string;
  readonly index: number;
}

function wordItem(context: Context, scenario: PlacedScenario, { label, detail, index }: Word): CompletionItem {
  const { placed, start, text, offset } = scenario;
  const rest = text.slice(offset).replace(/^[^\s,:"]*/, "");
  const example = rest.trim() === "" ? exampleAfter(label) : undefined;
  const isSnippet = example !== undefined && context.client.snippets;
  const again = goesOn.has(label) && rest.trim() === "";
  const bare = label.endsWith(":") && rest.startsWith(":") ? label.slice(0, -1) : label;
  // Behind the colon of `# cadence:`.
  const word = offset === 0 && placed.document.text[start - 1] === ":" ? ` ${bare}` : bare;
  const newText = isSnippet ? `${word} \${1:${example}}` : again ? `${word} ` : word;
  return {
    label,
    detail,
    kind: CompletionItemKind.Keyword,
    sortText: String(index).padStart(4, "0"),
    textEdit: { range: wordRange(context, scenario, label.startsWith(",")), newText },
    ...(isSnippet && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(again && context.client.commandLinks && { command: askAgain }),
  };
}

const askAgain = { title: "Suggest", command: "editor.action.triggerSuggest" };

function wordRange(context: Context, { placed, start, text, offset }: PlacedScenario, isComma: boolean) {
  const word = wordAt(text, offset, isComma);
  return rangeInFile(context, placed, { start: start + word.start, end: start + word.end });
}

/** Rules that speak of this object come first: they are those that somebody wants to be quiet. */
function ruleItems(context: Context, scenario: PlacedScenario): CompletionItem[] {
  const findings = ofObjectAt(findingsOf(analyzed(context, scenario.placed)), scenario);
  // The comment itself is not finished.
  const found = new Set<RuleId>(findings.map(({ rule }) => rule).filter((rule) => rules[rule].origin !== "scenario"));
  const range = wordRange(context, scenario, false);
  const sorted = [...ruleIds.filter((id) => found.has(id)), ...ruleIds.filter((id) => !found.has(id))];
  return sorted.map((id, index) => ({
    label: id,
    kind: CompletionItemKind.Value,
    detail: rules[id].title,
    sortText: String(index).padStart(4, "0"),
    textEdit: { range, newText: id },
    documentation: documentationOf(link("Rule documentation", docsOf(id))),
  }));
}

/** Those of the object in which the comment stands. */
function ofObjectAt<T extends { readonly item: number | undefined }>(
  all: readonly T[],
  { placed: { document }, start }: Pick<PlacedScenario, "placed" | "start">,
): readonly T[] {
  // An item that is read by itself has nothing else in it.
  if (document.listItem !== undefined) return all;
  const items = [...new Set(all.map(({ item }) => item))];
  const own = items.find((item) => item !== undefined && isWithin(rangeOf(document, ["items", item], "value"), start));
  return all.filter(({ item }) => item === own);
}

function isWithin({ start, end }: OffsetRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

function containersOf(context: Context, scenario: PlacedScenario): readonly ContainerNames[] {
  const pods = analyzed(context, scenario.placed).pods.map(({ located: { item }, pod }) => ({ item, pod }));
  return ofObjectAt(pods, scenario).flatMap(({ pod }) => (pod === undefined ? [] : allContainers(pod)));
}

function opening(context: Context, placed: PlacedDocument, range: { start: number; end: number }): CompletionItem {
  return {
    label: "# cadence:",
    filterText: "# cadence:",
    detail: "scenario, expectation, or rule to ignore",
    kind: CompletionItemKind.Keyword,
    textEdit: { range: rangeInFile(context, placed, range), newText: "# cadence: " },
    ...(context.client.commandLinks && { command: askAgain }),
  };
}
