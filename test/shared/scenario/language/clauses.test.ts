import { describe, expect, test } from "vitest";
import { clauseForms } from "../../../../shared/scenario/language/clauses.ts";
import { formatScript } from "../../../../shared/scenario/language/format.ts";
import type { ContainerScript, OpenTime, Run } from "../../../../shared/scenario/model.ts";
import { wordsOf } from "../../../../shared/scenario/reading/pattern.ts";
import { reservedWords } from "../../../../shared/scenario/reading/reserved-words.ts";
import { whenWords } from "../../../../shared/scenario/reading/when.ts";
import { plainRun } from "../../../../shared/scenario/script.ts";
import { scriptOfText } from "../check.ts";

/** Each form of the grammar, and the fields of the run that it sets. */
const runs: readonly (readonly [text: string, set: Partial<Run>])[] = [
  ["runs", {}],
  ["runs for 5m", { end: { afterMs: 300_000, exitCode: 0, reason: "Completed" } }],
  ["completes", { end: { afterMs: 0, exitCode: 0, reason: "Completed" } }],
  ["completes after 5s", { end: { afterMs: 5000, exitCode: 0, reason: "Completed" } }],
  ["crashes", { end: { afterMs: 0, exitCode: 1, reason: "Error" } }],
  ["crashes after 5s", { end: { afterMs: 5000, exitCode: 1, reason: "Error" } }],
  ["exits 0", { end: { afterMs: 0, exitCode: 0, reason: "Completed" } }],
  ["exits 137 after 1m30s", { end: { afterMs: 90_000, exitCode: 137, reason: "Error" } }],
  ["oom", { end: { afterMs: 0, exitCode: 137, reason: "OOMKilled" } }],
  ["oom after 2s", { end: { afterMs: 2000, exitCode: 137, reason: "OOMKilled" } }],
  ["starts in 40s", { startsInMs: 40_000 }],
  ["fails", window("fails")],
  ["fails liveness after 8s for 3s", window("fails", { kind: "probe", type: "liveness" }, 8000, 3000)],
  ["hangs after 10m", window("hangs", undefined, 600_000)],
  ["hangs startup for 5s", window("hangs", { kind: "probe", type: "startup" }, 0, 5000)],
  ["breaks readiness", window("breaks", { kind: "probe", type: "readiness" })],
  ["redirects readiness after 1h", window("redirects", { kind: "probe", type: "readiness" }, 3_600_000)],
  ["breaks pg_isready", window("breaks", { kind: "exec", command: "pg_isready" })],
  ["fails /bin/grpc_health_probe", window("fails", { kind: "exec", command: "/bin/grpc_health_probe" })],
  ["fails ready", window("fails", { kind: "exec", command: "ready" })],
  [`hangs "after" after 5s`, window("hangs", { kind: "exec", command: "after" }, 5000)],
  [`hangs 'liveness'`, window("hangs", { kind: "exec", command: "liveness" })],
  [`hangs "a \\"b\\" c"`, window("hangs", { kind: "exec", command: 'a "b" c' })],
  ["answers in 5s", window("answers", undefined, 0, undefined, 5000)],
  ["answers preStop in 4s", window("answers", { kind: "hook", hook: "preStop" }, 0, undefined, 4000)],
  ["answers postStart in 4s after 1s for 2s", window("answers", { kind: "hook", hook: "postStart" }, 1000, 2000, 4000)],
  ["stops", {}],
  ["stops in 3s", { stop: { kind: "stops", inMs: 3000, exitCode: 143 } }],
  ["stops with 0", { stop: { kind: "stops", inMs: 0, exitCode: 0 } }],
  ["stops in 3s with 0", { stop: { kind: "stops", inMs: 3000, exitCode: 0 } }],
  ["ignores SIGTERM", { stop: { kind: "ignores" } }],
  ["ignores sigterm", { stop: { kind: "ignores" } }],
  ["takes 2s to create", { createMs: 2000 }],
  ["takes 2s to start", { startMs: 2000 }],
  ["cannot be created", { fault: "cannot be created" }],
  ["cannot be started", { fault: "cannot be started" }],
];

const duringOutage = { kind: "away", dependency: "database" } as const;
const until4m = { kind: "during", fromMs: 0, untilMs: 240_000 } as const;
const crash = { afterMs: 0, exitCode: 1, reason: "Error" } as const;

