import type { Path } from "../../../../shared/basics/path.ts";
import type { PodPayload } from "../../../../shared/protocol/pod/pod.ts";
import type { TriedField } from "../../../../shared/protocol/pod/setup.ts";

type Written = PodPayload["written"];

/** The pod as it would be written with the values that are tried out. A map that is not there any more gets none. */
export function withFields(written: Written, fields: readonly TriedField[] | undefined): Written {
  if (fields === undefined) return written;
  const spec = fields.reduce<unknown>(
    (value, { path, field, value: tried }) => withValue(value, [...path, field], tried),
    written.spec,
  );
  return { ...written, spec };
}

function withValue(value: unknown, [step, ...rest]: Path, tried: number): unknown {
  if (step === undefined) return tried;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? withValue(item, rest, tried) : item));
  if (typeof value !== "object" || value === null) return value;
  if (rest.length > 0 && !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: withValue(Reflect.get(value, step), rest, tried) };
}

/** What a pod has written there; undefined if nothing. */
export function valueAt(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  return valueAt(Reflect.get(value, step), rest);
}
