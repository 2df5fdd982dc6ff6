import { createDocument } from "./document.ts";
import type { Manifest, ManifestDocument, ManifestOptions, ManifestProblem, PlacedDocument, Range } from "./model.ts";
import { directivesIn, splitDocuments } from "./split.ts";
import { detach } from "./text.ts";

/** UTF-16 units. Nobody writes such a file by hand, and reading it would take seconds. */
const lengthMax = 20_000_000;

/**
 * Reads a file: its documents, and in them the pods and KubeletConfigurations.
 * Documents whose text is also in `previous` are taken from there. Never throws; what cannot be read is a problem.
 */
export function parseManifest(text: string, previous?: Manifest, options: ManifestOptions = {}): Manifest {
  const refusal = refuse(text);
  if (refusal !== undefined) return { documents: [], problems: [refusal], tooLarge: text.length > lengthMax, options };
  const { chunks, problems } = splitDocuments(text);
  const reuse = reusableDocuments(text, previous, options);
  const documents: PlacedDocument[] = [];
  let index = 0;
  let startLine = 0;
  let scannedTo = 0;
  for (const [position, { start, end }] of chunks.entries()) {
    // Between two chunks stand separators, one line each.
    for (let at = text.indexOf("\n", scannedTo); at !== -1 && at < start; at = text.indexOf("\n", at + 1))
      startLine += 1;
    const document = reuse(position, start, end) ?? createDocument(detach(text.slice(start, end)), options);
    documents.push({ document, startOffset: start, startLine, index: document.empty ? undefined : index });
    if (!document.empty) index += 1;
    startLine += document.lineCount;
    scannedTo = end;
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

type Reuse = (position: number, start: number, end: number) => ManifestDocument | undefined;

/** Finds the document of an earlier parse with the same text: at the same position, most often, else anywhere. */
function reusableDocuments(text: string, previous: Manifest | undefined, options: ManifestOptions): Reuse {
  if (previous === undefined || JSON.stringify(previous.options) !== JSON.stringify(options)) return () => undefined;
  let byText: Map<string, ManifestDocument> | undefined;
  return (position, start, end) => {
    const same = previous.documents[position]?.document;
    if (same?.text.length === end - start && text.startsWith(same.text, start)) return same;
    byText ??= new Map(previous.documents.map(({ document }) => [document.text, document]));
    return byText.get(text.slice(start, end));
  };
}

function refuse(text: string): ManifestProblem | undefined {
  if (text.length > lengthMax) {
    const message = `The file is larger than ${lengthMax / 1_000_000} MB and is not read: split it into smaller files.`;
    return { start: 0, end: 0, message };
  }
  const zero = text.indexOf("\0");
  return zero === -1
    ? undefined
    : { start: zero, end: zero + 1, message: "The file is binary, not text, and is not read." };
}
