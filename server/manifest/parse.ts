import { createDocument } from "./document.ts";
import { cutJsonList } from "./json-list.ts";
import { cutList, isIndependent } from "./list-items.ts";
import type {
  ListItem,
  Manifest,
  ManifestDocument,
  ManifestOptions,
  ManifestProblem,
  PlacedDocument,
  Range,
} from "./model.ts";
import { directivesIn, splitDocuments } from "./split.ts";
import { detach } from "./text.ts";

/** UTF-16 units. Nobody writes such a file by hand, and reading it would take seconds. */
export const lengthMax = 20_000_000;

/**
 * Reads a file: its documents, and in them the pods and KubeletConfigurations.
 * Documents whose text is also in `previous` are taken from there. Never throws; what cannot be read is a problem.
 */
export function parseManifest(text: string, previous?: Manifest, options: ManifestOptions = {}): Manifest {
  const refusal = refuse(text);
  if (refusal !== undefined) return { documents: [], problems: [refusal], tooLarge: text.length > lengthMax, options };
  const { chunks, problems } = splitDocuments(text);
  const read = documentReader(text, previous, options);
  const documents: PlacedDocument[] = [];
  let index = 0;
  let startLine = 0;
  let scannedTo = 0;
  for (const chunk of chunks) {
    const found = read(chunk);
    const isEmpty = found.every(({ document }) => document.empty);
    for (const { document, start } of found) {
      // Between two chunks stand separators, one line each.
      for (let at = text.indexOf("\n", scannedTo); at !== -1 && at < start; at = text.indexOf("\n", at + 1))
        startLine += 1;
      documents.push({ document, startOffset: start, startLine, index: isEmpty ? undefined : index });
      startLine += document.lineCount;
      scannedTo = start + document.text.length;
    }
    if (!isEmpty) index += 1;
  }
  // In a document that is ours its own reader tells it. A file of another tool may well begin with one, and kubectl reads no kubelet's file.
  const isOurs = documents.some(({ document: { ours, text: own } }) => ours && !own.includes("KubeletConfiguration"));
  const others = documents.filter(({ document }) => !document.ours).map(placeOf);
  const directives = isOurs ? directivesIn(text, others) : [];
  return { documents, problems: [...problems, ...directives], tooLarge: false, options };
}

function placeOf({ document, startOffset }: PlacedDocument): Range {
  return { start: startOffset, end: startOffset + document.text.length };
}

interface FoundDocument {
  readonly start: number;
  readonly document: ManifestDocument;
}

/** Reads one chunk of the file: as one document, or as the items of a list. */
function documentReader(
  text: string,
  previous: Manifest | undefined,
  options: ManifestOptions,
): (chunk: Range) => readonly FoundDocument[] {
  const reuse = reusableDocuments(text, previous, options);
  let position = 0;
  const documentOf = ({ start, end }: Range, listItem: ListItem | undefined): ManifestDocument => {
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

const independent = new WeakMap<ManifestDocument, boolean>();

/** Looked at once for each item. */
function isIndependentItem(document: ManifestDocument, { indent }: ListItem): boolean {
  const known = independent.get(document);
  if (known !== undefined) return known;
  const made = isIndependent(document.text, indent);
  independent.set(document, made);
  return made;
}

type Reuse = (position: number, range: Range, listItem: ListItem | undefined) => ManifestDocument | undefined;

/** Finds the document of an earlier parse with the same text: at the same position, most often, else anywhere. */
function reusableDocuments(text: string, previous: Manifest | undefined, options: ManifestOptions): Reuse {
  if (previous === undefined || JSON.stringify(previous.options) !== JSON.stringify(options)) return () => undefined;
  let byText: Map<string, ManifestDocument> | undefined;
  const fits = (document: ManifestDocument | undefined, listItem: ListItem | undefined) =>
    document !== undefined && isSameItem(document.listItem, listItem) ? document : undefined;
  return (position, { start, end }, listItem) => {
    const same = previous.documents[position]?.document;
    // V8 compares two strings at once, and what `startsWith` looks at letter by letter.
    if (same?.text.length === end - start && text.slice(start, end) === same.text && fits(same, listItem)) return same;
    byText ??= new Map(previous.documents.map(({ document }) => [document.text, document]));
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

function refuse(text: string): ManifestProblem | undefined {
  if (text.length > lengthMax) {
    const message = `The file is larger than ${lengthMax / 1_000_000} MB and is not read: split it into smaller files.`;
    return { start: 0, end: 0, message };
  }
  const zero = text.indexOf("\0");
  return zero === -1
    ? undefined
    : { start: zero, end: zero + 1, message: "The file is binary or not encoded in UTF-8, so it is not read." };
}
