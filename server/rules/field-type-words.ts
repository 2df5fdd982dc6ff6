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
  intOrString: "a whole number or a name",
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
  return `${subject} must be ${names[wrong.expected.is]}, not ${foundWords(wrong)}.${advice === "" ? "" : ` ${advice}`}`;
}

/** As it stands in the file; undefined where it is no scalar. */
export function writtenText(document: ManifestDocument, path: Path): string | undefined {
  const node = nodeAt(document, path);
  return node?.type === "scalar" ? document.text.slice(node.start, node.end) : undefined;
}

function foundWords({ found, value }: WrongType): string {
  switch (found) {
    case "list":
      return "a list";
    case "map":
      return "a map";
    case "text":
      return `the text ${shortened(JSON.stringify(value))}`;
    default:
      return `the ${found === "number" ? "number" : "value"} ${JSON.stringify(value)}`;
  }
}

function adviceOn(document: ManifestDocument, path: Path, { expected, found, value }: WrongType): string {
  const written = writtenText(document, path) ?? "";
  if (expected.is === "string" && found !== "list" && found !== "map") {
    const reading = written === String(value) ? "" : `YAML reads ${written} as ${String(value)}. `;
    return `${reading}Put it in quotes.`;
  }
  if (expected.is === "list") return "Write each item on a line of its own after a dash, or in brackets.";
  if (expected.is === "boolean" && found === "text") return "Write true or false without quotes.";
  if (found === "text" && typeof value === "string" && /^[+-]?\d+$/.test(value)) return "Remove the quotes.";
  if (found === "text" && /Seconds$/.test(String(path.at(-1)))) return "Write the number of seconds only.";
  if (found === "number" && typeof value === "number" && !Number.isInteger(value))
    return "Write it without a fraction.";
  return found === "number" ? "The number is too large or too small." : "";
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 56)}…"` : text;
}
