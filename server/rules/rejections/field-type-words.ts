import type { FieldType } from "../../../shared/api-server/types/api-types.ts";
import type { WrongType } from "../../../shared/api-server/types/decode.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { quoted } from "../../../shared/scenario/reading/quoted.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { nodeAt } from "../../manifest/text/ranges.ts";
import { meantQuantity } from "./meant-quantity.ts";
import { tagOf } from "./tags.ts";

const names: Readonly<Record<FieldType["is"], string>> = {
  string: "a string",
  int32: "an integer",
  int64: "an integer",
  boolean: "true or false",
  quantity: 'a quantity such as 500m or "64Mi"',
  intOrString: "an integer or a percentage",
  time: "a time such as 2026-01-31T12:00:00Z",
  any: "any value",
  object: "an object with fields",
  list: "a list",
  map: "a map",
};

/** What follows from a value of the wrong type, as the beginning of a sentence. */
export const unreadWords = "The API server cannot read the object";

/** What is wrong with a value, and how to fix it; continues a sentence after a colon. */
export function typeMessage(document: ManifestDocument, path: Path, wrong: WrongType): string {
  const field = path.findLast((step) => typeof step === "string") ?? "The object";
  const isItem = typeof path.at(-1) === "number";
  const subject = isItem ? `an item of ${field}` : String(field);
  const advice = adviceOn(document, path, wrong);
  const isPort = wrong.expected.is === "intOrString" && field === "port";
  const type = isPort ? "an integer or a name" : names[wrong.expected.is];
  const found = foundWords(wrong, writtenText(document, path));
  return `${subject} must be ${type}, not ${found}.${advice === "" ? "" : ` ${advice}`}`;
}

/** The text in the file; undefined if it is not a scalar. */
function writtenText(document: ManifestDocument, path: Path): string | undefined {
  const node = nodeAt(document, path);
  return node?.type === "scalar" ? document.text.slice(node.start, node.end) : undefined;
}

/** A large number is shown as written, because parsing can change it. */
function foundWords({ found, value }: WrongType, written: string | undefined): string {
  switch (found) {
    case "list":
      return "a list";
    case "map":
      return "a map";
    case "text":
      return `the string ${shortened(JSON.stringify(value))}`;
    case "number":
      return `the number ${Number.isSafeInteger(value) ? String(value) : (written ?? String(value))}`;
    default:
      return `the value ${JSON.stringify(value)}`;
  }
}

function adviceOn(document: ManifestDocument, path: Path, { expected, found, value }: WrongType): string {
  const written = writtenText(document, path) ?? "";
  const node = nodeAt(document, path);
  const tag = node && tagOf(document, node);
  if (tag !== undefined && found !== "list" && found !== "map") return `Remove the tag ${quoted(tag, 40)}.`;
  if (expected.is === "string" && found !== "list" && found !== "map") {
    const reading = written === String(value) ? "" : `YAML reads ${written} as ${String(value)}. `;
    return `${reading}Put the value in quotes.`;
  }
  if (expected.is === "list") return "Put each item on its own line after a dash, or put all items in brackets.";
  if (expected.is === "boolean") return "Set it to true or false, without quotes.";
  if (expected.is === "object" || expected.is === "map") return 'Put each field on its own line, as "name: value".';
  if (expected.is === "quantity") return quantityAdvice(value);
  if (found === "text" && typeof value === "string" && /^[+-]?\d+$/.test(value)) return "Remove the quotes.";
  if (found === "text" && /Seconds$/.test(String(path.at(-1)))) return "Set it to a number of seconds, without a unit.";
  return found === "number" ? numberAdvice(expected, value) : "";
}

function quantityAdvice(value: unknown): string {
  const meant = typeof value === "string" ? meantQuantity(value) : undefined;
  return meant === undefined ? "" : `Did you mean "${meant.text}"?`;
}

function numberAdvice({ is }: FieldType, value: unknown): string {
  if (!Number.isInteger(value)) return "Set it to a number without a fraction.";
  const most = is === "int64" ? "9223372036854775807" : "2147483647";
  return Number(value) > 0 ? `The maximum is ${most}.` : `The minimum is -${most.slice(0, -1)}8.`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 56)}…"` : text;
}
