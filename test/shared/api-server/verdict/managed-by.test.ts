import { expect, it } from "vitest";
import { reviewObject } from "../../../../shared/api-server/admission/review.ts";

const badPath = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";

// As the API server of 1.37.1 said.
it.each([
  ["example.com/controller", []],
  ["example.com/a/b", []],
  ["example.com/controller ", [badPath]],
  ["example.com/controller\u00e9", [badPath]],
  ["example.com/", ['must be a domain-prefixed path (such as "acme.io/foo")']],
])("a Job that is managed by %j", (managedBy, said) => {
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } };
  const job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "task" }, spec: { managedBy, template } };
  const { errors } = reviewObject("Job", job, { kubernetes: "1.37", featureGates: {} });
  expect(errors.map(({ detail }) => detail)).toEqual(said);
});
