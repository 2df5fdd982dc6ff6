import type { Path } from "../../shared/kubernetes/path.ts";
import type { KubeletProblem, KubeletRepair } from "../../shared/validation/kubelet/model.ts";
import { kubeletText } from "../manifest/kubelet-text.ts";
import type { LocatedKubeletConfiguration, ManifestDocument } from "../manifest/model.ts";
import { nodeAt, rangeOf } from "../manifest/ranges.ts";
import { lineEndOf, lineStartOf } from "../manifest/text.ts";
import { editsOf, type TextEdit } from "./edits.ts";
import type { FieldFix, WordsFix } from "./model.ts";

/** The quick fix of a problem; undefined: there is none that is certain, or its place cannot be edited alone. */
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

/** A gate could as well be set the other way round, and a comment behind a line that goes is somebody's word. */
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
      // What is written with an exponent or in another base is no text that anybody meant.
      return /^\d.*[a-z]/i.test(written) ? undefined : [{ start, end, newText: JSON.stringify(written) }];
    case "wrap":
      return [{ start, end, newText: `[${written}]` }];
    case "key":
      return [{ start, end, newText: written.startsWith('"') ? JSON.stringify(repair.name) : repair.name }];
    case "remove":
      return lineEdits(document, path, start);
  }
}

/** Beside an entry that has the name already, the other one would be lost. */
function hasKey(document: ManifestDocument, parent: Path, name: string): boolean {
  return nodeAt(document, [...parent, name]) !== undefined;
}

/** The whole line, if nothing else stands on it. */
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
  const texts = repairs.flatMap((repair) => (repair.kind === "value" ? [repair.text] : []));
  const gates = repairs.flatMap((repair) => (repair.kind === "gate" ? [`${repair.gate}: ${repair.value}`] : []));
  if (names.length > 0) return `Write ${[names.join(", "), ...texts].join(": ")}`;
  if (texts.length > 0) return `Write ${texts.join(", ")}`;
  if (gates.length > 0) return `Write ${gates.join(", ")}`;
  const [first] = repairs;
  if (first?.kind === "remove") return `Remove ${String(first.path.at(-1))}`;
  return first?.kind === "wrap" ? "Write a list" : "Write it in quotes";
}
