import * as z from "zod/mini";
import type { Span } from "../../basics/span.ts";
import { isFields } from "../../basics/values.ts";
import { parseTime } from "../../observation/objects/fields.ts";

/** An object as it is: a log has a hundred thousand, and each would be copied. */
export const fieldsSchema = z.custom<Readonly<Record<string, unknown>>>(isFields);
const name = z.optional(z.string());
const user = z.optional(z.object({ username: name }));

/** Models apiserver pkg/apis/audit/v1 Event (v1.37.1) */
const schema = z.object({
  level: name,
  stage: name,
  requestURI: name,
  verb: z.string(),
  user,
  impersonatedUser: user,
  objectRef: z.object({ resource: z.string(), namespace: name, name, uid: name, subresource: name }),
  responseStatus: z.optional(z.object({ code: z.optional(z.number()) })),
  requestObject: z.optional(fieldsSchema),
  responseObject: z.optional(fieldsSchema),
  requestReceivedTimestamp: name,
  stageTimestamp: name,
});

export type AuditFields = z.infer<typeof fieldsSchema>;

/** A request to the API server that was answered, as its audit log has it. */
export interface AuditEvent {
  /** `Metadata`, `Request`, `RequestResponse`. */
  readonly level: string;
  readonly verb: string;
  readonly resource: string;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly uid: string | undefined;
  /** As the API server knows it; what a client calls itself is no evidence. */
  readonly user: string;
  readonly code: number;
  /** From its receipt to its answer, between which it took effect. */
  readonly at: Span;
  /** Undefined below the level that has it. */
  readonly request: AuditFields | undefined;
  readonly response: AuditFields | undefined;
}

/** Undefined for what is no audit event, was not answered, or changed nothing because it was a dry run. */
export function readAuditEvent(value: unknown): AuditEvent | undefined {
  const { success, data } = z.safeParse(schema, value);
  if (!success) return undefined;
  const { stage, verb, objectRef, requestObject, responseObject } = data;
  if (stage !== undefined && stage !== "ResponseComplete") return undefined;
  if (isDryRun(data.requestURI, requestObject)) return undefined;
  const answered = data.stageTimestamp === undefined ? undefined : parseTime(data.stageTimestamp);
  const received = data.requestReceivedTimestamp === undefined ? undefined : parseTime(data.requestReceivedTimestamp);
  const until = answered ?? received;
  if (until === undefined) return undefined;
  const from = received ?? until;
  return {
    level: data.level ?? "Metadata",
    verb,
    resource: objectRef.resource,
    subresource: objectRef.subresource || undefined,
    namespace: objectRef.namespace || undefined,
    name: objectRef.name || undefined,
    uid: objectRef.uid || undefined,
    user: userOf(data),
    code: data.responseStatus?.code ?? 0,
    at: {
      nominalMs: until.nominalMs,
      earliestMs: Math.min(from.earliestMs, until.earliestMs),
      latestMs: until.latestMs,
    },
    request: requestObject,
    response: responseObject,
  };
}

function userOf({ user: real, impersonatedUser: acted }: z.infer<typeof schema>): string {
  const [one = "", other = ""] = [real?.username, acted?.username];
  const shown = one === "" ? "an unnamed user" : one;
  return (other === "" || other === one ? shown : `${other} (impersonated by ${shown})`).slice(0, userMax);
}

/** Letters of a name that are said. */
const userMax = 300;

/** Models apiserver pkg/registry/rest dryrun (v1.37.1): the option of the URI, or that of the body of an eviction or a deletion. */
function isDryRun(uri: string | undefined, request: AuditFields | undefined): boolean {
  if (uri?.includes("dryRun=") === true) return true;
  const options = z.safeParse(fieldsSchema, request?.["deleteOptions"]).data ?? request;
  const wanted = options?.["dryRun"];
  return Array.isArray(wanted) && wanted.length > 0;
}
