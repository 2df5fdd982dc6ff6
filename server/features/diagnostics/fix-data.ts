import * as z from "zod/mini";
import { pathSchema } from "../../../shared/protocol/values/values.ts";
import type { FieldValue, Fix } from "../../rules/core/model.ts";

/** What a diagnostic carries to its quick fix, so that the fix never reads the message. */
export interface FixData {
  /** Which document of the file. */
  readonly document: number;
  readonly fix: Fix;
}

const fieldValue: z.ZodMiniType<FieldValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.array(fieldValue), z.record(z.string(), fieldValue)]),
);

const word = { start: z.number(), end: z.number(), wrong: z.string(), right: z.string() };

export const fixDataSchema: z.ZodMiniType<FixData> = z.object({
  document: z.number(),
  fix: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("set-field"),
      title: z.string(),
      path: pathSchema,
      field: z.string(),
      value: fieldValue,
    }),
    z.object({ kind: z.literal("remove-field"), title: z.string(), path: pathSchema, field: z.string() }),
    z.object({ kind: z.literal("replace-word"), title: z.string(), ...word }),
    z.object({ kind: z.literal("replace-words"), title: z.string(), words: z.array(z.object(word)) }),
  ]),
});
