import { expect, it } from "vitest";
import { newestVersion } from "../../shared/kubernetes/versions.ts";
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

const podRefused = `Pod/a: The API server (${newestVersion}) rejects the object: periodSeconds is -1 and must be greater than or equal to 0. Set it to 0 or more.`;

const typo = pod.replace(", periodSeconds: -1", "").replace("livenessProbe", "livenesProbe");
const typoRefused =
  'Pod/a: containers[0] has no field "livenesProbe", so kubectl rejects the object. Did you mean "livenessProbe"?';

it.each([
  [
    "forecast",
    pod.replace("-1", '"5"'),
    '-: Pod/a: The API server cannot read the object: periodSeconds must be an integer, not the string "5". Remove the quotes.',
    0,
  ],
  ["forecast", typo, `-: ${typoRefused}`, 0],
  ["simulate", typo, typoRefused, 0],
  ["forecast", pod, `-: ${podRefused}`, 0],
  ["simulate", pod, podRefused, 0],
  [
    "forecast",
    kubelet,
    "-: The kubelet does not start: invalid configuration: CrashLoopBackOff.MaxContainerRestartPeriod (got: 301 seconds) must be set between 1s and 300s.",
    2,
  ],
])("%s says besides that what it answers for would be refused", async (command, stdin, expected, exitCode) => {
  const { stdout, stderr, code } = await runCli([command, "-"], { stdin });
  expect({ stderr, code }).toEqual({ stderr: `pod-cadence: ${expected}\n`, code: exitCode });
  expect(stdout).not.toBe("");
});

it("says in the forecast itself that no kubelet starts with the configuration", async () => {
  const words = "CrashLoopBackOff.MaxContainerRestartPeriod (got: 301 seconds) must be set between 1s and 300s.";
  const text = await runCli(["forecast", "-"], { stdin: kubelet });
  expect(text.stdout.split("\n")[2]).toContain(words);
  const json = await runCli(["forecast", "--format", "json", "-"], { stdin: kubelet });
  expect(json.stdout).toContain(`"refused": "The kubelet does not start: invalid configuration: ${words}"`);
  const fine = await runCli(["forecast", "--format", "json", "-"], { stdin: kubelet.replace("301s", "300s") });
  expect([fine.code, fine.stdout.includes("refused")]).toEqual([0, false]);
});

it.each(["forecast", "simulate", "alerts"])("%s says first that kubectl cannot read an object", async (command) => {
  const { stdout } = await runCli([command, "-"], { stdin: pod.replace(", periodSeconds: -1}}", "") });
  const [, first = ""] = stdout.split("\n");
  expect(first).toContain('kubectl cannot read the object: This "{" is never closed: add "}".');
});
