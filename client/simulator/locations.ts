import { type Path, startsWith } from "../../shared/basics/path.ts";
import type { PathLocation } from "../../shared/protocol/pod/pod.ts";
import type { Position, Range } from "../../shared/protocol/values/values.ts";

/** The innermost container, probe, hook or rule that holds a position; undefined if none does. */
export function pathAt(locations: readonly PathLocation[], position: Position): Path | undefined {
  const holding = locations.filter(({ range }) => holds(range, position));
  return holding.toSorted((left, right) => right.path.length - left.path.length)[0]?.path;
}

/** Where a path stands: its own place, or that of the nearest thing around it. */
export function locationOf(locations: readonly PathLocation[], path: Path): Range | undefined {
  const around = locations.filter((location) => startsWith(path, location.path));
  return around.toSorted((left, right) => right.path.length - left.path.length)[0]?.range;
}

/** By lines, so that the dash before a container's name and the comment behind it belong to it; on one line by characters. */
function holds({ start, end }: Range, { line, character }: Position): boolean {
  if (start.line === end.line) return line === start.line && character >= start.character && character <= end.character;
  const lastLine = end.character === 0 ? end.line - 1 : end.line;
  return line >= start.line && line <= lastLine;
}
