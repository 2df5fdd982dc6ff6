import { trimSpace } from "../../basics/go-text.ts";
import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";

/** A quantity as the API machinery keeps it: exact, `value` × 10 to the power `power`. */
export interface Quantity {
  readonly value: bigint;
  readonly power: number;
  /** Written with so few digits that the server keeps these in 64 bits. */
  readonly isSmall: boolean;
  readonly format: "binary" | "decimal" | "exponent";
  /** As written, where the server repeats that; "" where it writes the canonical form. */
  readonly text: string;
}

const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
/** The suffixes of the powers of a thousand, from a billionth on. */
const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const leastExponent = -9;
const milli = -3;

// Models staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go parseQuantityString (v1.37.1)
const form = /^[+-]?(\d*(?:\.\d*)?)([numkMGTPE]|[KMGTPE]i|[eE]([+-]?\d+))?$/;

/** Digits may be missing: `Mi` is 0. Not so where the server would need more than 64 bits for them. */
export function isQuantity(text: string): boolean {
  const found = text === "" ? null : form.exec(text);
  if (found === null) return false;
  const [, number = "", suffix = "", exponent = "0"] = found;
  if (!isInt64(BigInt(exponent.replace("+", "")))) return false;
  return /\d/.test(number) || (suffix !== "Pi" && suffix !== "Ei" && exponentOf(exponent) >= leastExponent);
}

function exponentOf(text: string): number {
  return Number(BigInt.asIntN(32, BigInt(text.replace("+", ""))));
}

/** Of a value of a manifest. It is read as JSON has it: blanks around it are dropped, but not those that JSON escapes. */
// Models staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go UnmarshalJSON (v1.37.1)
export function isWrittenQuantity(value: string): boolean {
  return !/[\t-\r\u2028\u2029]/.test(value) && isQuantity(trimSpace(value));
}

const int64Max = 2n ** 63n - 1n;
/** What a number of 64 bits holds in any case: this many decimal digits. */
const safeDigits = 18;
/** Multiplied by 2 or 10 so often, a number leaves nothing in 64 bits. */
const bits = 64;

export const zero: Quantity = { value: 0n, power: 0, isSmall: true, format: "decimal", text: "0" };

/** Of a decoded value, which is a number or a text that is a quantity. Anything else counts as zero. */
// Models staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go ParseQuantity (v1.37.1)
export function quantityOf(value: unknown): Quantity {
  const written = trimSpace(
    typeof value === "number" ? JSON.stringify(value) : typeof value === "string" ? value : "0",
  );
  const [, sign = "", whole = "", fraction = "", suffix = ""] = /^([+-]?)(\d*)(?:\.(\d*))?(.*)$/s.exec(written) ?? [];
  const power = binarySuffixes.indexOf(suffix);
  const number = whole.replace(/^0+(?=\d)/, "") || "0";
  const parts = { isNegative: sign === "-", number, fraction, written };
  return suffix !== "" && power > 0 ? binary(parts, power) : decimal(parts, suffix);
}

interface Parts {
  readonly isNegative: boolean;
  readonly number: string;
  readonly fraction: string;
  readonly written: string;
}

function binary({ isNegative, number, fraction, written }: Parts, thousands: number): Quantity {
  const amount = BigInt(`${number}${fraction}`) * 1024n ** BigInt(thousands);
  const exact = withoutFinerThan({ value: amount, power: -fraction.length }, leastExponent);
  const most = { value: int64Max, power: 0 };
  const { value, power } = compareQuantities(exact, most) > 0 ? most : exact;
  const isPart = value > 0n && compareQuantities({ value, power }, { value: 1n, power: 0 }) < 0;
  const isSmall = fraction === "" && number.length + thousands * 3 < 15;
  return {
    value: isNegative ? -value : value,
    power,
    isSmall,
    format: isPart ? "decimal" : "binary",
    text: isSmall && BigInt(number) % 8n !== 0n ? written : "",
  };
}

