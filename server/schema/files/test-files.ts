import type { FileAccess } from "./file-access.ts";

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
  if (/^\d+-errors?[-.]/.test(name) || /\/expected(?:\/|$)/.test(folder)) return true;
  const above = folder.slice(0, folder.lastIndexOf("/"));
  const [steps = "", stepsAbove = "", test = ""] = await Promise.all(
    [`${folder}/chainsaw-test.yaml`, `${above}/chainsaw-test.yaml`, `${folder}/kyverno-test.yaml`].map((each) =>
      files.read(each),
    ),
  );
  if (comparedIn(steps).has(name) || comparedIn(stepsAbove).has(uri.slice(above.length + 1))) return true;
  return test.split(/[\s"']/).includes(name);
}

/** Paths of the files below `assert:` and `error:`. */
function comparedIn(steps: string): ReadonlySet<string> {
  const named = steps.matchAll(/^ *(?:- +)?(?:assert|error): *\n(?: *#[^\n]*\n)* +file: *["']?([\w./-]+)/gm);
  return new Set([...named].map(([, path = ""]) => path.replace(/^\.\//, "")));
}
