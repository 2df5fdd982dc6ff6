import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { type KubernetesVersion, parseVersion } from "../../shared/kubernetes/versions.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of real manifests: beside the repository, or where POD_CADENCE_CORPUS says. */
export const corpusFolder = process.env["POD_CADENCE_CORPUS"] ?? join(repository, "../shared/corpus");
export const hasCorpus = existsSync(join(corpusFolder, "index.jsonl"));

const indexSchema = z.object({
  file: z.string(),
  bytes: z.number(),
  kinds: z.array(z.string()),
  categories: z.array(z.string()),
});
export type CorpusFile = z.infer<typeof indexSchema>;

export function corpusFiles(): readonly CorpusFile[] {
  return hasCorpus ? linesOf(join(corpusFolder, "index.jsonl")).map((line) => indexSchema.parse(line)) : [];
}

export function readCorpus(file: string): string {
  return readFileSync(join(corpusFolder, "files", file), "utf8");
}

const verdictSchema = z.object({
  id: z.string(),
  documents: z.array(
    z.object({
      index: z.number(),
      item: z.optional(z.array(z.number())),
      accepted: z.nullable(z.boolean()),
    }),
  ),
});
export type Verdict = z.infer<typeof verdictSchema>["documents"][number];

/** What the code of Kubernetes itself said of each document, by file. Other versions than the newest only where they differ. */
export function recordedVerdicts(version: string): ReadonlyMap<string, readonly Verdict[]> {
  const file = join(corpusFolder, "../truth/validation", `corpus.${version}.jsonl`);
  if (!existsSync(file)) return new Map();
  return new Map(
    linesOf(file)
      .map((line) => verdictSchema.parse(line))
      .map(({ id, documents }) => [id, documents]),
  );
}

export const newestRecorded = "1.37.1";
const otherRecorded = ["1.29.6", "1.30.14", "1.31.14", "1.32.13", "1.33.13", "1.34.4", "1.35.4", "1.36.4"];

/** For each minor that was recorded besides the newest: its verdicts, those that are as the newest's included. */
export function olderVerdicts(): ReadonlyMap<KubernetesVersion, ReadonlyMap<string, readonly Verdict[]>> {
  const newest = recordedVerdicts(newestRecorded);
  const entries = otherRecorded.flatMap((version): [KubernetesVersion, ReadonlyMap<string, readonly Verdict[]>][] => {
    const minor = parseVersion(version);
    return minor === undefined ? [] : [[minor, new Map([...newest, ...recordedVerdicts(version)])]];
  });
  return new Map(entries);
}

function linesOf(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
