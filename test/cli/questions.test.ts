import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { tools } from "../../server/cli/mcp/tools.ts";
import { briefAnswer } from "../../server/features/requests/brief-answer.ts";
import { analyze, forecastPod } from "../../server/library/index.ts";
import { parseDuration } from "../../shared/basics/read-duration.ts";
import { contextOf } from "../server/features/harness.ts";
import { alertsSchema, forecastSchema, simulateSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

/** What is asked; every door takes all of it. */
interface Question {
  readonly manifest: string;
  readonly scenario: readonly string[];
  readonly events: readonly string[];
  readonly until: string;
  readonly runs: number;
  readonly seed: number;
}

/** What a door says. */
interface Said {
  readonly headline: string | undefined;
  /** Undefined where the door does not count them. */
  readonly restarts?: { readonly min: number; readonly max: number } | undefined;
}

const probes =
  "readinessProbe: {httpGet: {path: /, port: 80}}, livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5}";
const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: app, image: "registry.example/app:1", ${probes}}
`;
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: app, image: "registry.example/app:1", ${probes}} # cadence: starts in 5s, crashes after 1m x2, then starts in 5s
      - {name: log, image: "registry.example/log:1"}
`;
const job = `apiVersion: batch/v1
kind: Job
metadata: {name: report}
spec:
  backoffLimit: 3
  template:
    spec:
      restartPolicy: OnFailure
      containers:
      - {name: app, image: "registry.example/app:1"}
`;

const asked = { scenario: [], events: [], until: "20m", runs: 7, seed: 1 } as const;
const questions: Readonly<Record<string, Question>> = {
  "a scenario": { ...asked, manifest: pod, scenario: ["app: crashes after 30s"] },
  "a scenario of the only container": { ...asked, manifest: pod, scenario: ["hangs after 2m"], until: "1h", runs: 3 },
  "a comment": { ...asked, manifest: deployment, seed: 11 },
  "a comment and a scenario beside it": { ...asked, manifest: deployment, scenario: ["log: crashes x3, then runs"] },
  "a Job": { ...asked, manifest: job, scenario: ["app: exits 3 after 10s x2, then completes after 5s"], seed: 5 },
  "an exit": { ...asked, manifest: pod, events: ["5m app: crashes"] },
  "an exit code": { ...asked, manifest: pod, events: ["5m exits 3"], runs: 2 },
  "an OOM kill": { ...asked, manifest: deployment, events: ["10m log: oom"] },
  "a hang": { ...asked, manifest: pod, events: ["5m app: hangs"] },
  "slow probes": { ...asked, manifest: pod, events: ["5m app: answers liveness in 5s"] },
  "an image that is gone": { ...asked, manifest: pod, events: ["5m app: image missing 2 times", "6m app: oom"] },
  "a restart of the kubelet": { ...asked, manifest: pod, scenario: ["app: crashes"], events: ["3m kubelet restarts"] },
  "a reboot": { ...asked, manifest: deployment, events: ["10m node reboots in 2m"], until: "40m" },
  "a deletion": { ...asked, manifest: pod, scenario: ["app: ignores SIGTERM"], events: ["5m pod is deleted"] },
};

