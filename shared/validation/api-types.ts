import type { MinorVersion } from "../kubernetes/versions.ts";
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
}

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

let lines: ReadonlyMap<string, string> | undefined;
const decoded = new Map<string, ReadonlyMap<string, FieldInfo>>();

/**
 * The fields of a type of the API, those of all minors: `isKnownIn` says which of them a minor has.
 * A line of the table is `TYPE FIELD:TYPE…`; a letter stands for a scalar, `[` for a list of and `{` for a map of what follows;
 * `@34` is "since 1.34", `@-30` "up to 1.30", `@35-35` both.
 */
export function fieldsOfType(type: string): ReadonlyMap<string, FieldInfo> {
  const known = decoded.get(type);
  if (known !== undefined) return known;
  lines ??= new Map(
    apiTypeLines
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(" ")), line]),
  );
  const fields = new Map((lines.get(type) ?? "").split(" ").slice(1).map(decodeField));
  decoded.set(type, fields);
  return fields;
}

export function isKnownIn({ since, last }: FieldInfo, version: MinorVersion): boolean {
  // Most fields have always been there.
  if (since === 0 && last === Number.POSITIVE_INFINITY) return true;
  const minor = Number(version.slice(2));
  return since <= minor && minor <= last;
}

function decodeField(word: string): [string, FieldInfo] {
  const [, name = "", type = "", since, last] = /^([^:]+):([^@]+)(?:@(\d*)(?:-(\d+))?)?$/.exec(word) ?? [];
  return [name, { type: decodeType(type), since: Number(since || 0), last: Number(last ?? "Infinity") }];
}

function decodeType(code: string): FieldType {
  if (code.startsWith("[")) return { is: "list", of: decodeType(code.slice(1)) };
  if (code.startsWith("{")) return { is: "map", of: decodeType(code.slice(1)) };
  return scalars[code] ?? { is: "object", type: code };
}
