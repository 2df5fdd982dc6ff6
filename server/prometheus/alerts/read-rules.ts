import { parseManifest } from "../../manifest/documents/parse.ts";
import type { ScalarNode } from "../../manifest/text/model.ts";
import { createPositions } from "../../manifest/text/positions.ts";
import { plainValue } from "../../manifest/text/values.ts";
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
  const values = manifest.documents.map(({ document: { root, text: own } }) =>
    root === undefined
      ? undefined
      : plainValue(root, (scalar) => (scalar.unknown ? writtenText(scalar, own) : scalar.value)),
  );
  return readRulesOf(values, from);
}

/** Templates of a rule are Prometheus' own: their text counts, where a manifest's would be filled in by somebody else. */
function writtenText({ style, start, end }: ScalarNode, text: string): string {
  const written = text.slice(start, end).trim();
  if (style !== "quoted") return written;
  const lines = written.slice(1, -1).split("\n");
  const body = lines.map((line) => (lines.length > 1 ? line.trim() : line)).join(" ");
  return written.startsWith("'") ? body.replaceAll("''", "'") : body.replaceAll(/\\(["\\/])/g, "$1");
}
