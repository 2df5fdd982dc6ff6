import { describe, expect, it } from "vitest";
import { createEnvelope, envelopeOf } from "../../../../shared/forecast/runs/envelope.ts";
import { type SimulationInput, simulate } from "../../../../shared/simulation/index.ts";
import { assume, readPod } from "../../simulation/play.ts";

const assumptions = assume({ timing: "kubelet" });
const text = `
# cadence: app: exits 1 after 5s x3, then hangs after 20s
# cadence: app: image missing 1 times
containers: [{name: app, image: app, livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 1}}]`;
const input: SimulationInput = {
  ...readPod(text, assumptions),
  assumptions,
  seed: 3,
  untilMs: 300_000,
  recording: "counts",
};

describe("an envelope", () => {
  it("is the same in slices, and that of the runs so far at any time", () => {
    const envelope = createEnvelope(input, 5);
    expect([envelope.runs, envelope.result()]).toEqual([5, []]);
    for (let run = 0; run < 5; run += 1) {
      envelope.play(run);
      expect(envelope.result()).toEqual(envelopeOf(input, run + 1));
    }
  });

  it("holds the n-th thing of a kind of each run, and no attempts of probes", () => {
    const entries = envelopeOf(input, 9);
    const third = entries.find(({ kind, run }) => kind === "container-started" && run === 3);
    const times = Array.from({ length: 9 }, (_, index) => {
      const timeline = simulate({ ...input, seed: 3 + index, recording: "entries" });
      return timeline.entries.find(({ kind, run }) => kind === "container-started" && run === 3)?.tMs ?? 0;
    }).toSorted((left, right) => left - right);
    expect([third?.minMs, third?.p50Ms, third?.maxMs, third?.share]).toEqual([times[0], times[4], times[8], 1]);
    expect(entries.filter(({ kind }) => kind === "probe-attempt")).toEqual([]);
    for (const { earliestMs, minMs, p50Ms, maxMs, latestMs } of entries) {
      const order = [earliestMs, minMs, p50Ms, maxMs, latestMs];
      expect(order).toEqual(order.toSorted((left, right) => left - right));
    }
  });

  it("tells in how many runs a thing came", () => {
    const shares = envelopeOf({ ...input, untilMs: 27_000 }, 9).map(({ share }) => share);
    expect(Math.max(...shares)).toBe(1);
    expect(Math.min(...shares)).toBeLessThan(1);
  });
});
