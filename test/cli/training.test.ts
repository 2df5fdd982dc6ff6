import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { forecastSchema } from "./pages/schemas.ts";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "pod-cadence-training-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const jobSet = file(
  "set.yaml",
  `apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: train}
spec:
  failurePolicy: {maxRestarts: 3}
  replicatedJobs:
  - name: workers
    replicas: 2
    template:
      spec:
        backoffLimit: 0
        template:
          spec:
            restartPolicy: Never
            containers:
            - {name: main, image: "registry.example/train:1"}
`,
);

test("the goodput of a JobSet: in place beside recreation, which ends at maxRestarts", async () => {
  const args = ["forecast", "--no-config", "--failures-every", "6h", "--format", "json", jobSet];
  const { stdout, stderr } = await runCli(args);
  expect(stderr).toBe("");
  const [pod] = forecastSchema.parse(JSON.parse(stdout)).pods;
  const ways = pod?.training?.ways ?? [];
  expect(ways.map(({ is, isWritten }) => [is, isWritten])).toEqual([
    ["in-place", false],
    ["job-set", true],
  ]);
  expect(ways[0]?.ended).toBeNull();
  expect(ways[0]?.goodput.mean).toBeGreaterThan(0.9);
  expect(Math.abs((ways[0]?.expectedGoodput ?? 0) - (ways[0]?.goodput.mean ?? 0))).toBeLessThan(0.01);
  expect(ways[1]?.ended?.why).toBe("the JobSet has no restarts left (maxRestarts: 3)");
  expect(ways[1]?.failures).toEqual({ min: 4, p50: 4, max: 4 });
});

test("the project file says the same as the options", async () => {
  writeFileSync(
    join(folder, ".pod-cadence.yaml"),
    "training: {failuresEvery: 2h, checkpointEvery: 10m, pullTakes: 5m}\n",
  );
  const ofFile = await runCli(["forecast", jobSet]);
  const options = ["--failures-every", "2h", "--checkpoint-every", "10m", "--pull-takes", "5m"];
  const ofOptions = await runCli(["forecast", "--no-config", ...options, jobSet]);
  expect(ofFile.stdout).toContain("failures every 2h, checkpoint every 10m (takes 1m)");
  expect(ofFile.stdout).toBe(ofOptions.stdout);
});

const kubelet = file(
  "kubelet.yaml",
  "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 20\n",
);

test("a mix of pods on many nodes", async () => {
  const mix = ["--pods", "20 idle, 10 crashes after 5s", "--nodes", "100"];
  const { stdout } = await runCli(["forecast", "--no-config", ...mix, kubelet]);
  expect(stdout).toContain("20 idle, 10 crashes after 5s, on each of 100 nodes");
  expect(stdout).toContain("30 pods are more than this node takes (maxPods 20); the kubelet rejects the others.");
  expect(stdout).toMatch(/100 nodes make [\d.]+ requests per second to the API server in the steady state/);
});

test.each([
  [["--pods", "60 idel"], '--pods: "idel": "idel" is not a clause here.'],
  [["--pods", "many"], '--pods: "many" needs a number of pods and what they do'],
  [["--nodes", "0"], "invalid value 0 for --nodes: use a number from 1 to 100000"],
  [["--failures-every", "often"], "invalid value often for --failures-every: use a duration such as 90s, 30m or 6h"],
  [["--pull-takes", "-5s"], "invalid value -5s for --pull-takes: use a duration such as 90s, 30m or 6h"],
])("%j is a sentence", async (options, problem) => {
  const { stderr, code } = await runCli(["forecast", ...options, kubelet]);
  expect(stderr).toContain(problem);
  expect(code).toBe(2);
});
