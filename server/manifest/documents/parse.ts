import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { memo } from "../../../shared/basics/once.ts";
import type {
  ListItem,
  Manifest,
  ManifestDocument,
  ManifestOptions,
  ManifestProblem,
  PlacedDocument,
} from "../text/model.ts";
import { beginsAsJson, directiveMessage, directivesIn, splitDocuments } from "../text/split.ts";
import { detach } from "../text/text.ts";
import { type FoundDocument, movedChunks, placedChunk, type ReadChunk } from "./chunks.ts";
import { createDocument } from "./document.ts";
import { cutJsonList } from "./json-list.ts";
import { type KeptChunks, keptChunks, noChunks } from "./kept-chunks.ts";
import { cutList, isIndependent } from "./list-items.ts";

/** UTF-16 units. Nobody writes such a file by hand, and reading it would take seconds. */
export const lengthMax = 20_000_000;

/** What an edit needs of the parse before it: it leaves all documents but one as they are, however many there are. */
interface Reading {
  readonly text: string;
  readonly chunks: readonly ReadChunk[];
}

/** By the documents of a manifest. A file that is cut in an odd way is cut anew with each edit. */
const readings = new WeakMap<Manifest["documents"], Reading>();

/**
 * Reads a file: its documents, and in them the pods and KubeletConfigurations.
 * Documents whose text is also in `previous` are taken from there. Never throws; what cannot be read is a problem.
 */
