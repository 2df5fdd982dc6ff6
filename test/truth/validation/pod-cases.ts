import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod/mini";

// What the create path of the API server answered to generated manifests: test/fixtures/validation/pods.VERSION.jsonl.gz, described in README.md.

export const recordedVersions = [
  "1.37.1",
  "1.36.4",
  "1.35.4",
  "1.34.4",
  "1.33.13",
  "1.32.13",
  "1.31.14",
  "1.30.14",
  "1.29.6",
] as const;

export type RecordedVersion = (typeof recordedVersions)[number];

const errorSchema = z.object({
  /** A KubeletConfiguration's errors have neither. */
  field: z.optional(z.string()),
  type: z.optional(z.string()),
  detail: z.optional(z.string()),
  badValue: z.optional(z.string()),
});

export const verdictSchema = z.object({
  index: z.number(),
  item: z.optional(z.array(z.number())),
  kind: z.string(),
  accepted: z.nullable(z.boolean()),
  strict: z.array(z.string()),
  decode: z.nullable(z.string()),
  errors: z.array(errorSchema),
  warnings: z.array(z.string()),
});

const caseSchema = z.object({
  id: z.string(),
  gates: z.optional(z.record(z.string(), z.boolean())),
  gateError: z.optional(z.string()),
  text: z.optional(z.string()),
  documents: z.array(verdictSchema),
});

export type RecordedError = z.infer<typeof errorSchema>;
export type Verdict = z.infer<typeof verdictSchema>;

export interface PodCase {
  readonly id: string;
  readonly text: string;
  readonly gates: Readonly<Record<string, boolean>>;
  readonly documents: readonly Verdict[];
}

/** The cases with the verdicts of one version. Those whose gates cannot be set together have none and are left out. */
export function podCases(version: RecordedVersion): readonly PodCase[] {
  const newest = read("1.37.1");
  const differences = new Map(version === "1.37.1" ? [] : read(version).map((each) => [each.id, each]));
  return newest.flatMap(({ id, text = "", ...verdict }) => {
    const { gates = {}, gateError, documents } = { ...verdict, ...differences.get(id) };
    return gateError === undefined ? [{ id, text, gates: verdict.gates ?? gates, documents }] : [];
  });
}

function read(version: RecordedVersion): readonly z.infer<typeof caseSchema>[] {
  const file = new URL(`../../fixtures/validation/pods.${version}.jsonl.gz`, import.meta.url);
  return parseLines(gunzipSync(readFileSync(file)).toString("utf8"));
}

/** Verdicts without texts, from a file that is not compressed: those of the corpus. */
export function readVerdicts(file: string): readonly Pick<PodCase, "id" | "documents">[] {
  return parseLines(readFileSync(file, "utf8"));
}

function parseLines(text: string): readonly z.infer<typeof caseSchema>[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => caseSchema.parse(JSON.parse(line)));
}
