import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstScreenOf } from "../../../../shared/forecast/first-screen/first-screen.ts";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import { forecastWorkload } from "../../../../shared/forecast/workload/forecast.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { podText } from "../../simulation/arbitrary.ts";
import { assume, readPod } from "../../simulation/play.ts";

const exact = assume({ timing: "ideal" });

function screenOf(text: string) {
  const assumptions = exact;
  const { pod, scenario } = readPod(text, assumptions);
  const { answer, containers, outages } = forecastPod(pod, assumptions, scenario);
  const screen = firstScreenOf({
    pod,
    assumptions,
    scenario,
    answer,
    containers,
    outages,
    job: undefined,
    met: undefined,
    workload: undefined,
  });
  return { pod, screen };
}

function linesOf(text: string): readonly string[] {
  const { mark, headline, rows } = screenOf(text).screen;
  return [`${mark}: ${headline}`, ...rows.map((row) => `${row.label}: ${row.text}`)];
}

const probe = (more: string): string => `{httpGet: {port: 80}${more === "" ? "" : `, ${more}`}}`;

/** What a pod is → what is said first of it. */
const table: readonly (readonly [title: string, text: string, lines: readonly string[]])[] = [
  [
    "a container that nothing watches",
    "containers: [{name: web, image: web}]",
    ["good: No restarts, as long as web keeps running; a hang is never noticed."],
  ],
  [
    "all three probes",
    `containers: [{name: web, image: web, startupProbe: ${probe("periodSeconds: 5, failureThreshold: 12")}, livenessProbe: ${probe("periodSeconds: 10")}, readinessProbe: ${probe("periodSeconds: 5")}}]`,
    [
      "good: No restarts, as long as web starts within 55s and answers its probes.",
      "Start: up to 55s (startup probe), then ready within 5s",
      "Hang: killed after 21–31s; without traffic after 11–16s",
    ],
  ],
  [
    "liveness that kills at its first failure",
    `containers: [{name: web, image: web, livenessProbe: ${probe("periodSeconds: 3, failureThreshold: 1")}}]`,
    [
      "good: No restarts, as long as web starts immediately and answers its probes.",
      "Start: must be immediate (liveness probe)",
      "Hang: killed after 1–4s",
    ],
  ],
  [
    "nothing but a startup probe",
    `containers: [{name: web, image: web, startupProbe: ${probe("")}}]`,
    [
      "good: No restarts, as long as web starts within 20s and keeps running; a hang is never noticed.",
      "Start: up to 20s (startup probe), then ready within 10s",
    ],
  ],
  [
    "liveness alone limits the start, too",
    `containers: [{name: web, image: web, livenessProbe: ${probe("periodSeconds: 10")}}]`,
    [
      "good: No restarts, as long as web starts within 20s and answers its probes.",
      "Start: up to 20s (liveness probe)",
      "Hang: killed after 21–31s",
    ],
  ],
  [
    "a sidecar and an init container",
    `initContainers: [{name: migrate, image: m}, {name: proxy, image: p, restartPolicy: Always, startupProbe: ${probe("")}}]\ncontainers: [{name: web, image: web, readinessProbe: ${probe("initialDelaySeconds: 20")}}]`,
    [
      "good: No restarts, as long as migrate completes, proxy starts within 20s and both containers keep running; a hang only stops traffic.",
      "Start: no limit; ready within 30s of its first answer",
      "Hang: never killed (no liveness probe); without traffic after 21–31s",
      "proxy: start up to 20s (startup probe), then ready within 10s",
    ],
  ],
  [
    "a pod that completes",
    "restartPolicy: Never\ncontainers: [{name: report, image: r}]",
    ["good: Completes when report exits with 0."],
  ],
  [
    "a start that takes longer than liveness allows",
    `containers:\n# cadence: web: starts in 1m30s\n- {name: web, image: web, livenessProbe: ${probe("periodSeconds: 10")}}`,
    [
      "bad: Liveness kills web 20–30s after each start, then web waits up to 5m. It restarts 13 times in 30m. The pod is ready 23% of the time.",
      "Why: Startup of web takes 1m30s, longer than liveness allows.",
      "Fix: Add a startupProbe that allows more than 1m30s.",
      "Start: takes 1m30s, but only 20s are certain (liveness probe)",
    ],
  ],
  [
    "a start beside a hook inside which no probe runs",
    `containers:\n- {name: web, image: web, livenessProbe: ${probe("periodSeconds: 10")}, lifecycle: {postStart: {exec: {command: [sh, -c, "sleep 30"]}}}}`,
    [
      "good: No restarts, as long as web starts within 50s and answers its probes.",
      "Start: up to 50s (liveness probe)",
      "Hang: killed after 21–31s",
    ],
  ],
];

