import type { Comment, DuplicateKey, ManifestProblem, TreeNode } from "../text/model.ts";
import { blankConflictMarkers, blankTemplates, hasConflictMarkers } from "../text/templates.ts";
import { createBuilder } from "../yaml/builder.ts";
import { type Scan, scan } from "../yaml/tokens.ts";
import { readTree } from "../yaml/tree.ts";

interface Composed {
  readonly root: TreeNode | undefined;
  readonly comments: readonly Comment[];
  readonly problems: readonly ManifestProblem[];
  readonly duplicateKeys: readonly DuplicateKey[];
  readonly templated: boolean;
}

/** Reads one document. Whatever the text is, something comes back: what cannot be read is a problem. */
export function composeDocument(text: string): Composed {
  const conflicts = hasConflictMarkers(text) ? blankConflictMarkers(text) : { text, problems: [] };
  const source = withLineFeeds(conflicts.text);
  const scanned = scan(source);
  if (scanned.templated || isForYtt(source)) return composeTemplate(text, source, conflicts.problems);
  const builder = createBuilder(source, scanned.tokens, []);
  const root = readTree(builder);
  const problems = [...conflicts.problems, ...scanned.problems, ...builder.problems, ...controlCharacters(source)];
  problems.sort((left, right) => left.start - right.start);
  // Where lines stand wrong, equal keys are a consequence.
  const duplicateKeys = builder.problems.length === 0 ? builder.duplicateKeys : [];
  return { root, comments: scanned.comments, problems, duplicateKeys, templated: false };
}

/** `#@` begins what ytt reads: values, conditions, and overlays of this and other documents. */
function isForYtt(text: string): boolean {
  return text.includes("#@") && /(?:^|[ \t])#@(?:[ \t/]|overlay|schema|data|ytt)/m.test(text);
}

/** Only what renders it knows whether a template is right: nothing is said about its YAML. */
function composeTemplate(text: string, source: string, conflicts: readonly ManifestProblem[]): Composed {
  const blanked = blankTemplates(source);
  const scanned: Scan = scan(blanked.text);
  const root = readTree(createBuilder(blanked.text, scanned.tokens, blanked.expressions));
  const comments = scanned.comments.map((comment) => ({
    ...comment,
    text: text.slice(comment.start + 1, comment.end).trim(),
  }));
  return { root, comments, problems: conflicts, duplicateKeys: [], templated: true };
}

/** goyaml ends a line at each of these, the YAML library only at the line feed. The length stays. */
function withLineFeeds(text: string): string {
  return /\r(?!\n)|[\u0085\u2028\u2029]/.test(text) ? text.replace(/\r(?!\n)|[\u0085\u2028\u2029]/g, "\n") : text;
}

// Models sigs.k8s.io/yaml/goyaml.v2 yaml_parser_update_buffer: the characters that YAML allows (v1.6)
function controlCharacters(text: string): readonly ManifestProblem[] {
  const found = /[^\t\n\r\x20-\x7e\u0085\u00a0-\ufffd]/.exec(text);
  if (found === null) return [];
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const message = `The control character U+${code} is not allowed in YAML: remove it, or write "\\u${code}", in double quotes.`;
  return [{ start: found.index, end: found.index + 1, message }];
}
