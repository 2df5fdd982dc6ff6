import { describe, expect, it } from "vitest";
import { expectationMoments } from "../../../../shared/forecast/expectations/expectation-moments.ts";
import { judgeExpectations } from "../../../../shared/forecast/expectations/expectations.ts";
import { judgmentInWords } from "../../../../shared/forecast/expectations/judgment-words.ts";
import { horizonLimitMs, simulate } from "../../../../shared/simulation/index.ts";
import { assume, readPod } from "../../simulation/play.ts";

const probes = `
  startupProbe: {exec: {command: [up]}, periodSeconds: 10, failureThreshold: 30}`;

/** What the container does, what is expected, whether it holds, and when it came about in ideal time (s). */
const table: readonly (readonly [string, string, boolean, number | undefined])[] = [
  ["starts in 35s", "ready within 40s", true, 40],
  ["starts in 35s", "ready within 39s", false, 40],
  ["runs", "phase Running within 1s", true, 0],
  ["exits 1 after 5s", "restarts <= 3 within 1m", true, 45],
  ["exits 1 after 5s", "restarts = 2 within 1m", false, 45],
  ["exits 1 after 5s", "restarts > 3 within 2m", true, 90],
  ["exits 1 after 5s", "crash loop within 9s", false, undefined],
  ["exits 1 after 5s", "crash loop within 10s", true, 10],
  ["exits 1 after 5s", "no crash loop within 1m", false, 10],
  ["runs", "no crash loop within 1m", true, undefined],
  ["fails startup", "no probe kill within 4m", true, undefined],
  ["fails startup", "no probe kill within 6m", false, 300],
  ["exits 1 after 30s, then runs", "down at most 10s within 2m", true, 10],
  ["exits 1 after 30s, then runs", "down at most 9s within 2m", false, 10],
  // A pod that is gone is down, although no condition says so any more.
  ["runs\n# cadence: at 30s pod is deleted with grace 0s", "down at most 89s within 2m", false, 90],
  ["runs\n# cadence: at 30s pod is deleted with grace 0s", "down at most 90s within 2m", true, 90],
];

/** What the container does, expectations, and when a run of 2m decides them in ideal time, with ✓ where they hold. */
const moments: readonly (readonly [string, readonly string[], string])[] = [
  ["starts in 35s", ["ready within 40s", "ready within 39s"], "✗ 39 ready within 39s, ✓ 40 ready within 40s"],
  // The run is over before their limits are.
  [
    "runs",
    ["phase Succeeded within 3m", "restarts = 0 within 3m", "phase Running within 3m"],
    "✓ 0 phase Running within 3m",
  ],
  [
    "exits 1 after 5s",
    ["restarts <= 2 within 1m", "restarts <= 3 within 1m"],
    "✗ 45 restarts <= 2 within 1m, ✓ 60 restarts <= 3 within 1m",
  ],
  [
    "exits 1 after 5s",
    ["restarts < 2 within 1m", "restarts = 1 within 1m"],
    "✗ 20 restarts < 2 within 1m, ✗ 20 restarts = 1 within 1m",
  ],
  [
    "exits 1 after 5s",
    ["restarts >= 2 within 1m", "restarts > 2 within 1m"],
    "✓ 20 restarts >= 2 within 1m, ✓ 45 restarts > 2 within 1m",
  ],
  [
    "exits 1 after 5s",
    ["restarts >= 9 within 1m", "restarts >= 0 within 1m"],
    "✓ 0 restarts >= 0 within 1m, ✗ 60 restarts >= 9 within 1m",
  ],
  [
    "exits 1 after 5s",
    ["no crash loop within 1m", "crash loop within 1m"],
    "✗ 10 no crash loop within 1m, ✓ 10 crash loop within 1m",
  ],
  [
    "hangs after 1m",
    ["crash loop within 90s", "no probe kill within 100s"],
    "✗ 90 crash loop within 90s, ✓ 100 no probe kill within 100s",
  ],
  [
    "exits 1 after 30s, then runs",
    ["down at most 9s within 2m", "down at most 10s within 2m"],
    "✗ 39 down at most 9s within 2m, ✓ 120 down at most 10s within 2m",
  ],
  ["exits 1 after 30s x2, then runs", ["down at most 15s within 2m"], "✗ 65 down at most 15s within 2m"],
];

/** What the container does, what is expected, and what is said of it over twenty runs. */
const words: readonly (readonly [string, string, string | RegExp])[] = [
  ["runs", "ready within 10m", "holds in all 20 runs"],
  ["exits 1 after 5s", "restarts <= 4 within 30m", "fails in 20 of 20 runs: 10 restarts in 30m (expected ≤ 4)"],
  ["runs", "restarts > 1 within 30m", "fails in 20 of 20 runs: 0 restarts in 30m (expected > 1)"],
  [
    "starts in 35s",
    "ready within 40s",
    /^fails in \d+ of 20 runs: ready after \d\ds in the slowest run \(expected within 40s\)$/,
  ],
  [
    "starts in 100s",
    "ready within 90s",
    /^fails in 20 of 20 runs: ready after 1m\d+s ?– ?1m\d+s \(expected within 1m30s\)$/,
  ],
  ["starts in 2m", "ready within 30s", "fails in 20 of 20 runs: not ready within 1m (expected within 30s)"],
  ["runs", "phase Succeeded within 1m", "fails in 20 of 20 runs: not phase Succeeded within 2m (expected within 1m)"],
  [
    "fails startup",
    "no probe kill within 10m",
    /^fails in 20 of 20 runs: probe kill after \S+ ?– ?\S+ \(expected none within 10m\)$/,
  ],
  [
    "exits 1 after 30s, then runs",
    "down at most 1s within 2m",
    /^fails in 20 of 20 runs: down \d+–\d+s in 2m \(expected ≤ 1s\)$/,
  ],
  ["runs", "crash loop within 10m", "fails in 20 of 20 runs: no crash loop in 10m"],
  [
    "exits 1 after 5s",
    "no crash loop within 1m",
    /^fails in 20 of 20 runs: crash loop after \d+–\d+s \(expected none within 1m\)$/,
  ],
];

