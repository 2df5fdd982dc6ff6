import { describe, expect, it } from "vitest";
import { defaultObject } from "../../../../shared/api-server/admission/object-defaults.ts";
import { dropFromObject } from "../../../../shared/api-server/admission/object-drops.ts";
import { admitOwnSpec } from "../../../../shared/api-server/admission/own-spec.ts";
import { reviewObject } from "../../../../shared/api-server/admission/review.ts";
import { decodeObject } from "../../../../shared/api-server/types/decode.ts";
import { fieldsAt } from "../../../../shared/api-server/types/fields.ts";
import { readJob } from "../../../../shared/controllers/job/read-job.ts";
import { readWorkloadSpec } from "../../../../shared/controllers/objects/read-spec.ts";
import type { Component } from "../../../../shared/kubernetes/node.ts";
import { newestVersion } from "../../../../shared/kubernetes/versions.ts";

const newest: Component = { kubernetes: newestVersion, featureGates: {} };
const index = { completionMode: "Indexed", completions: 3, backoffLimitPerIndex: 1, maxFailedIndexes: 2 };
const policy = { rules: [{ action: "FailIndex" }, { action: "Ignore" }] };
const successPolicy = { rules: [{ succeededCount: 1 }] };

describe("a controller gets the spec that the review judges", () => {
  it.each([
    ["Deployment", {}, {}],
    ["Deployment", { replicas: 3, strategy: { type: "Recreate" } }, {}],
    ["Deployment", { strategy: { rollingUpdate: { maxSurge: 1 } } }, {}],
    ["DaemonSet", {}, {}],
    ["DaemonSet", { updateStrategy: { type: "OnDelete" } }, {}],
    ["StatefulSet", { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } }, {}],
    ["StatefulSet", { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } }, { MaxUnavailableStatefulSet: false }],
    ["Job", {}, {}],
    ["Job", index, {}],
    ["Job", { ...index, podFailurePolicy: policy, successPolicy }, { JobBackoffLimitPerIndex: false }],
    ["Job", { podFailurePolicy: policy, podReplacementPolicy: "Failed" }, { JobPodFailurePolicy: false }],
  ] as const)("%s %j with %j", (kind, written, featureGates) => {
    const apiServer: Component = { kubernetes: "1.30", featureGates };
    const { value } = decodeObject({ metadata: { name: "web" }, spec: written }, kind, apiServer.kubernetes);
    defaultObject(kind, value, "1.37");
    dropFromObject(kind, value, apiServer);
    // The server makes the selector of a Job.
    const { template: _, selector: __, ...spec } = fieldsAt(value, "spec") ?? {};
    expect(admitOwnSpec(kind, written, apiServer).spec).toEqual(spec);
  });
});

describe("without its gate a field of a Job is dropped, for both", () => {
  it.each([
    ["JobPodFailurePolicy", { podFailurePolicy: policy }, "podFailurePolicy"],
    ["JobBackoffLimitPerIndex", index, "backoffLimitPerIndex"],
    ["JobBackoffLimitPerIndex", index, "maxFailedIndexes"],
    ["JobSuccessPolicy", { completionMode: "Indexed", completions: 3, successPolicy }, "successPolicy"],
  ] as const)("%s: %j", (gate, spec, field) => {
    const without: Component = { kubernetes: "1.30", featureGates: { [gate]: false } };
    const withIt: Component = { kubernetes: "1.30", featureGates: { [gate]: true } };
    const droppedBy = (apiServer: Component) =>
      reviewObject("Job", { metadata: { name: "web" }, spec }, apiServer).dropped.map(({ path }) => path.join("."));
    expect(droppedBy(without)).toContain(`spec.${field}`);
    expect(droppedBy(withIt)).toEqual([]);
    expect(readJob(spec, without)[field]).toBeUndefined();
    expect(readJob(spec, withIt)[field]).toBeDefined();
  });

  it("a rule that fails an index goes with the limits per index", () => {
    const spec = { ...index, podFailurePolicy: policy };
    const actions = (featureGates: Record<string, boolean>) =>
      readJob(spec, { kubernetes: "1.30", featureGates }).podFailurePolicy?.map(({ action }) => action);
    expect(actions({})).toEqual(["FailIndex", "Ignore"]);
    expect(actions({ JobBackoffLimitPerIndex: false })).toEqual(["Ignore"]);
  });
});

it("what the server cannot read makes no workload; what it refuses counts as not written", () => {
  expect(readWorkloadSpec("Deployment", { replicas: "3" }, newest)).toBeUndefined();
  expect(readWorkloadSpec("Deployment", 7, newest)).toBeUndefined();
  expect(readWorkloadSpec("Deployment", { replicas: null }, newest)).toMatchObject({ replicas: 1 });
  expect(readWorkloadSpec("Deployment", { replicas: -3, minReadySeconds: -1 }, newest)).toEqual(
    readWorkloadSpec("Deployment", {}, newest),
  );
});
