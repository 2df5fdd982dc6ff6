import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { parseManifest } from "../../manifest/documents/parse.ts";
import type { ManifestDocument, ScalarNode, TreeNode } from "../../manifest/text/model.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";

/** A YAML file that is no manifest. */
interface PlainYaml {
  readonly value: unknown;
  /** What is no YAML at all. */
  readonly problems: readonly (OffsetRange & { readonly message: string })[];
  /** The place of a path; of a path that is not there, its deepest existing ancestor. */
  range(path: Path, on: "key" | "value"): { start: number; end: number };
}

/** Reads the first document of a text as YAML 1.2, in which `off` and `yes` are words, unlike in a manifest. */
export function readPlainYaml(text: string): PlainYaml {
  const manifest = parseManifest(text, undefined, { all: true });
  const placed = manifest.documents.find(({ document }) => !document.empty);
  if (placed === undefined)
    return { value: undefined, problems: manifest.problems, range: () => ({ start: 0, end: 0 }) };
  const { document, startOffset } = placed;
  const shift = (range: OffsetRange) => ({ start: range.start + startOffset, end: range.end + startOffset });
  return {
    value: document.root === undefined ? undefined : plainValue(document.root, document.text),
    problems: [
      ...manifest.problems,
      ...document.problems.map((problem) => ({ ...shift(problem), message: problem.message })),
    ],
    range: (path, on) => shift(rangeOf(document, ofWritten(document, path), on)),
  };
}

/** A list of one may be written as its item. */
function ofWritten(document: ManifestDocument, path: Path): Path {
  const parent = path.slice(0, -1);
  return typeof path.at(-1) === "number" && nodeAt(document, parent)?.type === "scalar" ? parent : path;
}

function plainValue(node: TreeNode, text: string): unknown {
  if (node.type === "scalar") return scalarValue(node, text);
  if (node.type === "sequence") return node.items.map((item) => plainValue(item.value, text));
  return Object.fromEntries(node.entries.map((entry) => [entry.key, plainValue(entry.value, text)]));
}

/** The core schema of YAML 1.2 on what is written. */
function scalarValue(node: ScalarNode, text: string): unknown {
  if (node.style !== "plain") return node.value;
  const written = text.slice(node.start, node.end);
  if (/^(|~|null|Null|NULL)$/.test(written)) return null;
  if (/^(true|True|TRUE)$/.test(written)) return true;
  if (/^(false|False|FALSE)$/.test(written)) return false;
  return /^[-+]?(\d+|\.\d+|\d+\.\d*)([eE][-+]?\d+)?$/.test(written) ? Number(written) : written;
}
