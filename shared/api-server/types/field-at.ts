import type { Path } from "../../basics/path.ts";
import { type FieldInfo, type FieldType, fieldsOfType } from "./api-types.ts";

/** What stands at a path of an object. */
export interface FieldPlace {
  readonly type: FieldType;
  /** The last field on the way, and the type that has it; undefined at the root. */
  readonly owner: { readonly type: string; readonly name: string; readonly info: FieldInfo } | undefined;
  /** The fields on the way without the positions in lists: `["spec", "containers", "livenessProbe"]`. */
  readonly names: readonly string[];
}

/** Undefined if the API has no such field. */
export function fieldAt(rootType: string, path: Path): FieldPlace | undefined {
  let place: FieldPlace | undefined = { type: { is: "object", type: rootType }, owner: undefined, names: [] };
  for (const step of path) place = place && below(place, step);
  return place;
}

function below({ type, owner, names }: FieldPlace, step: string | number): FieldPlace | undefined {
  if (typeof step === "number") return type.is === "list" ? { type: type.of, owner, names } : undefined;
  if (type.is === "map") return { type: type.of, owner: undefined, names: [...names, step] };
  const info = type.is === "object" ? fieldsOfType(type.type).get(step) : undefined;
  if (type.is !== "object" || info === undefined) return undefined;
  return { type: info.type, owner: { type: type.type, name: step, info }, names: [...names, step] };
}
