import { parseManifest } from "../manifest/documents/parse.ts";
import { createPositions } from "../manifest/text/positions.ts";
import type { ReadValues } from "./json-stream.ts";

const notesMax = 5;

/** The documents of a YAML text. One that cannot be read is left out. `above`: the lines of the input that stand before the text. */
export function readYamlValues(path: string, text: string, above = 0): ReadValues {
  const { documents, problems, tooLarge } = parseManifest(text);
  if (tooLarge) return { values: [], notes: [`${path} is larger than 20 MB of YAML: use -o json.`] };
  const positionAt = createPositions(text);
  const whole = documents.filter(({ document }) => !document.empty && document.problems.length === 0);
  const broken = documents.flatMap(({ document, startOffset }) =>
    document.problems.slice(0, 1).map(({ start }) => positionAt(startOffset + start)),
  );
  const places = [...problems.map(({ start }) => positionAt(start)), ...broken].slice(0, notesMax);
  return {
    values: whole.map(({ document, startOffset }) => ({
      value: document.value(),
      line: positionAt(startOffset).line + 1,
    })),
    // The messages of the parser quote the text.
    notes: places.map(
      ({ line, character }) => `${path}:${above + line + 1}:${character + 1}: the YAML cannot be read here.`,
    ),
  };
}