/** What holds only for a time. */
const phased: readonly (readonly [text: string, set: Partial<Run>])[] = [
  ["needs database", { phasedEnds: [{ ...crash, when: duringOutage }] }],
  ["crashes after 2s while database is down", { phasedEnds: [{ ...crash, afterMs: 2000, when: duringOutage }] }],
  ["crashes until 4m", { phasedEnds: [{ ...crash, when: until4m }] }],
  ["cannot be created until 4m", { fault: "cannot be created", faultWhen: until4m }],
  [
    "fails readiness during 5m–9m",
    {
      answers: [
        {
          answer: "fails",
          target: { kind: "probe", type: "readiness" },
          latencyMs: undefined,
          afterMs: 0,
          forMs: undefined,
          when: { kind: "during", fromMs: 300_000, untilMs: 540_000 },
        },
      ],
    },
  ],
  [
    "fails liveness for 20s every 5m",
    {
      answers: [
        {
          answer: "fails",
          target: { kind: "probe", type: "liveness" },
          latencyMs: undefined,
          afterMs: 300_000,
          forMs: 20_000,
          everyMs: 300_000,
        },
      ],
    },
  ],
];

/** A time that is open has the middle of its range, and the range beside it. */
const openRuns: readonly (readonly [text: string, set: Partial<Run>])[] = [
  ["starts in 14s–26s", { startsInMs: 20_000, ranges: { startsInMs: range(14, 26) } }],
  [
    "exits 1 after 30s–2m",
    { end: { afterMs: 75_000, exitCode: 1, reason: "Error", ranges: { afterMs: range(30, 120) } } },
  ],
  [
    "oom after 1m to 2m",
    { end: { afterMs: 90_000, exitCode: 137, reason: "OOMKilled", ranges: { afterMs: range(60, 120) } } },
  ],
  [
    "takes 2s–4s to create, takes 1s to 3s to start",
    { createMs: 3000, startMs: 2000, ranges: { createMs: range(2, 4), startMs: range(1, 3) } },
  ],
  ["stops in 1s-9s", { stop: { kind: "stops", inMs: 5000, exitCode: 143, ranges: { inMs: range(1, 9) } } }],
  [
    "answers readiness in 1s–3s after 1m – 2m for 10 s - 20 s",
    {
      answers: [
        {
          answer: "answers",
          target: { kind: "probe", type: "readiness" },
          latencyMs: 2000,
          afterMs: 90_000,
          forMs: 15_000,
          ranges: { latencyMs: range(1, 3), afterMs: range(60, 120), forMs: range(10, 20) },
        },
      ],
    },
  ],
];

const shared: readonly (readonly [string, Partial<Run>])[] = [
  [
    "answers in 300ms with 4 ready, 1.3s with 3, 5s with 1 ready after 1m, ignores SIGTERM",
    {
      answers: [
        {
          answer: "answers",
          target: undefined,
          latencyMs: 300,
          afterMs: 60_000,
          forMs: undefined,
          loads: [
            { ready: 4, latencyMs: 300 },
            { ready: 3, latencyMs: 1300 },
            { ready: 1, latencyMs: 5000 },
          ],
        },
      ],
      stop: { kind: "ignores" },
    },
  ],
];

test.each([...runs, ...phased, ...openRuns, ...shared])("%s", (text, set) => {
  expect(scriptOfText(text)).toEqual({ runs: [{ ...plainRun, ...set }], image: undefined });
});

function range(minSeconds: number, maxSeconds: number): OpenTime {
  return { minMs: minSeconds * 1000, maxMs: maxSeconds * 1000 };
}

/** What a person writes, and the canonical form. */
const canonical: readonly (readonly [text: string, canonical: string])[] = [
  ["Crashes After 5s", "crashes after 5s"],
  ["exits 1 after 5s", "crashes after 5s"],
  ["runs for 90s", "completes after 1m30s"],
  ["crashes x5, then runs", "crashes x5, then runs"],
  ["crashes x 5 , then runs", "crashes x5, then runs"],
  ["crashes ×5,then runs", "crashes x5, then runs"],
  ["crashes x1, then runs", "crashes, then runs"],
  ["crashes, then crashes, then runs", "crashes, then crashes, then runs"],
  ["runs, ignores SIGTERM", "ignores SIGTERM"],
  ["runs, crashes after 5s", "crashes after 5s"],
  ["exits 1 after 5m, starts in 40s", "starts in 40s, crashes after 5m"],
  ["stops with 143, runs", "runs"],
  [
    "ignores SIGTERM, fails after 1s, hangs, takes 1s to start, takes 2s to create, starts in 3s x2, then oom",
    "takes 2s to create, takes 1s to start, starts in 3s, fails after 1s, hangs, ignores SIGTERM x2, then oom",
  ],
  ["fails prestop", "fails preStop"],
  ['fails "live"', "fails live"],
  ["fails 'x5'", 'fails "x5"'],
  ["fails 'livness'", 'fails "livness"'],
  ["starts in 14s-26s", "starts in 14s–26s"],
  ["starts in 14 s to 26 s", "starts in 14s–26s"],
  ["starts in 14s–14000ms", "starts in 14s"],
  ["crashes after 0s–5s", "crashes after 0s–5s"],
  ["image takes 2s–30s", "image takes 2s–30s, then runs"],
  ["takes 5s to create", "takes 5s to create"],
  ["starts in 14s–26s — 212 starts, 31 pods, 2026-11-20 to 2026-11-27", "starts in 14s–26s"],
  ["crashes while database is away", "crashes while database is away"],
  ["needs database, oom after 1h", "oom after 1h, crashes while database is away"],
  ["fails for 20s every 5m", "fails for 20s every 5m"],
  ["fails after 0s for 20s every 5m", "fails after 0s for 20s every 5m"],
  ["image missing until 10m", "image missing until 10m, then runs"],
  ["image missing during 5m to 9m", "image missing during 5m–9m, then runs"],
  ["image missing while registry is away", "image missing while registry is away, then runs"],
  ["crashes after 5s x4, then runs — as seen", "crashes after 5s x4, then runs"],
];

