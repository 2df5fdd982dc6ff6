import { quantityError } from "../../basics/quantities.ts";
import { durationError } from "../../basics/read-duration.ts";
import type { KubeletFieldType } from "../../kubernetes/kubelet/kubelet-fields.ts";

const int32Max = 2 ** 31 - 1;
const uint32Max = 2 ** 32 - 1;

/**
 * Why Go cannot read a scalar into a field (`Go struct field … of type …`), in its words. Undefined if it can.
 * Integers that a float cannot hold come as bigint.
 */
// Models encoding/json literalStore, metav1.Duration, resource.Quantity, metav1.Time and logsapi.TimeOrMetaDuration (v1.37.1)
export function readScalar(value: unknown, type: KubeletFieldType, goField: string): string | undefined {
  const wrongType = () => `json: cannot unmarshal ${jsonType(value)} into ${goField}`;
  switch (type) {
    case "bool":
      return typeof value === "boolean" ? undefined : wrongType();
    case "int32":
    case "int64":
    case "uint32":
      return isNumber(value) ? integerError(value, type, goField) : wrongType();
    case "float64":
      return isNumber(value) ? undefined : wrongType();
    case "duration":
      if (value === null) return durationError("");
      return typeof value === "string" ? durationError(value) : wrongType();
    case "duration|int":
      return flushError(value);
    case "quantity":
      return isNumber(value) ? undefined : quantityError(typeof value === "string" ? value : "-");
    case "time":
      return typeof value === "string" ? timeError(value) : wrongType();
    default:
      return typeof value === "string" ? undefined : wrongType();
  }
}

/** As Go names the JSON that stands there. */
export function jsonType(value: unknown): string {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "number";
  return Array.isArray(value) ? "array" : typeof value;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function integerError(value: number | bigint, type: "int32" | "int64" | "uint32", goField: string): string | undefined {
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (isWhole && isInRange(value, type)) return undefined;
  return `json: cannot unmarshal number ${value} into ${goField}`;
}

function isInRange(value: number | bigint, type: "int32" | "int64" | "uint32"): boolean {
  if (type === "int64") return BigInt.asIntN(64, BigInt(value)) === BigInt(value);
  return type === "int32" ? value >= -int32Max - 1 && value <= int32Max : value >= 0 && value <= uint32Max;
}

/** A text is a duration, a whole number counts nanoseconds. */
function flushError(value: unknown): string | undefined {
  if (typeof value === "string") return durationError(value);
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) return undefined;
  const number = typeof value === "number" ? ` ${value}` : "";
  const json = JSON.stringify(
    JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? Number(each) : each)),
  );
  return `invalid duration ${json}: json: cannot unmarshal ${jsonType(value)}${number} into Go value of type time.Duration`;
}

function timeError(text: string): string | undefined {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d)$/.test(text)) return undefined;
  return `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(text)} as "2006"`;
}
