import type { Path } from "../../basics/path.ts";
import { type KubernetesVersion, minorOf } from "../../kubernetes/versions.ts";
import { type FieldInfo, type FieldsOf, type FieldType, fieldsOfType, isKnownIn } from "./api-types.ts";
import { type Fields, isFields } from "./fields.ts";
import { isWrittenQuantity } from "./quantity.ts";
import { isTime } from "./times.ts";

/** A value that does not fit its field, so that the API server cannot read the object. Paths are relative to the object. */
export interface WrongType {
  readonly path: Path;
  readonly expected: FieldType;
  readonly found: "text" | "number" | "boolean" | "list" | "map";
  readonly value: unknown;
}

/** A field that the version does not have, or that no version has. */
export interface UnknownField {
  readonly path: Path;
  /** The names that could stand there. */
  readonly known: readonly string[];
  /** The first minor that has it; undefined if none has, or those after `last` no longer have. */
  readonly since: string | undefined;
  readonly last: string | undefined;
}

interface Decoded {
  /** The object with nothing but fields that the version has; null is absent. A copy of its own, to be defaulted in place. */
  readonly value: Fields;
  /** In the order in which the API server meets them. It reports only the first one. */
  readonly typeErrors: readonly WrongType[];
  readonly unknown: readonly UnknownField[];
}

interface Reading {
  readonly version: KubernetesVersion;
  readonly fieldsOf: FieldsOf;
  /** Fields that the table does not have are not reported, and what the server would reject counts as absent: also an item of a list, a number that is too small. */
  readonly isLenient: boolean;
  /** Where the reading is. A path is made of it only where something is wrong. */
  readonly at: (string | number)[];
  readonly typeErrors: WrongType[];
  readonly unknown: UnknownField[];
}

/** Reads a plain value as an object of a kind. Any value is taken and nothing is thrown. */
// Models sigs.k8s.io/json UnmarshalStrict and encoding/json (v1.37.1)
export function decodeObject(value: unknown, type: string, version: KubernetesVersion): Decoded {
  const reading: Reading = { ...nothingRead(version), fieldsOf: fieldsOfType, isLenient: false };
  const decoded = decodeFields(reading, value, type);
  const typeErrors = reading.typeErrors.toSorted(inOrderSent);
  return { value: decoded ?? {}, typeErrors, unknown: reading.unknown.toSorted(inOrderSent) };
}

/**
 * Reads what a table has of a plain value, while somebody may be writing it: what the server would reject is left out and not reported,
 * so that the rest does not vanish. An item of a list that is left out is undefined. Undefined if the value is not an object.
 */
export function decodePart(
  value: unknown,
  type: string,
  version: KubernetesVersion,
  fieldsOf: FieldsOf,
): Decoded | undefined {
  const reading: Reading = { ...nothingRead(version), fieldsOf, isLenient: true };
  const decoded = decodeFields(reading, value, type);
  return decoded && { value: decoded, typeErrors: reading.typeErrors, unknown: reading.unknown };
}

function nothingRead(version: KubernetesVersion): Pick<Reading, "version" | "at" | "typeErrors" | "unknown"> {
  return { version, at: [], typeErrors: [], unknown: [] };
}

/** kubectl sends keys in alphabetical order. */
function inOrderSent(left: { readonly path: Path }, right: { readonly path: Path }): number {
  const index = left.path.findIndex((step, position) => step !== right.path[position]);
  const [one, other] = [left.path[index] ?? "", right.path[index] ?? ""];
  return one < other ? -1 : 1;
}

