import type { ScalarValue } from "../text/model.ts";

/** `refused`: why kubectl does not read the document at all because of this scalar. */
interface ResolvedScalar {
  readonly value: ScalarValue;
  readonly refused: string | undefined;
}

const words: ReadonlyMap<string, ScalarValue> = new Map<string, ScalarValue>([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map((word) => [word, true] as const),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map((word) => [word, false] as const),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, Number.NaN] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word) => [word, Number.POSITIVE_INFINITY] as const),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, Number.NEGATIVE_INFINITY] as const),
]);

/**
 * A scalar without quotes, as kubectl sees it after it has turned YAML into JSON.
 * Dates stay text there, and base 60 (`1:30`) was never read.
 * Models sigs.k8s.io/yaml/goyaml.v2 resolve (v1.6)
 */
export function resolvePlain(text: string): ScalarValue {
  const first = text.charCodeAt(0);
  const isNumberLike = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (isNumberLike) return words.get(text) ?? readNumber(text) ?? text;
  if (text.length > 5) return text;
  const word = words.get(text);
  return word === undefined ? text : word;
}

/** A scalar with a tag (`!!int "5"`); a tag that YAML 1.1 does not give a type makes it text, as `!` does. */
// Models go.yaml.in/yaml/v2 resolve and decoder.scalar (v2.4.4)
export function resolveTagged(tag: string, text: string): ResolvedScalar {
  const name = shortTag(tag);
  if (name === "binary") return resolveBinary(text);
  if (name === undefined || !typedTags.has(name)) return { value: text, refused: undefined };
  const value = resolvePlain(text);
  const fits =
    (name === "null" && value === null) ||
    (name === "bool" && typeof value === "boolean") ||
    (name === "float" && typeof value === "number") ||
    (name === "int" && typeof value === "number" && !isWrittenAsFloat(text)) ||
    (name === "timestamp" && /^\d{4}-\d/.test(text));
  return fits
    ? { value, refused: undefined }
    : {
        value,
        refused: `"${text}" is not what the tag ${tag} promises: remove the tag, or write a value of that type.`,
      };
}

const typedTags: ReadonlySet<string> = new Set(["null", "bool", "float", "int", "timestamp"]);

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Text in Base64. Go leaves out line breaks, and no blanks; bytes that are no UTF-8 become U+FFFD in JSON. */
function resolveBinary(text: string): ResolvedScalar {
  const packed = text.replace(/[\r\n]/g, "");
  if (!base64.test(packed))
    return {
      value: text,
      refused: `"${text.slice(0, 30)}" is not Base64, which the tag !!binary promises, so kubectl rejects the document. Remove the tag, or encode the value.`,
    };
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return { value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), refused: undefined };
}

/** Numbers that JSON does not know stop kubectl. */
export function refusedNumber(value: ScalarValue, text: string): string | undefined {
  if (typeof value !== "number" || Number.isFinite(value)) return undefined;
  return `"${text}" is a number that JSON does not know, so kubectl refuses the document: put it in quotes if it is meant as text.`;
}

/** The name that an entry with this key, written like this, gets in JSON; undefined if such a key is refused. */
// Models sigs.k8s.io/yaml convertToJSONableObject (v1.6.0, of Kubernetes v1.37.1)
export function keyName(value: ScalarValue, text: string): string | undefined {
  if (typeof value !== "number") return value === null ? undefined : String(value);
  const integer = wholeNumber(text.replace(/^["']|["']$/g, ""));
  if (integer === undefined) return shortFloat(value);
  return integer < 2n ** 63n ? String(integer) : undefined;
}

const wholeLengthMax = 100;

/** A number that Go keeps in 64 bits. */
function wholeNumber(text: string): bigint | undefined {
  // 64 bits have fewer letters in any base: what is longer is a larger number, or begins with many zeros.
  const plain = text.slice(0, wholeLengthMax + 1).replaceAll("_", "");
  if (plain.length > wholeLengthMax) return undefined;
  const [, sign, digits = ""] = /^([-+]?)(0[xX][\da-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9]\d*|0)$/.exec(plain) ?? [];
  if (digits === "") return undefined;
  const size = BigInt(/^0\d/.test(digits) ? `0o${digits}` : digits);
  const value = sign === "-" ? -size : size;
  return value >= -(2n ** 63n) && value < 2n ** 64n ? value : undefined;
}

/** A number in 32 bits with as few digits as tell it from its neighbors. */
// Models strconv.FormatFloat with format 'g', precision -1, and 32 bits (go 1.26)
function shortFloat(value: number): string {
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return Number.isNaN(single) ? ".nan" : single > 0 ? ".inf" : "-.inf";
  let digits = 1;
  while (digits < 9 && Math.fround(Number(single.toPrecision(digits))) !== single) digits += 1;
  const [mantissa = "", exponent = "0"] = single.toExponential(digits - 1).split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(single.toPrecision(digits)));
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

function isWrittenAsFloat(text: string): boolean {
  return /[.eE]/.test(text) && !/^[-+]?0[xX]/.test(text);
}

function shortTag(tag: string): string | undefined {
  if (tag === "!") return "";
  if (tag.startsWith("!!")) return tag.slice(2);
  return /^!<tag:yaml\.org,2002:(\w+)>$/.exec(tag)?.[1];
}

// Models strconv.ParseInt with base 0 after underscores are gone, then a float in YAML's style (go 1.26)
function readNumber(text: string): number | undefined {
  if (isSmallInteger(text)) return Number(text);
  if (text.charCodeAt(0) === 46)
    return /^\.\d[\d_]*(?:[eE][-+]?\d+)?$/.test(text) ? finite(Number(text.replaceAll("_", ""))) : undefined;
  const plain = text.includes("_") ? text.replaceAll("_", "") : text;
  const integer = /^([-+]?)(?:(0[xX])([\da-fA-F]+)|(0[bB])([01]+)|(0[oO]?)([0-7]+)|(\d+))$/.exec(plain);
  if (integer !== null) return readInteger(integer, plain);
  return /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(plain) ? finite(Number(plain)) : undefined;
}

/** A number that is too large stays text. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** Nearly all numbers of manifests: digits that mean what they mean everywhere. */
function isSmallInteger(text: string): boolean {
  if (text.length > 15 || (text.charCodeAt(0) === digitZero && text.length > 1)) return false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < digitZero || unit > digitNine) return false;
  }
  return text !== "";
}

const digitZero = 0x30;
const digitNine = 0x39;

function readInteger(match: RegExpExecArray, plain: string): number {
  const [, sign, , hex, , binary, , octal] = match;
  // A number cannot tell the largest integer of 64 bits from the one above it, which Kubernetes refuses.
  if (Number(plain) === 2 ** 63 && !plain.endsWith("9223372036854775807")) return 2 ** 63 + 2 ** 11;
  const size =
    hex !== undefined ? Number.parseInt(hex, 16) : binary !== undefined ? Number.parseInt(binary, 2) : undefined;
  const value = size ?? (octal === undefined ? Number(plain.replace(/^[-+]/, "")) : Number.parseInt(octal, 8));
  return sign === "-" && value !== 0 ? -value : value;
}
