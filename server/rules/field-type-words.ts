import type { Path } from "../../shared/kubernetes/path.ts";
import type { FieldType } from "../../shared/validation/api-types.ts";
import type { WrongType } from "../../shared/validation/decode.ts";
import type { ManifestDocument } from "../manifest/model.ts";
import { nodeAt } from "../manifest/ranges.ts";

const names: Readonly<Record<FieldType["is"], string>> = {
  string: "text",
  int32: "a whole number",
  int64: "a whole number",
  boolean: "true or false",
  quantity: 'an amount such as 500m or "64Mi"',
  intOrString: "a whole number or a percentage",
  time: "a time such as 2026-01-31T12:00:00Z",
  any: "any value",
  object: "a map of fields",
  list: "a list",
  map: "a map",
};

/** What is wrong with a value, and what to write instead; it goes on after a colon. */
export function typeMessage(document: ManifestDocument, path: Path, wrong: WrongType): string {
  const field = path.findLast((step) => typeof step === "string") ?? "The object";
  const isItem = typeof path.at(-1) === "number";
  const subject = isItem ? `an item of ${field}` : String(field);
  const advice = adviceOn(document, path, wrong);
  const isPort = wrong.expected.is === "intOrString" && field === "port";
  const type = isPort ? "a whole number or a name" : names[wrong.expected.is];
  const found = foundWords(wrong, writtenText(document, path));
  return `${subject} must be ${type}, not ${found}.${advice === "" ? "" : ` ${advice}`}`;
}

/** As it stands in the file; undefined where it is no scalar. */
export function writtenText(document: ManifestDocument, path: Path): string | undefined {
  const node = nodeAt(document, path);
  return node?.type === "scalar" ? document.text.slice(node.start, node.end) : undefined;
}

/** A large number is told as it is written: read, it may be another. */
function foundWords({ found, value }: WrongType, written: string | undefined): string {
  switch (found) {
    case "list":
      return "a list";
    case "map":
      return "a map";
    case "text":
      return `the text ${shortened(JSON.stringify(value))}`;
    case "number":
      return `the number ${Number.isSafeInteger(value) ? String(value) : (written ?? String(value))}`;
    default:
      return `the value ${JSON.stringify(value)}`;
  }
}

function adviceOn(document: ManifestDocument, path: Path, { expected, found, value }: WrongType): string {
  const written = writtenText(document, path) ?? "";
  if (expected.is === "string" && found !== "list" && found !== "map") {
    const reading = written === String(value) ? "" : `YAML reads ${written} as ${String(value)}. `;
    return `${reading}Put it in quotes.`;
  }
  if (expected.is === "list") return "Write each item on a line of its own after a dash, or in brackets.";
  if (expected.is === "boolean") return "Write true or false without quotes.";
  if (expected.is === "object" || expected.is === "map")
    return 'Write its fields on lines of their own, as "name: value".';
  if (found === "text" && typeof value === "string" && /^[+-]?\d+$/.test(value)) return "Remove the quotes.";
  if (found === "text" && /Seconds$/.test(String(path.at(-1)))) return "Write the number of seconds only.";
  return found === "number" ? numberAdvice(expected, value) : "";
}

function numberAdvice({ is }: FieldType, value: unknown): string {
  if (!Number.isInteger(value)) return "Write it without a fraction.";
  const most = is === "int64" ? "9223372036854775807" : "2147483647";
  return Number(value) > 0 ? `The largest number is ${most}.` : `The smallest number is -${most.slice(0, -1)}8.`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 56)}…"` : text;
}
