import { describe, expect, it } from "vitest";
import { judgeExpectations } from "../../../../shared/forecast/expectations/expectations.ts";
import { compareInWords, figuresOf, type RunFigures } from "../../../../shared/forecast/node-load/comparison.ts";
import { forecastLoad } from "../../../../shared/forecast/node-load/load.ts";
import { assume, type PlayOptions, play, readPod } from "../../simulation/play.ts";

const minuteMs = 60_000;

interface Side extends PlayOptions {
  readonly does: string;
  readonly fields?: string;
}

const crashing: Side = { does: "exits 1 after 5s" };
const hanging: Side = { does: "hangs after 1m", fields: "livenessProbe: {tcpSocket: {port: 80}}" };
const reduced = { ReduceDefaultCrashLoopBackOffDecay: true, KubeletCrashLoopBackOffMax: false };
const never: Side = { does: "fails readiness", fields: "readinessProbe: {tcpSocket: {port: 80}}" };
const late: Side = { ...never, does: "fails readiness for 90s" };
const job: Side = { does: "exits 1 after 5s, then completes after 10m", fields: "restartPolicy: OnFailure" };

/** Left, right, and what differs between them in half an hour. */
const table: readonly (readonly [string, Side, Side, string])[] = [
  ["the same", crashing, crashing, "nothing differs"],
  ["another seed", { ...crashing, timing: "kubelet" }, { ...crashing, timing: "kubelet", seed: 2 }, "nothing differs"],
  [
    "a faster curve",
    crashing,
    { ...crashing, featureGates: reduced },
    "restarts 10 → 33, down 29m10s → 27m10s, API requests ×2.2",
  ],
  [
    "the slower one",
    { ...crashing, featureGates: reduced },
    crashing,
    "restarts 33 → 10, down 27m10s → 29m10s, API requests ×0.45",
  ],
  ["no crash", crashing, { does: "runs" }, "restarts 10 → 0, down 29m10s → 0s, API requests ×0.08"],
  [
    "a hang",
    { does: "runs", fields: "" },
    hanging,
    "restarts 0 → 11, probe kills 0 → 11, down 0s → 12m40s, API requests ×13",
  ],
  ["never ready", never, { ...never, does: "runs" }, "never ready → ready after 0s, API requests ×0.19"],
  ["ready later", late, { ...late, does: "fails readiness for 2m" }, "ready after 1m30s → 2m"],
  [
    "a shorter run",
    crashing,
    { ...crashing, until: 600 },
    "watched 30m → 10m, restarts 10 → 6, down 29m10s → 9m25s, API requests ×2",
  ],
  [
    "done later",
    job,
    { ...job, does: "exits 1 after 5s x2, then completes after 10m" },
    "restarts 1 → 2, done after 10m10s → 10m20s",
  ],
  [
    "not done",
    { ...job, until: 400 },
    { ...job, does: "exits 1 after 5s x9, then completes", until: 400 },
    "restarts 1 → 6, down 0s → 6m5s, API requests ×4.4",
  ],
  [
    "failed",
    job,
    { ...job, does: "exits 1 after 5s", fields: "restartPolicy: Never" },
    "restarts 1 → 0, done after 10m10s → failed after 5s",
  ],
];

describe("two runs in words", () => {
  it.each(table)("%s", (_, left, right, expected) => {
    expect(compareInWords(figures(left), figures(right))).toBe(expected);
  });

  it("name the container where only the shares differ", () => {
    const one = twoContainers("a: exits 1 after 5s x3, then runs", "b: exits 1 after 5s, then runs");
    const other = twoContainers("a: exits 1 after 5s, then runs", "b: exits 1 after 5s x3, then runs");
    expect(compareInWords(one, other)).toBe("restarts of a 3 → 1, restarts of b 1 → 3");
  });

  it("say that one was cut off", () => {
    const whole = figures(crashing);
    expect(compareInWords(whole, { ...whole, isCut: true, watchedMs: 12 * minuteMs })).toBe("watched 30m → 12m");
  });
});

describe("the figures of a run", () => {
  it("are those that expectations and the node's load count", () => {
    const assumptions = assume({ timing: "kubelet" });
    const text =
      "# cadence: app: exits 1 after 5s\n# cadence: expect down at most 1s within 30m\ncontainers: [{name: app, image: app:1}]";
    const { pod, scenario } = readPod(text, assumptions);
    const { timeline } = play(text, { timing: "kubelet", until: 1800 });
    const { downMs, restarts, apiRequestsPerMinute } = figuresOf(timeline, pod);
    const [judgment] = judgeExpectations(pod, assumptions, scenario);
    expect(downMs).toBeGreaterThanOrEqual(judgment?.earliestMs ?? Number.NaN);
    expect(downMs).toBeLessThanOrEqual(judgment?.latestMs ?? Number.NaN);
    const load = forecastLoad({
      groups: [{ count: 1, pod, scenario }],
      nodes: 1,
      assumptions,
      untilMs: 30 * minuteMs,
      samples: 1,
    });
    const { statusWrites, eventsSent } = load.perNode;
    expect(restarts).toBeCloseTo(load.perNode.restarts.value * 30, 6);
    expect(apiRequestsPerMinute).toBeCloseTo(statusWrites.value + eventsSent.value, 6);
  });

  it("hold where a run is cut, for the time until then", () => {
    const { pod, timeline } = play("# cadence: app: crashes\ncontainers: [{name: app, image: app:1}]", {
      until: 86_400,
    });
    const { isCut, watchedMs } = figuresOf({ ...timeline, ended: "event-limit" }, pod);
    expect([isCut, watchedMs]).toEqual([true, timeline.entries.at(-1)?.tMs]);
  });
});

function figures({ does, fields = "", ...options }: Side): RunFigures {
  const ofPod = fields.startsWith("restartPolicy") ? `${fields}\n` : "";
  const ofContainer = ofPod === "" && fields !== "" ? `, ${fields}` : "";
  const text = `# cadence: app: ${does}\n${ofPod}containers: [{name: app, image: app:1${ofContainer}}]`;
  const { pod, timeline } = play(text, { until: 1800, ...options });
  return figuresOf(timeline, pod);
}

function twoContainers(...lines: readonly string[]): RunFigures {
  const scenario = lines.map((line) => `# cadence: ${line}\n`).join("");
  const { pod, timeline } = play(`${scenario}containers: [{name: a, image: a}, {name: b, image: b}]`, { until: 600 });
  return figuresOf(timeline, pod);
}