const folder = mkdtempSync(join(tmpdir(), "pod-cadence-questions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "none.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: none}\n");

type Asked = Omit<Question, "runs" | "manifest"> & { readonly runs?: number };

function options({ scenario, events, until, runs, seed }: Asked): readonly string[] {
  return [
    ...scenario.flatMap((each) => ["--scenario", each]),
    ...events.flatMap((each) => ["--at", each]),
    ...["--until", until, "--seed", `${seed}`],
    ...(runs === undefined ? [] : ["--runs", `${runs}`]),
  ];
}

const inFolder = { cwd: folder, env: { COLUMNS: "1000" } };

async function forecastSays(question: Question): Promise<Said> {
  writeFileSync(join(folder, "pod.yaml"), question.manifest);
  const { pods } = forecastSchema.parse(await runJson(["forecast", ...options(question), "pod.yaml"], inFolder));
  if (pods[0] === undefined) throw new Error("there is no pod");
  return pods[0].answer;
}

/** Each door, by what it says of a question. */
const doors: Readonly<Record<string, (question: Question) => Promise<Said>>> = {
  simulate: async (question) => {
    const { stdout } = await runCli(["simulate", ...options(question), "pod.yaml"], inFolder);
    return { headline: stdout.split("\n")[1] ?? "" };
  },
  alerts: async (question) => {
    const args = ["alerts", "--rules", "mixin", ...options(question), "pod.yaml"];
    const { headline, restarts } = alertsSchema.parse(await runJson(args, inFolder)).pods[0] ?? {};
    return { headline, restarts };
  },
  diff: async (question) => {
    const { stdout } = await runCli(["diff", ...options(question), "none.yaml", "pod.yaml"], inFolder);
    return { headline: /^ *after: +(.*)$/m.exec(stdout)?.[1] ?? stdout };
  },
  library: async ({ manifest, scenario, events, until, runs, seed }) => {
    const [analyzed] = analyze(manifest, { scenario, events }).pods;
    const horizonMs = parseDuration(until) ?? 0;
    const { headline, restarts } = (analyzed && forecastPod(analyzed, { horizonMs, runs, seed })) ?? {};
    return { headline, restarts };
  },
  "tools of mcp": async ({ manifest, ...input }) => {
    const tool = tools.find(({ name }) => name === "forecast");
    const call = tool?.call({ manifest, ...input });
    if (tool === undefined || call === undefined || "problem" in call) throw new Error("no such tool");
    const { stdout } = await runCli(call.args, { stdin: call.stdin });
    return { headline: briefPods.parse(tool.answer(stdout, [])).pods[0]?.answer ?? "" };
  },
  "language model tools": async ({ manifest, ...input }) => {
    const context = await contextOf(manifest);
    const params = { ...input, scenario: [...input.scenario], events: [...input.events] };
    const answer = briefAnswer(context, { about: { forecast: params } });
    if (answer === null || !("json" in answer)) throw new Error(answer?.problem ?? "no answer");
    return { headline: briefPods.parse(JSON.parse(answer.json)).pods[0]?.answer ?? "" };
  },
};
const briefPods = z.object({ pods: z.array(z.object({ answer: z.string() })) });

describe.each(Object.entries(questions))("%s", (_, question) => {
  let said: Said;
  beforeAll(async () => {
    said = await forecastSays(question);
  });

  it.each(Object.entries(doors))("has the same answer at the door %s", async (_door, says) => {
    const other = await says(question);
    expect(other.headline).toBe(said.headline);
    if (other.restarts !== undefined) expect(other.restarts).toEqual(said.restarts);
  });

  it("restarts as often in one run as in the answer over this run", async () => {
    const { restarts } = await forecastSays({ ...question, runs: 1 });
    const { runs: _runs, ...one } = question;
    const { entries } = simulateSchema.parse(await runJson(["simulate", ...options(one), "pod.yaml"], inFolder));
    const again = entries.filter(({ kind, run = 1 }) => kind === "container-started" && run > 1).length;
    expect(restarts).toMatchObject({ min: again, max: again });
  });
});

const wrong: readonly (readonly [args: readonly string[], problem: string])[] = [
  [["--scenario", ""], '--scenario "": The text is empty. Write, for example, "app: crashes after 5s".'],
  [["--at", " "], '--at " ": The text is empty. Write, for example, "5m pod is deleted".'],
  [["--scenario", "db: crashes"], '--scenario "db: crashes": The pod has no container "db". It has "app", "log".'],
  [["--at", "5m db: oom"], '--at "5m db: oom": The pod has no container "db". It has "app", "log".'],
  [["--at", "5m oom"], '--at "5m oom": Add the name of the container, for example "5m app: oom".'],
  [
    ["--at", "5m explodes"],
    '--at "5m explodes": "explodes" is not an event here. Write, for example, "5m app: oom", "5m kubelet restarts" or "5m pod is deleted".',
  ],
  [
    ["--at", "50m app: oom", "--until", "40m"],
    '--at "50m app: oom": It happens after the end of the run (40m). Set a longer one: 50m or more.',
  ],
  [
    ["--scenario", "app: oom", "--scenario", "app: crashes"],
    '--scenario "app: crashes": The behavior of "app" is already described. Only the first text counts. Join both with "," for the same run, or with ", then" for the next run.',
  ],
  [["--runs", "0"], "invalid value 0 for --runs: use an integer from 1 to"],
];

describe("what cannot be played is said in one sentence", () => {
  it.each(wrong)("%j", async (args, problem) => {
    const text = deployment.replace(/ # cadence.*/, "");
    writeFileSync(join(folder, "pod.yaml"), text);
    for (const command of [["forecast"], ["simulate"], ["alerts"], ["diff", "none.yaml"]]) {
      const { stdout, stderr, code } = await runCli([...command, ...args, "pod.yaml"], inFolder);
      expect([stdout, code]).toEqual(["", 2]);
      expect(stderr.startsWith(`pod-cadence: ${problem}`)).toBe(true);
      expect(stderr.split("\n").length).toBe(2);
    }
  });

  it("names no container of one pod where no pod has the one that is asked", async () => {
    writeFileSync(join(folder, "pods.yaml"), `${pod}---\n${pod.replace("name: app", "name: web")}`);
    const { stderr, code } = await runCli(["forecast", "--scenario", "db: crashes", "pods.yaml"], inFolder);
    expect([stderr, code]).toEqual([
      'pod-cadence: --scenario "db: crashes": None of the 2 pods has a container "db".\n',
      2,
    ]);
    expect((await runCli(["forecast", "--scenario", "web: crashes", "pods.yaml"], inFolder)).code).toBe(0);
  });

  it("says which of a comment and an option counts, in text and JSON", async () => {
    writeFileSync(join(folder, "pod.yaml"), deployment);
    const note =
      'Deployment/web: for app, the comment "starts in 5s, crashes after 1m x2, then starts in 5s" overrides --scenario "app: oom"; comments can be left out (--no-comments)';
    for (const command of [["forecast"], ["simulate"], ["alerts"], ["diff", "none.yaml"]]) {
      const { stdout, stderr } = await runCli(
        [...command, "--format", "json", "--scenario", "app: oom", "--until", "10m", "pod.yaml"],
        inFolder,
      );
      expect(stderr).toContain(note);
      expect(notes.parse(JSON.parse(stdout)).notes.some((each) => each.endsWith(note))).toBe(true);
    }
  });
});

const notes = z.object({ notes: z.array(z.string()) });
