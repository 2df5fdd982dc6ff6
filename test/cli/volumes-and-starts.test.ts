import { expect, test } from "vitest";
import { forecastSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

const deployment = (spec: string, volumes = ""): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  ${spec}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: a}]${volumes}}
`;

async function forecasted(stdin: string, scenario: string) {
  const asked = ["--scenario", scenario, "-"];
  const { stdout } = await runCli(["forecast", ...asked], { stdin });
  return { stdout, json: forecastSchema.parse(await runJson(["forecast", ...asked], { stdin })) };
}

test("a pod that is Ready before its program has started, and what is available meanwhile", async () => {
  const { stdout, json } = await forecasted(deployment("replicas: 2"), "starts in 40s");
  expect(stdout).toMatch(/! Ready within \d+s, 40s before web has started, with no restarts in 30m\./);
  expect(stdout).toContain("Fix       Add a readinessProbe.");
  expect(json.pods[0]?.answer.why?.advice).toBe("Add a readinessProbe.");
  expect(json.workloads[0]?.rollout?.availableAtLeast).toBe(0);
  expect(json.workloads[0]?.drain?.availableAtLeast).toBe(1);
});

test("a pod whose program starts as soon as it is Ready", async () => {
  const { stdout, json } = await forecasted(deployment("replicas: 2"), "starts in 1s");
  expect(stdout).toMatch(/✓ Ready within \d+s, with no restarts in 30m\./);
  expect(json.workloads[0]?.rollout?.availableAtLeast).toBe(2);
});

const claimed = (mode: string, spec: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [${mode}], resources: {requests: {storage: 5Gi}}}
---
${deployment(spec, ", volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]")}`;

test("a volume of one pod: the rollout is stuck", async () => {
  const { stdout, json } = await forecasted(claimed("ReadWriteOncePod", "replicas: 1"), "starts in 1s");
  expect(stdout).toContain("! Ready");
  expect(stdout).toContain("the new pod is never scheduled and the rollout is stuck");
  expect(json.workloads[0]?.rollout).toMatchObject({ completes: null, availableAtLeast: 1 });
  expect(json.workloads[0]?.firstDeployment).not.toBeNull();
});

test("a volume of one node: the rollout is stuck on another one", async () => {
  const { stdout, json } = await forecasted(claimed("ReadWriteOnce", "replicas: 1"), "starts in 1s");
  expect(stdout).toContain("on another node, the new pod waits for it and the rollout is stuck");
  expect(json.workloads[0]?.rollout?.completes).not.toBeNull();
  const recreated = await forecasted(claimed("ReadWriteOnce", "strategy: {type: Recreate}"), "starts in 1s");
  expect(recreated.stdout).not.toContain("Volume");
});

test("a pod with scheduling gates does not run yet", async () => {
  const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {schedulingGates: [{name: example.com/quota}], ";
  const { stdout } = await runCli(["forecast", "-"], { stdin: `${pod}containers: [{name: web, image: a}]}` });
  expect(stdout).toContain("! Nothing runs yet: the scheduling gate example.com/quota has to be removed. No restarts");
});
