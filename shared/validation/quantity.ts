import { trimSpace } from "../basics/go-text.ts";

/** A quantity as the API machinery keeps it: exact, in billionths. */
export interface Quantity {
  readonly nanos: bigint;
  readonly format: "binary" | "decimal" | "exponent";
  /** As written, where the server repeats that; "" where it writes the canonical form. */
  readonly text: string;
}

const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
/** By thousands, from a billionth on. */
const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const leastExponent = -9;

// Models staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go parseQuantityString (v1.37.1)
/** Digits may be missing: `Mi` is 0. */
const form = /^[+-]?\d*(?:\.\d*)?(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?$/;

export function isQuantity(text: string): boolean {
  return text !== "" && form.test(text);
}

const nanosPerUnit = 10n ** 9n;
const nanosPerMilli = 10n ** 6n;
const int64Max = 2n ** 63n - 1n;
/** What a number of 64 bits holds in any case: this many decimal digits. */
const safeDigits = 18;
/** An exponent beyond this is not computed: a text must not decide how long a number gets. */
const exponentMost = 400;

export const zero: Quantity = { nanos: 0n, format: "decimal", text: "0" };

/** Of a decoded value, which is a number or a text that is a quantity. Anything else counts as zero. */
// Models staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go ParseQuantity (v1.37.1)
export function quantityOf(value: unknown): Quantity {
  const written = trimSpace(
    typeof value === "number" ? JSON.stringify(value) : typeof value === "string" ? value : "0",
  );
  const [, sign = "", whole = "", fraction = "", suffix = ""] = /^([+-]?)(\d*)(?:\.(\d*))?(.*)$/s.exec(written) ?? [];
  const power = binarySuffixes.indexOf(suffix);
  const number = whole.replace(/^0+(?=\d)/, "");
  const parts = { isNegative: sign === "-", number, fraction, written };
  return suffix !== "" && power > 0 ? binary(parts, power) : decimal(parts, suffix);
}

interface Parts {
  readonly isNegative: boolean;
  readonly number: string;
  readonly fraction: string;
  readonly written: string;
}

function binary({ isNegative, number, fraction, written }: Parts, power: number): Quantity {
  const amount = BigInt(`${number}${fraction}` || "0") * 1024n ** BigInt(power);
  const exact = roundedUp(amount * nanosPerUnit, 10n ** BigInt(fraction.length));
  const nanos = exact > int64Max * nanosPerUnit ? int64Max * nanosPerUnit : exact;
  const isSmall = nanos > 0n && nanos < nanosPerUnit;
  const isCanonical = fraction === "" && number.length + power * 3 < 15 && BigInt(number || "0") % 8n !== 0n;
  return {
    nanos: isNegative ? -nanos : nanos,
    format: isSmall ? "decimal" : "binary",
    text: isCanonical ? written : "",
  };
}

function decimal({ isNegative, number, fraction, written }: Parts, suffix: string): Quantity {
  const isExponent = /^[eE][-+]?\d/.test(suffix);
  const thousands = decimalSuffixes.indexOf(suffix);
  const known = thousands === -1 ? 0 : leastExponent + 3 * thousands;
  const exponent = isExponent ? Math.max(-exponentMost, Math.min(exponentMost, Number(suffix.slice(1)))) : known;
  const digits = `${number}${fraction}` || "0";
  const scale = exponent - fraction.length;
  const shift = scale + 9;
  const nanos = shift >= 0 ? BigInt(digits) * 10n ** BigInt(shift) : roundedUp(BigInt(digits), 10n ** BigInt(-shift));
  const isFast = digits.length <= safeDigits && scale >= -9;
  const isCanonical = isFast && scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
  return {
    nanos: isNegative ? -nanos : nanos,
    format: isExponent ? "exponent" : "decimal",
    text: isCanonical || written === "0" ? written : "",
  };
}

function roundedUp(value: bigint, divisor: bigint): bigint {
  return value % divisor === 0n ? value / divisor : value / divisor + 1n;
}

/** As the server keeps it in a list of resources: a thousandth is the smallest part. */
// Models pkg/apis/core/v1/defaults.go SetDefaults_ResourceList (v1.37.1)
export function roundedToMillis(quantity: Quantity): Quantity {
  const { nanos, format } = quantity;
  if (nanos % nanosPerMilli === 0n) return quantity;
  const size = roundedUp(nanos < 0n ? -nanos : nanos, nanosPerMilli) * nanosPerMilli;
  return { nanos: nanos < 0n ? -size : size, format, text: "" };
}

/** In whole units, up from any fraction. */
export function unitsOf({ nanos }: Quantity): bigint {
  return nanos < 0n ? -roundedUp(-nanos, nanosPerUnit) : roundedUp(nanos, nanosPerUnit);
}

export function isWhole({ nanos }: Quantity): boolean {
  return nanos % nanosPerUnit === 0n;
}

export function sum(left: Quantity, right: Quantity): Quantity {
  if (left.nanos === 0n) return { ...right, text: "" };
  return { nanos: left.nanos + right.nanos, format: left.format, text: "" };
}

/** As the server writes it. */
// Models staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go String, CanonicalizeBytes (v1.37.1)
export function quantityText({ nanos, format, text }: Quantity): string {
  if (text !== "") return text;
  if (nanos === 0n) return "0";
  const size = nanos < 0n ? -nanos : nanos;
  const sign = nanos < 0n ? "-" : "";
  const isBinary = format === "binary" && size % nanosPerUnit === 0n && size >= 1024n * nanosPerUnit;
  return `${sign}${isBinary ? binaryText(size / nanosPerUnit) : decimalText(size, format === "exponent")}`;
}

function binaryText(units: bigint): string {
  let [rest, power] = [units, 0];
  while (rest % 1024n === 0n && power < binarySuffixes.length - 1) [rest, power] = [rest / 1024n, power + 1];
  return `${rest}${binarySuffixes[power]}`;
}

function decimalText(nanos: bigint, isExponent: boolean): string {
  let [rest, exponent] = [nanos, -9];
  while (rest % 1000n === 0n && (isExponent || exponent < 18)) [rest, exponent] = [rest / 1000n, exponent + 3];
  const suffix = isExponent ? (exponent === 0 ? "" : `e${exponent}`) : decimalSuffixes[(exponent - leastExponent) / 3];
  return `${rest}${suffix}`;
}
