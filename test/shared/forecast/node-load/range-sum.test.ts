import { describe, expect, it } from "vitest";
import { figuresOf } from "../../../../shared/forecast/node-load/comparison.ts";
import { rangeSumParts, sumOfRange } from "../../../../shared/forecast/node-load/range-sum.ts";
import { play } from "../../simulation/play.ts";

const halfHourS = 1800;
const crashing = "# cadence: app: exits 1 after 5s\ncontainers: [{name: app, image: app:1}]";
const hanging =
  "# cadence: app: hangs after 1m\ncontainers: [{name: app, image: app:1, livenessProbe: {tcpSocket: {port: 80}}}]";

const words = (text: string, fromS: number, toS: number): string =>
  rangeSumParts(sumOfRange(play(text, { until: halfHourS }), { fromMs: fromS * 1000, toMs: toS * 1000 })).join(", ");

describe("the sum of a part of a run", () => {
  it.each([
    ["a crash loop", crashing, 0, 30, "down 15s, 2 restarts, 20 API requests"],
    ["before the first exit", crashing, 1, 4, "ready all the time, 0 restarts, 0 API requests"],
    ["within one wait", crashing, 320, 330, "down 10s, 0 restarts, 0 API requests"],
    ["behind the end of the run", crashing, 1790, 9000, "down 10s, 0 restarts, 0 API requests"],
    ["a kill", hanging, 30, 140, "ready all the time, 1 restart, 1 probe kill, 8 API requests"],
  ])("%s: %#", (_, text, fromS, toS, expected) => {
    expect(words(text, fromS, toS)).toBe(expected);
  });

  it.each([crashing, hanging])("is over the whole run what its figures say: %#", (text) => {
    const { timeline, pod } = play(text, { until: halfHourS, timing: "kubelet" });
    const { restarts, kills, downMs, apiRequests } = sumOfRange({ timeline }, { fromMs: 0, toMs: timeline.untilMs });
    const figures = figuresOf(timeline, pod);
    expect({ restarts, kills, downMs }).toEqual({
      restarts: figures.restarts,
      kills: figures.probeKills,
      downMs: figures.downMs,
    });
    expect(apiRequests).toBeCloseTo(figures.apiRequestsPerMinute * 30, 6);
  });

  it("is the sum of its parts", () => {
    const run = play(crashing, { until: halfHourS, timing: "kubelet" });
    const sum = (fromMs: number, toMs: number) => sumOfRange(run, { fromMs, toMs });
    const middleMs = 400_000.5;
    const [whole, left, right] = [sum(0, 1_800_000), sum(0, middleMs), sum(middleMs, 1_800_000)];
    expect(left.restarts + right.restarts).toBe(whole.restarts);
    expect(left.downMs + right.downMs).toBeCloseTo(whole.downMs, 6);
    expect(left.apiRequests + right.apiRequests).toBe(whole.apiRequests);
  });
});
