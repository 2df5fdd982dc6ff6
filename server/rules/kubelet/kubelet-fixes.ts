import type { Path } from "../../../shared/basics/path.ts";
import type { KubeletProblem, KubeletRepair } from "../../../shared/kubelet-configuration/model/model.ts";
import { kubeletText } from "../../manifest/pods/kubelet-text.ts";
import type { LocatedKubeletConfiguration, ManifestDocument } from "../../manifest/text/model.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import { lineEndOf, lineStartOf } from "../../manifest/text/text.ts";
import type { FieldFix, WordsFix } from "../core/model.ts";
import { editsOf, type TextEdit } from "../edits/edits.ts";

/** The quick fix for a problem; undefined if none is certain, or if its place cannot be edited alone. */
export function kubeletFix(
  document: ManifestDocument,
  located: LocatedKubeletConfiguration,
  { origin, repairs = [] }: KubeletProblem,
): WordsFix | undefined {
  const text = kubeletText(document, located);
  const edits = repairs.map((repair) => repairEdits(text.document, located.prefix, repair));
  if (edits.length === 0 || edits.some((each) => each === undefined)) return undefined;
  const words = joined(edits.flatMap((each) => each ?? [])).map(({ start, end, newText }) => ({
    start: text.outerOffset(start),
    end: text.outerOffset(end),
    wrong: document.text.slice(text.outerOffset(start), text.outerOffset(end)),
    right: newText.replaceAll("\n", `\n${" ".repeat(text.indent)}`),
  }));
  const fix: WordsFix = { kind: "replace-words", title: titleOf(repairs), words };
  return origin === "kubelet" && isOneAnswer(repairs, fix) ? { ...fix, lossFree: true } : fix;
}

/** A gate could also be set the other way round, and a comment on a removed line would be lost. */
function isOneAnswer(repairs: readonly KubeletRepair[], { words }: WordsFix): boolean {
  if (repairs.some(({ kind }) => kind === "gate")) return false;
  return words.every(({ wrong, right }) => right !== "" || !wrong.includes("#"));
}

/** Offsets in the document that holds the configuration, the inner one where it is embedded. */
function repairEdits(document: ManifestDocument, prefix: Path, repair: KubeletRepair): readonly TextEdit[] | undefined {
  if (repair.kind === "gate") return gateEdits(document, prefix, repair);
  const path = [...prefix, ...repair.path];
  if (nodeAt(document, path) === undefined) return undefined;
  const { start, end, related } = rangeOf(
    document,
    path,
    repair.kind === "key" || repair.kind === "remove" ? "key" : "value",
  );
  if (related !== undefined || (repair.kind === "key" && hasKey(document, path.slice(0, -1), repair.name)))
    return undefined;
  const written = document.text.slice(start, end);
  switch (repair.kind) {
    case "value":
      return [{ start, end, newText: repair.text }];
    case "quote":
      // Nobody means a number with an exponent or in another base as a string.
      return /^\d.*[a-z]/i.test(written) ? undefined : [{ start, end, newText: JSON.stringify(written) }];
    case "wrap":
      return [{ start, end, newText: `[${written}]` }];
    case "key":
      return [{ start, end, newText: written.startsWith('"') ? JSON.stringify(repair.name) : repair.name }];
    case "remove":
      return lineEdits(document, path, start);
  }
}

/** True if an entry already has this name, so that renaming would lose one of them. */
function hasKey(document: ManifestDocument, parent: Path, name: string): boolean {
  return nodeAt(document, [...parent, name]) !== undefined;
}

/** The whole line, if nothing else is on it. */
function lineEdits(document: ManifestDocument, path: Path, keyStart: number): readonly TextEdit[] | undefined {
  const { text } = document;
  const value = rangeOf(document, path, "value");
  const start = lineStartOf(text, keyStart);
  const lineEnd = lineEndOf(text, keyStart);
  const isAlone =
    text.slice(start, keyStart).trim() === "" && value.end <= lineEnd && !/[{},]/.test(text.slice(start, value.end));
  if (!isAlone) return undefined;
  const next = text.indexOf("\n", lineEnd);
  return [{ start, end: next === -1 ? text.length : next + 1, newText: "" }];
}

function gateEdits(
  document: ManifestDocument,
  prefix: Path,
  { gate, value }: Extract<KubeletRepair, { kind: "gate" }>,
): readonly TextEdit[] | undefined {
  const path = [...prefix, "featureGates"];
  const hasGates = nodeAt(document, path)?.type === "map";
  const inMap: FieldFix = { kind: "set-field", title: "", path, field: gate, value };
  const asMap: FieldFix = {
    kind: "set-field",
    title: "",
    path: prefix,
    field: "featureGates",
    value: { [gate]: value },
  };
  return editsOf(document, hasGates ? inMap : asMap);
}

/** Insertions at one place become one, in their order. */
function joined(edits: readonly TextEdit[]): readonly TextEdit[] {
  const byPlace = new Map<string, TextEdit>();
  for (const edit of edits) {
    const place = `${edit.start} ${edit.end}`;
    const before = byPlace.get(place);
    byPlace.set(place, before === undefined ? edit : { ...edit, newText: before.newText + edit.newText });
  }
  return [...byPlace.values()];
}

function titleOf(repairs: readonly KubeletRepair[]): string {
  const names = repairs.flatMap((repair) => (repair.kind === "key" ? [repair.name] : []));
  const values = repairs.flatMap((repair) => (repair.kind === "value" ? [repair] : []));
  const gates = repairs.flatMap((repair) => (repair.kind === "gate" ? [`${repair.gate} to ${repair.value}`] : []));
  const texts = values.map(({ text }) => text).join(", ");
  const field = names.at(-1) ?? values.at(-1)?.path.at(-1);
  if (values.length > 0) return typeof field === "string" ? `Set ${field} to ${texts}` : `Replace with ${texts}`;
  if (names.length > 0) return `Rename to ${names.join(", ")}`;
  if (gates.length > 0) return `Set ${gates.join(", ")}`;
  const [first] = repairs;
  if (first?.kind === "remove") return `Remove ${String(first.path.at(-1))}`;
  return first?.kind === "wrap" ? "Convert to a list" : "Put the value in quotes";
}
