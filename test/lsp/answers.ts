import * as z from "zod/mini";

// The answers of the server as far as the tests look at them.

export const position = z.object({ line: z.number(), character: z.number() });
export const range = z.object({ start: position, end: position });

export const diagnostic = z.looseObject({ range, code: z.string(), message: z.string() });
export type Diagnostic = z.infer<typeof diagnostic>;

export const report = z.object({
  kind: z.enum(["full", "unchanged"]),
  resultId: z.optional(z.string()),
  items: z.optional(z.array(diagnostic)),
});
export type Report = z.infer<typeof report>;

export const published = z.object({
  uri: z.string(),
  version: z.optional(z.number()),
  diagnostics: z.array(diagnostic),
});

export const hint = z.looseObject({ position, label: z.array(z.object({ value: z.string() })) });
export const resolvedHint = z.looseObject({ tooltip: z.optional(z.object({ value: z.string() })) });
export const hover = z.nullable(z.object({ contents: z.object({ kind: z.string(), value: z.string() }), range }));
export const lens = z.object({ range, command: z.object({ title: z.string(), command: z.string() }) });
export const link = z.object({ range, target: z.string() });
export const edit = z.object({ range, newText: z.string() });
export const action = z.looseObject({
  title: z.string(),
  kind: z.optional(z.string()),
  edit: z.optional(z.object({ changes: z.optional(z.record(z.string(), z.array(edit))) })),
});
export const initialized = z.object({
  capabilities: z.record(z.string(), z.unknown()),
  serverInfo: z.object({ name: z.string() }),
});
export const configurationItems = z.object({ items: z.array(z.unknown()) });
