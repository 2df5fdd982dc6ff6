import { memoLately } from "../../basics/once.ts";
import { formatPath, type Path } from "../../basics/path.ts";
import type { Span } from "../../basics/span.ts";
import { parseWallTime } from "../../basics/wall-time.ts";

/** Something in an object of the API that is not what it should be. It counts as not there. */
export interface ObjectProblem {
  readonly path: Path;
  /** A sentence for people, with the path. */
  readonly message: string;
}

/** An object within an object of the API, and where problems with it are written down. */
export interface ObjectPart {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly path: Path;
  readonly problems: ObjectProblem[];
}

/** Undefined if it is not an object, which is then reported as a problem. */
export function placeOf(value: unknown, path: Path, problems: ObjectProblem[]): ObjectPart | undefined {
  if (isFields(value)) return { fields: value, path, problems };
  report(problems, path, "an object");
  return undefined;
}

export function textAt(place: ObjectPart, name: string): string | undefined {
  return fieldAt(place, name, isText, "a string");
}

/** One string for all places where the same stands: of a large cluster, kinds, types, and images are many and alike. */
export function commonTextAt(place: ObjectPart, name: string): string | undefined {
  const text = textAt(place, name);
  return text === undefined || text.length > commonMax ? text : common(text);
}

const commonMax = 200;
const common = memoLately((text: string) => text);

export function wholeAt(place: ObjectPart, name: string): number | undefined {
  return fieldAt(place, name, isWhole, "an integer");
}

export function flagAt(place: ObjectPart, name: string): boolean | undefined {
  return fieldAt(place, name, isFlag, "a boolean");
}

export function objectAt({ fields, path, problems }: ObjectPart, name: string): ObjectPart | undefined {
  const value = fields[name];
  return value === undefined || value === null ? undefined : placeOf(value, path.concat(name), problems);
}

/** What is read of the entries that are objects. Other entries are reported as problems and left out. */
export function listAt<Value>(
  place: ObjectPart,
  name: string,
  read: (entry: ObjectPart) => Value | undefined,
): readonly Value[] {
  const list = fieldAt(place, name, isList, "a list") ?? [];
  const values = list.map((value, index) => {
    const entry = placeOf(value, place.path.concat(name, index), place.problems);
    return entry && read(entry);
  });
  // A list that grew entry by entry keeps room for more.
  return values.every(isKnown) ? values : values.filter(isKnown);
}

function isKnown<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

/** 2014-01-01. What is before Kubernetes is no time: runtimes write 1970 for a start that never came, and Go's zero time is of year 1. */
const firstTimeMs = 1_388_534_400_000;

/**
 * A time of the API in ms since 1970; undefined if it is not known. Whole seconds were cut off, so that it lies within the second; a
 * MicroTime is exact to the ms.
 */
export function timeAt(place: ObjectPart, name: string): Span | undefined {
  const text = textAt(place, name);
  if (text === undefined || text === "") return undefined;
  const time = parseTime(text);
  if (time === undefined) report(place.problems, [...place.path, name], "a time such as 2026-11-21T14:30:00Z");
  return time === undefined || time.nominalMs < firstTimeMs ? undefined : time;
}

/** Reads RFC 3339 as metav1.Time and metav1.MicroTime are written. Undefined if there is no such time. */
export const parseTime = memoLately(readTime);

function readTime(text: string): Span | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|([-+])(\d\d):(\d\d))$/.exec(text);
  if (match === null) return undefined;
  const [, date, time, fraction, , sign, hours = "0", minutes = "0"] = match;
  const wallMs = parseWallTime(`${date}T${time}`);
  if (wallMs === undefined) return undefined;
  const aheadMs = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const ms = wallMs - aheadMs + (fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000));
  return { nominalMs: ms, earliestMs: ms, latestMs: fraction === undefined ? ms + 999 : ms };
}

function fieldAt<Value>(
  { fields, path, problems }: ObjectPart,
  name: string,
  is: (value: unknown) => value is Value,
  noun: string,
): Value | undefined {
  const value = fields[name];
  // The API writes null where nothing is.
  if (value === undefined || value === null) return undefined;
  if (is(value)) return value;
  report(problems, [...path, name], noun);
  return undefined;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

export function report(problems: ObjectProblem[], path: Path, noun: string): void {
  const where = path.length === 0 ? "The object" : formatPath(path);
  problems.push({ path, message: `${where} is not ${noun} and is ignored.` });
}
