import * as z from "zod/mini";
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

const objectSchema = z.record(z.string(), z.unknown());
const listSchema = z.array(z.unknown());
const textSchema = z.string();
const wholeSchema = z.int();
const flagSchema = z.boolean();

/** Undefined if it is not an object, which is then reported as a problem. */
export function placeOf(value: unknown, path: Path, problems: ObjectProblem[]): ObjectPart | undefined {
  const fields = checked({ schema: objectSchema, noun: "an object", value, path, problems });
  return fields && { fields, path, problems };
}

export function textAt(place: ObjectPart, name: string): string | undefined {
  return fieldAt(place, name, textSchema, "a string");
}

export function wholeAt(place: ObjectPart, name: string): number | undefined {
  return fieldAt(place, name, wholeSchema, "an integer");
}

export function flagAt(place: ObjectPart, name: string): boolean | undefined {
  return fieldAt(place, name, flagSchema, "a boolean");
}

export function objectAt({ fields, path, problems }: ObjectPart, name: string): ObjectPart | undefined {
  const value = fields[name];
  return value === undefined || value === null ? undefined : placeOf(value, [...path, name], problems);
}

/** The entries that are objects. Other entries are reported as problems and left out. */
export function listAt(place: ObjectPart, name: string): readonly ObjectPart[] {
  const list = fieldAt(place, name, listSchema, "a list") ?? [];
  return list.flatMap((value, index) => placeOf(value, [...place.path, name, index], place.problems) ?? []);
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
export function parseTime(text: string): Span | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|([-+])(\d\d):(\d\d))$/.exec(text);
  if (match === null) return undefined;
  const [, date, time, fraction, , sign, hours = "0", minutes = "0"] = match;
  const wallMs = parseWallTime(`${date}T${time}`);
  if (wallMs === undefined) return undefined;
  const aheadMs = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const ms = wallMs - aheadMs + (fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000));
  return { nominalMs: ms, earliestMs: ms, latestMs: fraction === undefined ? ms + 999 : ms };
}

function fieldAt<Schema extends z.ZodMiniType>(
  { fields, path, problems }: ObjectPart,
  name: string,
  schema: Schema,
  noun: string,
) {
  const value = fields[name];
  // The API writes null where nothing is.
  if (value === undefined || value === null) return undefined;
  return checked({ schema, noun, value, path: [...path, name], problems });
}

interface Asked<Schema> {
  readonly schema: Schema;
  readonly noun: string;
  readonly value: unknown;
  readonly path: Path;
  readonly problems: ObjectProblem[];
}

function checked<Schema extends z.ZodMiniType>({ schema, noun, value, path, problems }: Asked<Schema>) {
  const { success, data } = z.safeParse(schema, value);
  if (success) return data;
  report(problems, path, noun);
  return undefined;
}

export function report(problems: ObjectProblem[], path: Path, noun: string): void {
  const where = path.length === 0 ? "The object" : formatPath(path);
  problems.push({ path, message: `${where} is not ${noun} and is ignored.` });
}
