import { createPositions, type Position } from "../manifest/text/positions.ts";
import type { DiffFile } from "./model.ts";

const positions = new WeakMap<DiffFile, (offset: number) => Position>();

/** Finds lines and characters of offsets in one side's text. The lines are counted once per file. */
export function positionsIn(file: DiffFile): (offset: number) => Position {
  const positionAt = positions.get(file) ?? createPositions(file.text);
  positions.set(file, positionAt);
  return positionAt;
}
