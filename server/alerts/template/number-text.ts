/** As Go's `%v` of a float64: the shortest digits, with an exponent from a million on, and below 0.0001. */
export function formatShortest(value: number): string {
  const special = value === 0 ? "0" : specialText(value);
  if (special !== undefined) return special;
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  return inGeneralForm(digits, Number(exponent), 6);
}

/** As Go's `%.4g`: so many digits, without zeros at the end. */
export function formatGeneral(value: number, precision: number): string {
  const special = value === 0 ? "0" : specialText(value);
  if (special !== undefined) return special;
  const [digits = "", exponent = "0"] = toEven(value, Math.max(1, precision) - 1, Number.prototype.toExponential).split(
    "e",
  );
  let end = digits.length;
  while (digits.includes(".") && digits[end - 1] === "0") end -= 1;
  return inGeneralForm(
    digits.slice(0, digits[end - 1] === "." ? end - 1 : end),
    Number(exponent),
    Math.max(1, precision),
  );
}

/** As Go's `%.2f`. */
export function formatFixed(value: number, digits: number): string {
  return specialText(value) ?? toEven(value, digits, Number.prototype.toFixed);
}

/** Digits that tell a tie from what is next to it. */
const exactDigits = 40;

/** Where JavaScript rounds a tie up, Go rounds it to an even digit. */
function toEven(value: number, digits: number, write: (this: number, digits: number) => string): string {
  const [exact = "", exponent] = write.call(value, digits + exactDigits).split("e");
  const kept = exact.slice(0, exact.length - exactDigits);
  const isTie = /^50*$/.test(exact.slice(-exactDigits));
  if (!isTie || !/[02468]\.?$/.test(kept)) return write.call(value, digits);
  const text = kept.replace(/\.$/, "");
  return exponent === undefined ? text : `${text}e${exponent}`;
}

function specialText(value: number): string | undefined {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return undefined;
}

/** `digits`: one before the point. */
function inGeneralForm(digits: string, exponent: number, exponentMax: number): string {
  if (exponent < -4 || exponent >= exponentMax) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${digits}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  const sign = digits.startsWith("-") ? "-" : "";
  const all = digits.replace("-", "").replace(".", "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${all}`;
  const whole = all.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const fraction = all.slice(exponent + 1);
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
