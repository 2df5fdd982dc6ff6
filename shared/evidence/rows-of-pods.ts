import type { Span } from "../basics/span.ts";
import type { Place, PodRowSighting } from "./model.ts";
import type { KubectlPod } from "./text/pod-rows.ts";

/** A row of a table, and when it was printed. */
export interface SeenRow {
  readonly place: Place;
  readonly row: KubectlPod;
  /** Undefined if nobody knows when that was. */
  readonly at: Span | undefined;
}

/** As a controller ends the names of pods that it makes, which no other pod will have. Models apimachinery pkg/util/rand (v0.37.1) */
const generatedName = /-[bcdfghjklmnpqrstvwxz2456789]{5}$/;

/** When a pod was created, or when its last row was printed. */
type Known = { readonly createdAt: Span | undefined } | { readonly lastAt: Span };

/** The rows of the newest pod of a name, oldest first. Only the age says which of two came first. */
export function timedRows(all: readonly PodRowSighting[], known: Known): readonly SeenRow[] {
  const rows = newestLife(all).toSorted((one, other) => ageOf(one) - ageOf(other));
  const lastAge = rows.findLast(({ row }) => row.age !== undefined)?.row.age;
  const createdAt = "createdAt" in known ? known.createdAt : lastAge && minus(known.lastAt, lastAge);
  return rows.map(({ place, row }, index) => ({
    place,
    row,
    at:
      "lastAt" in known && index === rows.length - 1 ? known.lastAt : createdAt && row.age && plus(createdAt, row.age),
  }));
}

/** A pod of a StatefulSet is replaced by one of its name, which is younger. */
function newestLife(rows: readonly PodRowSighting[]): readonly PodRowSighting[] {
  let life: PodRowSighting[] = [];
  for (const sighting of rows) {
    const before = life.at(-1)?.row.age;
    const { age, name } = sighting.row;
    const isYounger = before !== undefined && age !== undefined && age.latestMs < before.earliestMs;
    if (isYounger && !generatedName.test(name)) life = [];
    life.push(sighting);
  }
  return life;
}

function ageOf({ row }: PodRowSighting): number {
  return row.age?.nominalMs ?? 0;
}

function minus(one: Span, other: Span): Span {
  return {
    nominalMs: one.nominalMs - other.nominalMs,
    earliestMs: one.earliestMs - other.latestMs,
    latestMs: one.latestMs - other.earliestMs,
  };
}

function plus(one: Span, other: Span): Span {
  return {
    nominalMs: one.nominalMs + other.nominalMs,
    earliestMs: one.earliestMs + other.earliestMs,
    latestMs: one.latestMs + other.latestMs,
  };
}
