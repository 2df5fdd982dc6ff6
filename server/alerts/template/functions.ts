import { wholeMatcher } from "../../promql/patterns.ts";
import type { TemplateValue } from "./model.ts";
import { formatFixed, formatGeneral, formatShortest } from "./number-text.ts";
import { TemplateError } from "./template-error.ts";

type TemplateFunction = (args: readonly TemplateValue[]) => TemplateValue;

/** Functions of Go's text/template and of github.com/prometheus/prometheus/template/template.go, as far as labels use them. */
const functions: Readonly<Record<string, TemplateFunction>> = {
  and: (args) => args.find((each) => !isTrue(each)) ?? last(args),
  or: (args) => args.find(isTrue) ?? last(args),
  not: ([value]) => !isTrue(given(value)),
  eq: ([first, ...others]) => others.some((each) => compared(given(first), each) === 0),
  ne: ([a, b]) => compared(given(a), given(b)) !== 0,
  lt: ([a, b]) => compared(given(a), given(b)) < 0,
  le: ([a, b]) => compared(given(a), given(b)) <= 0,
  gt: ([a, b]) => compared(given(a), given(b)) > 0,
  ge: ([a, b]) => compared(given(a), given(b)) >= 0,
  index: ([labels, name]) => {
    if (typeof labels !== "object" || typeof name !== "string") throw new TemplateError();
    return Object.hasOwn(labels, name) ? (labels[name] ?? "") : "";
  },
  print: (args) => args.map(textOfValue).join(""),
  printf: ([format, ...args]) => printed(textArg(format), args),
  toUpper: ([text]) => textArg(text).toUpperCase(),
  toLower: ([text]) => textArg(text).toLowerCase(),
  title: ([text]) =>
    textArg(text).replaceAll(/(^|[^\p{L}\p{N}'])(\p{L})/gu, (_, a: string, b: string) => a + b.toUpperCase()),
  match: ([pattern, text]) => {
    const matches = wholeMatcher(`(?s:.*)(?:${textArg(pattern)})(?s:.*)`);
    if (matches === undefined) throw new TemplateError();
    return matches(textArg(text));
  },
  humanize: ([value]) => humanized(floatArg(value)),
  humanizePercentage: ([value]) => `${formatGeneral(floatArg(value) * 100, 4)}%`,
};

export const templateFunctionNames: ReadonlySet<string> = new Set(Object.keys(functions));

export function callTemplateFunction(name: string, args: readonly TemplateValue[]): TemplateValue {
  return given(functions[name]?.(args));
}

function given(value: TemplateValue | undefined): TemplateValue {
  if (value === undefined) throw new TemplateError();
  return value;
}

function last(args: readonly TemplateValue[]): TemplateValue {
  return given(args.at(-1));
}

function textArg(value: TemplateValue | undefined): string {
  if (typeof value !== "string") throw new TemplateError();
  return value;
}

/** Models github.com/prometheus/common/helpers/templates ConvertToFloat (prometheus/common v0.70.0). */
function floatArg(value: TemplateValue | undefined): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value))) return Number(value);
  throw new TemplateError();
}

export function isTrue(value: TemplateValue): boolean {
  if (typeof value === "object") return Object.keys(value).length > 0;
  return typeof value === "boolean" ? value : value !== "" && value !== 0 && value !== 0n;
}

export function textOfValue(value: TemplateValue): string {
  if (typeof value === "number") return formatShortest(value);
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([name, text]) => `${name}:${text}`).join(" ")}]`;
}

/** As Go, which compares no integer with a float: `gt $value 5` is an error, and `gt $value 5.0` is not. */
function compared(a: TemplateValue, b: TemplateValue): number {
  if (typeof a !== typeof b || typeof a === "object" || typeof b === "object") throw new TemplateError();
  if (a === b) return 0;
  return a < b ? -1 : a > b ? 1 : Number.NaN;
}

/** `%s`, `%v`, `%d`, `%f`, `%.2f`, `%g`, `%.4g`, `%q`, and `%%`. */
function printed(format: string, args: readonly TemplateValue[]): string {
  let next = 0;
  const text = format.replaceAll(/%(?:\.(\d{1,2}))?([a-zA-Z%])/g, (_, digits: string | undefined, verb: string) => {
    if (verb === "%") return "%";
    const value = given(args[next]);
    next += 1;
    return formatted(value, verb, digits === undefined ? undefined : Number(digits));
  });
  if (next < args.length) throw new TemplateError();
  return text;
}

function formatted(value: TemplateValue, verb: string, digits: number | undefined): string {
  if (verb === "v" || (verb === "s" && typeof value === "string") || (verb === "d" && typeof value === "bigint"))
    return textOfValue(value);
  if (verb === "f" && typeof value === "number") return formatFixed(value, digits ?? 6);
  if (verb === "g" && typeof value === "number")
    return digits === undefined ? formatShortest(value) : formatGeneral(value, digits);
  if (verb === "q" && typeof value === "string") return JSON.stringify(value);
  throw new TemplateError();
}

/** Models github.com/prometheus/prometheus/template/template.go humanize (Prometheus v0.316.0). */
function humanized(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return formatGeneral(value, 4);
  const isLarge = Math.abs(value) >= 1;
  let scaled = value;
  let prefix = "";
  for (const each of isLarge ? "kMGTPEZY" : "munpfazy") {
    if (isLarge ? Math.abs(scaled) < 1000 : Math.abs(scaled) >= 1) break;
    prefix = each;
    scaled = isLarge ? scaled / 1000 : scaled * 1000;
  }
  return `${formatGeneral(scaled, 4)}${prefix}`;
}
