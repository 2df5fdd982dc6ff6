import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { commentAt, type TypingPlace, typingAt } from "../../manifest/documents/typing.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { holdsNothing, lineEndOf, lineStartOf } from "../../manifest/text/text.ts";
import { textAt } from "../../manifest/text/values.ts";
import { askAgain } from "../completion/completion-items.ts";
import { othersComplete } from "../completion/other-completion.ts";
import type { Context, Feature } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";
import { isJson } from "../core/read-manifest.ts";
import { jsonMembers, type Skeleton, skeletons, withoutStops } from "./skeletons.ts";

/** What a manifest can begin with: whole objects, and the words behind `apiVersion:` and `kind:`. */
export const manifestStart: Feature = {
  name: "manifest start",
  worksInJson: true,
  completions(context, placed, offset) {
    if (context.settings.ignored || isOfOthers(context.document.uri)) return [];
    if (commentAt(placed.document, offset) !== undefined) return [];
    const blank = blankPlace(context.document.getText().slice(placed.startOffset), offset);
    if (blank !== undefined) return itemsOf(context, placed, wholeObjects(context, blank));
    const typing = typingAt(placed.document, offset);
    return typing === undefined ? [] : itemsOf(context, placed, offersAt(context, placed, typing, offset));
  },
};

/** Files that hold no object of Kubernetes, by their name: everything that other programs keep in hidden files and folders, too. */
function isOfOthers(uri: string): boolean {
  const [folder = "", name = ""] = uri.split("/").slice(-2);
  if (folder.startsWith(".") || name.startsWith(".")) return true;
  return /^(?:kustomization|Chart|values|compose|docker-compose|package|package-lock|tsconfig)[.-]/.test(name);
}

/** What is written for an item, as a snippet. */
interface Offer {
  readonly label: string;
  readonly detail: string;
  readonly range: OffsetRange;
  readonly snippet: string;
  /** Of what is typed, if not of the label. */
  readonly filter?: string;
  /** Goes before the line of the cursor. */
  readonly above?: { readonly offset: number; readonly text: string };
  /** The editor asks what can follow. */
  readonly again?: boolean;
}

