import * as z from "zod/mini";

/** The value, or one sentence that says what is wrong with it and where. */
export type Parsed<Value> =
  | { readonly value: Value; readonly problem: undefined }
  | { readonly value: undefined; readonly problem: string };

/** Reads what came over a wire. Never throws; `what` names it in the problem: `answer to podCadence/pod`. */
export function parseMessage<Value>(schema: z.ZodMiniType<Value>, message: unknown, what: string): Parsed<Value> {
  const result = z.safeParse(schema, message);
  if (result.success) return { value: result.data, problem: undefined };
  const [first] = result.error.issues;
  const place = first === undefined || first.path.length === 0 ? "" : ` at ${first.path.map(String).join(".")}`;
  return { value: undefined, problem: `${what} is not what was agreed${place}: ${first?.message ?? "unknown"}` };
}
