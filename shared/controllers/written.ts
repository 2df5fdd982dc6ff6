import * as z from "zod/mini";

// The spec of a Job or CronJob as people write it, half-typed lines included. A field that is null or of a wrong type counts as absent:
// what is shown while somebody types must not jump or vanish. Nothing in here throws.

export function absentUnless<Schema extends z.ZodMiniType>(schema: Schema) {
  return orElse(z.optional(schema), undefined);
}

export function listOf<Schema extends z.ZodMiniType>(schema: Schema) {
  return orElse(z.array(absentUnless(schema)), []);
}

/** What `z.catch` does. That one brings ten kilobytes of zod that nothing else needs into every bundle. */
function orElse<Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>) {
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((value): z.output<Schema> => {
      const { success, data } = z.safeParse(schema, value);
      return success ? data : fallback;
    }),
  );
}
