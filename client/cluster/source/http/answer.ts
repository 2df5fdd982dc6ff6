import * as z from "zod/mini";

/** What came of a request. */
export type Answer<Value> = { readonly value: Value } | { readonly failure: Failure };

export type Failure =
  /** No answer: the network, the name, TLS. `code` is Node's. */
  | {
      readonly is: "unreachable";
      readonly code: string;
      readonly message: string;
      /** Host and port of the proxy on the way. */
      readonly proxy?: string | undefined;
    }
  /** No answer, or no next part of one, within the limit. */
  | { readonly is: "slow"; readonly limitMs: number }
  | {
      readonly is: "refused";
      readonly status: number;
      /** Of the Status object: `Expired`. */
      readonly reason: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  /** No request could be made: a sentence. */
  | { readonly is: "no access"; readonly problem: string }
  /** It does not speak as an API server does. */
  | { readonly is: "unreadable" }
  /** It goes on and on. `what` has no end: a noun for people. */
  | { readonly is: "endless"; readonly what: string }
  /** We ended it. */
  | { readonly is: "ended" };

const statusSchema = z.object({
  code: z.optional(z.int()),
  reason: z.optional(z.string()),
  details: z.optional(z.object({ retryAfterSeconds: z.optional(z.number()) })),
});

/** A v1.Status, as refusals and the error event of a watch have it. */
export function readStatus(object: unknown): Pick<Failure & { is: "refused" }, "status" | "reason" | "retryAfterMs"> {
  const { code = 0, reason, details } = statusSchema.safeParse(object).data ?? {};
  const seconds = details?.retryAfterSeconds;
  return { status: code, reason, retryAfterMs: seconds === undefined ? undefined : seconds * 1000 };
}

/** `Retry-After`: seconds, or a date. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
