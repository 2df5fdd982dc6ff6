import { describe, expect, it } from "vitest";
import { forecastPod } from "../../../shared/forecast/pod/pod.ts";
import type { PullRange } from "../../../shared/kubernetes/node.ts";
import { type Span, simulate, type TimelineEntry } from "../../../shared/simulation/index.ts";
import { assume, readPod } from "../simulation/play.ts";

// A forecast is made of one run: its spans must hold what every other seed draws.

const sidecar = `
# cadence: init: exits 3 after 2s x2, then completes after 1s
# cadence: side: crashes after 30s
# cadence: app: fails liveness after 60s
# cadence: two: oom after 20s x3, then runs
# cadence: at 3m kubelet restarts
initContainers:
- {name: init, image: x}
- {name: side, image: x, restartPolicy: Always, startupProbe: {httpGet: {port: 1}, periodSeconds: 1}}
containers:
- {name: app, image: x, livenessProbe: {exec: {command: [cat, /x]}, periodSeconds: 5}}
- {name: two, image: x}`;

const seeds = Array.from({ length: 120 }, (_, index) => index + 1);

describe("every sampled instant lies in its span of the forecast", () => {
  it.each([
    ["image missing 3 times", 1, "1m10s"],
    ["cannot be created x3, then runs", 1, "20s"],
    ["crashes after 2s, then cannot be created x2, then runs", 2, "22s"],
  ])("ready: %s, ready for the %s. time", (runs, nth, ideal) => {
    const text = `# cadence: app: ${runs}\ncontainers: [{name: app, image: x}]`;
    const span = (timing: "ideal" | "kubelet"): Span | undefined => {
      const { forecast } = forecastOf(text, timing);
      return nth === 1 ? forecast.timeToReady : forecast.containers[0]?.restarts.next[0];
    };
    const isIt = nth === 1 ? isReady : isStart("app", 2);
    expectHeld(span("kubelet"), samplesOf(text, 120, isIt));
    const exact = samplesOf(text, 120, isIt, "ideal")[0];
    expect(span("ideal")).toEqual({ nominalMs: exact, earliestMs: exact, latestMs: exact });
    expect(`${(exact ?? 0) / 1000}s`).toBe(ideal.replace("1m10s", "70s"));
  });

  it("ready: what needs all containers is not earlier than the last of them, whichever that is in a run", () => {
    const text = `
# cadence: migrate: completes after 8s
# cadence: api: starts in 12s
initContainers: [{name: migrate, image: m}]
containers:
- {name: api, image: a, startupProbe: {httpGet: {port: 1}, periodSeconds: 2, failureThreshold: 30}, readinessProbe: {httpGet: {port: 1}}}
- {name: log, image: l}`;
    const imagePull = { minMs: 0, maxMs: 30_000 };
    const { timeToReady } = forecastOf(text, "kubelet", imagePull).forecast;
    expectHeld(timeToReady, samplesOf(text, 120, isReady, "kubelet", imagePull));
    expect(timeToReady?.earliestMs).toBeGreaterThanOrEqual(20_000);
  });

  it.each([0, 1, 2, 3, 4])("next[%s] of a sidecar that ends before, while or after the kubelet is away", (index) => {
    const { forecast } = forecastOf(sidecar, "kubelet");
    const side = forecast.containers.find(({ name }) => name === "side");
    expectHeld(side?.restarts.next[index], samplesOf(sidecar, 240, isStart("side", index + 2)));
  });
});

function forecastOf(text: string, timing: "ideal" | "kubelet", imagePull?: PullRange) {
  const assumptions = { ...assume({ timing }), imagePull };
  const { pod, scenario } = readPod(text, assumptions);
  return { forecast: forecastPod(pod, assumptions, scenario) };
}

function samplesOf(
  text: string,
  until: number,
  isIt: (entry: TimelineEntry) => boolean,
  timing: "ideal" | "kubelet" = "kubelet",
  imagePull?: PullRange,
): readonly number[] {
  const assumptions = { ...assume({ timing }), imagePull };
  const input = { ...readPod(text, assumptions), assumptions, untilMs: until * 1000, recording: "entries" as const };
  return seeds.flatMap((seed) => simulate({ ...input, seed }).entries.find(isIt)?.tMs ?? []);
}

function isReady({ kind, data }: TimelineEntry): boolean {
  return kind === "condition-changed" && data.condition === "Ready" && data.status === "True";
}

function isStart(name: string, run: number): (entry: TimelineEntry) => boolean {
  return (entry) => entry.kind === "container-started" && entry.container === name && entry.run === run;
}

function expectHeld(span: Span | undefined, sampledMs: readonly number[]): void {
  expect(sampledMs).toHaveLength(seeds.length);
  expect(span?.earliestMs).toBeLessThanOrEqual(Math.min(...sampledMs));
  expect(span?.latestMs).toBeGreaterThanOrEqual(Math.max(...sampledMs));
}
