import { describe, expect, it } from "vitest";
import { type RestartAllStory, restartAllStories } from "../../../shared/forecast/restart-all/restart-all-story.ts";
import type { TimelineEntry } from "../../../shared/simulation/index.ts";
import { replayed } from "../../extent.ts";
import { explain } from "./explain.ts";
import { knownWays } from "./known-ways.ts";
import { inputOf, recordedOf, shiftOf } from "./play.ts";
import { type RecordedRun, readRecording } from "./recording.ts";
import { restartAllNames, withoutRestartAll } from "./restart-all-names.ts";
import { unexplained } from "./unexplained.ts";

/** How far the engine's instant may be from the recorded one. */
const toleranceMs = 300;

interface Step {
  readonly tMs: number;
  readonly text: string;
}

// The engine is played on each recording; what a story of that run tells is then looked for in the recording itself.
describe("a restart of all containers is told as it was recorded", () => {
  it.each(replayed(restartAllNames, 4))("%s", (name) => {
    const recording = readRecording(name);
    const told = recording.runs.flatMap((run, index) => {
      if (unexplained[name]?.includes(index)) return [];
      const input = inputOf(recording, run);
      const { entries, problem } = explain([input], recordedOf(recording, run), knownWays(name, index));
      expect(problem).toBeUndefined();
      const stories = restartAllStories({ entries }, input.pod);
      for (const story of stories) compare(stepsOf(story), run);
      return stories;
    });
    expect(told.length > 0).toBe(!withoutRestartAll.includes(name));
  });
});

function stepsOf({ trigger, killed, removed, started }: RestartAllStory): readonly Step[] {
  const steps: readonly (readonly [string, TimelineEntry | undefined])[] = [
    [`exited ${trigger?.exit.data.exitCode}`, trigger?.exit],
    ...killed.flatMap(({ stopping, exit }) => [
      [`stop ${(stopping.data.graceMs ?? 0) / 1000}s`, stopping] as const,
      [`exited ${exit?.data.exitCode}`, exit] as const,
    ]),
    ...removed.map((entry) => ["removed", entry] as const),
    ...started.map((entry) => ["started", entry] as const),
  ];
  return steps
    .flatMap(([op, entry]) => (entry === undefined ? [] : [{ op, entry }]))
    .map(({ op, entry: { tMs, container, restartCount } }) => ({ tMs, text: `${op} ${container} #${restartCount}` }));
}

/** Each told step was recorded at its time, and of what was recorded between the first and the last removal nothing is left out. */
function compare(told: readonly Step[], run: RecordedRun): void {
  const recorded = recordedSteps(run);
  const endMs = Math.max(...run.entries.map(({ tMs }) => tMs)) + shiftOf(run) - toleranceMs;
  const steps = told.filter(({ tMs }) => tMs <= endMs);
  const missing = steps.filter(
    ({ tMs, text }) => !recorded.some((each) => each.text === text && Math.abs(each.tMs - tMs) <= toleranceMs),
  );
  expect(missing).toEqual([]);
  const texts = steps.map(({ text }) => text);
  const inOrder = recorded.map(({ text }) => text).filter((text) => texts.includes(text));
  for (const op of ["stop", "removed", "started"]) {
    const isOp = (text: string): boolean => text.startsWith(op);
    expect(texts.filter(isOp)).toEqual(inOrder.filter(isOp));
  }
  const removals = inOrder.filter((text) => text.startsWith("removed"));
  const place = (text: string | undefined) => recorded.findIndex((each) => each.text === text);
  const between = recorded.slice(place(removals[0]), place(removals.at(-1)) + 1).map(({ text }) => text);
  expect(between.filter((text) => !texts.includes(text))).toEqual([]);
}

function recordedSteps(run: RecordedRun): readonly Step[] {
  const shiftMs = shiftOf(run);
  return run.entries.flatMap((entry) => {
    if (entry.kind !== "cri") return [];
    const { op, container, restart, code, message = "" } = entry;
    const words: Readonly<Record<string, string>> = {
      exited: `exited ${code}`,
      stop: `stop ${message.replace("grace ", "")}`,
      removed: "removed",
      started: "started",
    };
    const word = words[op];
    return word === undefined ? [] : [{ tMs: entry.tMs + shiftMs, text: `${word} ${container} #${restart}` }];
  });
}
