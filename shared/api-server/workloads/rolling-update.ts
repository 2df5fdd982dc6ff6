import type { Path } from "../../basics/path.ts";
import { invalid, type Report } from "../types/report.ts";

/** A number of pods, or a share of them. */
// Models pkg/apis/apps/validation ValidatePositiveIntOrPercent (v1.37.1)
export function validateIntOrPercent(report: Report, value: unknown, path: Path): void {
  if (typeof value === "number") {
    if (value < 0) invalid(report, path, value, "must be greater than or equal to 0");
  } else if (typeof value === "string" && !/^\d+%$/.test(value)) {
    const detail =
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
    invalid(report, path, value, detail);
  }
}

// Models pkg/apis/apps/validation IsNotMoreThan100Percent (v1.37.1)
export function validateAtMostAll(report: Report, value: unknown, path: Path): void {
  const percent = percentOf(value);
  if (percent !== undefined && percent > 100) invalid(report, path, value, "must not be greater than 100%");
}

/** The number, also one in quotes, or that of the percents; 0 where it is neither. */
// Models pkg/apis/apps/validation getIntOrPercentValue (v1.37.1)
export function amountOf(value: unknown): number {
  if (typeof value === "number") return value;
  return percentOf(value) ?? (typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : 0);
}

function percentOf(value: unknown): number | undefined {
  const digits = typeof value === "string" ? /^(\d+)%$/.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}