export function parseManifest(text: string, previous?: Manifest, options: ManifestOptions = {}): Manifest {
  if (text.length > lengthMax) return refused(tooLarge, options);
  const before = previous !== undefined && isSame(previous.options, options) ? previous : undefined;
  const reading = before && !beginsAsJson(text) ? readings.get(before.documents) : undefined;
  const kept = reading === undefined ? noChunks(text) : keptChunks(reading.text, reading.chunks, text);
  const zero = zeroIn(text, kept.changed);
  if (zero !== undefined && isEncrypted(text)) return { documents: [], problems: [], tooLarge: false, options };
  if (zero !== undefined) return refused(zero, options);
  if (isDescribe(text)) return refused(describeProblem(text), options);
  const { cut, tail, replaced } = cutBetween(text, kept);
  const read = documentReader(text, reading === undefined ? (before?.documents ?? []) : replaced, options);
  const chunks = [...kept.head];
  for (const chunk of cut.chunks) chunks.push(placedChunk(text, chunk, read(chunk), chunks.at(-1)));
  for (const chunk of movedChunks(text, tail, kept.moved, chunks.at(-1))) chunks.push(chunk);
  const documents = chunks.flatMap((chunk) => chunk.documents);
  if (cut.problems.length === 0 && !beginsAsJson(text)) readings.set(documents, { text, chunks });
  // What a template writes there is not known.
  const isTemplate = cut.problems.length > 0 && /^[ \t]*\{\{/m.test(text);
  const separators = isTemplate ? [] : cut.problems;
  return { documents, problems: [...separators, ...directivesAmong(documents)], tooLarge: false, options };
}

function isSame(left: ManifestOptions, right: ManifestOptions): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Cuts what lies between the chunks that stay: until one of them begins where it has to. */
function cutBetween(text: string, { from, tail, moved, replaced }: KeptChunks) {
  const starts = new Map(tail.map(({ start }, index) => [start + moved, index]));
  const cut = splitDocuments(text, { from, isKnown: (start) => starts.has(start) });
  const length = starts.get(cut.end) ?? tail.length;
  const gone = [...replaced, ...tail.slice(0, length)].flatMap(({ documents }) => documents);
  return { cut, tail: tail.slice(length), replaced: gone };
}

/** In a document that is ours, its own reader reports it. A file of another tool may well begin with one, and kubectl reads no kubelet's file. */
function directivesAmong(documents: readonly PlacedDocument[]): readonly ManifestProblem[] {
  if (!documents.some(({ document: { ours, text } }) => ours && !text.includes("KubeletConfiguration"))) return [];
  const found: ManifestProblem[] = [];
  for (const { document, startOffset } of documents) {
    if (document.ours) continue;
    for (const { start, end } of directivesOf(document))
      found.push({ start: startOffset + start, end: startOffset + end, message: directiveMessage });
  }
  return found;
}

const directivesOf = memo(({ text }: ManifestDocument) => directivesIn(text));

/** Reads one chunk of the file: as one document, or as the items of a list. */
function documentReader(
  text: string,
  replaced: readonly PlacedDocument[],
  options: ManifestOptions,
): (chunk: OffsetRange) => readonly FoundDocument[] {
  const reuse = reusableDocuments(text, replaced);
  let position = 0;
  const documentOf = ({ start, end }: OffsetRange, listItem: ListItem | undefined): ManifestDocument => {
    const found = reuse(position, { start, end }, listItem);
    position += 1;
    return found ?? createDocument(detach(text.slice(start, end)), { ...options, listItem });
  };
  return (chunk) => {
    const list = options.cutLists === true ? (cutList(text, chunk) ?? cutJsonList(text, chunk)) : undefined;
    const before = position;
    const found: FoundDocument[] = [];
    for (const { listItem, ...part } of list?.parts ?? []) {
      const document = documentOf(part, listItem === "frame" ? undefined : listItem);
      if (document.listItem !== undefined && !isIndependentItem(document, document.listItem)) break;
      found.push({ start: part.start, document });
    }
    if (list !== undefined && found.length === list.parts.length) return found;
    position = before;
    return [{ start: chunk.start, document: documentOf(chunk, options.listItem) }];
  };
}

/** Looked at once for each item. */
const isIndependentItem = memo(({ text }: ManifestDocument, { indent }: ListItem) => isIndependent(text, indent));

type Reuse = (position: number, range: OffsetRange, listItem: ListItem | undefined) => ManifestDocument | undefined;

/** Finds the document with the same text among those that were there: at the same position, most often, else anywhere. */
function reusableDocuments(text: string, replaced: readonly PlacedDocument[]): Reuse {
  let byText: Map<string, ManifestDocument> | undefined;
  const fits = (document: ManifestDocument | undefined, listItem: ListItem | undefined) =>
    document !== undefined && isSameItem(document.listItem, listItem) ? document : undefined;
  return (position, { start, end }, listItem) => {
    const same = replaced[position]?.document;
    // V8 compares two strings at once, and what `startsWith` looks at letter by letter.
    if (same?.text.length === end - start && text.slice(start, end) === same.text && fits(same, listItem)) return same;
    byText ??= new Map(replaced.map(({ document }) => [document.text, document]));
    return fits(byText.get(text.slice(start, end)), listItem);
  };
}

function isSameItem(left: ListItem | undefined, right: ListItem | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return (
    left.index === right.index &&
    left.kind === right.kind &&
    left.apiVersion === right.apiVersion &&
    left.indent === right.indent
  );
}

function refused(problem: ManifestProblem, options: ManifestOptions): Manifest {
  return { documents: [], problems: [problem], tooLarge: problem === tooLarge, options };
}

const tooLarge: ManifestProblem = {
  start: 0,
  end: 0,
  message: `The file is larger than ${lengthMax / 1_000_000} MB and is not read: split it into smaller files.`,
};

/** By git-crypt: those who may not read it have it like this, and nobody applies it. */
function isEncrypted(text: string): boolean {
  return text.startsWith("\0GITCRYPT\0");
}

/** What `kubectl describe pod` prints, with its columns; no YAML of anybody begins so. */
function isDescribe(text: string): boolean {
  return (
    /^\s{0,8}Name:[ \t]{2,80}\S{1,253}\r?\n\s{0,8}Namespace:[ \t]{2,80}\S/.test(text.slice(0, 1000)) &&
    /^Containers:\r?$/m.test(text)
  );
}

function describeProblem(text: string): ManifestProblem {
  const start = text.indexOf("Name:");
  const message =
    "This is what kubectl describe prints, not a manifest: `pod-cadence explain FILE` says what happened, `pod-cadence forecast FILE` what comes next.";
  return { start, end: start + "Name:".length, message };
}

/** Nothing else of the text is looked at: it was there before, in a file that was read. */
function zeroIn(text: string, { start, end }: OffsetRange): ManifestProblem | undefined {
  const zero = text.slice(start, end).indexOf("\0");
  if (zero === -1) return undefined;
  const message = "The file is binary or not encoded in UTF-8, so it is not read.";
  return { start: start + zero, end: start + zero + 1, message };
}
