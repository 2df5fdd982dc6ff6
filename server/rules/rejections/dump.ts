import type { FieldError } from "../../../shared/api-server/types/report.ts";
import { valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";

/** What only a cluster writes: an object that has all of it was saved from one, and is read rather than created. */
const writtenByClusters = ["uid", "resourceVersion", "creationTimestamp"];

export function isDump({ located }: AnalyzedPod): boolean {
  return writtenByClusters.every((field) => {
    const value = valueAt(located.owner, ["metadata", field]);
    return typeof value === "string" && value !== "";
  });
}

/** What only a cluster adds: the labels and the selector of a Job, containers to debug a Pod. A server would refuse them in a new object. */
export function isLeftover(pod: AnalyzedPod, { path, detail }: FieldError): boolean {
  const isGenerated = /controller-uid$/.test(String(path.at(-1))) || detail === "`selector` not auto-generated";
  const isAdded = path.at(-1) === "ephemeralContainers" && detail === "cannot be set on create";
  return (isGenerated || isAdded) && isDump(pod);
}
