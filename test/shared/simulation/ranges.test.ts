import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Timeline } from "../../../shared/simulation/index.ts";
import { play } from "./play.ts";

function manifest(scenario: string): string {
  return `
# cadence: app: ${scenario}
containers:
- name: app
  image: registry.example.com/app:1
  startupProbe: {httpGet: {path: /h, port: 80}, periodSeconds: 5, failureThreshold: 12}
  livenessProbe: {httpGet: {path: /h, port: 80}, periodSeconds: 10}
  readinessProbe: {httpGet: {path: /h, port: 80}, periodSeconds: 5}
`;
}

/** How long each run of the container lasted. */
function runLengths({ entries }: Timeline): readonly number[] {
  return entries.flatMap(({ kind, data }) => (kind === "container-exited" ? [data.ranMs ?? 0] : []));
}

const open = manifest("starts in 14s–26s, exits 1 after 30s–2m");

test("each run of a container draws its own time, within the range and its bounds", () => {
  const { timeline } = play(open, { seed: 7, timing: "kubelet", until: 1800 });
  const lengths = runLengths(timeline);
  expect(new Set(lengths).size).toBeGreaterThan(3);
  for (const { tMs, at } of timeline.entries) {
    expect(tMs).toBeGreaterThanOrEqual(at.earliestMs);
    expect(tMs).toBeLessThanOrEqual(at.latestMs);
  }
  for (const length of lengths) expect(length).toSatisfy((ms: number) => ms >= 30_000 && ms <= 120_000);
});

test("a seed draws the same each time", () => {
  expect(play(open, { seed: 7, timing: "kubelet", until: 900 }).timeline).toEqual(
    play(open, { seed: 7, timing: "kubelet", until: 900 }).timeline,
  );
});

test("of 100 seeds one takes the shortest times, one the longest", () => {
  const drawn = (seed: number) => new Set(runLengths(play(open, { seed, timing: "kubelet", until: 600 }).timeline));
  expect([drawn(2), drawn(3), drawn(102)]).toEqual([new Set([30_000]), new Set([120_000]), new Set([30_000])]);
});

test("exact timing takes the middle, and its bounds are those of the range", () => {
  const { timeline } = play(manifest("exits 1 after 30s–2m"), { timing: "ideal", until: 100 });
  expect(runLengths(timeline)).toEqual([75_000]);
  const exit = timeline.entries.find(({ kind }) => kind === "container-exited");
  expect(exit?.at).toEqual({ nominalMs: 75_000, earliestMs: 30_000, latestMs: 120_000 });
});

test("a range of equal ends is the fixed time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 300 }), fc.nat(1000), (start, end, seed) => {
      const fixed = manifest(`starts in ${start}s, exits 1 after ${end}s, stops in 3s`);
      const equal = manifest(`starts in ${start}s–${start}s, exits 1 after ${end}s-${end}s, stops in 3s to 3s`);
      expect(play(equal, { seed, timing: "kubelet", until: 900 }).timeline).toEqual(
        play(fixed, { seed, timing: "kubelet", until: 900 }).timeline,
      );
    }),
    { numRuns: 20 },
  );
});

test("a stop that may outlast the grace period is killed at its end", () => {
  const stopping = manifest("hangs after 1m, stops in 1s–1m");
  const ends = [2, 3].map((seed) => {
    const { timeline } = play(stopping, { seed, timing: "kubelet", until: 200 });
    const [stop, exit] = ["container-stopping", "container-exited"].map((kind) =>
      timeline.entries.find((entry) => entry.kind === kind),
    );
    return [(exit?.tMs ?? 0) - (stop?.tMs ?? 0), exit?.data.exitCode];
  });
  expect(ends).toEqual([
    [1000, 143],
    [30_000, 137],
  ]);
});

test("an image takes another time at each pull", () => {
  const text = `
# cadence: app: image takes 2s–30s, completes after 1s
containers:
- {name: app, image: registry.example.com/app:1, imagePullPolicy: Always}
`;
  const pulls = ({ entries }: Timeline) =>
    entries.flatMap(({ kind, sinceCause }) => (kind === "image-pulled" ? [sinceCause.nominalMs] : []));
  const { timeline } = play(text, { seed: 5, timing: "kubelet", until: 1800 });
  expect(new Set(pulls(timeline)).size).toBeGreaterThan(3);
  expect(pulls(play(text, { timing: "ideal", until: 60 }).timeline)[0]).toBe(16_000);
});

test("a fault strikes the run that was drawn, and the runs after it draw on", () => {
  const faulty = `# cadence: at 20s app: oom\n${open}`;
  const { timeline } = play(faulty, { seed: 7, timing: "kubelet", until: 1800 });
  const [first, ...others] = runLengths(timeline);
  expect(first).toBeLessThan(20_000);
  expect(new Set(others).size).toBeGreaterThan(3);
});
