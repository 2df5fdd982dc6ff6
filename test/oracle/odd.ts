import { type FieldType, fieldsOfType } from "../../shared/api-server/types/api-types.ts";
import { type Fields, isFields } from "../../shared/api-server/types/fields.ts";
import type { BaseDocument } from "./documents.ts";
import type { Mutated } from "./mutate.ts";
import { type Place, placesOf, put } from "./places.ts";
import type { Random } from "./random.ts";

// What the generator of `mutate.ts` does not make: values at limits and in odd notation by their type alone, and parts of one real
// document in another one.

const oddQuantities: readonly unknown[] = [
  "+1",
  "1.",
  ".5",
  "0.1",
  "1e-3",
  "1E3",
  "1E",
  "1e",
  "1Ki",
  "1ki",
  "1K",
  "1k",
  "100n",
  "1u",
  "1m",
  "0.0001m",
  "1.5Gi",
  "12345678901234567890",
  "9223372036854775807",
  "9223372036854775808",
  "9Ei",
  "8Ei",
  "1Zi",
  " 1",
  "1 ",
  "1 Gi",
  "1_000",
  "0x10",
  "1e10000",
  "-0",
  "-0.5",
  "-1m",
  "00001",
  "1.0",
  "1000m",
  "999m",
  "1.000000001",
  "1e+3",
  "1E-9",
  "1Mi1",
  "m",
  "",
  "Gi",
  "１",
  "1,5",
  "1.5.2",
  0,
  -1,
  1.5,
  1e21,
  true,
  null,
  "NaN",
  "Inf",
];
const oddTexts: readonly unknown[] = [
  "é",
  "名前",
  "a\u0000b",
  "a\nb",
  "a\tb",
  " a",
  "a ",
  "A",
  "a..b",
  "a.-b",
  "-",
  ".",
  "..",
  "a_b",
  "a/b",
  "a//b",
  "/",
  "a:b",
  "%",
  "a%2Fb",
  "🙂",
  "a\u200bb",
  "\ufeffa",
  "ı",
  "ß",
  "x".repeat(15),
  "x".repeat(16),
  "x".repeat(52),
  "x".repeat(53),
  "x".repeat(63),
  "x".repeat(64),
  "x".repeat(253),
  "x".repeat(254),
  `${"x".repeat(63)}.${"y".repeat(63)}`,
  "0",
  "00",
  "1e3",
  "true",
  "null",
  "~",
  "1.2.3.4",
  "::1",
  "fe80::1%eth0",
  "$(VAR)",
  "$$(VAR)",
  "$(",
  "kubernetes.io/x",
  "a.kubernetes.io/x",
  "k8s.io/x",
  "/a",
  "a/",
  "UTC",
  "Local",
  "* * * * *",
  "@every 1h",
  "",
  "0.0.0.0/0",
  "http",
  "HTTP",
  "9p",
  "--",
  "a--b",
  "a-",
  "1",
  "-1",
  "65536",
];
const oddIntegers: readonly unknown[] = [
  -2147483648,
  -2147483649,
  2147483647,
  2147483648,
  4294967296,
  -1,
  0,
  1,
  2,
  65535,
  65536,
  32767,
  32768,
  3600,
  86400,
  1.0,
  1.5,
  1e3,
  1e10,
  9007199254740991,
  "1",
  "",
  null,
  true,
  [],
  {},
  511,
  512,
  777,
  1000,
  99,
  100,
  101,
  255,
  256,
];
const oddBooleans: readonly unknown[] = [true, false, "true", "yes", 0, 1, null, "", [], "True"];
const oddPorts: readonly unknown[] = [
  "http",
  "HTTP",
  "80",
  "0",
  "-1",
  0,
  -1,
  65535,
  65536,
  "a".repeat(15),
  "a".repeat(16),
  "a--b",
  "-a",
  "1",
  "1a",
  "é",
  "100%",
  "101%",
  "-1%",
  "0%",
  "1.5%",
  " 1%",
  "%",
  "%1",
  1.5,
  null,
  true,
  "00%",
  "+5%",
];

/** Values of one type, wherever they stand in real documents. */
export type Pool = ReadonlyMap<string, readonly unknown[]>;

export function poolOf(bases: readonly BaseDocument[]): Pool {
  const pool = new Map<string, unknown[]>();
  for (const { kind, value } of bases)
    for (const place of placesOf(kind, value)) {
      const key = keyOf(place.type);
      const list = pool.get(key) ?? [];
      list.push(place.value);
      pool.set(key, list);
    }
  return pool;
}

function keyOf(type: FieldType): string {
  return type.is === "object"
    ? type.type
    : type.is === "list" || type.is === "map"
      ? `${type.is} ${keyOf(type.of)}`
      : type.is;
}

export function makeOdd(base: BaseDocument, random: Random, pool: Pool): Mutated {
  const value = structuredClone(base.value);
  const done: string[] = [];
  const wanted = 1 + random.below(3);
  for (let attempt = 0; done.length < wanted && attempt < 40; attempt += 1) {
    const place = random.anyOf(placesOf(base.kind, value));
    if (place === undefined) break;
    const what = change(place, random, pool);
    if (what !== undefined) done.push(`${what} ${place.path.join(".")}`);
  }
  return { value, what: done.join(", ") };
}

function change(place: Place, random: Random, pool: Pool): string | undefined {
  const { type, value } = place;
  if (random.percent(8)) return duplicate(place, random);
  if (random.percent(30)) {
    const other = random.anyOf(pool.get(keyOf(type)) ?? []);
    put(place, structuredClone(other));
    return "graft";
  }
  if (type.is === "object" && isFields(value)) return graftField(value, type.type, random, pool);
  const odd = oddOf(type);
  if (odd === undefined) {
    if (type.is === "map" && isFields(value)) {
      const key = random.anyOf(oddTexts);
      value[String(key)] = oddValue(type.of, random);
      return "odd key";
    }
    return undefined;
  }
  put(place, random.anyOf(odd));
  return "odd";
}

function oddValue(type: FieldType, random: Random): unknown {
  return random.anyOf(oddOf(type) ?? oddTexts);
}

/** A field that the object lacks, from another real object, or an odd one. */
function graftField(value: Fields, type: string, random: Random, pool: Pool): string | undefined {
  const free = [...fieldsOfType(type)].filter(([name]) => !(name in value) && name !== "status");
  const [name, info] = random.anyOf(free) ?? [];
  if (name === undefined || info === undefined) return undefined;
  const found = pool.get(keyOf(info.type));
  const grafted =
    found !== undefined && random.percent(70) ? structuredClone(random.anyOf(found)) : oddValue(info.type, random);
  value[name] = info.type.is === "list" && !Array.isArray(grafted) ? [grafted] : grafted;
  return `graft ${name} to`;
}

function duplicate({ holder, value }: Place, random: Random): string | undefined {
  if (!Array.isArray(holder)) return undefined;
  const copy = structuredClone(value);
  const names = isFields(copy) ? Object.keys(copy) : [];
  const name = random.anyOf(names);
  if (isFields(copy) && name !== undefined) delete copy[name];
  holder.splice(random.below(holder.length + 1), 0, copy);
  return "near copy of";
}

function oddOf(type: FieldType): readonly unknown[] | undefined {
  if (type.is === "string" || type.is === "time") return oddTexts;
  if (type.is === "int32" || type.is === "int64") return oddIntegers;
  if (type.is === "boolean") return oddBooleans;
  if (type.is === "quantity") return oddQuantities;
  if (type.is === "intOrString") return oddPorts;
  return undefined;
}
