import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import type { ManifestDocument, ManifestOptions } from "../../../server/manifest/text/model.ts";
import type { OffsetRange } from "../../../shared/basics/offset-range.ts";

/** The only document of a text; `all`, so that a few lines of YAML are of interest too. */
export function readDocument(text: string, options: ManifestOptions = { all: true }): ManifestDocument {
  const { documents } = parseManifest(text, undefined, options);
  const [only] = documents;
  if (only === undefined || documents.length > 1) throw new Error(`${documents.length} documents, not one`);
  return only.document;
}

export function readValue(text: string): unknown {
  return readDocument(text).value();
}

/** The value of a document that has no problems. */
export function readSound(text: string): unknown {
  const document = readDocument(text);
  if (document.problems.length > 0) throw new Error(problemsOf(text).join("\n"));
  return document.value();
}

/** `2: «ima» message`, with the line counted from 1. */
export function problemsOf(text: string): readonly string[] {
  const document = readDocument(text);
  return document.problems.map((problem) => `${placeOf(document, problem)} ${problem.message}`);
}

export function placeOf({ text }: ManifestDocument, { start, end }: OffsetRange): string {
  return `${text.slice(0, start).split("\n").length}: «${text.slice(start, end)}»`;
}

/** `Deployment web spec.template.spec`, with `partial` behind it where that holds. */
export function podsOf(text: string, options?: ManifestOptions): readonly string[] {
  return parseManifest(text, undefined, options).documents.flatMap(({ document }) =>
    document.pods.map(({ kind, name, prefix, partial }) =>
      [kind, name, prefix.join("."), ...(partial ? ["partial"] : [])].join(" "),
    ),
  );
}
