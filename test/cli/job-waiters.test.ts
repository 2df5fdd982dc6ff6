import { expect, test } from "vitest";
import { forecastSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

interface Written {
  readonly does: string;
  readonly spec?: string;
  readonly annotations?: string;
  readonly restartPolicy?: string;
}

function job({ does, spec = "backoffLimit: 2", annotations = "", restartPolicy = "Never" }: Written): string {
  return `apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {${annotations}}}
spec:
  ${spec}
  template:
    spec:
      restartPolicy: ${restartPolicy}
      containers:
      # cadence: app: ${does}
      - {name: app, image: a}
`;
}

const args = ["forecast", "--details", "job,rollout", "--timing", "ideal", "-"];

async function waitersOf(written: Written): Promise<readonly string[]> {
  const { stdout } = await runCli(args, { stdin: job(written) });
  return stdout.split("\n").flatMap((line) => (/^ {2}Helm/.test(line) ? [line.trim()] : []));
}

test("Helm 3 counts the failed pods of a Job, and asks again for a minute; Helm 4 looks at its conditions", async () => {
  expect(await waitersOf({ does: "exits 0 after 30s" })).toEqual([
    "Helm 3 --wait-for-jobs  returns after 30s; --wait alone does not wait for Jobs",
    "Helm 4 --wait-for-jobs  returns after 30s; --wait alone returns once the Job has started",
  ]);
  expect(await waitersOf({ does: "exits 1 after 5s" })).toEqual([
    "Helm 3 --wait-for-jobs  fails after 1m45s; --wait alone does not wait for Jobs",
    "Helm 4 --wait-for-jobs  fails after 45s; --wait alone returns once the Job has started",
  ]);
});

test.each([
  ["restarts in place", { does: "exits 1 after 5s", restartPolicy: "OnFailure" }, "its backoffLimit of 2"],
  ["a deadline", { does: "exits 0 after 5m", spec: "activeDeadlineSeconds: 60" }, "its backoffLimit of 6"],
])("Helm 3 does not notice that a Job fails after %s", async (_, written, limit) => {
  const [helm3 = "", helm4 = ""] = await waitersOf(written);
  expect(helm3).toContain(`times out after 5m: the Job fails with no more failed pods than ${limit}`);
  expect(helm4).toMatch(/fails after /);
});

test("a Job without completions is none that Helm 3 waits for, and a suspended one keeps both", async () => {
  const [queue] = await waitersOf({ does: "exits 0 after 7m", spec: "parallelism: 3" });
  expect(queue).toContain("returns immediately: it does not wait where completions are left out");
  const suspended = await waitersOf({ does: "exits 0 after 7m", spec: "suspend: true" });
  expect(suspended.map((line) => line.split("  ")[1])).toEqual(
    Array(2).fill("times out after 5m unless the Job is resumed"),
  );
});

test("a hook is waited for before the workload, and nothing follows one that fails", async () => {
  const deployment = `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      # cadence: app: starts in 20s
      - {name: app, image: a, readinessProbe: {tcpSocket: {port: 80}}}
`;
  const annotations = '"helm.sh/hook": "pre-install,pre-upgrade"';
  const rowsWith = async (does: string): Promise<string> =>
    (await runCli(args, { stdin: job({ does, annotations }) + deployment })).stdout;
  const good = await rowsWith("exits 0 after 30s");
  expect(good).toContain(
    "Helm 3 and 4  pre-install, pre-upgrade hook, waited for without --wait, too; returns after 30s",
  );
  expect(good).toMatch(/Helm 3 --wait +returns after .*; before it, it waits for 1 hook \(Job\/migrate, 30s\)/);
  const bad = await rowsWith("exits 1 after 5s");
  expect(bad).toMatch(/Helm 4 --wait +fails after 45s: the hook Job\/migrate fails, and nothing is changed/);
  expect(bad).toMatch(/Rollout .*\n {2}Helm 3 --wait fails after 45s: the hook Job\/migrate fails/);
  expect(bad).toContain("the release fails then, before it changes anything else");
});

test("JSON has all of those who wait", async () => {
  const { pods } = forecastSchema.parse(await runJson(args, { stdin: job({ does: "exits 1 after 5s" }) }));
  const ends = pods[0]?.job?.waiters?.map(({ waiter, runs, fails }) => [waiter, runs.fail, fails?.nominalMs]);
  expect(ends).toEqual([
    ["helm-3", 1, 105_000],
    ["helm-4", 1, 45_000],
    ["flux", 1, 45_000],
    ["argo-cd", 1, 45_000],
    ["kubectl-rollout-status", 0, undefined],
    ["kubectl-wait", 0, undefined],
  ]);
});