function itemsOf(context: Context, placed: PlacedDocument, offers: readonly Offer[]): readonly CompletionItem[] {
  const { snippets, commandLinks } = context.client;
  return offers.map(({ label, detail, range, snippet, filter, above, again }, index) => ({
    label,
    detail,
    kind: again ? CompletionItemKind.Property : CompletionItemKind.Snippet,
    sortText: String(index).padStart(4, "0"),
    ...(filter !== undefined && { filterText: filter }),
    textEdit: { range: rangeInFile(context, placed, range), newText: snippets ? snippet : withoutStops(snippet) },
    ...(snippets && snippet.includes("$") && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(above !== undefined && {
      additionalTextEdits: [
        { range: rangeInFile(context, placed, { start: above.offset, end: above.offset }), newText: above.text },
      ],
    }),
    ...(again && commandLinks && { command: askAgain }),
  }));
}

/** The word at the cursor where a document holds nothing else. In JSON the braces may be there. */
interface BlankPlace {
  readonly range: OffsetRange;
  /** With which the word begins. */
  readonly quote: string;
  /** Braces stand around the place. */
  readonly inBraces: boolean;
  readonly onLineOfBrace: boolean;
}

const wordBefore = /(?<!["\w./-])["\w./-]*$/;

/** `text`: from the start of the document to the end of the file, because behind the last separator there may be no document yet. */
function blankPlace(text: string, offset: number): BlankPlace | undefined {
  const start = offset - (wordBefore.exec(text.slice(lineStartOf(text, offset), offset))?.[0].length ?? 0);
  const end = offset + (/^["\w./-]*/.exec(text.slice(offset, lineEndOf(text, offset)))?.[0].length ?? 0);
  const next = text.indexOf("\n---", Math.max(0, end - 1));
  const before = text.slice(text.slice(0, start).lastIndexOf("\n---") + 1, start);
  const after = text.slice(end, next === -1 ? text.length : Math.max(end, next));
  const inBraces = /^\s*\{\s*$/.test(before) && /^\s*\}\s*$/.test(after);
  const isBlank = inBraces || (holdsNothing(before) && holdsNothing(after) && /^[^"]*$/.test(text.slice(start, end)));
  const lineStart = lineStartOf(text, start);
  // Only a comment or the separator stands before the line, or nothing.
  if (!isBlank || text[start] === "-" || (!inBraces && text.slice(lineStart, start).trim() !== "")) return undefined;
  const onLineOfBrace = text.slice(lineStart, start).includes("{");
  // Blanks before the word would be those of each line.
  const range = { start: inBraces ? start : Math.max(lineStart, text.startsWith("\uFEFF") ? 1 : 0), end };
  return { range, quote: text[start] === '"' ? '"' : "", inBraces, onLineOfBrace };
}

function wholeObjects(context: Context, { range, quote, inBraces, onLineOfBrace }: BlankPlace): readonly Offer[] {
  const json = isJson(context.document);
  if (inBraces && !json) return [];
  const objects = skeletons.map((skeleton): Offer => {
    const { kind, detail } = skeleton;
    const text = json ? membersOf(skeleton) : yamlOf(skeleton);
    const snippet = inBraces ? braced(text, onLineOfBrace) : json ? object(text) : text;
    return { label: kind, detail, range, snippet, filter: quote + kind };
  });
  return json || othersComplete(context, emptyText, "kubernetes") ? objects : [...objects, ...firstKeys(range)];
}

const emptyText = { text: "" };

function firstKeys(range: OffsetRange): readonly Offer[] {
  return ["apiVersion", "kind"].map((key) => ({ label: key, detail: "", range, snippet: `${key}: $0`, again: true }));
}

function yamlOf({ apiVersion, kind, fields }: Skeleton): string {
  return `apiVersion: ${apiVersion}\nkind: ${kind}\n${fields}\n`;
}

function membersOf({ apiVersion, kind, fields }: Skeleton): string {
  return `"apiVersion": "${apiVersion}",\n"kind": "${kind}",\n${jsonMembers(fields)}`;
}

function object(members: string): string {
  return `{${lineOf(members)}\n}\n`;
}

/** The editor indents lines as the one of the cursor. */
function braced(members: string, onLineOfBrace: boolean): string {
  return onLineOfBrace ? `${lineOf(members)}\n` : members;
}

function lineOf(members: string): string {
  return members.replace(/^/gm, "\n  ").replaceAll("\n\n", "\n");
}

/** Where the first fields of an object are written. */
function offersAt(context: Context, placed: PlacedDocument, typing: TypingPlace, offset: number): readonly Offer[] {
  const { path, what, document, word } = typing;
  const { root } = document;
  // A list that is read item by item offers what it offers as a whole.
  if (root?.type !== "map" || placed.document.listItem !== undefined) return [];
  const isBegun = root.entries.every(({ key }) => key === "apiVersion" || key === "kind" || key === word);
  const json = isJson(context.document);
  const { text } = placed.document;
  const isQuoted = !json && /["']/.test(text[typing.replaced.start - 1] ?? "");
  const header: Header = {
    apiVersion: textAt(root, "apiVersion") ?? "",
    hasApiVersion: root.entries.some(({ key }) => key === "apiVersion"),
    kind: textAt(root, "kind") ?? "",
    isLast: isBegun && !isQuoted && /^["']?[\s}]*$/.test(text.slice(typing.replaced.end)),
    json,
  };
  if (!header.json && typing.flow) return [];
  if (path.length === 0 && what === "key") return header.json ? [] : kindLines(header, typing);
  if (path.length !== 1 || what !== "value") return [];
  const isAlone = othersComplete(context, document, "kubernetes") && !header.isLast;
  if (isAlone) return [];
  if (path[0] === "apiVersion") return apiVersions(header, typing);
  return path[0] === "kind" ? kinds(header, typing, { text, offset }) : [];
}

interface Header {
  /** Also if it is empty or a template. */
  readonly hasApiVersion: boolean;
  readonly apiVersion: string;
  readonly kind: string;
  /** Nothing is written behind the place, and nothing but these two before it. */
  readonly isLast: boolean;
  readonly json: boolean;
}

/** Of the apiVersion that is written; of all where none is. */
function possible({ apiVersion }: Header): readonly Skeleton[] {
  return skeletons.filter((skeleton) => apiVersion === "" || skeleton.apiVersion === apiVersion);
}

/** A line `kind: …` and all that follows, below `apiVersion: …`. */
function kindLines(header: Header, { replaced, lead, hasColon }: TypingPlace): readonly Offer[] {
  if (header.kind !== "" || header.apiVersion === "" || !header.isLast || hasColon || lead !== "") return [];
  return possible(header).map(({ kind, detail, fields }) => ({
    label: `kind: ${kind}`,
    detail,
    range: replaced,
    snippet: `kind: ${kind}\n${fields}\n`,
  }));
}

function apiVersions(header: Header, { replaced, lead }: TypingPlace): readonly Offer[] {
  const fitting = skeletons.filter(({ kind }) => header.kind === "" || kind === header.kind);
  const names = new Set(fitting.map(({ apiVersion }) => apiVersion));
  const goesOn = header.isLast && header.kind === "" && !header.json;
  return [...names].map((name) => {
    const detail = fitting.flatMap(({ apiVersion, kind }) => (apiVersion === name ? [kind] : [])).join(", ");
    const snippet = `${lead}${name}${goesOn ? "\nkind: $0" : ""}`;
    return { label: name, detail, range: replaced, snippet, again: goesOn };
  });
}

/** The kind alone where the object goes on, else with the rest of the object. */
function kinds(
  header: Header,
  { replaced, lead }: TypingPlace,
  { text, offset }: { readonly text: string; readonly offset: number },
): readonly Offer[] {
  const lineStart = lineStartOf(text, offset);
  const isFirst = !header.hasApiVersion;
  return possible(header).map((skeleton) => {
    const { kind, detail, apiVersion, fields } = skeleton;
    const plain = { label: kind, detail: header.isLast ? detail : apiVersion, range: replaced, snippet: lead + kind };
    if (!header.isLast) return plain;
    if (!header.json) {
      const above = isFirst ? { above: { offset: lineStart, text: `apiVersion: ${apiVersion}\n` } } : {};
      return { ...plain, snippet: `${lead}${kind}\n${fields}`, ...above };
    }
    const isOpen = text[replaced.start - 1] === '"';
    const isClosed = isOpen && text[replaced.end] === '"';
    const members = `${isFirst ? `"apiVersion": "${apiVersion}",\n` : ""}${jsonMembers(fields)}`;
    const onLineOfBrace = text.slice(lineStart, replaced.start).includes("{");
    const rest = onLineOfBrace ? lineOf(members).slice(1) : members;
    const snippet = `${isOpen ? "" : `${lead}"`}${kind}",\n${rest}${onLineOfBrace ? "\n" : ""}`;
    return { ...plain, range: { start: replaced.start, end: replaced.end + (isClosed ? 1 : 0) }, snippet };
  });
}