test.each(canonical)("%s → %s", (text, expected) => {
  expect(format(scriptOfText(text))).toBe(expected);
});

/** When the image is missing from when on, and how many pulls fail then; what a pull takes. */
const images: readonly (readonly [
  text: string,
  canonical: string,
  absences: readonly (readonly [fromMs: number, missingTimes: number | undefined])[],
  pullMs: number | undefined,
])[] = [
  ["image missing", "image missing, then runs", [[0, undefined]], undefined],
  ["image missing 3 times", "image missing 3 times, then runs", [[0, 3]], undefined],
  ["image missing after 5m", "image missing after 5m, then runs", [[300_000, undefined]], undefined],
  [
    "image missing after 5m, image missing 2 times, image missing 1 times after 9m",
    "image missing 2 times, image missing after 5m, image missing 1 times after 9m, then runs",
    [
      [0, 2],
      [300_000, undefined],
      [540_000, 1],
    ],
    undefined,
  ],
  [
    "crashes, image takes 5s, image missing 2 times after 5 min",
    "image missing 2 times after 5m, image takes 5s, then crashes",
    [
      [0, 0],
      [300_000, 2],
    ],
    5000,
  ],
  ["image takes 5s", "image takes 5s, then runs", [[0, 0]], 5000],
  ["image takes 0s", "image takes 0s, then runs", [[0, 0]], 0],
  ["image takes 5s, image missing 2 times", "image missing 2 times, image takes 5s, then runs", [[0, 2]], 5000],
  ["image missing, crashes x2, then runs", "image missing, then crashes x2, then runs", [[0, undefined]], undefined],
  ["crashes x2, then image takes 5s, then runs", "image takes 5s, then crashes x2, then runs", [[0, 0]], 5000],
];

test.each(images)("an image is no run: %s", (text, expected, absences, pullMs) => {
  const script = scriptOfText(text);
  expect(format(script)).toBe(expected);
  const image = { absences: absences.map(([fromMs, missingTimes]) => ({ fromMs, missingTimes })), pullMs };
  expect(script?.image).toEqual(image);
});

describe("durations", () => {
  test.each([
    ["90s", 90_000],
    ["1m30s", 90_000],
    ["500ms", 500],
    ["1.5h", 5_400_000],
    ["0", 0],
    ["0s", 0],
    ["1500us", 2],
    ["5 min", 300_000],
    ["5min", 300_000],
    ["1 minute", 60_000],
    ["2 hours", 7_200_000],
    ["30 seconds", 30_000],
    ["90 s", 90_000],
    ["1 Hour 30 Minutes", 5_400_000],
    ["2 days", 172_800_000],
    ["250 ms", 250],
  ])("crashes after %s", (duration, ms) => {
    const [first] = scriptOfText(`crashes after ${duration} x3, then runs`)?.runs ?? [];
    expect(first).toEqual({ ...plainRun, times: 3, end: { afterMs: ms, exitCode: 1, reason: "Error" } });
  });
});

function window(
  answer: Run["answers"][number]["answer"],
  target?: Run["answers"][number]["target"],
  afterMs = 0,
  forMs?: number,
  latencyMs?: number,
): Partial<Run> {
  return { answers: [{ answer, latencyMs, target, afterMs, forMs }] };
}

function format(script: ContainerScript | undefined): string {
  return script === undefined ? "nothing" : formatScript(script);
}

test("The words of clauses, and no others, need quotes as a command", () => {
  const words = new Set(["then", "x", ...whenWords, ...clauseForms.flatMap(wordsOf)]);
  expect([...reservedWords].sort()).toEqual([...words].sort());
});
