import type { FieldType } from "../../shared/api-server/types/api-types.ts";
import { fieldAt } from "../../shared/api-server/types/field-at.ts";
import { type Fields, isFields } from "../../shared/api-server/types/fields.ts";
import type { Path } from "../../shared/basics/path.ts";

/** A place of a document: its value is `holder[step]`. */
export interface Place {
  readonly path: Path;
  readonly holder: Fields | unknown[];
  readonly step: string | number;
  readonly value: unknown;
  readonly type: FieldType;
  readonly name: string;
}

/** Everything in `spec` and `metadata`. */
export function placesOf(kind: string, root: Fields): readonly Place[] {
  const places: Place[] = [];
  const visit = (holder: Fields | unknown[], path: Path): void => {
    const steps = Array.isArray(holder) ? holder.keys() : Object.keys(holder);
    for (const step of steps) {
      const at = [...path, step];
      const found = fieldAt(kind, at);
      if (found === undefined || at[0] === "status" || (at.length === 1 && step !== "spec" && step !== "metadata"))
        continue;
      const value = Array.isArray(holder) ? holder[Number(step)] : holder[step];
      places.push({ path: at, holder, step, value, type: found.type, name: String(found.names.at(-1) ?? step) });
      if (isFields(value) || Array.isArray(value)) visit(value, at);
    }
  };
  visit(root, []);
  return places;
}

export function put({ holder, step }: Place, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(step)] = value;
  else holder[String(step)] = value;
}
