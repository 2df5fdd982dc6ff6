import { expect, it } from "vitest";
import { readInput } from "../../../server/incident/read-input.ts";

const job = `apiVersion: batch/v1
kind: Job
metadata: {name: import}
spec: {backoffLimit: 2, template: {spec: {restartPolicy: Never, containers: [{name: import, image: x}]}}}
status:
  failed: 3
  conditions: [{type: Failed, status: "True", reason: BackoffLimitExceeded, lastTransitionTime: "2026-03-01T10:06:00Z"}]
`;

it("the status of a Job is a note, because it tells of no one pod", () => {
  expect(readInput("a.yaml", job, undefined).notes).toEqual([
    "a.yaml: Job/import failed at 10:06:00 UTC (BackoffLimitExceeded), 3 failed pods.",
  ]);
});

it("a manifest without a status has no note, and of many objects a few are said", () => {
  expect(readInput("a.yaml", job.slice(0, job.indexOf("status:")), undefined).notes).toEqual([]);
  const { notes } = readInput("a.yaml", Array.from({ length: 50 }, () => job).join("---\n"), undefined);
  expect(notes).toHaveLength(10);
});
