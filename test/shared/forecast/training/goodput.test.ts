import { describe, expect, it, test } from "vitest";
import { expectedGoodput, playGoodput, youngIntervalMs } from "../../../../shared/forecast/training/goodput.ts";
import type { TrainingAssumptions } from "../../../../shared/scenario/training-assumptions.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const usual: TrainingAssumptions = {
  failuresEveryMs: 6 * hourMs,
  checkpointEveryMs: 30 * minuteMs,
  checkpointTakesMs: minuteMs,
  resumeTakesMs: 2 * minuteMs,
  schedulingTakesMs: 0,
  pullTakesMs: 0,
};

const down = (downMs: number) => () => () => ({ downMs });
const long = { runs: 40, horizonMs: 3000 * hourMs };

describe("the simulation is what the closed form says", () => {
  test.each<readonly [string, Partial<TrainingAssumptions>, number]>([
    ["a restart in place", {}, 1000],
    ["a new pod", {}, 60_000],
    ["a long wait", {}, 20 * minuteMs],
    ["failures every hour", { failuresEveryMs: hourMs }, 5 * minuteMs],
    ["more failures than checkpoints", { failuresEveryMs: 20 * minuteMs }, minuteMs],
    ["rare checkpoints", { checkpointEveryMs: 4 * hourMs }, minuteMs],
    ["a long way back", { resumeTakesMs: 30 * minuteMs }, minuteMs],
  ])("%s", (_, changes, downMs) => {
    const training = { ...usual, ...changes };
    const { mean, share } = playGoodput(training, down(downMs), long);
    expect(Math.abs(mean - expectedGoodput(training, downMs))).toBeLessThan(0.006);
    expect(share.min).toBeLessThanOrEqual(mean);
    expect(share.max).toBeGreaterThanOrEqual(mean);
  });
});

describe("limits of the closed form", () => {
  it("without failures only checkpoints cost", () => {
    const never = { ...usual, failuresEveryMs: 1e15 };
    expect(expectedGoodput(never, minuteMs)).toBeCloseTo(30 / 31, 6);
    expect(playGoodput(never, down(minuteMs)).mean).toBeCloseTo(30 / 31, 3);
  });

  it("with checkpoints that cost nothing, of small intervals only the way back is lost", () => {
    const free = { ...usual, checkpointEveryMs: 1000, checkpointTakesMs: 0, resumeTakesMs: 0 };
    // One failure in 6 hours costs an hour, and half of the second since the checkpoint.
    expect(expectedGoodput(free, hourMs)).toBeCloseTo(6 / 7, 4);
  });

  it("the first order of Young: half an interval is lost with each failure", () => {
    const { failuresEveryMs, checkpointEveryMs, checkpointTakesMs, resumeTakesMs } = usual;
    const lost = (checkpointEveryMs / 2 + resumeTakesMs) / failuresEveryMs;
    const firstOrder = (checkpointEveryMs / (checkpointEveryMs + checkpointTakesMs)) * (1 - lost);
    expect(expectedGoodput(usual, 0)).toBeCloseTo(firstOrder, 2);
  });

  it.each([minuteMs, 5 * minuteMs, 10_000])(
    "the best interval is near Young's for a checkpoint of %i ms",
    (takesMs) => {
      const training = { ...usual, checkpointTakesMs: takesMs };
      const youngMs = youngIntervalMs(training);
      const at = (factor: number) => expectedGoodput({ ...training, checkpointEveryMs: youngMs * factor }, minuteMs);
      expect(youngMs).toBeCloseTo(Math.sqrt(2 * takesMs * 6 * hourMs), 6);
      for (const factor of [0.5, 0.7, 1.4, 2]) expect(at(1), `${factor}`).toBeGreaterThan(at(factor));
    },
  );
});

describe("a run that ends early", () => {
  const afterThree = () => {
    let failures = 0;
    return () => {
      failures += 1;
      return failures === 3 ? { ends: "no restarts left" } : { downMs: 1000 };
    };
  };

  it("does no work for the rest of the time", () => {
    const { ended, share, mean, meanWhileRunning, failures } = playGoodput(usual, afterThree);
    expect(ended?.share).toBe(1);
    expect(ended?.why).toBe("no restarts left");
    expect(failures).toEqual({ min: 3, p50: 3, max: 3 });
    expect(share.max).toBeLessThan(0.5);
    expect(meanWhileRunning).toBeGreaterThan(mean);
    // Three failures come after 18 hours in the mean.
    expect(mean * 7 * 24).toBeLessThan(18);
  });
});

it("is the same every time, and never more than all of it", () => {
  expect(playGoodput(usual, down(1000))).toEqual(playGoodput(usual, down(1000)));
  const hopeless = { ...usual, failuresEveryMs: 1000 };
  expect(playGoodput(hopeless, down(0), { runs: 3, horizonMs: hourMs }).mean).toBe(0);
  expect(expectedGoodput(hopeless, 0)).toBeLessThan(1e-9);
});
