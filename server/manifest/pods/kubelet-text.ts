import type { Path } from "../../../shared/basics/path.ts";
import type { LocatedKubeletConfiguration, ManifestDocument } from "../text/model.ts";
import { type PathRange, rangeOf } from "../text/ranges.ts";

/** The document in which a configuration's paths lead somewhere, and how its offsets become those of the file's own document. */
interface KubeletText {
  readonly document: ManifestDocument;
  readonly indent: number;
  outerOffset(offset: number): number;
  innerOffset(offset: number): number | undefined;
}

export function kubeletText(document: ManifestDocument, { embedded }: LocatedKubeletConfiguration): KubeletText {
  return embedded ?? { document, indent: 0, outerOffset: (offset) => offset, innerOffset: (offset) => offset };
}

/** Where a path of a configuration stands in the file's own document. */
export function kubeletRange(
  document: ManifestDocument,
  located: LocatedKubeletConfiguration,
  path: Path,
  on: "key" | "value",
): PathRange {
  const text = kubeletText(document, located);
  const { start, end, related } = rangeOf(text.document, [...located.prefix, ...path], on);
  const outer = (range: { start: number; end: number }) => ({
    start: text.outerOffset(range.start),
    end: text.outerOffset(range.end),
  });
  return { ...outer({ start, end }), ...(related && { related: outer(related) }) };
}
