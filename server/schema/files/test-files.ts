import type { FileAccess } from "./file-access.ts";
import { foldersAbove } from "./find-project.ts";

/**
 * Whether a test compares a cluster with the file, so that it is never sent: kuttl reads `01-assert.yaml` and `01-errors.yaml` so, others
 * call such files and folders expected or golden, and the steps of a `chainsaw-test.yaml` beside or above the file name such files. What a `kyverno-test.yaml` names is only read by Kyverno.
 */
export async function isComparedByTest(uri: string, files: FileAccess): Promise<boolean> {
  const slash = uri.lastIndexOf("/");
  const name = uri.slice(slash + 1);
  if (!/\.ya?ml$/.test(name)) return false;
  if (/(?:^|[-_.])(?:asserts?|assertions?|expected|golden)(?:[-_.]|$)/.test(name)) return true;
  const folder = uri.slice(0, slash);
  const readIn = async (where: string | undefined, file: string): Promise<string> =>
    (where && (await files.read(`${where}/${file}`))) ?? "";
  if (/^\d+-errors?[-.]/.test(name) || /\/expected(?:\/|$)/.test(folder)) return true;
  const above = isBelowRoot.test(folder) ? folder.slice(0, folder.lastIndexOf("/")) : undefined;
  const [steps, stepsAbove, test] = await Promise.all([
    readIn(folder, "chainsaw-test.yaml"),
    readIn(above, "chainsaw-test.yaml"),
    readIn(folder, "kyverno-test.yaml"),
  ]);
  if (comparedIn(steps).has(name)) return true;
  if (above !== undefined && comparedIn(stepsAbove).has(uri.slice(above.length + 1))) return true;
  return test.split(/[\s"']/).includes(name);
}

/**
 * For what the file is in the repository, by the names that people give the folders above it. `tests`: the input of a program's tests,
 * made so that something is found in it, or completed by them. `copy`: somebody else writes it. `output`: a tool has written it just now,
 * for whoever has its source at hand.
 */
export type FilePurpose = "tests" | "copy" | "output" | undefined;

export async function purposeOf(uri: string, rootUri: string | undefined, files: FileAccess): Promise<FilePurpose> {
  let purpose: FilePurpose;
  for await (const folder of foldersAbove(uri, rootUri, files)) {
    if (testDataFolder.test(folder)) return "tests";
    if (copyFolder.test(folder)) purpose = "copy";
  }
  return purpose;
}

const testDataFolder =
  /\/(?:test[-_]?data|__fixtures__|mocks?|mock[-_](?:data|files)|src\/test|tests\/(?:[^/]+\/){0,4}(?:files|fixtures))$/i;
const copyFolder = /\/(?:vendor|third[-_]party|upstream)$/i;

/** A folder of a file system, not its root. */
const isBelowRoot = /:\/\/[^/]*\/./;

/** Paths of the files below `assert:` and `error:`. */
function comparedIn(steps: string): ReadonlySet<string> {
  const paths = new Set<string>();
  let isCompared = false;
  for (const line of steps.split("\n").map((each) => each.trim())) {
    if (line.startsWith("#")) continue;
    const path = isCompared ? /^file: *["']?([\w./-]+)/.exec(line)?.[1] : undefined;
    if (path !== undefined) paths.add(path.replace(/^\.\//, ""));
    isCompared = /^(?:- +)?(?:assert|error):$/.test(line);
  }
  return paths;
}
