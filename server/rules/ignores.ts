import { parseScenario } from "../../shared/scenario/parse.ts";
import { cadenceComments } from "../manifest/comments.ts";
import type { ManifestDocument, Range } from "../manifest/model.ts";

/** `# cadence: ignore <rule> — reason`. The range is that of the rule's id, in the document. */
export interface Ignore extends Range {
  readonly rule: string;
  /** Lines of the document on which the rule is silent: the comment's own and the one that it stands above. */
  readonly lines: readonly number[];
}

export function ignoresOf(document: ManifestDocument): readonly Ignore[] {
  return cadenceComments(document).flatMap(({ text, start: textStart, comment }) => {
    const { line, subjectLine, ownLine } = comment;
    const lines = [line, ...(ownLine ? [line + 1] : []), ...(subjectLine === undefined ? [] : [subjectLine])];
    const { ignores } = parseScenario([{ text, container: undefined, source: "comment" }], []);
    return ignores.map(({ rule, start, end }) => ({ rule, lines, start: textStart + start, end: textStart + end }));
  });
}