function decimal({ isNegative, number, fraction, written }: Parts, suffix: string): Quantity {
  const isExponent = /^[eE][-+]?\d/.test(suffix);
  const thousands = decimalSuffixes.indexOf(suffix);
  const known = thousands === -1 ? 0 : leastExponent + 3 * thousands;
  const exponent = isExponent ? exponentOf(suffix.slice(1)) : known;
  const digits = `${number}${fraction}`;
  const scale = exponent - fraction.length;
  const isSmall = digits.length <= safeDigits && scale >= leastExponent;
  const { value, power } = withoutFinerThan({ value: BigInt(digits), power: scale }, leastExponent);
  const isCanonical = isSmall && scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
  return {
    value: isNegative ? -value : value,
    power,
    isSmall,
    format: isExponent ? "exponent" : "decimal",
    text: isCanonical || written === "0" ? written : "",
  };
}

type Amount = Pick<Quantity, "value" | "power">;

/** Rounded away from zero, so that no digit is below that power of ten. */
function withoutFinerThan({ value, power }: Amount, least: number): Amount {
  if (power >= least) return { value, power };
  const digits = least - power;
  return {
    value: digits > lengthOf(value) ? BigInt(signOf({ value })) : dividedUp(value, 10n ** BigInt(digits)),
    power: least,
  };
}

function dividedUp(value: bigint, divisor: bigint): bigint {
  return value / divisor + (value % divisor === 0n ? 0n : BigInt(signOf({ value })));
}

function lengthOf(value: bigint): number {
  return String(value < 0n ? -value : value).length;
}

export function signOf({ value }: Pick<Quantity, "value">): number {
  return value === 0n ? 0 : value < 0n ? -1 : 1;
}

/** Below zero where the left one is less. A text of any exponent is compared without its zeros. */
export function compareQuantities(left: Amount, right: Amount): number {
  const sign = signOf(left);
  if (sign !== signOf(right)) return sign - signOf(right);
  const magnitude = lengthOf(left.value) + left.power - lengthOf(right.value) - right.power;
  if (sign === 0 || magnitude !== 0) return sign * magnitude;
  const power = Math.min(left.power, right.power);
  return signOf({ value: valueAt(left, power) - valueAt(right, power) });
}

function valueAt({ value, power }: Amount, wanted: number): bigint {
  return value * 10n ** BigInt(power - wanted);
}

/** As the server keeps it in a list of resources: a thousandth is the smallest part. */
// Models pkg/apis/core/v1/defaults.go SetDefaults_ResourceList (v1.37.1)
export function roundedToMillis(quantity: Quantity): Quantity {
  return quantity.power >= milli ? quantity : { ...quantity, ...withoutFinerThan(quantity, milli), text: "" };
}

/** In whole units, up from any fraction, as a number of 64 bits. */
export function unitsOf(quantity: Quantity): bigint {
  return scaledUp(quantity, 0);
}

/** By its thousandths in 64 bits, so that an amount beyond them can count as a fraction. */
export function isWhole(quantity: Quantity): boolean {
  return scaledUp(quantity, milli) % 1000n === 0n;
}

/** Exact, but for what has less than a thousandth beside whole units and fits into 64 bits by its thousandths. */
// Models pkg/apis/core/validation/validation.go isIntegerResourceValue (v1.38.0-beta.0)
export function isWholeExactly(quantity: Quantity): boolean {
  if (hasNoFraction(quantity)) return true;
  const { value, power } = withoutFinerThan(quantity, milli);
  const thousandths = valueAt({ value, power }, milli);
  return isInt64(thousandths) && thousandths % 1000n === 0n;
}

// Models pkg/api/pod/warnings.go hasFractionalBytes (v1.38.0-beta.0)
function hasNoFraction({ value, power }: Amount): boolean {
  return value === 0n || power >= 0 || (-power <= lengthOf(value) && value % 10n ** BigInt(-power) === 0n);
}

