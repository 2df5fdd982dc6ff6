import { type KubernetesVersion, minorOf } from "../versions.ts";
import { fieldLines } from "./kubelet-fields.data.ts";

/** What the decoder reads. `duration|int` takes nanoseconds, too. */
export type KubeletFieldType =
  | "bool"
  | "string"
  | "int32"
  | "int64"
  | "uint32"
  | "float64"
  | "duration"
  | "duration|int"
  | "quantity"
  | "time"
  | "object"
  | `[]${string}`
  | `map[string]${string}`;

/** A value that a field takes, and from which minor on (`since`) or up to which one (`until`, exclusive). */
interface KubeletValue {
  readonly value: string;
  readonly since: number;
  readonly until: number;
}

/** One field of a KubeletConfiguration. */
export interface KubeletField {
  /** Dotted, `[]` for the items of a list: `registerWithTaints[].key`. */
  readonly path: string;
  readonly name: string;
  readonly type: KubeletFieldType;
  /** Go holds a pointer: null is the same as absent, and zero is a value. */
  readonly pointer: boolean;
  /** As Go names the type in its messages, where it is no plain one: `v1beta1.CrashLoopBackOffConfig`. */
  readonly goType: string | undefined;
  /** The first minor that has the field; 0 where it is older than those that we know. */
  readonly since: number;
  readonly gate: string | undefined;
  /** `1s..300s`, `0..`; undefined means any. */
  readonly bounds: string | undefined;
  /** Of a list those of its items, of a map its keys. */
  readonly values: readonly KubeletValue[];
  /** Oldest first: each holds below its minor. */
  readonly defaults: readonly { readonly below: number; readonly value: unknown }[];
}

let everyField: readonly KubeletField[] | undefined;
const byVersion = new Map<KubernetesVersion, ReadonlyMap<string, KubeletField>>();

/** The fields that a minor knows, by path. */
export function kubeletFields(version: KubernetesVersion): ReadonlyMap<string, KubeletField> {
  const known = byVersion.get(version);
  if (known !== undefined) return known;
  const fields = allKubeletFields().filter(({ since }) => since <= minorOf(version));
  const made = new Map(fields.map((field) => [field.path, field]));
  byVersion.set(version, made);
  return made;
}

/** The fields of every minor, in the order of the API. */
export function allKubeletFields(): readonly KubeletField[] {
  everyField ??= fieldLines.trim().split("\n").map(decodeLine);
  return everyField;
}

/** The fields that stand directly below a path; `""` is the root, `registerWithTaints[]` an item of the list. */
export function fieldsBelow(version: KubernetesVersion, parent: string): readonly KubeletField[] {
  const parents = byParent.get(version) ?? groupByParent(version);
  byParent.set(version, parents);
  return parents.get(parent) ?? [];
}

const byParent = new Map<KubernetesVersion, ReadonlyMap<string, readonly KubeletField[]>>();

function groupByParent(version: KubernetesVersion): ReadonlyMap<string, readonly KubeletField[]> {
  const groups = new Map<string, KubeletField[]>();
  for (const field of kubeletFields(version).values()) {
    const parent = field.path.slice(0, -field.name.length).replace(/\.$/, "");
    const group = groups.get(parent) ?? [];
    group.push(field);
    groups.set(parent, group);
  }
  return groups;
}

/** What a field is where nothing is written; undefined if there is nothing. Gates are not looked at. */
export function defaultOf(field: KubeletField, version: KubernetesVersion): unknown {
  return field.defaults.find(({ below }) => minorOf(version) < below)?.value;
}

/** The values that a field takes in a minor; none: any. */
export function valuesOf(field: KubeletField, version: KubernetesVersion): readonly string[] {
  const minor = minorOf(version);
  return field.values.filter(({ since, until }) => since <= minor && minor < until).map(({ value }) => value);
}

/**
 * Reads `PATH TYPE[*] WORD…`, where `*` is a pointer and a word is
 * `@30` "since 1.30", `?Gate`, `:v1.Type` "as Go names it", `[1..9]` bounds, `{a,b@32,c<30}` values (b since 1.32, c before 1.30),
 * `=JSON` the default, `<37=JSON` the default before 1.37.
 */
function decodeLine(line: string): KubeletField {
  const [path = "", written = "", ...words] = line.split(" ");
  const after = (sign: string) => words.find((word) => word.startsWith(sign))?.slice(sign.length);
  return {
    path,
    name: path.slice(path.lastIndexOf(".") + 1),
    type: typeOf(written.replace("*", "")),
    pointer: written.endsWith("*"),
    goType: after(":"),
    since: Number(after("@") ?? 0),
    gate: after("?"),
    bounds: words.find((word) => word.startsWith("[") && word.includes(".."))?.slice(1, -1),
    values: (after("{")?.slice(0, -1).split(",") ?? []).map(decodeValue),
    defaults: words.flatMap(decodeDefault),
  };
}

const plainTypes = ["bool", "string", "int32", "int64", "uint32", "float64"] as const;
const readTypes = ["duration", "duration|int", "quantity", "time", "object"] as const;

function typeOf(text: string): KubeletFieldType {
  const item = /^\[\](.+)$/.exec(text)?.[1];
  if (item !== undefined) return `[]${item}`;
  const entry = /^map\[string\](.+)$/.exec(text)?.[1];
  if (entry !== undefined) return `map[string]${entry}`;
  return [...plainTypes, ...readTypes].find((type) => type === text) ?? "string";
}

function decodeValue(text: string): KubeletValue {
  const [, value = "", since, until] = /^([^@<]*)(?:@(\d+))?(?:<(\d+))?$/.exec(text) ?? [];
  return { value, since: Number(since ?? 0), until: Number(until ?? "Infinity") };
}

function decodeDefault(word: string): KubeletField["defaults"] {
  const [, below, json] = /^(?:<(\d+))?=(.*)$/.exec(word) ?? [];
  return json === undefined ? [] : [{ below: Number(below ?? "Infinity"), value: JSON.parse(json) }];
}
