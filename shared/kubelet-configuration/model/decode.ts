import type { Path } from "../../basics/path.ts";
import { type Fields, isFields } from "../../basics/values.ts";
import { fieldsBelow, type KubeletField, type KubeletFieldType } from "../../kubernetes/kubelet/kubelet-fields.ts";
import { atLeast, type KubernetesVersion } from "../../kubernetes/versions.ts";
import { jsonType, readScalar } from "./scalars.ts";

/** What could not be decoded: a wrong type, a text that is no duration. */
export interface DecodeError {
  readonly path: Path;
  /** The reason in Go's words. */
  readonly reason: string;
  /** Undefined if the value is none of a field's own, but the document's. */
  readonly type: KubeletFieldType;
  readonly value: unknown;
}

export interface UnknownKubeletField {
  readonly path: Path;
  /** The object it stands in, as a path of fields: `""`, `logging.vmodule[]`. */
  readonly parent: string;
  readonly value: unknown;
}

export interface Decoded {
  /** Known fields only, right spelling and right types; what cannot be decoded is not there, null neither. */
  readonly fields: Fields;
  readonly errors: readonly DecodeError[];
  readonly unknown: readonly UnknownKubeletField[];
}

/** How keys are matched: as written, or as Go's own decoder does, later keys of a name over earlier ones. */
type KeyMatching = "exact" | "any case";

/** Decodes the fields of a KubeletConfiguration, as plain data of any shape. Whatever is undefined counts as absent: a template. */
// Models k8s.io/apimachinery/pkg/runtime/serializer/json (strict, then lenient) and encoding/json (v1.37.1)
export function decodeConfiguration(value: unknown, version: KubernetesVersion, keys: KeyMatching = "exact"): Decoded {
  const errors: DecodeError[] = [];
  const unknown: UnknownKubeletField[] = [];
  const reader: Reader = { version, keys, errors, unknown };
  const place: Place = { path: [], schema: "", goStruct: "", goPath: "" };
  const fields = readObject(reader, value, place, "v1beta1.KubeletConfiguration") ?? {};
  return { fields, errors, unknown };
}

interface Reader {
  readonly version: KubernetesVersion;
  readonly keys: KeyMatching;
  readonly errors: DecodeError[];
  readonly unknown: UnknownKubeletField[];
}

/** Where the reader is: in the document, in the table of fields, and as Go names it in messages. */
interface Place {
  readonly path: Path;
  readonly schema: string;
  readonly goStruct: string;
  readonly goPath: string;
}

function readObject(reader: Reader, value: unknown, place: Place, goType: string): Fields | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isFields(value)) return wrongType(reader, value, place, "object", goType);
  const known = knownFields(reader, place.schema);
  const read: Record<string, unknown> = {};
  for (const key of keysInOrder(value, reader.keys)) {
    const written = value[key];
    const field = known.get(reader.keys === "exact" ? key : key.toLowerCase());
    if (written === undefined) continue;
    if (field === undefined) reader.unknown.push({ path: [...place.path, key], parent: place.schema, value: written });
    else assign(read, field.name, readField(reader, written, field, childOf(place, key, field, structOf(goType))));
  }
  return read;
}

function knownFields({ version, keys }: Reader, parent: string): ReadonlyMap<string, KubeletField> {
  const place = `${version} ${keys} ${parent}`;
  const before = namesOf.get(place);
  if (before !== undefined) return before;
  const names = new Map(
    fieldsBelow(version, parent).map((field) => [keys === "exact" ? field.name : field.name.toLowerCase(), field]),
  );
  namesOf.set(place, names);
  return names;
}

const namesOf = new Map<string, ReadonlyMap<string, KubeletField>>();

/** Merged drop-ins are written with sorted keys before they are decoded. */
function keysInOrder(value: Fields, keys: KeyMatching): readonly string[] {
  return keys === "exact" ? Object.keys(value) : Object.keys(value).sort();
}

/** Go decodes a second key of the same field into what the first one left: objects and maps are added to. */
function assign(read: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) return;
  const before = read[name];
  read[name] = isFields(before) && isFields(value) ? { ...before, ...value } : value;
}

function childOf(place: Place, key: string, field: KubeletField, goStruct: string): Place {
  return {
    path: [...place.path, key],
    schema: field.path,
    goStruct,
    goPath: place.goPath === "" ? field.name : `${place.goPath}.${field.name}`,
  };
}

