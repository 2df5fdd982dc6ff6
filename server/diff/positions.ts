import { memo } from "../../shared/basics/once.ts";
import { createPositions } from "../manifest/text/positions.ts";
import type { DiffFile } from "./model.ts";

/** Finds lines and characters of offsets in one side's text. The lines are counted once per file. */
export const positionsIn = memo((file: DiffFile) => createPositions(file.text));
