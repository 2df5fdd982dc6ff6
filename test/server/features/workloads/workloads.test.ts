import { expect, test } from "vitest";
import { hoverAt, withHints } from "../harness.ts";

// What the forecast says is the subject of test/shared/forecast/workload; here it is shown, in exact time.

const ideal = { overrides: { timing: "ideal" } } as const;

const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 20
      containers:
      - name: app # cadence: starts in 20s, stops in 5s
        image: registry.example/app
        readinessProbe: {httpGet: {path: /ready, port: 80}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
`;

const at = (text: string, written: string): string => text.replace(written, written.replace(/(?=.$)/, "$0"));

async function rowsAt(written: string): Promise<readonly string[]> {
  const text = await hoverAt(at(web, written), ideal);
  return (text ?? "")
    .replaceAll("&nbsp;&nbsp; |", " |")
    .split("\n")
    .filter((line) => line.startsWith("| "));
}

const rollout =
  "| Rollout | 1m once the image is on the node, one pod at a time, each available 20s after it is created |";

test.each(["kind: Deployment", "replicas: 3", "  strategy"])(
  "the hover of %s says what a rollout comes to",
  async (written) => {
    expect(await rowsAt(written)).toContain(rollout);
  },
);

test("the hover of the grace period says when a pod is gone, and when its Service sends no more traffic", async () => {
  expect(await rowsAt("terminationGracePeriodSeconds: 20")).toEqual(
    expect.arrayContaining([
      "| pod deleted | SIGTERM immediately, gone after 5s (grace period 20s) |",
      expect.stringContaining("| endpoints | no traffic from web immediately;"),
    ]),
  );
});

test("a hint beside the strategy says how long a rollout takes", async () => {
  expect(await withHints(web, ideal)).toContain(
    "strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}} ⟦rollout: 1m⟧",
  );
});

test("a hint of a workload that nobody has described says how many pods change at a time", async () => {
  const plain = web.replace(/ # cadence: .*/, "");
  expect(await withHints(plain, ideal)).toContain("⟦rollout: one pod at a time⟧");
});

test.each([
  ["expect rollout within 5m", "expect rollout within 5m: holds"],
  ["expect available >= 4 during rollout", "expect available \\>= 4 during rollout: fails: 3 available (expected ≥ 4)"],
  ["old: app: stops in 50s", "Rollout: 1m"],
])("the hover of the comment `%s` says what comes of it", async (line, said) => {
  const text = `# cadence: ${line}$0\n${web.replace("# cadence: ", "# cadence: new: ")}`;
  expect((await hoverAt(text, ideal))?.split("\n")[0]).toBe(said);
});

test("the hovers of a workload with more pods than are played say so", async () => {
  const sentence = "Rollouts are predicted for up to 5,000 pods; this workload has 6,000.";
  const large = web.replace("replicas: 3", "replicas: 6000");
  expect(await hoverAt(at(large, "replicas: 6000"), ideal)).toContain(sentence);
  const expecting = `# cadence: expect rollout within 5m$0\n${large.replace("# cadence: ", "# cadence: new: ")}`;
  expect(await hoverAt(expecting, ideal)).toContain(sentence);
  expect(await hoverAt(at(large.replace("6000", "5000"), "replicas: 5000"), ideal)).not.toContain("are predicted for");
});

test("the hover of a scenario line about the rollout says what comes of all of its events, or whose pods it is about", async () => {
  const said = (line: string) => hoverAt(`# cadence: ${line.slice(0, 2)}$0${line.slice(2)}\n${web}`, ideal);
  expect(await said("at 2m rolls back")).toMatch(
    /^With all events of the scenario: the last change of the template is complete .+, counted from the beginning of the scenario; (?:always|at least) .+ available, up to \d pods at a time\./,
  );
  expect(await said("new: app: starts in 40s")).toMatch(/^Rollout: .+\n\nThis is what pods of the new version do\./);
  expect(await said("old: app: stops in 20s")).toMatch(
    /^Rollout: .+\n\nThis is what pods of the old version do, which serve/,
  );
  expect(await said("expect rollout within 1h")).toMatch(/^expect rollout within 1h: holds/);
});
