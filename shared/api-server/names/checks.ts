import type { Path } from "../../basics/path.ts";
import { type Fields, numberAt, textAt } from "../types/fields.ts";
import { invalid, invalidNames, notSupported, type Report, required } from "../types/report.ts";
import { subdomainProblems } from "./names.ts";

// Checks that many fields share. Each leaves out what is absent, but for those that ask for it.

/** True: there is a text. */
export function requireText(report: Report, owner: Fields, field: string, path: Path, detail = ""): boolean {
  if (textAt(owner, field) !== "") return true;
  required(report, [...path, field], detail);
  return false;
}

/** One of the words, which are in the order in which the server names them. */
export function validateWord(
  report: Report,
  owner: Fields,
  field: string,
  path: Path,
  words: readonly string[],
  more: { readonly at?: Path } = {},
): void {
  const word = owner[field];
  if (typeof word === "string" && !words.includes(word)) notSupported(report, [...path, field], word, words, more);
}

export function validateRange(
  report: Report,
  owner: Fields,
  field: string,
  path: Path,
  range: readonly [number, number],
) {
  const value = numberAt(owner, field);
  if (value !== undefined && (value < range[0] || value > range[1]))
    invalid(report, [...path, field], value, `must be between ${range[0]} and ${range[1]}, inclusive`);
}

const idMax = 2 ** 31 - 1;

/** Checks the id of a user or a group. */
export function validateId(report: Report, owner: Fields, field: string, path: Path): void {
  validateRange(report, owner, field, path, [0, idMax]);
}

export function validateSubdomain(report: Report, owner: Fields, field: string, path: Path): void {
  const name = textAt(owner, field);
  if (name !== "") invalidNames(report, [...path, field], name, subdomainProblems(name));
}

const fileModeMax = 0o777;

export function validateFileMode(report: Report, owner: Fields, field: string, path: Path): void {
  const mode = numberAt(owner, field);
  if (mode !== undefined && (mode < 0 || mode > fileModeMax))
    invalid(report, [...path, field], mode, "must be a number between 0 and 0777 (octal), both inclusive");
}

// Models pkg/apis/core/validation/validation.go validatePathNoBacksteps (v1.37.1)
export function validateNoBacksteps(report: Report, value: string, path: Path, at = path): void {
  if (hasBacksteps(value)) invalid(report, path, value, "must not contain '..'", { at });
}

export function hasBacksteps(path: string): boolean {
  return path.split("/").includes("..");
}

// Models pkg/apis/core/validation/validation.go validateLocalDescendingPath (v1.37.1)
export function validateDescendingPath(report: Report, value: string, path: Path, at = path): void {
  if (value.startsWith("/")) invalid(report, path, value, "must be a relative path", { at });
  validateNoBacksteps(report, value, path, at);
}

// Models pkg/apis/core/validation/validation.go ValidateLocalNonReservedPath (v1.37.1)
export function validateLocalPath(report: Report, value: string, path: Path, at = path): void {
  validateDescendingPath(report, value, path, at);
  if (value.startsWith("..") && !value.startsWith("../"))
    invalid(report, path, value, "must not start with '..'", { at });
}
