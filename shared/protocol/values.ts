import * as z from "zod/mini";
import type { Path } from "../basics/path.ts";
import type { Span } from "../basics/span.ts";

/** Zero-based, characters in UTF-16 units, as in LSP. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** As in LSP: the end is not part of it. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

const index = z.int().check(z.gte(0));

export const positionSchema = z.object({ line: index, character: index });
export const rangeSchema = z.object({ start: positionSchema, end: positionSchema });
export const pathSchema: z.ZodMiniType<Path> = z.array(z.union([z.string(), index]));
export const spanSchema: z.ZodMiniType<Span> = z.object({
  nominalMs: z.number(),
  earliestMs: z.number(),
  latestMs: z.number(),
});