/** Whether an amount of bytes has no fraction. */
export function isOfBytes(quantity: Quantity, { kubernetes }: Component): boolean {
  return atLeast(kubernetes, "1.38") ? hasNoFraction(quantity) : isWhole(quantity);
}

/** In whole units, up from any fraction; undefined where 64 bits do not hold them. */
// Models staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go AsScaledInt64 (v1.38.0-beta.0)
export function unitsExactly({ value, power }: Amount): bigint | undefined {
  if (value !== 0n && power + lengthOf(value) > bits) return undefined;
  const exact = value === 0n ? 0n : valueAt(withoutFinerThan({ value, power }, 0), 0);
  return isInt64(exact) ? exact : undefined;
}

/** What does not fit into 64 bits loses its upper bits. A small one counts as 0 then, where its digits are multiplied by 10 one time after the other. */
// Models staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go ScaledValue, math.go positiveScaleInt64 (v1.37.1)
function scaledUp({ value, power, isSmall }: Quantity, wanted: number): bigint {
  if (power - wanted >= bits) return 0n;
  const exact = valueAt(withoutFinerThan({ value, power }, wanted), wanted);
  return isSmall && !isInt64(exact) && !factors.includes(power - wanted) ? 0n : BigInt.asIntN(bits, exact);
}

/** Powers of ten by which the server multiplies at one go. */
const factors = [1, 2, 3, 6, 9];

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(bits, value) === value;
}

/** Of amounts that are so far apart, the smaller one is left out: no text decides how long a number gets. */
const apartMost = 1000;

export function sum(left: Quantity, right: Quantity): Quantity {
  if (left.value === 0n) return { ...right, text: "" };
  if (Math.abs(left.power - right.power) > apartMost)
    return { ...(left.power > right.power ? left : right), format: left.format, text: "" };
  const power = Math.min(left.power, right.power);
  const value = valueAt(left, power) + valueAt(right, power);
  return { value, power, isSmall: left.isSmall && right.isSmall && isInt64(value), format: left.format, text: "" };
}

/** As the server writes it. It has no suffix for what is far beyond `E`, and leaves the zeros out. */
// Models staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go String, CanonicalizeBytes (v1.37.1)
export function quantityText(quantity: Quantity): string {
  const { value, format, text } = quantity;
  if (text !== "") return text;
  if (value === 0n) return "0";
  const units = format === "binary" ? wholeUnits(quantity) : undefined;
  if (units === undefined || (units < 1024n && units > -1024n)) return decimalText(quantity, format === "exponent");
  return binaryText(units);
}

/** Undefined if it has a fraction. */
function wholeUnits({ value, power }: Amount): bigint | undefined {
  if (power >= 0) return valueAt({ value, power }, 0);
  const divisor = 10n ** BigInt(-power);
  return value % divisor === 0n ? value / divisor : undefined;
}

function binaryText(units: bigint): string {
  let [rest, power] = [units, 0];
  while (rest % 1024n === 0n && power < binarySuffixes.length - 1) [rest, power] = [rest / 1024n, power + 1];
  return `${rest}${binarySuffixes[power]}`;
}

function decimalText({ value, power }: Amount, isExponent: boolean): string {
  const digits = withoutZeros(String(value));
  const exponent = power + String(value).length - digits.length;
  const zeros = ((exponent % 3) + 3) % 3;
  const thousands = exponent - zeros;
  const suffix = isExponent
    ? thousands === 0
      ? ""
      : `e${thousands}`
    : (decimalSuffixes[(thousands - leastExponent) / 3] ?? "");
  return `${digits}${"0".repeat(zeros)}${suffix}`;
}

function withoutZeros(digits: string): string {
  let to = digits.length;
  while (digits[to - 1] === "0") to -= 1;
  return digits.slice(0, to);
}
