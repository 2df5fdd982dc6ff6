import { type Path, startsWith } from "../../shared/kubernetes/path.ts";
import type { PathLocation } from "../../shared/protocol/pod.ts";
import type { Position, Range } from "../../shared/protocol/values.ts";

/** The innermost container, probe, hook or rule that holds a position; undefined: none does. */
export function pathAt(locations: readonly PathLocation[], position: Position): Path | undefined {
  const holding = locations.filter(({ range }) => holds(range, position));
  return holding.toSorted((left, right) => right.path.length - left.path.length)[0]?.path;
}

/** Where a path stands: its own place, or that of the nearest thing around it. */
export function locationOf(locations: readonly PathLocation[], path: Path): Range | undefined {
  const around = locations.filter((location) => startsWith(path, location.path));
  return around.toSorted((left, right) => right.path.length - left.path.length)[0]?.range;
}

function holds({ start, end }: Range, position: Position): boolean {
  return compare(start, position) <= 0 && compare(position, end) <= 0;
}

function compare(left: Position, right: Position): number {
  return left.line === right.line ? left.character - right.character : left.line - right.line;
}
