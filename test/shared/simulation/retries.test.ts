import { describe, expect, it } from "vitest";
import type { EntryKind, TimelineEntry } from "../../../shared/simulation/index.ts";
import { fewerWhileWatching } from "../../extent.ts";
import { type PlayOptions, play } from "./play.ts";

// Retries that no exit comes before: pulls and creations that fail (spec/backoff.md §3, §4 and §6).

const alone = "containers: [{name: app, image: app}]";
const probed = "containers: [{name: app, image: app, readinessProbe: {tcpSocket: {port: 80}}}]";
const beside = "containers: [{name: app, image: app}, {name: peer, image: peer}]";

/** What the containers do, the manifest, and for how many seconds. */
const table: readonly (readonly [string, string, number])[] = [
  ["app: image missing 4 times", alone, 240],
  ["app: image missing 3 times, image takes 5s", probed, 150],
  ["app: cannot be created x4, then runs", alone, 100],
  ["app: takes 3s to create, cannot be created x3, then runs", alone, 100],
  ["app: crashes after 2s, then cannot be created x2, then runs", alone, 60],
  ["app: image missing 2 times, cannot be created x2, then runs", alone, 120],
  ["app: image missing 3 times; peer: runs", beside, 150],
  ["app: image missing 3 times; peer: crashes after 5s", beside, 120],
  ["app: image missing 3 times, image takes 7s; peer: image missing 2 times, image takes 3s", beside, 150],
  ["app: cannot be created x4, then runs; peer: crashes after 5s", beside, 60],
  ["app: cannot be created x3, then runs; peer: image missing 2 times, image takes 20s", beside, 150],
  ["app: image missing 4 times; at 20s kubelet restarts", alone, 150],
  ["app: cannot be created x5, then runs; at 20s kubelet restarts", alone, 100],
];

const kinds: readonly EntryKind[] = [
  "image-pulling",
  "image-pulled",
  "image-pull-failed",
  "container-create-failed",
  "container-created",
  "container-started",
];
const seeds = fewerWhileWatching(
  Array.from({ length: 120 }, (_, index) => index + 1),
  8,
);

describe.each(["1.34", "1.36", "1.37"])(
  "%s: whatever the seed, each try is inside of what every other seed says of it",
  (kubernetes) => {
    it.each(table)("%s", (runs, manifest, until) => {
      const all = seeds.map((seed) => triesOf(runs, manifest, { kubernetes, timing: "kubelet", seed, until }));
      expect(outside(all.flat())).toEqual([]);
    });
  },
);

describe("when they come", () => {
  /** Kind and number of a try, from its cause in seconds. */
  const rows: readonly (readonly [string, string, string])[] = [
    [
      "app: image missing 4 times",
      "image-pulling",
      "sandbox-ready 0–0.053, image-pull-failed 10–17.056, image-pull-failed 20–33.059, image-pull-failed 40–56.003, image-pull-failed 80–96.003",
    ],
    [
      "app: cannot be created x4, then runs",
      "container-create-failed",
      "sandbox-ready 0.001–0.15, container-create-failed 0.001–1.15, container-create-failed 10.001–16.1, container-create-failed 10.001–16.1",
    ],
  ];
  it.each(rows)("%s, %s", (runs, kind, expected) => {
    const { timeline } = play(textOf(runs, alone), { timing: "kubelet", until: 240 });
    const byId = new Map(timeline.entries.map((entry) => [entry.id, entry]));
    const found = timeline.entries
      .filter((entry) => entry.kind === kind)
      .map(({ cause, sinceCause }) => {
        const { earliestMs, latestMs } = sinceCause;
        return `${byId.get(cause ?? "")?.kind} ${earliestMs / 1000}–${latestMs / 1000}`;
      });
    expect(found.join(", ")).toBe(expected);
  });

  it.each([
    ["app: image missing 3 times", 70],
    ["app: image missing 3 times, image takes 5s", 90],
    ["app: cannot be created x3, then runs", 20],
  ])("in ideal time there is one moment: %s, %s s", (runs, second) => {
    const start = triesOf(runs, alone, { until: 200 }).find(({ name }) => name.includes("container-started"));
    const ms = second * 1000;
    expect(start).toMatchObject({ tMs: ms, at: { nominalMs: ms, earliestMs: ms, latestMs: ms } });
  });

  it("the recorded tries of an image that stays missing are inside (0, 12–16, 37–41, 85–91, 176–182 s)", () => {
    const pulls = triesOf("app: image missing", alone, { timing: "kubelet", until: 200 }).filter(({ name }) =>
      name.includes("image-pulling"),
    );
    const recorded = [
      [0, 0.1],
      [12, 16],
      [37, 41],
      [85, 91],
      [176, 182],
    ] as const;
    recorded.forEach(([first, last], index) => {
      expect(pulls[index]?.at.earliestMs).toBeLessThanOrEqual(first * 1000 + 5);
      expect(pulls[index]?.at.latestMs).toBeGreaterThanOrEqual(last * 1000 - 100);
    });
  });
});

interface Try extends Pick<TimelineEntry, "tMs" | "at"> {
  readonly name: string;
}

/** Each try with its number among those of its kind and container. */
function triesOf(runs: string, manifest: string, options: PlayOptions): readonly Try[] {
  const counts = new Map<string, number>();
  const { entries } = play(textOf(runs, manifest), { ...options, recording: "entries" }).timeline;
  return entries
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, container, tMs, at }) => {
      const what = `${container} ${kind}`;
      const nth = (counts.get(what) ?? 0) + 1;
      counts.set(what, nth);
      return { name: `${what} ${nth}`, tMs, at };
    });
}

/** Bounds of one seed that do not hold what another one drew. */
function outside(tries: readonly Try[]): readonly string[] {
  return [...groupBy(tries)].flatMap(([name, sampled]) => {
    const timesMs = sampled.map(({ tMs }) => tMs);
    const [firstMs, lastMs] = [Math.min(...timesMs), Math.max(...timesMs)];
    const narrow = sampled.find(({ at }) => at.earliestMs > firstMs || at.latestMs < lastMs);
    if (narrow === undefined) return [];
    return [`${name} at ${firstMs} to ${lastMs}, bounds ${narrow.at.earliestMs} to ${narrow.at.latestMs}`];
  });
}

function groupBy(tries: readonly Try[]): ReadonlyMap<string, readonly Try[]> {
  const groups = new Map<string, Try[]>();
  for (const each of tries) groups.set(each.name, [...(groups.get(each.name) ?? []), each]);
  return groups;
}

function textOf(runs: string, manifest: string): string {
  return [...runs.split("; ").map((line) => `# cadence: ${line}`), manifest].join("\n");
}
