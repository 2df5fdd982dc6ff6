import { type KubernetesVersion, minorOf } from "../../kubernetes/versions.ts";
import { apiTypeLines } from "./api-types.data.ts";

/** What a field holds. `object` names a type of the table. */
export type FieldType =
  | { readonly is: "string" | "int32" | "int64" | "boolean" | "quantity" | "intOrString" | "time" | "any" }
  | { readonly is: "object"; readonly type: string }
  | { readonly is: "list" | "map"; readonly of: FieldType };

export interface FieldInfo {
  readonly type: FieldType;
  /** Minors, both inclusive. */
  readonly since: number;
  readonly last: number;
  /** Without it the API server drops the field. */
  readonly gate: string | undefined;
  /** The least that the API server takes. */
  readonly least: number | undefined;
  readonly fallback: Fallback | undefined;
}

/** What the API server fills in. `isForEmpty`: also where an empty text or 0 is written. */
export interface Fallback {
  readonly value: string | number;
  readonly isForEmpty: boolean;
}

/** The fields of a type. */
export type FieldsOf = (type: string) => ReadonlyMap<string, FieldInfo>;

const scalars: Readonly<Record<string, FieldType>> = {
  s: { is: "string" },
  i: { is: "int32" },
  l: { is: "int64" },
  b: { is: "boolean" },
  q: { is: "quantity" },
  o: { is: "intOrString" },
  t: { is: "time" },
  a: { is: "any" },
};

/**
 * Reads a table when it is first asked. A line is `TYPE FIELD:TYPE…`; a letter stands for a scalar, `[` for a list of and `{` for a map of what follows;
 * `@34` is "since 1.34", `@-30` "up to 1.30", `@35-35` both; `?Gate` "dropped without the gate", `>0` "at least 0",
 * `=30` "30 where it is absent", `~10` "10 where it is absent, empty or 0".
 */
export function typeTable(text: string): FieldsOf {
  let lines: ReadonlyMap<string, string> | undefined;
  const decoded = new Map<string, ReadonlyMap<string, FieldInfo>>();
  return (type) => {
    const known = decoded.get(type);
    if (known !== undefined) return known;
    lines ??= new Map(
      text
        .trim()
        .split("\n")
        .map((line) => [line.slice(0, line.indexOf(" ")), line]),
    );
    const fields = new Map((lines.get(type) ?? "").split(" ").slice(1).map(decodeField));
    decoded.set(type, fields);
    return fields;
  };
}

let apiTypes: FieldsOf | undefined;

/** The fields of a type of the API, those of all minors: `isKnownIn` says which of them a minor has. */
export function fieldsOfType(type: string): ReadonlyMap<string, FieldInfo> {
  apiTypes ??= typeTable(apiTypeLines);
  return apiTypes(type);
}

export function isKnownIn({ since, last }: FieldInfo, version: KubernetesVersion): boolean {
  // Most fields have always been there.
  if (since === 0 && last === Number.POSITIVE_INFINITY) return true;
  const minor = minorOf(version);
  return since <= minor && minor <= last;
}

const form = /^([^:]+):([^@?>=~]+)(?:@(\d*)(?:-(\d+))?)?(?:\?(\w+))?(?:>(\d+))?(?:([=~])(.+))?$/;

function decodeField(word: string): [string, FieldInfo] {
  const [, name = "", code = "", since, last, gate, least, sign, value] = form.exec(word) ?? [];
  const type = decodeType(code);
  return [
    name,
    {
      type,
      since: Number(since || 0),
      last: Number(last ?? "Infinity"),
      gate,
      least: least === undefined ? undefined : Number(least),
      fallback:
        value === undefined
          ? undefined
          : { value: type.is === "string" ? value : Number(value), isForEmpty: sign === "~" },
    },
  ];
}

function decodeType(code: string): FieldType {
  if (code.startsWith("[")) return { is: "list", of: decodeType(code.slice(1)) };
  if (code.startsWith("{")) return { is: "map", of: decodeType(code.slice(1)) };
  return scalars[code] ?? { is: "object", type: code };
}
