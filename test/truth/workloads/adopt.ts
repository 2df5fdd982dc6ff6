import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import * as z from "zod";

// Makes a fixture of recordings of `cluster record-workloads`: `node test/truth/workloads/adopt.ts FOLDER FIXTURE.jsonl.gz`.
// It keeps what controllers can see and what they decide; what a kubelet does is in other recordings.

const words = z.record(z.string(), z.string());
const numbers = z.record(z.string(), z.unknown());
const entry = z.looseObject({
  kind: z.string(),
  tMs: z.number(),
  name: z.optional(z.string()),
  owner: z.optional(z.string()),
  revision: z.optional(z.string()),
  nodeName: z.optional(z.string()),
  replicas: z.optional(z.number()),
  deleting: z.optional(z.number()),
  deleted: z.optional(z.boolean()),
  op: z.optional(z.string()),
  pod: z.optional(z.string()),
  answer: z.optional(z.string()),
  endpoints: z.optional(words),
  status: z.optional(numbers),
});
const recording = z.looseObject({
  scenario: z.string(),
  nodes: z.number(),
  objects: z.array(z.unknown()),
  actions: z.optional(z.array(z.unknown())),
  seconds: z.number(),
  t0: z.string(),
  entries: z.array(entry),
});

type Entry = z.infer<typeof entry>;

const counted = ["deployment", "statefulSet", "daemonSet", "podDisruptionBudget"];

function compact(one: Entry): readonly object[] {
  const { kind, tMs, name = "", status = {} } = one;
  if (kind === "pod") return [podOf(one)];
  if (kind === "replicaSet") return [{ kind, tMs, name, revision: one.revision, replicas: one.replicas }];
  if (kind === "action") return [{ kind, tMs, op: one.op, name }];
  if (kind === "eviction") return [{ kind, tMs, pod: one.pod, answer: one.answer }];
  if (kind === "endpointSlice") return [{ kind, tMs, endpoints: one.endpoints }];
  if (!counted.includes(kind)) return [];
  const conditions = words.safeParse(status["conditions"]).data ?? {};
  const told = Object.entries(conditions).map(([type, text]) => [type, text.split(":").slice(0, 2).join(":")]);
  const counts = Object.entries(status).filter(([, value]) => typeof value === "number");
  return [{ kind, tMs, name, counts: Object.fromEntries(counts), conditions: Object.fromEntries(told) }];
}

function podOf({ tMs, name, owner = "", revision = "", nodeName = "", deleting, deleted = false, status = {} }: Entry) {
  const conditions = words.safeParse(status["conditions"]).data ?? {};
  const ready = conditions["Ready"]?.startsWith("True") ?? false;
  const sandbox = conditions["PodReadyToStartContainers"]?.startsWith("True") ?? false;
  const { phase = "Pending", restarts = 0 } = status;
  const about = { kind: "pod", tMs, name, owner, revision, node: nodeName, phase, ready, sandbox, restarts };
  return { ...about, deleting: deleting !== undefined, gone: deleted };
}

function read(file: string): string {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const { scenario, nodes, objects, actions = [], seconds, t0, entries } = recording.parse(JSON.parse(text));
  return JSON.stringify({ scenario, nodes, objects, actions, seconds, t0, entries: entries.flatMap(compact) });
}

const [folder, fixture] = process.argv.slice(2);
if (folder === undefined || fixture === undefined) throw new Error("adopt.ts FOLDER FIXTURE.jsonl.gz");
const lines = readdirSync(folder)
  .filter((file) => /\.json(?:\.gz)?$/.test(file))
  .sort()
  .map((file) => read(`${folder}/${file}`));
writeFileSync(fixture, gzipSync(lines.join("\n")));
