import type { WrongType } from "../../../shared/api-server/types/decode.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { parseDuration } from "../../../shared/basics/read-duration.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import type { WordFix } from "../core/model.ts";
import { meantQuantity } from "./meant-quantity.ts";
import { isPlain } from "./tags.ts";

/** Fields with a fixed set of values: quotes make a string of the value, but not one of these. */
const fieldsOfWords: ReadonlySet<string> = new Set(
  "restartPolicy action operator imagePullPolicy terminationMessagePolicy protocol scheme type status completionMode podReplacementPolicy concurrencyPolicy podManagementPolicy stopSignal mode resourceName dnsPolicy timeZone effect schedule".split(
    " ",
  ),
);

/** Adds or removes quotes, turns durations into seconds, and writes units as Kubernetes does. */
export function typeFix(document: ManifestDocument, path: Path, wrong: WrongType): WordFix | undefined {
  const node = nodeAt(document, path);
  if (node?.type !== "scalar" || node.style === "block" || node.start === node.end) return undefined;
  // The value of an alias is written elsewhere.
  if (rangeOf(document, path, "value").related !== undefined) return undefined;
  const written = document.text.slice(node.start, node.end);
  if (!isPlain(document, node)) return undefined;
  const { right, lossFree } = quantityWord(wrong) ?? {
    right: rightWord(written, String(path.at(-1)), wrong),
    lossFree: true,
  };
  if (right === undefined) return undefined;
  const { start, end } = node;
  const field = path.at(-1);
  const title = typeof field === "string" ? `Set ${field} to ${right}` : `Replace with ${right}`;
  return { kind: "replace-word", title, start, end, wrong: written, right, ...(lossFree && { lossFree }) };
}

function quantityWord({
  expected,
  value,
}: WrongType): { readonly right: string; readonly lossFree: boolean } | undefined {
  const meant = expected.is === "quantity" && typeof value === "string" ? meantQuantity(value) : undefined;
  return meant && { right: meant.text, lossFree: meant.isCertain };
}

function rightWord(written: string, field: string, { expected, found, value }: WrongType): string | undefined {
  if (expected.is === "string" && (found === "number" || found === "boolean"))
    return fieldsOfWords.has(field) ? undefined : JSON.stringify(written);
  if (typeof value !== "string") return undefined;
  const isNumber = expected.is === "int32" || expected.is === "int64";
  if (isNumber && /^(?:0|-?[1-9]\d{0,8})$/.test(value)) return value;
  if (isNumber && /Seconds$/.test(field)) return wholeSeconds(value);
  if (expected.is === "boolean" && /^(?:true|false)$/i.test(value)) return value.toLowerCase();
  return undefined;
}

function wholeSeconds(text: string): string | undefined {
  const durationMs = parseDuration(text);
  return durationMs !== undefined && durationMs >= 0 && durationMs % 1000 === 0 ? String(durationMs / 1000) : undefined;
}