function decodeFields(reading: Reading, value: unknown, type: string): Fields | undefined {
  if (!isFields(value)) return wrongType(reading, { is: "object", type }, value);
  const known = reading.fieldsOf(type);
  const result: Fields = {};
  for (const name of Object.keys(value)) {
    const info = known.get(name);
    reading.at.push(name);
    if (info === undefined || !isKnownIn(info, reading.version)) {
      // A template stands for a value that nobody knows.
      if (value[name] !== undefined && (info !== undefined || !reading.isLenient))
        reading.unknown.push(unknownField(reading, known, info));
    } else {
      const decoded = decodeValue(reading, info.type, value[name]);
      if (decoded !== undefined && !(reading.isLenient && isOutOfBounds(decoded, info))) result[name] = decoded;
    }
    reading.at.pop();
  }
  return result;
}

/** A number above 2^53 is not the one that is written. */
function isOutOfBounds(value: unknown, { least = Number.NEGATIVE_INFINITY }: FieldInfo): boolean {
  return typeof value === "number" && (value < least || !Number.isSafeInteger(value));
}

function unknownField(
  { version, at }: Reading,
  known: ReadonlyMap<string, FieldInfo>,
  info: FieldInfo | undefined,
): UnknownField {
  const names = [...known].filter(([, each]) => isKnownIn(each, version)).map(([name]) => name);
  const minor = minorOf(version);
  return {
    path: [...at],
    known: names,
    since: info !== undefined && info.since > minor ? `1.${info.since}` : undefined,
    last: info !== undefined && info.last < minor ? `1.${info.last}` : undefined,
  };
}

/** Undefined if it is null, or not of the type. */
function decodeValue(reading: Reading, type: FieldType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  switch (type.is) {
    case "object":
      return decodeFields(reading, value, type.type);
    case "list":
      return decodeList(reading, type, value);
    case "map":
      return decodeMap(reading, type, value);
    default:
      return fits(type.is, value) ? value : wrongType(reading, type, value);
  }
}

function decodeList(reading: Reading, type: FieldType & { is: "list" | "map" }, value: unknown): unknown {
  if (!Array.isArray(value)) return wrongType(reading, type, value);
  return value.map((item, index) => decodeItem(reading, type.of, item, index));
}

function decodeMap(reading: Reading, type: FieldType & { is: "list" | "map" }, value: unknown): unknown {
  if (!isFields(value)) return wrongType(reading, type, value);
  const result: Fields = {};
  for (const key of Object.keys(value)) {
    const decoded = decodeItem(reading, type.of, value[key], key);
    if (key !== "__proto__") result[key] = decoded;
  }
  return result;
}

function decodeItem(reading: Reading, type: FieldType, value: unknown, step: string | number): unknown {
  reading.at.push(step);
  const decoded = decodeValue(reading, type, value) ?? (reading.isLenient ? undefined : emptyValue(type));
  reading.at.pop();
  return decoded;
}

/** Value of null in a list or map. */
function emptyValue(type: FieldType): unknown {
  switch (type.is) {
    case "object":
    case "map":
      return {};
    case "list":
      return [];
    case "int32":
    case "int64":
    case "intOrString":
      return 0;
    case "boolean":
      return false;
    default:
      return "";
  }
}

const int32Max = 2 ** 31;
const int64Max = 2 ** 63;

/** 2^63 and the largest integer of 64 bits are one number here; who writes either means the latter. */
function fits(type: Exclude<FieldType["is"], "object" | "list" | "map">, value: unknown): boolean {
  switch (type) {
    case "any":
      return true;
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "int32":
      return isInteger(value) && value >= -int32Max && value < int32Max;
    case "int64":
      return isInteger(value) && value >= -int64Max && value <= int64Max;
    case "intOrString":
      return typeof value === "string" || (isInteger(value) && value >= -int32Max && value < int32Max);
    case "quantity":
      return typeof value === "number" || (typeof value === "string" && isWrittenQuantity(value));
    case "time":
      return typeof value === "string" && isTime(value);
  }
}

function isInteger(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value);
}

function wrongType(reading: Reading, expected: FieldType, value: unknown): undefined {
  reading.typeErrors.push({ path: [...reading.at], expected, found: kindOf(value), value });
  return undefined;
}

function kindOf(value: unknown): WrongType["found"] {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : "map";
}
