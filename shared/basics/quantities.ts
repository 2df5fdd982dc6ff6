const suffixes: ReadonlyMap<string, number> = new Map([
  ["n", 1e-9],
  ["u", 1e-6],
  ["m", 1e-3],
  ["", 1],
  ["k", 1e3],
  ["M", 1e6],
  ["G", 1e9],
  ["T", 1e12],
  ["P", 1e15],
  ["E", 1e18],
  ["Ki", 2 ** 10],
  ["Mi", 2 ** 20],
  ["Gi", 2 ** 30],
  ["Ti", 2 ** 40],
  ["Pi", 2 ** 50],
  ["Ei", 2 ** 60],
]);

const formatWrong = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const suffixWrong = "unable to parse quantity's suffix";
const numberWrong = "unable to parse numeric part of quantity";

/** The largest number of bytes that Go keeps as a plain integer. */
const int64Max = 2 ** 63;

/**
 * Reads a quantity as the API machinery does: `100Mi`, `1.5Gi`, `500m`, `1e3`, `-1`.
 * Gives its value, with the precision of a float. Undefined if the text is not a quantity.
 */
export function parseQuantity(text: string): number | undefined {
  const read = readQuantity(text);
  return typeof read === "string" ? undefined : read.value;
}

/** Why a text is no quantity, in the words of the API machinery. Undefined if it is one. */
export function quantityError(text: string): string | undefined {
  const read = readQuantity(text);
  return typeof read === "string" ? read : undefined;
}

/** Whether the API machinery keeps it as a whole number of 64 bits. `1.0` and `1.5Gi` are not: a fraction makes it a decimal, whatever its value. */
// Models k8s.io/apimachinery/pkg/api/resource Quantity.AsInt64 (v1.37.1)
export function isWholeQuantity(text: string): boolean {
  const read = readQuantity(text);
  return typeof read !== "string" && !read.fraction && Number.isInteger(read.value) && Math.abs(read.value) < int64Max;
}

interface Quantity {
  readonly value: number;
  /** A decimal point with digits after it, or a suffix that divides. */
  readonly fraction: boolean;
}

// Models k8s.io/apimachinery/pkg/api/resource ParseQuantity (v1.37.1)
function readQuantity(text: string): Quantity | string {
  const [, number = "", whole = "", fraction = "", suffix = ""] = /^([-+]?(\d*)(?:\.(\d*))?)(.*)$/s.exec(text) ?? [];
  if (!/[0-9.]/.test(number) || !/^[eEinumkKMGTP]*[-+]?[0-9]*$/.test(suffix)) return formatWrong;
  const exponent = /^[eE]([-+]?\d+)$/.exec(suffix)?.[1];
  const factor = exponent === undefined ? suffixes.get(suffix) : 10 ** Number(exponent);
  if (factor === undefined) return suffixWrong;
  if (`${whole}${fraction}` === "") return numberWrong;
  return { value: Number(number) * factor, fraction: fraction !== "" || factor < 1 };
}
