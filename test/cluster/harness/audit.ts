import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { ownUserAgent } from "./api.ts";

const entrySchema = z.object({
  verb: z.string(),
  requestURI: z.string(),
  /** Nobody, where the credentials were refused. */
  user: z.object({ username: z.optional(z.string()) }),
  userAgent: z.optional(z.string()),
  objectRef: z.optional(z.object({ resource: z.string(), subresource: z.optional(z.string()) })),
  responseStatus: z.optional(z.object({ code: z.optional(z.number()) })),
});
type AuditEntry = z.infer<typeof entrySchema>;

/** What a user asked of the API server so far, by the server's own audit log, but for what the tests asked themselves. */
export function readAudit(clusterDirectory: string, user: string): readonly AuditEntry[] {
  const lines = readFileSync(join(clusterDirectory, "audit.jsonl"), "utf8").split("\n").slice(0, -1);
  const entries = lines.map((line) => entrySchema.parse(JSON.parse(line)));
  return entries.filter((entry) => entry.user.username === user && entry.userAgent !== ownUserAgent);
}

/** `list pods`, `create selfsubjectaccessreviews`, `get /metrics`: each once, sorted. */
export function verbsOf(entries: readonly AuditEntry[]): readonly string[] {
  const verbs = entries.map(({ verb, objectRef, requestURI }) => {
    const resource = objectRef && [objectRef.resource, objectRef.subresource].filter(Boolean).join("/");
    return `${verb} ${resource ?? requestURI.replace(/\?.*/, "")}`;
  });
  return [...new Set(verbs)].sort();
}
