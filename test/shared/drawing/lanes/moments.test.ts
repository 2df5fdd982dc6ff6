import { describe, expect, it } from "vitest";
import { readTime, snapped } from "../../../../shared/drawing/lanes/moments.ts";
import type { TimelineEntry } from "../../../../shared/simulation/timeline/timeline.ts";
import { play } from "../../simulation/play.ts";

describe("a typed time", () => {
  it.each([
    ["12m40s", 760_000],
    ["12:40", 760_000],
    ["760", 760_000],
    [" 1:02:03 ", 3_723_000],
    ["0:07.5", 7500],
    ["90:00", 5_400_000],
    ["1.25", 1250],
    ["1h", 3_600_000],
    ["300ms", 300],
    ["0", 0],
    ["-5s", undefined],
    ["soon", undefined],
    ["12:", undefined],
    ["1:2:3:4", undefined],
    ["", undefined],
  ])("%j is %s ms", (typed, expected) => {
    expect(readTime(typed)).toBe(expected);
  });
});

describe("a dragged cursor", () => {
  const { timeline } = play("# cadence: app: exits 1 after 5s\ncontainers: [{name: app, image: app}]", {
    timing: "kubelet",
  });
  const exit = timeline.entries.find(({ kind }) => kind === "container-exited");
  const exitMs = exit?.tMs ?? 0;
  const near = (tMs: number, reachMs: number): readonly [number, TimelineEntry["kind"] | undefined] => {
    const { tMs: atMs, entry } = snapped(timeline.entries, tMs, reachMs);
    return [atMs, entry?.kind];
  };

  it("stops at an entry within reach, else at a whole second", () => {
    expect(near(exitMs + 40, 60)).toEqual([exitMs, "container-exited"]);
    expect(near(exitMs - 40, 60)).toEqual([exitMs, "container-exited"]);
    expect(near(3400, 60)).toEqual([3000, undefined]);
    expect(near(3_000_000_000, 60)).toEqual([3_000_000_000, undefined]);
  });
});
