import { type FieldType, fieldsOfType, isKnownIn } from "../../shared/api-server/types/api-types.ts";
import type { Fields } from "../../shared/api-server/types/fields.ts";
import type { KubernetesVersion } from "../../shared/kubernetes/versions.ts";
import type { Random } from "./random.ts";
import { anyText, integers, keysByField, longIntegers, quantityTexts, textsByField } from "./values.data.ts";

/** Where values come from: random draws, and the names that the document already uses, so that references can be right. */
export interface Source {
  readonly random: Random;
  readonly version: KubernetesVersion;
  readonly namesInUse: readonly string[];
}

/** Deeper objects stay empty: values of a schema can be nested without end. */
const deepest = 6;
/** Of the fields of an object, so many are drawn. */
const fieldsMost = 4;

/** A value for a field of a type. Half of the texts are plausible for the field's name. */
export function valueFor(source: Source, name: string, type: FieldType, depth = 0): unknown {
  const { random } = source;
  switch (type.is) {
    case "string":
      return textFor(source, name);
    case "int32":
      return random.anyOf(integers);
    case "int64":
      return random.anyOf(longIntegers);
    case "boolean":
      return random.percent(50);
    case "quantity":
      return random.percent(20) ? random.anyOf(integers) : random.anyOf(quantityTexts);
    case "intOrString":
      return random.percent(50) ? random.anyOf(integers) : random.pick(["http", "25%", "150%", "x", ""]);
    case "time":
      return "2026-01-01T00:00:00Z";
    case "any":
      return {};
    case "list":
      return Array.from({ length: 1 + random.below(2) }, () => valueFor(source, name, type.of, depth));
    case "map": {
      const keys = keysByField[name] ?? anyText;
      const count = 1 + random.below(2);
      return Object.fromEntries(
        Array.from({ length: count }, () => [random.anyOf(keys) ?? "a", valueFor(source, name, type.of, depth)]),
      );
    }
    case "object":
      return objectFor(source, type.type, depth + 1);
  }
}

export function objectFor(source: Source, type: string, depth = 0): Fields {
  const { random, version } = source;
  const known = [...fieldsOfType(type)].filter(([name, info]) => name !== "status" && isKnownIn(info, version));
  const value: Fields = {};
  if (depth >= deepest) return value;
  const wanted = isChoice(type) ? 1 : 1 + random.below(fieldsMost);
  for (let index = 0; index < wanted; index += 1) {
    const [name, info] = random.anyOf(known) ?? [];
    if (name !== undefined && info !== undefined) value[name] = valueFor(source, name, info.type, depth);
  }
  for (const name of ["name", "key", "mountPath", "operator", "topologyKey"]) {
    const info = known.find(([each]) => each === name)?.[1];
    if (info !== undefined && random.percent(70)) value[name] = valueFor(source, name, info.type, depth);
  }
  return value;
}

/** Types of which one field is set as a rule. */
function isChoice(type: string): boolean {
  return ["Volume", "VolumeProjection", "EnvVarSource", "EnvFromSource", "LifecycleHandler"].includes(type);
}

function textFor({ random, namesInUse }: Source, name: string): string {
  const isReference = ["name", "containerName", "volumeName", "key"].includes(name);
  if (isReference && random.percent(40)) return random.anyOf(namesInUse) ?? "app";
  const pool = textsByField[name];
  return (pool !== undefined && random.percent(90) ? random.anyOf(pool) : random.anyOf(anyText)) ?? "";
}
