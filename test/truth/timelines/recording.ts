import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod/mini";

const state = z.object({
  is: z.enum(["waiting", "running", "terminated"]),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  code: z.optional(z.number()),
  startedMs: z.optional(z.number()),
  finishedMs: z.optional(z.number()),
});

const containerStatus = z.object({
  name: z.string(),
  state,
  last: z.optional(state),
  restarts: z.number(),
  ready: z.boolean(),
  started: z.optional(z.boolean()),
});

const cri = z.object({
  kind: z.literal("cri"),
  tMs: z.number(),
  op: z.string(),
  container: z.optional(z.string()),
  restart: z.optional(z.number()),
  code: z.optional(z.number()),
  reason: z.optional(z.string()),
  check: z.optional(z.string()),
  tookMs: z.optional(z.number()),
  message: z.optional(z.string()),
});

const event = z.object({
  kind: z.literal("event"),
  tMs: z.number(),
  container: z.optional(z.string()),
  type: z.string(),
  reason: z.string(),
  message: z.string(),
});

const status = z.object({
  kind: z.literal("status"),
  tMs: z.number(),
  phase: z.string(),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  conditions: z.optional(z.nullable(z.record(z.string(), z.string()))),
  init: z.optional(z.nullable(z.array(containerStatus))),
  containers: z.optional(z.nullable(z.array(containerStatus))),
  deleting: z.optional(z.number()),
  deleted: z.optional(z.boolean()),
});

const outside = z.object({ kind: z.enum(["action", "node"]), tMs: z.number(), op: z.string() });

const action = z.object({
  at: z.string(),
  delete: z.optional(z.object({ gracePeriodSeconds: z.optional(z.number()) })),
  patch: z.optional(z.unknown()),
});

const recording = z.object({
  scenario: z.string(),
  kubernetes: z.string(),
  node: z.string(),
  kubeletConfiguration: z.nullable(z.record(z.string(), z.unknown())),
  pod: z.unknown(),
  script: z.record(z.string(), z.string()),
  actions: z.optional(z.array(action)),
  seconds: z.number(),
  runs: z.array(
    z.object({ createdMs: z.number(), entries: z.array(z.discriminatedUnion("kind", [cri, event, status, outside])) }),
  ),
});

export type Recording = z.infer<typeof recording>;
export type RecordedRun = Recording["runs"][number];
export type RecordedCri = z.infer<typeof cri>;
export type RecordedEvent = z.infer<typeof event>;
export type RecordedStatus = z.infer<typeof status>;

const folder = new URL("../../fixtures/timelines/", import.meta.url);
const mixedFolder = new URL("../../fixtures/timelines-mixed/", import.meta.url);
const networkFolder = new URL("../../fixtures/timelines-network/", import.meta.url);

/** `SCENARIO@NODE` of every recording. */
export const recordingNames: readonly string[] = namesIn(folder);

/** Names of those with probes that dial. */
export const networkNames: readonly string[] = namesIn(networkFolder);

/** The same of recordings that the engine was not written for: pods that a generator made of everything, and what it does not make, on 1.35, 1.36 and 1.37. */
export const mixedNames: readonly string[] = namesIn(mixedFolder);

function namesIn(place: URL): readonly string[] {
  return readdirSync(place)
    .map((file) => file.replace(".json.gz", ""))
    .sort();
}

export function readRecording(name: string): Recording {
  return read(name, mixedNames.includes(name) ? mixedFolder : folder);
}

/** A pod with a probe that dials: to a listener on the loopback of its node, to a name or to nobody. Its script says nothing of that. */
export function readNetworkRecording(name: string): Recording {
  return read(name, networkFolder);
}

function read(name: string, place: URL): Recording {
  return readRecordingFile(new URL(`${name}.json.gz`, place));
}

/** As test/cluster/go/record wrote it: big files are compressed. */
export function readRecordingFile(file: URL): Recording {
  const bytes = readFileSync(file);
  const text = file.pathname.endsWith(".gz") ? gunzipSync(bytes) : bytes;
  return recording.parse(JSON.parse(text.toString()));
}
