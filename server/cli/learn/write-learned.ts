import type { LearnedWorkload } from "../../../shared/learn/index.ts";
import { analyzeDocument } from "../../analysis/analysis.ts";
import { isRunnable } from "../../analysis/subject.ts";
import { textAfter } from "../../repairs/rewriting.ts";
import { type LearningPlace, learnedEdits } from "../../repairs/write-learned.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { readManifest } from "../files/read-manifest.ts";
import { replaceFile } from "../files/replace-file.ts";

/** What was done, or why nothing was written. */
type Written = { readonly notes: readonly string[] } | { readonly problems: readonly string[] };

/** `learn --write FILE`: the scenarios, with their evidence, as comments of the workloads of a manifest. */
export async function writeLearned(
  path: string,
  workloads: readonly LearnedWorkload[],
  call: CallSettings,
): Promise<Written> {
  const read = await readManifest(path, undefined, call);
  if ("problem" in read) return { problems: [read.problem] };
  const refused = (problem: string): string => `${path}: not written: ${problem}`;
  if (/^[\s\uFEFF]*\{/.test(read.text.slice(0, 4096))) return { problems: [refused("JSON has no comments")] };
  const places = read.manifest.documents.flatMap(({ document, startOffset }) => {
    const ofDocument = analyzeDocument(document, read.settings);
    return ofDocument.pods.filter(isRunnable).map((ofPod): LearningPlace => ({ ofDocument, ofPod, startOffset }));
  });
  const learned = learnedEdits(workloads, places);
  if ("problems" in learned) return { problems: learned.problems.map(refused) };
  const { edits, notes } = learned;
  const problem = edits.length === 0 ? undefined : await replaceFile(path, read.text, textAfter(read.text, edits));
  if (problem !== undefined) return { problems: [refused(problem)] };
  return { notes: notes.map((note) => `${path}: ${note}`) };
}
