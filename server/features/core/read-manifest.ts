import type { TextDocument } from "vscode-languageserver-textdocument";
import { blankJsonComments } from "../../manifest/documents/json-comments.ts";
import { parseManifest } from "../../manifest/documents/parse.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { manifestOptions } from "../../schema/manifest-options.ts";
import type { ResolvedSettings } from "../../schema/model.ts";

/** The documents of an open file. Of a file that the project ignores there are none, so that nothing is said about it. */
export function readManifest(document: TextDocument, settings: ResolvedSettings, previous?: Manifest): Manifest {
  const text = readableText(document.getText(), document, settings);
  return parseManifest(text, previous, { ...manifestOptions(settings), cutLists: true });
}

/** A text of that file, as it is or as it was. Lists are read as a whole, as the command line does. */
export function readWholeManifest(text: string, document: TextDocument, settings: ResolvedSettings): Manifest {
  return parseManifest(readableText(text, document, settings), undefined, manifestOptions(settings));
}

function readableText(text: string, document: TextDocument, { ignored }: ResolvedSettings): string {
  if (ignored) return "";
  return isJson(document) ? blankJsonComments(text) : text;
}

/** What is written into a document is YAML: in JSON, nothing is repaired, and only what a manifest begins with is completed. */
export function isJson({ languageId }: TextDocument): boolean {
  return languageId === "json" || languageId === "jsonc";
}

/** Where a scenario or an expectation would be written as a comment. */
export const noCommentsInJson = "JSON has no comments. Add the scenario to .pod-cadence.yaml instead.";
