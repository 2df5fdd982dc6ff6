import { formatPath, type Path, samePath, startsWith } from "../../../shared/basics/path.ts";
import { isFields, valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import { mismatch, type ToldError } from "./shared-causes.ts";
import type { PlacedUnknownField } from "./unknown-fields.ts";

/** What the server says of one object only because a field in it has the wrong name or stands in the wrong place. */
export interface Consequences {
  readonly all: ReadonlySet<ToldError>;
  /** The errors by the path of the field. */
  readonly byField: ReadonlyMap<string, readonly ToldError[]>;
}

/** Each error belongs to one field at most. The fields are asked for only if there is an error that can follow from one. */
export function matchConsequences(
  told: readonly ToldError[],
  fields: () => readonly PlacedUnknownField[],
): Consequences {
  const byPlace = placesOf(told);
  const all = new Set<ToldError>();
  const byField = new Map<string, readonly ToldError[]>();
  for (const placed of byPlace.size === 0 ? [] : fields()) {
    const own = near(byPlace, placed).filter((each) => !all.has(each) && isConsequence(each, placed));
    for (const each of own) all.add(each);
    if (own.length > 0) byField.set(formatPath(placed.field.path), own);
  }
  return { all, byField };
}

function near(
  byPlace: ReadonlyMap<string, readonly ToldError[]>,
  { field, target }: PlacedUnknownField,
): readonly ToldError[] {
  const right = target();
  const owner = field.path.slice(0, -1);
  const ofSelector = [...(byPlace.get(selectorKey(owner)) ?? []), ...(byPlace.get(labelsKey(owner)) ?? [])];
  return right === undefined ? ofSelector : [...ofSelector, ...(byPlace.get(formatPath(right)) ?? [])];
}

function selectorKey(path: Path): string {
  return `selector ${formatPath(path)}`;
}

/** `path`: of the metadata whose labels do not match. */
function labelsKey(path: Path): string {
  return `labels ${formatPath(path)}`;
}

/** By the place of the error and by each above it, where something can be missing. */
function placesOf(told: readonly ToldError[]): ReadonlyMap<string, readonly ToldError[]> {
  const byPlace = new Map<string, ToldError[]>();
  for (const each of told) {
    const { path } = each.error;
    const above = lacksSomething(each) ? path.map((_, index) => formatPath(path.slice(0, index + 1))) : [];
    const ofLabels = isMismatch(each) ? [labelsKey(path.slice(0, -1))] : above;
    for (const place of isEmptySelector(each) ? [selectorKey(path)] : ofLabels) {
      const there = byPlace.get(place);
      if (there === undefined) byPlace.set(place, [each]);
      else there.push(each);
    }
  }
  return byPlace;
}

/** That the right field is missing, or that a selector without it is empty. */
function isConsequence(told: ToldError, { pod, field, target }: PlacedUnknownField): boolean {
  if (field.since !== undefined) return false;
  if (isEmptySelector(told) && samePath(told.error.path, field.path.slice(0, -1))) return true;
  if (isMismatch(told)) return isLabelOfSelector(pod, field.path);
  const right = target();
  return lacksSomething(told) && right !== undefined && isAbsent(pod, right) && isAbout(told, right);
}

function lacksSomething({ error, also }: ToldError): boolean {
  return error.errorType === "Required" || also.some(({ errorType }) => errorType === "Required");
}

function isEmptySelector({ error, also }: ToldError): boolean {
  return also.length === 0 && error.detail.startsWith("empty selector is invalid");
}

function isMismatch({ error, also, cause }: ToldError): boolean {
  return also.length === 0 && cause === undefined && error.detail === mismatch;
}

/** `metadata: {app: web}`: all labels that the selector needs and that are missing are written beside `labels`, not in it. */
function isLabelOfSelector({ located: { owner } }: AnalyzedPod, path: Path): boolean {
  const needed = valueAt(owner, ["spec", "selector", "matchLabels"]);
  const metadata = valueAt(owner, path.slice(0, -1));
  const name = String(path.at(-1));
  if (!isFields(needed) || !isFields(metadata) || !Object.hasOwn(needed, name)) return false;
  const labels = metadata["labels"];
  return Object.entries(needed).every(
    ([key, value]) => (isFields(labels) && labels[key] === value) || metadata[key] === value,
  );
}

function isAbsent({ located }: AnalyzedPod, path: Path): boolean {
  return valueAt(located.owner, path) == null;
}

/** A selector that is missing does not match the labels of the template, either. */
function isAbout({ error, also }: ToldError, right: Path): boolean {
  if (samePath(error.path, right)) return true;
  return [error, ...also].every(({ path }) => startsWith(path, right));
}
