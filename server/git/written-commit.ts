import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Commit, checkOut, type GitProblem } from "./git.ts";

/** What is written of a commit at most: nobody waits for more. */
const filesMax = 50_000;
const bytesMax = 1_000_000_000;

/** The files of a commit in a temporary folder, for programs that read only disks. */
export interface WrittenCommit {
  /** What is the root of the work tree. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Writes the files of a commit. It changes nothing in the repository and fetches nothing; if it fails, it removes what it has written. */
export async function writeCommit(commit: Commit): Promise<WrittenCommit | GitProblem> {
  const bytes = [...commit.files.values()].reduce((sum, each) => sum + each.bytes, 0);
  if (commit.files.size > filesMax || bytes > bytesMax)
    return { problem: "the commit has more than 50,000 files, or more than 1 GB" };
  const scratch = await realpath(await mkdtemp(join(tmpdir(), "pod-cadence-commit-")));
  const remove = (): Promise<void> => rm(scratch, { recursive: true, force: true });
  const folder = join(scratch, "tree");
  const problem = await checkOut(commit, folder, join(scratch, "index"));
  if (problem === undefined) return { folder, remove };
  await remove();
  return problem;
}