function readField(reader: Reader, value: unknown, field: KubeletField, place: Place): unknown {
  const { type } = field;
  if (type === "object") return readObject(reader, value, place, field.goType ?? type);
  if (type === "[]object") return readObjects(reader, value, field, place);
  const item = /^\[\](.+)$/.exec(type)?.[1];
  if (item !== undefined) return readItems(reader, value, item, place, type);
  const entry = /^map\[string\](.+)$/.exec(type)?.[1];
  if (entry !== undefined) return readEntries(reader, value, entry, place, field.goType ?? type);
  return readValue(reader, value, type, place, field);
}

function readObjects(reader: Reader, value: unknown, { goType = "", path }: KubeletField, place: Place): unknown {
  if (value === null) return undefined;
  if (!Array.isArray(value)) return wrongType(reader, value, place, "[]object", goType);
  const itemType = goType.startsWith("[]") ? goType.slice(2) : goType.replace("Configuration", "Item");
  return value.map((item: unknown, index) => {
    const at = { ...place, path: [...place.path, index], schema: `${path}[]` };
    return readObject(reader, item, at, itemType) ?? {};
  });
}

function readItems(reader: Reader, value: unknown, item: string, place: Place, goType: string): unknown {
  if (value === null) return undefined;
  if (!Array.isArray(value)) return wrongType(reader, value, place, `[]${item}`, goType);
  return value.map((each: unknown, index) => {
    const at = { ...place, path: [...place.path, index] };
    return readValue(reader, each, item === "int32" ? "int32" : "string", at, undefined) ?? zeroOf(item);
  });
}

function readEntries(reader: Reader, value: unknown, entry: string, place: Place, goType: string): unknown {
  if (value === null) return undefined;
  if (!isFields(value)) return wrongType(reader, value, place, `map[string]${entry}`, goType);
  const read = Object.entries(value).map(([key, each]): [string, unknown] => {
    const at = { ...place, path: [...place.path, key] };
    if (each === null) return [key, entry === "[]string" ? [] : zeroOf(entry)];
    if (entry === "[]string") return [key, readItems(reader, each, "string", at, entry)];
    return [key, readValue(reader, each, entry === "bool" || entry === "quantity" ? entry : "string", at, undefined)];
  });
  return Object.fromEntries(read.filter(([, each]) => each !== undefined));
}

function zeroOf(type: string): unknown {
  if (type === "bool") return false;
  return type === "int32" ? 0 : type === "quantity" ? "0" : "";
}

/** Undefined means null, which leaves Go's zero value, or an error. */
function readValue(
  reader: Reader,
  value: unknown,
  type: KubeletFieldType,
  place: Place,
  field: KubeletField | undefined,
): unknown {
  if (value === undefined || (value === null && (type !== "duration" || field?.pointer === true))) return undefined;
  const goField = `Go struct field ${goNameOf(place, reader.version)} of type ${field?.goType ?? goScalar(type)}`;
  const reason = readScalar(value, type, goField);
  if (reason === undefined) return value;
  reader.errors.push({ path: place.path, reason, type, value });
  return undefined;
}

/** A duration is a text to the decoder below it. */
function goScalar(type: KubeletFieldType): string {
  return type === "duration" || type === "time" ? "string" : type;
}

/** Since 1.35 two fields stand in a struct that is embedded. */
function goNameOf({ goStruct, goPath }: Place, version: KubernetesVersion): string {
  const isEmbedded = goPath.startsWith("logging.options.") && goPath.endsWith(".splitStream");
  const path =
    isEmbedded && atLeast(version, "1.35") ? goPath.replace("splitStream", "OutputRoutingOptions.splitStream") : goPath;
  return `${goStruct}.${path}`;
}

function structOf(goType: string): string {
  return goType.slice(goType.lastIndexOf(".") + 1);
}

function wrongType(reader: Reader, value: unknown, place: Place, type: KubeletFieldType, goType: string): undefined {
  const target =
    place.goPath === ""
      ? `Go value of type ${goType}`
      : `Go struct field ${place.goStruct}.${place.goPath} of type ${goType}`;
  reader.errors.push({
    path: place.path,
    reason: `json: cannot unmarshal ${jsonType(value)} into ${target}`,
    type,
    value,
  });
  return undefined;
}
