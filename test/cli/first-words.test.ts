import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { alertsSchema, simulateSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

const dump = `apiVersion: v1
kind: Pod
metadata: {name: box}
spec:
  nodeName: node-1
  containers: [{name: box, image: box}]
status:
  phase: Running
  startTime: "2026-03-01T10:00:00Z"
  containerStatuses:
  - name: box
    image: x
    imageID: ""
    ready: false
    started: false
    restartCount: 6
    state: {waiting: {reason: CrashLoopBackOff, message: "back-off 5m0s restarting failed container=box pod=box_s(9)"}}
    lastState: {terminated: {exitCode: 1, reason: Error, startedAt: "2026-03-01T10:06:00Z", finishedAt: "2026-03-01T10:06:01Z"}}
`;
const rejected = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {restartPolicy: Never, containers: [{name: web, image: x}]}
`;
const suspended = `apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec:
  schedule: "*/5 * * * *"
  suspend: true
  jobTemplate: {spec: {template: {spec: {restartPolicy: OnFailure, containers: [{name: a, image: x}]}}}}
`;
const empty = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 0
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: x}]}}
`;
const refusal = `The API server (1.37) rejects the object: restartPolicy is "Never" but must be "Always".`;
const short = ["--until", "5m"];

/** Text whose lines are as long as they like. */
async function textOf(args: readonly string[], input: string): Promise<string> {
  const { stdout } = await runCli([...args, ...short, "-"], { stdin: input });
  return stdout.replaceAll(/\s+/g, " ");
}

describe("what is played begins with the object as it is", () => {
  it.each([
    [suspended, "Starts no Jobs: suspend is true. When resumed:"],
    [empty, "Runs no pods: replicas is 0. With pods:"],
  ])("forecast and simulate of what runs nothing (%#)", async (manifest, words) => {
    expect(await textOf(["forecast"], manifest)).toContain(words);
    expect(await textOf(["simulate"], manifest)).toContain(words);
  });

  it("simulate of a dump goes on from the observed moment", async () => {
    const text = await textOf(["simulate", "--until", "20m"], dump);
    expect(text).toContain("Times count from that moment on.");
    expect(text).not.toContain("A new pod is played");
    expect(text).toContain("exits with 1 after 1s, back-off 5m");
  });

  it.each(["forecast", "simulate", "alerts"])("%s says which comment counts for nothing", async (command) => {
    const manifest =
      "kind: Pod\napiVersion: v1\nmetadata: {name: p}\nspec: {containers: [{name: p, image: x}]} # cadence: p: crash\n";
    const { stderr } = await runCli([command, ...short, "-"], { stdin: manifest });
    expect(stderr).toContain(`Pod/p: scenario "p: crash": "crash" is not a clause here. Did you mean "crashes"?`);
  });

  it("a scenario that is not what was observed is played by a new pod", async () => {
    const text = await textOf(["simulate", "--scenario", "exits 3 after 40s"], dump);
    expect(text).toContain("A new pod is played, not this status.");
    expect(text).toContain("exits with 3 after 40s");
  });

  it.each(["markdown", "svg"])("simulate of a dump, as %s", async (format) => {
    const text = await textOf(["simulate", "--format", format], dump);
    expect(text).toContain("Observed: is in a crash loop");
    expect(text).toContain("Times count from that moment on.");
    expect(text).not.toMatch(/No restarts|new pod/);
  });

  it("simulate of a dump, as kubectl and over 100 runs", async () => {
    const args = ["--until", "20m", "-"];
    const { stdout } = await runCli(["simulate", "--format", "kubectl", ...args], { stdin: dump });
    const [, first, second] = stdout.split("\n");
    expect(first).toMatch(/^box +0\/1 +CrashLoopBackOff +6 \(/);
    expect(second).toMatch(/^box +1\/1 +Running +7 \(/);
    const runs = await runCli(["simulate", "--runs", "20", ...args], { stdin: dump });
    expect(runs.stdout).toMatch(/container started run 8 +box .* 100%/);
    expect(runs.stdout).not.toMatch(/container started run [1-7] /);
  });

  it("an expectation about a dump counts from the observed moment", async () => {
    const judged = async (text: string): Promise<string> => textOf(["simulate", "--scenario", text], dump);
    expect(await judged("expect restarts <= 2 within 10m")).toContain("holds in all 20 runs");
    expect(await judged("expect no crash loop within 10m")).toContain("fails in 20 of 20 runs");
  });

  it("simulate of a pod that stays as it is", async () => {
    const unready = dump
      .replace(/restartCount: 6[\s\S]*/, 'restartCount: 0\n    state: {running: {startedAt: "2026-03-01T10:00:03Z"}}\n')
      .replace("started: false", "started: true")
      .replace(
        "phase: Running",
        'phase: Running\n  conditions: [{type: Ready, status: "False", reason: ContainersNotReady, lastTransitionTime: "2026-03-01T10:30:00Z"}]',
      )
      .replace("image: box}]", "image: box, readinessProbe: {httpGet: {path: /, port: 80}}}]");
    const text = await textOf(["simulate"], unready);
    expect(text).toContain(
      "its readiness probe fails). Times count from that moment on. Nothing that is known changes it.",
    );
    expect(text).toContain("0s box keeps running Simulated until");
  });

  it.each(["text", "markdown"])("simulate of what the API server rejects, as %s", async (format) => {
    const text = await textOf(["simulate", "--format", format], rejected);
    expect(text).toContain(`Deployment/web ${refusal} What the pod would do otherwise is played.`);
  });

  it("the notes of JSON", async () => {
    const ofDump = simulateSchema.parse(await runJson(["simulate", ...short, "-"], { stdin: dump }));
    expect(ofDump.notes).toEqual([
      expect.stringContaining("Pod/box: times count from the observed moment on (is in a crash loop"),
    ]);
    expect(ofDump.statuses[0]).toMatchObject({ tMs: 0, kubectl: { status: "CrashLoopBackOff" } });
    const ofRejected = simulateSchema.parse(await runJson(["simulate", ...short, "-"], { stdin: rejected }));
    expect(ofRejected.notes).toEqual([`Deployment/web: ${refusal}`]);
  });

  it("alerts", async () => {
    const args = ["alerts", "--rules", "mixin", "--runs", "2"];
    const observed = await textOf(args, dump);
    expect(observed).toContain("Pod/box Observed: is in a crash loop");
    expect(observed).toContain("Times count from that moment on.");
    expect(observed).not.toMatch(/new pod|Assumes/);
    const { pods } = alertsSchema.parse(await runJson([...args, ...short, "-"], { stdin: rejected }));
    expect(pods[0]?.headline).toContain(`${refusal} What the pod would do otherwise is played.`);
  });

  it("what is played in the place of a Job that is over, and of a Deployment with a status", async () => {
    const job = `apiVersion: batch/v1
kind: Job
metadata: {name: import}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: import, image: x}]}}}
status:
  failed: 7
  conditions: [{type: Failed, status: "True", reason: BackoffLimitExceeded, lastTransitionTime: "2026-03-01T10:06:00Z"}]
`;
    const web = `${rejected.replace("restartPolicy: Never, ", "")}status: {replicas: 1, updatedReplicas: 1}\n`;
    expect(await textOf(["simulate"], job)).toMatch(
      /Observed: failed at .* It is over: a new run is played, from its first pod on\./,
    );
    expect(await textOf(["simulate"], web)).toMatch(
      /Observed: .* New pods of its template are played, not the pods that it has\./,
    );
    const alerts = ["alerts", "--rules", "mixin", "--runs", "2"];
    const ofJob = await textOf([...alerts, "--until", "30m"], job);
    expect(ofJob).toMatch(/Observed: failed at .*\. Alerts are those of this status, as long as it stays so\./);
    expect(ofJob).toContain("KubeJobFailed (mixin): fires already");
    const ofWeb = await textOf(alerts, web);
    expect(ofWeb).toMatch(/About other objects than this one \(kube_pod_….*KubePodCrashLooping/);
    expect(ofWeb).not.toMatch(/Assumes|crashes/);
    // Somebody who asks what would be if it crashes gets an answer.
    const asked = await textOf([...alerts, "--scenario", "crashes"], web);
    expect(asked).toContain("New pods of its template are played, not the pods that it has.");
  });

  it("forecast of a field that kubectl rejects", async () => {
    const misspelled = rejected.replace("restartPolicy: Never, ", "").replace("image: x", "image: x, livenesProbe: {}");
    const text = await textOf(["forecast"], misspelled);
    expect(text).toContain(
      'Deployment/web ✗ containers[0] has no field "livenesProbe", so kubectl rejects the object.',
    );
    expect(text).not.toContain("No restarts");
  });

  it("diff of two dumps", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pod-cadence-first-words-"));
    const [before, after] = [join(folder, "before.yaml"), join(folder, "after.yaml")];
    writeFileSync(before, dump);
    writeFileSync(after, dump.replace("restartCount: 6", "restartCount: 7"));
    const { stdout } = await runCli(["diff", before, after]);
    rmSync(folder, { recursive: true });
    expect(stdout).toMatch(/before: Observed: is in a crash loop.* 6 restarts.* New: No restarts, as long as/);
    expect(stdout).toMatch(/after: {2}Observed: is in a crash loop.* 7 restarts/);
  });
});

it("a deletion that somebody has to help is not marked as all right", async () => {
  const held = '{name: box, deletionTimestamp: "2026-03-01T10:20:30Z", finalizers: [example.com/lb]}';
  const ended = dump
    .replace("metadata: {name: box}", `metadata: ${held}`)
    .replace(/state: \{waiting.*/, 'state: {terminated: {exitCode: 0, finishedAt: "2026-03-01T10:20:01Z"}}');
  const { stdout } = await runCli(["forecast", "-"], { stdin: ended });
  expect(stdout).toMatch(/Pod\/box +! is being deleted/);
});
