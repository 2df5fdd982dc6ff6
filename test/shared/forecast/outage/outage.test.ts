import { expect, test } from "vitest";
import { answerPod } from "../../../../shared/forecast/answer/answer.ts";
import type { OutageCost } from "../../../../shared/forecast/outage/model.ts";
import { outageLine, outageRows, serviceRecovery } from "../../../../shared/forecast/outage/outage-words.ts";
import { createFollower, playedRuns } from "../../../../shared/forecast/outage/played.ts";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import type { Timing } from "../../../../shared/kubernetes/node.ts";
import { assume, readPod } from "../../simulation/play.ts";

interface Case {
  readonly title: string;
  readonly scenario: readonly string[];
  readonly spec?: string;
  readonly line: string | undefined;
}

const plain = "containers: [{name: app, image: app}]";
const live =
  "containers: [{name: app, image: app, livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 10, failureThreshold: 3}}]";
const slowReadiness =
  "containers: [{name: app, image: app, readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 60, failureThreshold: 1}}]";

function costsOf(spec: string, scenario: readonly string[], timing: Timing = "ideal", runs = 10) {
  const assumptions = assume({ timing });
  const lines = scenario.map((line) => `# cadence: ${line}\n`).join("");
  const { pod, scenario: read } = readPod(`${lines}${spec}`, assumptions);
  return forecastPod(pod, assumptions, read, { runs }).outages;
}

const cases: readonly Case[] = [
  {
    // The waits are 0s, 10s, 20s, 40s, 80s, and 160s: the last one ends 310s after the outage begins.
    title: "a crash loop outlives the outage by its back-off, and a shorter maximum makes it shorter",
    scenario: ["at 5m database is away for 4m", "app: needs database"],
    line: "ready 1m10s after database is back at 9m (back-off of app); ready within 2s with maxContainerRestartPeriod: 30s on the node, 10 restarts",
  },
  {
    title: "kills by liveness wait in the back-off, too",
    scenario: ["database is away from 5m to 9m", "app: fails liveness while database is away"],
    spec: live,
    line: "ready 50s after database is back at 9m (back-off of app); ready within 2s with livenessProbe.failureThreshold: 26 in app",
  },
  {
    // Pulls at 0s, 10s, 30s, 70s, 150s, 310s and 610s, for all nodes alike.
    title: "an image that is missing for a time waits for its next pull",
    scenario: ["app: image missing until 10m"],
    line: "ready 10s after the image of app is there at 10m (image back-off of app)",
  },
  {
    title: "a readiness probe is what is left where nothing restarts",
    scenario: ["at 5m database is away for 4m30s", "app: fails readiness while database is away"],
    spec: slowReadiness,
    line: "ready 30s after database is back at 9m30s (probe period of app); ready 6s with readinessProbe.periodSeconds: 12 in app",
  },
  {
    title: "a container that is in the loop of its own fault is as late",
    scenario: ["app: crashes until 4m"],
    line: "ready 1m10s after app is well at 4m (back-off of app); ready within 2s with maxContainerRestartPeriod: 30s on the node, 10 restarts",
  },
  {
    title: "a restart of the kubelet costs nothing where nothing crashes",
    scenario: ["at 5m kubelet restarts in 10m"],
    line: undefined,
  },
  {
    title: "an outage that nothing needs costs nothing",
    scenario: ["at 5m database is away for 4m", "app: runs"],
    line: undefined,
  },
  {
    title: "a pod that never comes back says so",
    scenario: ["at 5m database is away for 4m", "app: needs database"],
    spec: "restartPolicy: Never\ncontainers: [{name: app, image: app}]",
    line: "not ready again after database is back at 9m",
  },
];

test.each(cases)("$title", ({ scenario, spec = plain, line }) => {
  expect(outageLine(costsOf(spec, scenario))).toBe(line);
});

test("each outage is judged up to the next one", () => {
  const costs = costsOf(plain, [
    "at 5m database is away for 1m",
    "at 15m database is away for 4m",
    "app: needs database",
  ]);
  expect(costs.map(({ outage, pod }) => [outage.fromMs, outage.untilMs, pod.laterMs?.p50])).toEqual([
    [300_000, 360_000, 10_000],
    [900_000, 1_140_000, expect.any(Number)],
  ]);
  expect(costs.filter(({ shorter }) => shorter !== undefined)).toHaveLength(1);
});

test("outages that overlap count as one, which the last of them stands for", () => {
  const two = "containers: [{name: app, image: app}, {name: log, image: log}, {name: idle, image: idle}]";
  const events = ["at 5m database is away for 4m", "at 6m cache is away for 1m"];
  const costs = costsOf(two, [...events, "app: needs database", "log: needs cache"]);
  expect(costs.map(({ outage, containers }) => [outage.name, containers.map(({ name }) => name)])).toEqual([
    ["database", ["app", "log"]],
  ]);
});

test("a pod that is never ready for a minute does not miss what is away", () => {
  expect(costsOf(plain, ["at 5m database is away for 4m", "app: needs database, crashes after 5s"])).toEqual([]);
});

test("what waits for an init container is as late as that", () => {
  const spec = "initContainers: [{name: init, image: init}]\ncontainers: [{name: app, image: app}]";
  const scenario = ["at 0s database is away for 4m", "init: needs database, completes after 2s"];
  expect(outageLine(costsOf(spec, scenario))).toMatch(/^ready 1m12s after database is back at 4m \(back-off of init\)/);
});

test("an outage with an open end is measured from the end that each run draws", () => {
  const [cost] = costsOf(plain, ["at 5m database is away for 10s–4m", "app: needs database"], "kubelet", 20);
  expect(cost?.outage.isOpen).toBe(true);
  expect(cost?.pod.laterMs?.max).toBeLessThan(180_000);
  expect(cost?.pod.laterMs?.min).toBeLessThan(cost?.pod.laterMs?.max ?? 0);
});

test("the first of several replicas is back before the last", () => {
  const [cost] = costsOf(plain, ["at 5m database is away for 4m", "app: needs database"], "kubelet", 30);
  const service = cost && serviceRecovery(cost, 3);
  expect(service?.firstMs.runs).toBe(10);
  expect(service?.firstMs.laterMs?.p50).toBeLessThan(service?.allMs.laterMs?.p50 ?? 0);
  expect(outageRows(cost === undefined ? [] : [cost], 3)[0]?.map(({ what }) => what)).toEqual(
    expect.arrayContaining(["database (5m–9m)", "app", "Service"]),
  );
});

test("many outages are bounded, and an outage beyond the horizon is left out", () => {
  const many = Array.from({ length: 50 }, (_, index) => `at ${index + 1}s database is away for 500ms`);
  const costs: readonly OutageCost[] = costsOf(plain, [...many, "app: needs database"], "ideal", 2);
  expect(costs.length).toBeLessThanOrEqual(8);
  expect(costsOf(plain, ["at 29m database is away for 4m", "app: needs database"])).toEqual([]);
});

test("the runs of the answer are those that outages are judged by", () => {
  const assumptions = assume({ timing: "kubelet" });
  const scenario = [
    "at 5m node reboots",
    "at 12m database is away for 20s–4m",
    "app: starts in 5s–20s, needs database",
  ];
  const { pod, scenario: read } = readPod(scenario.map((line) => `# cadence: ${line}\n`).join("") + live, assumptions);
  const input = { pod, assumptions, scenario: read, horizonMs: 1_200_000, runs: 6, seed: 3 };
  const follower = createFollower(pod);
  answerPod(input, follower.follow);
  expect(follower.played()).toEqual(playedRuns(input, 6));
});
