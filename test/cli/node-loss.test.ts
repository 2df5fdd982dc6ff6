import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

const pod = `apiVersion: v1
kind: Pod
metadata: {name: bare}
spec: {containers: [{name: app, image: a}]}
`;
const job = (spec: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: job}
spec: {${spec}template: {spec: {restartPolicy: Never, containers: [{name: app, image: a}]}}}
`;
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: a}]}}
`;
const lost = ["--at", "5m node is lost"];

async function said(command: string, stdin: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await runCli([command, ...args, ...lost, "-"], { stdin });
  return stdout + stderr;
}

test("a Pod: nothing replaces it", async () => {
  const text = await said("forecast", pod);
  expect(text).toMatch(/✗ The pod is not ready from 5m40s–5m55s on: the node is lost\./);
  expect(text).toContain("Why      The node is lost, and nothing replaces a pod that has no controller.");
  expect(text).toContain("Fix      Let a Deployment or a Job create the pod.");
});

test.each([
  ["", "the Job is not over while the object of the evicted pod is there"],
  ["podReplacementPolicy: Failed, ", "podReplacementPolicy Failed waits for the end of the evicted pod"],
])("a Job with {%s}", async (spec, why) => {
  const text = await said("forecast", job(spec), "--scenario", "app: completes after 10m");
  expect(text).toContain("✗ The Job is not complete after 30m.");
  expect(text).toContain(`Why      The node is lost, and ${why}`);
  expect(text).toMatch(/Fix +Delete the Node, or add the taint node\.kubernetes\.io\/out-of-service/);
});

test("simulate plays it for a Pod and a Job, and says of a Deployment that forecast does", async () => {
  const text = await said("simulate", job(""), "--scenario", "app: completes after 10m");
  for (const what of ["5m +The node stops and does not come back", "The pod is evicted", "Pod 2 of the Job is created"])
    expect(text).toMatch(new RegExp(what));
  expect(text).not.toContain("use forecast");
  expect(await said("simulate", deployment)).toContain(
    "is about a workload, and simulate plays its pods: use forecast",
  );
});