describe("the first screen of a pod", () => {
  it.each(table)("%s", (_, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  it("has at most six lines, and one more for each further container", () => {
    fc.assert(
      fc.property(podText, (text) => {
        const { pod, screen } = screenOf(text);
        const others = pod.containers.length + pod.initContainers.length - 1;
        expect(screen.rows.length + 1).toBeLessThanOrEqual(6 + others);
      }),
      { numRuns: 30 },
    );
  });
});

describe("the first screen of a workload", () => {
  const screenOfWorkload = (text: string) => {
    const workload = readWorkload(text, exact);
    const { pod, scenario } = workload;
    const { answer, containers, outages } = forecastPod(pod, exact, scenario);
    const forecast = forecastWorkload(workload, exact);
    const asked = { pod, assumptions: exact, scenario, answer, containers, outages, job: undefined, met: undefined };
    return firstScreenOf({ ...asked, workload: { workload, forecast } });
  };
  const rowsOf = (text: string) => screenOfWorkload(text).rows.map(({ label, text: said }) => `${label}: ${said}`);
  const deployment = (spec: string, comment = "") =>
    `kind: Deployment\nspec:\n  ${spec}\n  template:\n    spec:\n      containers:\n      ${comment}\n      - {name: web, image: web, readinessProbe: ${probe("")}}\n`;

  it("says what a rollout demands of a program that nobody has described", () => {
    expect(rowsOf(deployment("replicas: 3"))).toContain(
      "Rollout: 3 pods, one pod at a time, each as long as web needs to become ready; up to 10m each before it counts as failed",
    );
  });

  it.each([
    ["replicas: 3", "3 pods, one pod at a time, each ready as soon as it runs (no readiness probe)"],
    [
      "minReadySeconds: 30",
      "the new pod is available before the old one stops; it is ready as soon as it runs (no readiness probe), available 30s later (minReadySeconds)",
    ],
  ])("says that nothing holds a rollout up where no probe does: %s", (spec, rollout) => {
    const text = `kind: Deployment\nspec:\n  ${spec}\n  template: {spec: {containers: [{name: web, image: web}]}}\n`;
    expect(rowsOf(text)).toContain(`Rollout: ${rollout}`);
  });

  it.each([
    ["expect rollout within 5m", "good"],
    ["expect rollout within 10s", "attention"],
  ])("is marked by what its expectations come to: %s", (expectation, mark) => {
    const comment = `# cadence: web: starts in 15s\n      # cadence: ${expectation}`;
    expect(screenOfWorkload(deployment("replicas: 1", comment)).mark).toBe(mark);
  });

  it("says when a rollout is over, and what is wrong with it", () => {
    expect(rowsOf(deployment("replicas: 1\n  strategy: {type: Recreate}", "# cadence: web: starts in 15m"))).toEqual([
      "Start: no limit; ready within 10s of its first answer",
      "Hang: never killed (no liveness probe); without traffic after 21–31s",
      "Rollout: 15m once the image is on the node, the old pod stops before the new one starts, it is available 15m after it is created",
      "Deadline: progressDeadlineSeconds 600: reported as failed (ProgressDeadlineExceeded) after 10m–10m10s; the rollout goes on and completes later",
      "Available: for a while none of 1; Service web has no usable endpoint for 15m",
    ]);
  });
});
