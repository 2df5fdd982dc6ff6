import type { LocatedPod } from "../manifest/text/model.ts";

/** Where a Job's spec stands in the object that holds it. */
const jobSpecs: ReadonlyMap<string, readonly string[]> = new Map([
  ["Job", ["spec"]],
  ["CronJob", ["spec", "jobTemplate", "spec"]],
]);

/**
 * The spec of the Job that a pod is of, as written. Undefined if it is of none, or what is not written here can come from elsewhere, so that
 * nothing can be said of its limits.
 */
export function writtenJobSpec({ kind, apiVersion, owner, partial }: LocatedPod): object | undefined {
  const path = apiVersion.startsWith("batch/") && !partial ? jobSpecs.get(kind) : undefined;
  if (path === undefined) return undefined;
  let value: unknown = owner;
  for (const key of path)
    value = isObject(value) ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
