import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

// What the runtime did, by its own clock: the API cuts times to whole seconds.

const entrySchema = z.object({
  /** In microseconds since 1970. */
  at: z.number(),
  op: z.optional(z.string()),
  namespace: z.optional(z.string()),
  pod: z.optional(z.string()),
  container: z.optional(z.string()),
  restart: z.optional(z.number()),
  code: z.optional(z.number()),
  reason: z.optional(z.string()),
});

/** A run of a container, as the runtime had it. Times are ms since 1970. */
export interface RealRun {
  /** `NAMESPACE/NAME`. */
  readonly pod: string;
  readonly container: string;
  readonly number: number;
  readonly startedMs: number;
  readonly exitedMs: number | undefined;
  readonly exitCode: number | undefined;
  readonly reason: string | undefined;
}

/** Every run on a node so far, by start. */
export function readRuns(clusterDirectory: string, node: string): readonly RealRun[] {
  const lines = readFileSync(join(clusterDirectory, node, "journal.jsonl"), "utf8").split("\n");
  // The last line may be half written.
  const entries = lines.slice(0, -1).map((line) => entrySchema.parse(JSON.parse(line)));
  const runs = new Map<string, RealRun>();
  for (const { at, op, namespace, pod, container, restart, code, reason } of entries) {
    if (container === undefined || restart === undefined) continue;
    const key = `${namespace}/${pod}/${container}/${restart}`;
    const run = runs.get(key);
    if (op === "started")
      runs.set(key, {
        pod: `${namespace}/${pod}`,
        container,
        number: restart,
        startedMs: at / 1000,
        exitedMs: undefined,
        exitCode: undefined,
        reason: undefined,
      });
    if (op === "exited" && run !== undefined) runs.set(key, { ...run, exitedMs: at / 1000, exitCode: code, reason });
  }
  return [...runs.values()].sort((one, other) => one.startedMs - other.startedMs);
}
