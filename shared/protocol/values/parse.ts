import * as z from "zod/mini";

/** What a schema reads. Nobody changes a message. */
export type Message<Schema extends z.ZodMiniType> = Immutable<z.infer<Schema>>;

export type Immutable<Value> = Value extends object ? { readonly [Key in keyof Value]: Immutable<Value[Key]> } : Value;

/** The value, or one sentence that says what is wrong with it and where. */
type Parsed<Value> =
  | { readonly value: Value; readonly problem: undefined }
  | { readonly value: undefined; readonly problem: string };

/** Reads what came over a wire. Never throws; `what` names it in the problem: `answer to podCadence/pod`. */
export function parseMessage<Value>(schema: z.ZodMiniType<Value>, message: unknown, what: string): Parsed<Value> {
  const result = z.safeParse(schema, message);
  if (result.success) return { value: result.data, problem: undefined };
  const [first] = result.error.issues;
  const issue = first?.code === "invalid_union" ? ofMeantOption(first) : first;
  const place = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.map(String).join(".")}`;
  return { value: undefined, problem: `${what} is not what was agreed${place}: ${issue?.message ?? "unknown"}` };
}

/**
 * The messages of a union are told apart by their `type`: the one that was meant is right about it.
 * `z.discriminatedUnion` would find it by itself, for two kilobytes more in the panel's page.
 */
function ofMeantOption({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue | undefined {
  const issues = errors.find(([issue]) => issue?.path[0] !== "type") ?? errors[0];
  return issues?.[0];
}
