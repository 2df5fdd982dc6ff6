import { expect, test } from "vitest";
import type { TimelineEntry } from "../../../shared/simulation/index.ts";
import { play, starts } from "./play.ts";

const container = "containers:\n- {name: app, image: registry.example.com/app:1}";

function manifest(...scenario: readonly string[]): string {
  return [...scenario.map((line) => `# cadence: ${line}`), container].join("\n");
}

/** When entries of a kind come, in seconds. */
function times(entries: readonly TimelineEntry[], kind: TimelineEntry["kind"]): readonly number[] {
  return entries.flatMap((entry) => (entry.kind === kind ? [entry.tMs / 1000] : []));
}

test("a program that needs a dependency crashes while it is away, and the back-off outlives the outage", () => {
  const played = play(manifest("at 5m database is away for 4m", "app: needs database"), { until: 1200 });
  expect(times(played.timeline.entries, "container-exited")).toEqual([300, 300, 310, 330, 370, 450]);
  expect(starts(played).at(-1)).toBe(610);
  const [exit] = played.timeline.entries.filter(({ kind }) => kind === "container-exited");
  const cause = played.timeline.entries.find(({ id }) => id === exit?.cause);
  expect(cause?.data.text).toBe("database is away");
  expect(exit?.at).toEqual({ nominalMs: 300_000, earliestMs: 300_000, latestMs: 300_000 });
});

test("after counts from the start or from the outage, and no end comes after it", () => {
  const played = play(manifest("database is away from 5m to 5m8s", "app: crashes after 5s while database is away"));
  expect(times(played.timeline.entries, "container-exited")).toEqual([305]);
});

test("at the same moment, what holds while a dependency is away counts before what always holds", () => {
  const said = "app: completes after 2s, crashes after 2s while database is away";
  const { timeline } = play(manifest("database is away from 0s to 5s", said), { until: 60 });
  const codes = timeline.entries.flatMap(({ kind, data }) => (kind === "container-exited" ? [data.exitCode] : []));
  expect(codes.slice(0, 3)).toEqual([1, 1, 0]);
});

test("a crash until a time", () => {
  const { timeline } = play(manifest("app: crashes until 1m"), { until: 600 });
  expect(times(timeline.entries, "container-exited")).toEqual([0, 0, 10, 30]);
  expect(times(timeline.entries, "container-started").at(-1)).toBe(70);
});

test("a container that cannot be created until a time", () => {
  const { timeline } = play(manifest("app: cannot be created until 1m"), { until: 600 });
  const failed = times(timeline.entries, "container-create-failed");
  expect(failed.length).toBeGreaterThan(1);
  expect(Math.max(...failed)).toBeLessThan(60);
  expect(times(timeline.entries, "container-started")[0]).toBeGreaterThanOrEqual(60);
});

test.each([["image missing until 1m"], ["image missing while registry is away"]])("%s", (clause) => {
  const { timeline } = play(manifest("registry is away from 0s to 1m", `app: ${clause}`), { until: 600 });
  expect(Math.max(...times(timeline.entries, "image-pull-failed"))).toBeLessThan(60);
  expect(times(timeline.entries, "image-pulled")).toHaveLength(1);
  expect(times(timeline.entries, "container-started")[0]).toBeGreaterThanOrEqual(60);
});

test("liveness that fails again and again kills again and again", () => {
  const probed = `
# cadence: app: fails liveness for 40s every 5m
containers:
- {name: app, image: registry.example.com/app:1, livenessProbe: {httpGet: {path: /, port: 80}}}
`;
  const { timeline } = play(probed, { until: 1800 });
  const kills = times(timeline.entries, "container-stopping");
  expect(kills.length).toBe(5);
  for (const [index, kill] of kills.entries())
    if (index > 0) expect(kill - (kills[index - 1] ?? 0)).toBeGreaterThan(300);
  const calm = play(probed.replace("40s", "20s"), { until: 1800 });
  expect(times(calm.timeline.entries, "container-stopping")).toEqual([]);
  const ready = calm.timeline.entries.filter(({ kind, data }) => kind === "note" && data.text?.startsWith("fails"));
  expect(ready.map(({ tMs }) => tMs / 60_000)).toEqual([5, 10, 15, 20, 25, 30]);
});

test("an outage that takes a range lasts as long as the seed draws", () => {
  const text = manifest("at 1m database is away for 1m–5m", "app: needs database");
  const back = (seed: number) => {
    const { timeline } = play(text, { seed, timing: "kubelet", until: 900 });
    return timeline.entries.find(({ data }) => data.text === "database is back")?.tMs;
  };
  expect([back(2), back(3)]).toEqual([120_000, 360_000]);
});
