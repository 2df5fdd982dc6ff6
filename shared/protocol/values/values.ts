import * as z from "zod/mini";
import type { Path } from "../../basics/path.ts";
import type { Span } from "../../basics/span.ts";
import type { Message } from "./parse.ts";

const index = z.int().check(z.gte(0));

/** Zero-based, characters in UTF-16 units, as in LSP. */
export const positionSchema = z.object({ line: index, character: index });
/** As in LSP: the end is not part of it. */
export const rangeSchema = z.object({ start: positionSchema, end: positionSchema });
export const editsSchema = z.array(z.object({ range: rangeSchema, newText: z.string() }));
export const pathSchema: z.ZodMiniType<Path> = z.array(z.union([z.string(), index]));
export const spanSchema: z.ZodMiniType<Span> = z.object({
  nominalMs: z.number(),
  earliestMs: z.number(),
  latestMs: z.number(),
});

/** What is to be written into a manifest. */
export const writingSchema = z.object({
  /** The version of the document that the edits are for. */
  version: z.number(),
  edits: editsSchema,
  /** What was done; where there are no edits, why not. */
  message: z.string(),
});

export type Position = Message<typeof positionSchema>;
export type Range = Message<typeof rangeSchema>;
export type Writing = Message<typeof writingSchema>;
