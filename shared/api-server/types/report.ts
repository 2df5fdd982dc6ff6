import type { Path } from "../../basics/path.ts";
import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";

/** Kubernetes' own words for why it refuses a value. */
type ErrorType =
  | "Required"
  | "Invalid"
  | "NotSupported"
  | "Forbidden"
  | "Duplicate"
  | "NotFound"
  | "TooMany"
  | "TooLong";

/** Why the API server refuses an object. `path` is the one that it names, from the root of the object. */
export interface FieldError {
  readonly path: Path;
  readonly errorType: ErrorType;
  /** In the server's words; "" where it has none. */
  readonly detail: string;
  /** What the server says stands there; undefined where it does not print it. */
  readonly badValue: unknown;
  /** For NotSupported: what could stand there. */
  readonly supported: readonly string[];
  /** The real place, where the path that the server names does not exist or is too coarse. */
  readonly at: Path | undefined;
}

/** What the server says of an object that it takes. */
export interface ServerWarning {
  readonly path: Path;
  /** The message without the path. */
  readonly message: string;
  /** Where it is about, if the server names no path. */
  readonly at?: Path;
}

/** Collects what is wrong with an object, in the server's order. */
export interface Report {
  readonly apiServer: Component;
  readonly errors: FieldError[];
}

interface More {
  readonly value?: unknown;
  readonly supported?: readonly string[];
  readonly at?: Path;
}

export function required(report: Report, path: Path, detail = "", more: More = {}): void {
  add(report, "Required", path, detail, more);
}

export function invalid(report: Report, path: Path, value: unknown, detail: string, more: More = {}): void {
  add(report, "Invalid", path, detail, { ...more, value });
}

export function forbidden(report: Report, path: Path, detail: string, more: More = {}): void {
  add(report, "Forbidden", path, detail, more);
}

export function duplicate(report: Report, path: Path, value: unknown, more: More = {}): void {
  add(report, "Duplicate", path, "", { ...more, value });
}

export function notFound(report: Report, path: Path, value: unknown, detail = ""): void {
  add(report, "NotFound", path, detail, { value });
}

/** `supported` in the order in which the server names them. */
export function notSupported(
  report: Report,
  path: Path,
  value: unknown,
  supported: readonly string[],
  more: More = {},
): void {
  const detail = `supported values: ${supported.map((each) => JSON.stringify(each)).join(", ")}`;
  add(report, "NotSupported", path, detail, { ...more, value, supported });
}

export function tooMany(report: Report, path: Path, actual: number, maximum: number): void {
  add(report, "TooMany", path, `must have at most ${maximum} items`, { value: actual });
}

/** `before132`: the words of older servers, of which there were two. */
export function tooLong(
  report: Report,
  path: Path,
  bytesMost: number,
  before132 = `must have at most ${bytesMost} bytes`,
): void {
  const isNewer = atLeast(report.apiServer.kubernetes, "1.32");
  add(report, "TooLong", path, isNewer ? `may not be more than ${bytesMost} bytes` : before132, {});
}

export function tooManyCharacters(report: Report, path: Path, most: number): void {
  add(report, "TooLong", path, `may not be more than ${most} characters`, {});
}

/** The messages of a check of names, each as an error. */
export function invalidNames(report: Report, path: Path, value: string, details: readonly string[], more: More = {}) {
  for (const detail of details) invalid(report, path, value, detail, more);
}

// Models staging/src/k8s.io/apimachinery/pkg/api/validation ValidateNonnegativeField (v1.37.1)
export function notNegative(report: Report, path: Path, value: number | undefined): void {
  if (value !== undefined && value < 0) invalid(report, path, value, "must be greater than or equal to 0");
}

function add(report: Report, errorType: ErrorType, path: Path, detail: string, more: More): void {
  const { value: badValue, supported = [], at } = more;
  report.errors.push({ path, errorType, detail, badValue, supported, at });
}
