import type { RecordedCri, RecordedRun } from "./recording.ts";

/** From the end of each pull of the runtime to the request that it answers: of one image the first request ends first. */
export function pullRequests({ entries }: RecordedRun): ReadonlyMap<RecordedCri, RecordedCri> {
  const open = new Map<string, RecordedCri[]>();
  const requests = new Map<RecordedCri, RecordedCri>();
  for (const entry of entries) {
    if (entry.kind !== "cri") continue;
    const image = entry.message ?? "";
    if (entry.op === "pull") open.set(image, [...(open.get(image) ?? []), entry]);
    const request = isPullEnd(entry) ? open.get(image)?.shift() : undefined;
    if (request !== undefined) requests.set(entry, request);
  }
  return requests;
}

export function isPullEnd({ op }: RecordedCri): boolean {
  return op === "pulled" || op === "pull-failed";
}
