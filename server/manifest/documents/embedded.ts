import type { Path } from "../../../shared/basics/path.ts";
import type {
  EmbeddedText,
  LocatedKubeletConfiguration,
  ManifestDocument,
  ScalarNode,
  TreeNode,
} from "../text/model.ts";
import { textAt } from "../text/values.ts";
import { parseManifest } from "./parse.ts";

/** What a block scalar must hold to be looked into. */
const configuration = /(?:^[ \t]*|[{,][ \t]*)["']?kind["']?:[ \t]*["']?KubeletConfiguration\b/m;

/**
 * The KubeletConfigurations that stand as text in a block scalar: in a ConfigMap, in the files and patches of kubeadm, kind and Cluster API.
 * Only `|` keeps the lines as they are; a folded text is not looked into.
 */
export function embeddedConfigurations(document: ManifestDocument): readonly LocatedKubeletConfiguration[] {
  const isWorthwhile = document.text.includes("KubeletConfiguration") && document.ours && !document.templated;
  return isWorthwhile && configuration.test(document.text) ? search(document) : [];
}

function search(document: ManifestDocument): readonly LocatedKubeletConfiguration[] {
  const { root } = document;
  if (root === undefined) return [];
  const isPatch = textAt(root, "apiVersion")?.startsWith("kind.x-k8s.io/") === true;
  return blockScalars(root, []).flatMap(({ node, path }) => {
    const lines = linesOf(document.text, node);
    if (lines === undefined) return [];
    // A script may write a configuration, and is none.
    const inner = parseManifest(lines.text.startsWith("#!") ? "" : lines.text);
    return inner.documents.flatMap(({ document: found, startOffset }) => {
      const text = embeddedText(found, startOffset, lines, path);
      return [
        ...found.kubeletConfigurations.map((located) => ({
          ...located,
          value: located.value,
          partial: isPatch,
          embedded: text,
        })),
        // The cloud-init file of a node, in a Secret, writes a configuration.
        ...embeddedConfigurations(found).flatMap((located) =>
          located.embedded === undefined
            ? []
            : [{ ...located, value: located.value, embedded: within(text, located.embedded) }],
        ),
      ];
    });
  });
}

interface PlacedScalar {
  readonly node: ScalarNode;
  readonly path: Path;
}

function blockScalars(node: TreeNode, path: Path): readonly PlacedScalar[] {
  if (node.type === "map")
    return node.entries.flatMap(({ key, value, alias, unknown }) =>
      alias === undefined && !unknown ? blockScalars(value, [...path, key]) : [],
    );
  if (node.type === "sequence")
    return node.items.flatMap(({ value, alias }, index) =>
      alias === undefined ? blockScalars(value, [...path, index]) : [],
    );
  const isText = node.style === "block" && typeof node.value === "string" && configuration.test(node.value);
  return isText ? [{ node, path }] : [];
}

/** The lines of a block scalar without their indentation, and where each of them starts. */
interface Lines {
  readonly text: string;
  readonly indent: number;
  readonly inner: readonly number[];
  readonly outer: readonly number[];
}

function linesOf(text: string, { start, end, value }: ScalarNode): Lines | undefined {
  const header = text.indexOf("\n", start);
  if (header === -1 || header >= end || text[start] !== "|") return undefined;
  const content = text.slice(header + 1, end).split("\n");
  const indent = indentOf(content) - indentOf(String(value).split("\n"));
  const written = text.slice(header + 1, endWithBlanks(text, end, indent)).split("\n");
  const [inner, outer, lines]: [number[], number[], string[]] = [[], [], []];
  let outerAt = header + 1;
  let innerAt = 0;
  for (const line of written) {
    const cut = Math.min(indent, line.search(/[^ ]|$/));
    const rest = line.slice(cut).replace(/\r$/, "");
    inner.push(innerAt);
    outer.push(outerAt + cut);
    lines.push(rest);
    innerAt += rest.length + 1;
    outerAt += line.length + 1;
  }
  const joined = lines.join("\n");
  return joined.trimEnd() === String(value).trimEnd() ? { text: joined, indent, inner, outer } : undefined;
}

/** Somebody who has indented a line behind the text goes on writing in it. */
function endWithBlanks(text: string, end: number, indent: number): number {
  const lastEnd = text[end - 1] === "\n" ? end - 1 : end;
  const blanks = new RegExp(`[ \\t]*(?:\\r?\\n {${indent},}(?=\\r?\\n|$))*`, "y");
  blanks.lastIndex = lastEnd;
  return blanks.test(text) ? Math.max(end, blanks.lastIndex) : end;
}

/** An explicit indentation (`|2`) leaves blanks before the first line of the text. */
function indentOf(lines: readonly string[]): number {
  return Math.max(0, (lines.find((line) => line.trim() !== "") ?? "").search(/\S/));
}

function embeddedText(
  document: ManifestDocument,
  startOffset: number,
  { indent, inner, outer }: Lines,
  path: Path,
): EmbeddedText {
  return {
    document,
    path,
    indent,
    outerOffset(offset) {
      const line = lastAtMost(inner, startOffset + offset);
      return (outer[line] ?? 0) + startOffset + offset - (inner[line] ?? 0);
    },
    innerOffset(offset) {
      const line = lastAtMost(outer, offset);
      if (line === -1) return undefined;
      const at = (inner[line] ?? 0) + offset - (outer[line] ?? 0) - startOffset;
      return at < 0 || at > document.text.length ? undefined : at;
    },
  };
}

/** A text inside of a text. */
function within(outer: EmbeddedText, inner: EmbeddedText): EmbeddedText {
  return {
    document: inner.document,
    path: outer.path,
    indent: outer.indent + inner.indent,
    outerOffset: (offset) => outer.outerOffset(inner.outerOffset(offset)),
    innerOffset(offset) {
      const between = outer.innerOffset(offset);
      return between === undefined ? undefined : inner.innerOffset(between);
    },
  };
}

function lastAtMost(starts: readonly number[], offset: number): number {
  return starts.findLastIndex((start) => start <= offset);
}