describe("expectations", () => {
  it.each(words)("%s: expect %s %s", (runs, condition, expected) => {
    const [judgment] = judge(runs, condition, "kubelet");
    expect(judgment && judgmentInWords(judgment)).toEqual(
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    );
  });

  it("say what was reached, without a share of one run", () => {
    const [judgment] = judge("starts in 35s", "ready within 39s", "ideal");
    expect(judgment && judgmentInWords(judgment)).toBe("fails: ready after 40s (expected within 39s)");
  });

  it.each(table)("%s: expect %s → %s at %s", (runs, condition, holds, at) => {
    const [judgment] = judge(runs, condition, "ideal");
    expect([judgment?.holds, judgment?.latestMs]).toEqual([holds, at === undefined ? undefined : at * 1000]);
  });

  it.each(moments)("%s: %j is decided in a run: %s", (runs, conditions, expected) => {
    const assumptions = assume({ timing: "ideal" });
    const lines = conditions.map((condition) => `# cadence: expect ${condition}\n`).join("");
    const { pod, scenario } = readPod(
      `# cadence: app: ${runs}\n${lines}containers:\n- name: app\n  image: app${probes}\n`,
      assumptions,
    );
    const timeline = simulate({ pod, assumptions, scenario, seed: 1, untilMs: 120_000, recording: "entries" });
    const decided = expectationMoments(timeline, scenario).map(
      ({ text, holds, tMs }) => `${holds ? "✓" : "✗"} ${tMs / 1000} ${text.replace("expect ", "")}`,
    );
    expect(decided.join(", ")).toBe(expected);
  });

  it("are watched beyond their limit, and no further than is said", () => {
    const [late] = judge("starts in 35s", "ready within 39s", "ideal");
    expect([late?.unseenRuns, late?.watchedMs]).toEqual([0, 78_000]);
    const [unseen] = judge("starts in 35s", "ready within 6s", "ideal");
    expect([unseen?.unseenRuns, unseen?.latestMs, unseen?.watchedMs]).toEqual([1, undefined, 12_000]);
  });

  it("are decided as soon as nothing can change it, however long they are to hold", () => {
    const [kept] = judge("crashes after 1s", "restarts >= 20 within 160h", "ideal");
    expect([kept?.holds, kept?.undecidedRuns]).toEqual([true, 0]);
    const [broken] = judge("crashes after 1s", "restarts <= 20 within 9000h", "ideal");
    expect([broken?.holds, broken?.undecidedRuns]).toEqual([false, 0]);
  });

  it("do not count as held where a run is cut before they are decided", () => {
    const [cut] = judge("crashes after 1s", "restarts <= 1000000 within 9000h", "ideal");
    expect([cut?.holds, cut?.share, cut?.undecidedRuns]).toEqual([false, 0, 1]);
    expect(cut?.watchedMs).toBeLessThan(horizonLimitMs);
    const asleep = "\n  livenessProbe: {exec: {command: [a]}, periodSeconds: 1}";
    const [quiet] = judge("runs", "restarts = 0 within 160h", "kubelet", asleep);
    expect([quiet?.holds, quiet?.undecidedRuns]).toEqual([true, 0]);
  });

  it("are judged over twenty runs of the real loops, and fail when one of them does", () => {
    const [judgment] = judge("crashes x2, then runs", "restarts = 2 within 14s", "kubelet", "");
    expect(judgment?.runs).toBe(20);
    expect(judgment?.holds).toBe(false);
    expect(judgment?.share).toBeGreaterThan(0);
    expect(judgment?.share).toBeLessThan(1);
  });
});

function judge(runs: string, condition: string, timing: "ideal" | "kubelet", fields = probes) {
  const assumptions = assume({ timing });
  const { pod, scenario } = readPod(
    `# cadence: app: ${runs}\n# cadence: expect ${condition}\ncontainers:\n- name: app\n  image: app${fields}\n`,
    assumptions,
  );
  return judgeExpectations(pod, assumptions, scenario);
}

describe("how far a container is from harm", () => {
  const both = `${probes}
  livenessProbe: {exec: {command: [live]}, periodSeconds: 10, failureThreshold: 3}
  readinessProbe: {exec: {command: [ready]}, periodSeconds: 5, failureThreshold: 2}`;
  const judged = (text: string, fields: string) => {
    const [judgment] = judge("runs", text, "kubelet", fields);
    return judgment && `${judgment.holds} ${judgmentInWords(judgment)}`;
  };
  it.each([
    ["survives hang of 20s", "true holds"],
    ["survives hang of 21s", "false fails: survives up to 20s (expected 21s)"],
    ["survives start of 4m50s", "true holds"],
    ["survives start of 5m", "false fails: survives up to 4m50s (expected 5m)"],
    ["survives failed probes for 19s", "true holds"],
    ["survives answers of 1s", "false fails: survives up to 900ms (expected 1s)"],
    ["survives stop of 29s", "true holds"],
    ["survives stop of 30s", "false fails: survives up to 29s (expected 30s)"],
    ["stays ready in hang of 5s", "true holds"],
    ["stays ready in hang of 7s", "false fails: stays ready up to 5s (expected 7s)"],
  ])("%s", (text, expected) => {
    expect(judged(text, both)).toBe(expected);
  });

  it("is endless where nothing looks", () => {
    expect(judged("survives hang of 100h", "")).toBe("true holds");
  });
});
