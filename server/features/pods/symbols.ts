import { type DocumentSymbol, SymbolKind } from "vscode-languageserver";
import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { memo } from "../../../shared/basics/once.ts";
import { formatPath, type Path } from "../../../shared/basics/path.ts";
import { probeField, probeTypes } from "../../../shared/kubernetes/pod.ts";
import { embeddedConfigurations } from "../../manifest/documents/embedded.ts";
import type {
  LocatedKubeletConfiguration,
  LocatedPod,
  ManifestDocument,
  PlacedDocument,
} from "../../manifest/text/model.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import { textAt } from "../../manifest/text/values.ts";
import type { Context, Feature } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";

/** The outline: objects with pods, their containers, and what probes these. */
export const symbols: Feature = {
  name: "symbols",
  symbols(context, placed) {
    return outlineOf(placed.document, placed).map((symbol) => drawn(context, placed, symbol));
  },
};

/** Made once for each document: editors ask for the outline of the whole file after each key. */
const outlineOf = memo((document: ManifestDocument, placed: PlacedDocument): readonly OutlineSymbol[] => {
  const kubelets = [...document.kubeletConfigurations, ...embeddedConfigurations(document)];
  const found = [...objectsOf(placed), ...kubelets.map((located) => kubeletSymbol(placed, located))];
  return found.toSorted((left, right) => left.whole.start - right.whole.start);
});

/** Offsets in the document. */
interface OutlineSymbol {
  readonly name: string;
  /** Shown faded behind the name. */
  readonly detail: string;
  readonly kind: SymbolKind;
  readonly whole: OffsetRange;
  /** Within the whole. */
  readonly head: OffsetRange;
  readonly children: readonly OutlineSymbol[];
}

function drawn(context: Context, placed: PlacedDocument, symbol: OutlineSymbol): DocumentSymbol {
  const { name, detail, kind, whole, head, children } = symbol;
  const holds = whole.start <= head.start && head.end <= whole.end;
  return {
    name,
    ...(detail !== "" && { detail }),
    kind,
    range: rangeInFile(context, placed, whole),
    // What comes through an anchor stands elsewhere, where an outline must not lead.
    selectionRange: rangeInFile(context, placed, holds ? head : { start: whole.start, end: whole.start }),
    children: children.map((child) => drawn(context, placed, child)),
  };
}

/** One for each object, even if it holds several pods. */
function objectsOf(placed: PlacedDocument): readonly OutlineSymbol[] {
  const byItem = new Map<number | undefined, [LocatedPod, ...LocatedPod[]]>();
  for (const pod of placed.document.pods) {
    const same = byItem.get(pod.item);
    if (same === undefined) byItem.set(pod.item, [pod]);
    else same.push(pod);
  }
  return [...byItem.values()].map((ofObject) => {
    const { kind, name, namespace, objectPath } = ofObject[0];
    const namePath = [...objectPath, "metadata", "name"];
    const hasName = nodeAt(placed.document, namePath) !== undefined;
    return {
      name: [kind === "" ? "Object" : kind, name].filter((part) => part !== "").join("/"),
      detail: namespace === "default" ? "" : namespace,
      kind: SymbolKind.Class,
      whole: wholeOf(placed, objectPath),
      head: rangeOf(placed.document, hasName ? namePath : [...objectPath, "kind"], "value"),
      children: ofObject.flatMap((each) => containersOf(placed, each, ofObject.length > 1)),
    };
  });
}

const lists = ["initContainers", "containers", "ephemeralContainers"];

function containersOf(
  placed: PlacedDocument,
  { prefix, objectPath }: LocatedPod,
  amongPods: boolean,
): readonly OutlineSymbol[] {
  const podPath = amongPods ? formatPath(prefix.slice(objectPath.length)) : "";
  return lists.flatMap((list) => {
    const node = nodeAt(placed.document, [...prefix, list]);
    if (node?.type !== "sequence") return [];
    return node.items.flatMap(({ value }, index) => {
      if (value.type !== "map") return [];
      const path = [...prefix, list, index];
      const isSidecar = list === "initContainers" && textAt(value, "restartPolicy") === "Always";
      return {
        name: textAt(value, "name") || `${list}[${index}]`,
        detail: [isSidecar ? "sidecar" : (kinds[list] ?? ""), podPath].filter((part) => part !== "").join(" · "),
        kind: SymbolKind.Object,
        whole: wholeOf(placed, path),
        head: rangeOf(placed.document, [...path, "name"], "value"),
        children: probesOf(placed, path),
      };
    });
  });
}

const kinds: Readonly<Record<string, string>> = {
  initContainers: "init container",
  ephemeralContainers: "ephemeral container",
};

function probesOf(placed: PlacedDocument, container: Path): readonly OutlineSymbol[] {
  return probeTypes.map(probeField).flatMap((field) => {
    const path = [...container, field];
    if (nodeAt(placed.document, path) === undefined) return [];
    const head = rangeOf(placed.document, path, "key");
    return { name: field, detail: "", kind: SymbolKind.Event, whole: wholeOf(placed, path), head, children: [] };
  });
}

function kubeletSymbol(
  placed: PlacedDocument,
  { prefix, partial, embedded, item }: LocatedKubeletConfiguration,
): OutlineSymbol {
  const path = embedded?.path ?? prefix;
  const isDocument = path.length === 0;
  // As for pods, a path begins at the object: people see which item of a list it is.
  const isInList = item !== undefined && path[0] === "items";
  return {
    name: "KubeletConfiguration",
    detail: partial || embedded !== undefined ? formatPath(isInList ? path.slice(2) : path) : "",
    kind: SymbolKind.Class,
    whole: wholeOf(placed, path),
    head: rangeOf(placed.document, isDocument ? ["kind"] : path, isDocument ? "value" : "key"),
    children: [],
  };
}

/** From the key to the end of the value; an alias is where it is used. */
function wholeOf({ document }: PlacedDocument, path: Path): OffsetRange {
  const { start } = rangeOf(document, path, "key");
  const value = rangeOf(document, path, "value");
  return { start: Math.min(start, value.start), end: Math.max(start, value.end) };
}
