import { parseManifest } from "../manifest/parse.ts";
import { createPositions } from "../manifest/positions.ts";
import { type ReadRules, readRulesOf } from "./read-groups.ts";

/** Reads rule files of Prometheus and PrometheusRule objects, also in lists. `from`: the file's name. */
export function readRules(text: string, from: string): ReadRules {
  const manifest = parseManifest(text, undefined, { all: true });
  const position = createPositions(text);
  const broken = [
    ...manifest.problems,
    ...manifest.documents.flatMap(({ document, startOffset }) =>
      document.problems.map(({ start, message }) => ({ start: startOffset + start, message })),
    ),
  ].map(({ start, message }) => {
    const { line, character } = position(start);
    return `${from}:${line + 1}:${character + 1}: ${message}`;
  });
  if (broken.length > 0) return { groups: [], problems: broken };
  return readRulesOf(
    manifest.documents.map(({ document }) => document.value()),
    from,
  );
}
