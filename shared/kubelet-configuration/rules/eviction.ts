import { parseQuantity, quantityError } from "../../basics/quantities.ts";
import { durationError, parseDuration } from "../../basics/read-duration.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import type { KubeletValues } from "../model/values.ts";

const signals = [
  "memory.available",
  "nodefs.available",
  "nodefs.inodesFree",
  "imagefs.available",
  "imagefs.inodesFree",
  "containerfs.available",
  "containerfs.inodesFree",
  "allocatableMemory.available",
  "pid.available",
];

/** What is wrong with one entry; undefined if there is nothing. */
type EntryCheck = (signal: string, value: string) => string | undefined;

// Models pkg/kubelet/eviction/helpers.go ParseThresholdConfig (v1.37.1)
export const checkEviction: KubeletRule = (values) => [
  ...checkEntries(values, "evictionHard", thresholdError),
  ...checkEntries(values, "evictionSoft", thresholdError),
  ...checkEntries(values, "evictionSoftGracePeriod", graceError),
  ...checkEntries(values, "evictionMinimumReclaim", reclaimError),
  ...checkSoftGrace(values),
];

function checkEntries(values: KubeletValues, field: string, check: EntryCheck): readonly Refusal[] {
  return values.entries(field).flatMap(([signal, value]) => {
    const reason = signals.includes(signal) ? check(signal, value) : `unsupported eviction signal ${signal}`;
    return reason === undefined ? [] : [{ path: [field, signal], reason }];
  });
}

/** The two percentages that switch a signal off. */
const switchedOff = ["0%", "100%"];

function thresholdError(signal: string, value: string): string | undefined {
  if (switchedOff.includes(value)) return undefined;
  if (value.endsWith("%")) {
    const percent = percentOf(value);
    if (typeof percent === "string") return percent;
    if (percent < 0) return `eviction percentage threshold ${signal} must be >= 0%: ${value}`;
    return percent > 100 ? `eviction percentage threshold ${signal} must be <= 100%: ${value}` : undefined;
  }
  const quantity = parseQuantity(value);
  if (quantity === undefined) return quantityError(value);
  return quantity > 0 ? undefined : `eviction threshold ${signal} must be positive: ${value}`;
}

function graceError(_: string, value: string): string | undefined {
  const error = durationError(value);
  if (error !== undefined || (parseDuration(value) ?? 0) >= 0) return error;
  return `invalid eviction grace period specified: ${value}, must be a positive value`;
}

function reclaimError(signal: string, value: string): string | undefined {
  if (value.endsWith("%")) {
    const percent = percentOf(value);
    if (typeof percent === "string") return percent;
    return percent > 0 ? undefined : `eviction percentage minimum reclaim ${signal} must be positive: ${value}`;
  }
  const quantity = parseQuantity(value);
  if (quantity === undefined) return quantityError(value);
  return quantity < 0 ? `negative eviction minimum reclaim specified for ${signal}` : undefined;
}

/** A text: why Go cannot read the number before the sign. */
function percentOf(value: string): number | string {
  const number = value.replace(/(?<!%)%+$/, "");
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(number)) return Number(number);
  return `strconv.ParseFloat: parsing ${JSON.stringify(number)}: invalid syntax`;
}

function checkSoftGrace(values: KubeletValues): readonly Refusal[] {
  const withGrace = values.entries("evictionSoftGracePeriod").map(([signal]) => signal);
  return values
    .entries("evictionSoft")
    .filter(
      ([signal, value]) => signals.includes(signal) && !withGrace.includes(signal) && !switchedOff.includes(value),
    )
    .map(([signal]) => ({
      path: ["evictionSoft", signal],
      reason: `grace period must be specified for the soft eviction threshold ${signal}`,
      absent: true,
    }));
}
