import * as z from "zod/mini";
import type { HttpFailure } from "../../../../http/answer.ts";

/** What came of a request. */
export type ApiAnswer<Value> = { readonly value: Value } | { readonly failure: ApiFailure };

export type ApiFailure =
  | HttpFailure
  | {
      readonly is: "refused";
      readonly status: number;
      /** The reason in the Status object: `Expired`. */
      readonly reason: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  /** Something else than an API server refused it, with a page, or sends us elsewhere. */
  | { readonly is: "page"; readonly status: number }
  /** No request could be made: a sentence. */
  | { readonly is: "no access"; readonly problem: string }
  /** It does not speak as an API server does. */
  | { readonly is: "unreadable" }
  /** A watch says nothing of what has changed. */
  | { readonly is: "mute" }
  /** This machine was asleep, and nobody knows what it has missed. */
  | { readonly is: "asleep" };

const statusSchema = z.object({
  code: z.optional(z.int()),
  reason: z.optional(z.string()),
  details: z.optional(z.object({ retryAfterSeconds: z.optional(z.number()) })),
});

/** A v1.Status, as refusals and the error event of a watch have it. */
export function readStatus(
  object: unknown,
): Pick<ApiFailure & { is: "refused" }, "status" | "reason" | "retryAfterMs"> {
  const { code = 0, reason, details } = statusSchema.safeParse(object).data ?? {};
  const seconds = details?.retryAfterSeconds;
  return { status: code, reason, retryAfterMs: seconds === undefined ? undefined : seconds * 1000 };
}
