import { expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

const pod = `apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers:
  - {name: app, image: x, livenessProbe: {httpGet: {port: 80}, periodSeconds: -1}}
`;

const kubelet = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
crashLoopBackOff: {maxContainerRestartPeriod: 301s}
`;

const podRefused =
  "Pod/a: The API server (1.37) rejects the object: periodSeconds is -1 and must be greater than or equal to 0. Set it to 0 or more.";

it.each([
  ["forecast", pod, `-: ${podRefused}`],
  ["simulate", pod, podRefused],
  [
    "forecast",
    kubelet,
    "-: The kubelet does not start: invalid configuration: CrashLoopBackOff.MaxContainerRestartPeriod (got: 301 seconds) must be set between 1s and 300s.",
  ],
])("%s says besides that what it answers for would be refused", async (command, stdin, expected) => {
  const { stdout, stderr, code } = await runCli([command, "-"], { stdin });
  expect({ stderr, code }).toEqual({ stderr: `pod-cadence: ${expected}\n`, code: 0 });
  expect(stdout).not.toBe("");
});
