import { describe, expect, it } from "vitest";
import { playRecording, podsOf } from "./play.ts";
import { type Recording, readTake } from "./recording.ts";
import { unexplained } from "./unexplained.ts";

/** What a real controller takes for its part. */
const toleranceMs = 300;
/** A condition that lasts no longer than this may be missing in a recording. */
const shortMs = 600;
/** The last progress may have been stored in the second after the one in which it was made. */
const storedLateMs = 1000;

describe.each([1, 2] as const)("take %i", (take) => {
  it.each(readTake(take).map((recording) => [recording.scenario, recording] as const))("%s", (name, recording) => {
    const problems = differences(recording);
    if (unexplained.has(name)) return;
    expect(problems).toEqual([]);
  });
});

it("names no scenario as unexplained that both takes explain", () => {
  const failing = new Set(
    [1, 2]
      .flatMap((take) => readTake(take === 1 ? 1 : 2))
      .filter((one) => differences(one).length > 0)
      .map(({ scenario }) => scenario),
  );
  expect([...unexplained].filter((name) => !failing.has(name))).toEqual([]);
});

/** Creations and deletions of pods, and the lasting reasons of Progressing, that are not as recorded. */
function differences(recording: Recording): readonly string[] {
  const { timeline, names } = playRecording(recording);
  const recorded = [...podsOf(recording)];
  const created = timeline.pods.map(({ number, createdMs }) => `${names.get(number)} ${createdMs}`);
  const problems: string[] = [];
  for (const [key, entries] of recorded) {
    const number = [...names].find(([, name]) => name === key)?.[0];
    const pod = timeline.pods.find((one) => one.number === number);
    const bornMs = entries[0]?.tMs ?? 0;
    if (pod === undefined) problems.push(`${key} is not created (recorded ${bornMs})`);
    else if (Math.abs(pod.createdMs - bornMs) > toleranceMs)
      problems.push(`${key} is created at ${pod.createdMs}, recorded ${bornMs}`);
    const markedMs = entries.find(({ deleting, gone }) => deleting || gone)?.tMs;
    if (pod !== undefined && (markedMs === undefined) !== (pod.deletedMs === undefined))
      problems.push(`${key} is deleted at ${pod.deletedMs}, recorded ${markedMs}`);
    else if (Math.abs((pod?.deletedMs ?? 0) - (markedMs ?? 0)) > toleranceMs)
      problems.push(`${key} is deleted at ${pod?.deletedMs}, recorded ${markedMs}`);
  }
  if (created.length !== recorded.length) problems.push(`${created.length} pods, recorded ${recorded.length}`);
  problems.push(...progress(recording, timeline), ...evictions(recording, timeline));
  return problems;
}

/** Reasons of the Progressing condition that lasted, and since when. */
function progress(
  { entries }: Recording,
  { entries: made }: ReturnType<typeof playRecording>["timeline"],
): readonly string[] {
  const seen = entries.flatMap((entry) =>
    entry.kind === "deployment" ? [{ tMs: entry.tMs, reason: stepOf(entry.progressing.split(":")[1] ?? "") }] : [],
  );
  const changes = made.flatMap(({ kind, tMs, data }) =>
    kind === "condition-changed" && data.condition === "Progressing"
      ? [{ tMs, reason: stepOf(data.reason ?? "") }]
      : [],
  );
  const right = lasting(seen);
  const left = lasting(changes);
  const sameOrder = left.map(({ reason }) => reason).join(" ") === right.map(({ reason }) => reason).join(" ");
  if (!sameOrder)
    return [
      `Progressing: ${left.map(({ reason }) => reason).join(" ")}, recorded ${right.map(({ reason }) => reason).join(" ")}`,
    ];
  return left.flatMap(({ reason, tMs }, index) =>
    isOff(reason, (right[index]?.tMs ?? 0) - tMs) ? [`${reason} at ${tMs}, recorded ${right[index]?.tMs}`] : [],
  );
}

/** What the eviction API answered to each try, and when. */
function evictions(
  { entries, seconds }: Recording,
  { entries: made }: ReturnType<typeof playRecording>["timeline"],
): readonly string[] {
  const words = new Map([
    ["accepted", "accepted"],
    ["TooManyRequests", "refused"],
  ]);
  // A pod that is gone by then gets no answer of ours.
  const seen = entries.flatMap((entry) => {
    const answer = entry.kind === "eviction" ? words.get(entry.answer) : undefined;
    return answer === undefined ? [] : [{ tMs: entry.tMs, answer }];
  });
  const played = made.flatMap(({ kind, tMs }) =>
    (kind === "eviction-accepted" || kind === "eviction-refused") && tMs < seconds * 1000
      ? [{ tMs, answer: kind.slice("eviction-".length) }]
      : [],
  );
  if (played.map(({ answer }) => answer).join(" ") !== seen.map(({ answer }) => answer).join(" "))
    return [`evictions ${JSON.stringify(played)}, recorded ${JSON.stringify(seen)}`];
  return played.flatMap(({ tMs, answer }, index) =>
    Math.abs(tMs - (seen[index]?.tMs ?? 0)) > toleranceMs ? [`${answer} at ${tMs}, recorded ${seen[index]?.tMs}`] : [],
  );
}

/** A new set and its first pods are one step: the status that tells of the pods was up to half a second late. */
function stepOf(reason: string): string {
  return reason === "NewReplicaSetCreated" ? "ReplicaSetUpdated" : reason;
}

function isOff(reason: string, byMs: number): boolean {
  const lateMs = reason === "ProgressDeadlineExceeded" ? toleranceMs + storedLateMs : toleranceMs;
  return byMs < -toleranceMs || byMs > lateMs;
}

function lasting<Step extends { readonly tMs: number; readonly reason: string }>(
  steps: readonly Step[],
): readonly Step[] {
  const changed = steps.filter(({ reason }, index) => reason !== "" && reason !== steps[index - 1]?.reason);
  const long = changed.filter(
    ({ tMs }, index) => (changed[index + 1]?.tMs ?? Number.POSITIVE_INFINITY) - tMs > shortMs,
  );
  return long.filter(({ reason }, index) => reason !== long[index - 1]?.reason);
}
