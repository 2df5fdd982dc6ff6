import { describe, expect, test } from "vitest";
import { formatScript } from "../../../../shared/scenario/language/format.ts";
import { injectFault } from "../../../../shared/scenario/language/inject.ts";
import type { Fault } from "../../../../shared/scenario/model.ts";
import { scriptOfText } from "../check.ts";

const crash: Fault = { kind: "crash", exitCode: 1 };
const hang: Fault = { kind: "hang" };
const hangFor: Fault = { kind: "hang", forMs: 40_000 };
const hangLiveness: Fault = { kind: "hang", target: { kind: "probe", type: "liveness" } };
const slow: Fault = { kind: "slow", latencyMs: 2000, target: { kind: "probe", type: "readiness" } };

/** The script, the fault, its attempt and how long that has run, and the script with the fault. */
const faults: readonly (readonly [script: string, fault: Fault, attempt: number, sinceMs: number, after: string])[] = [
  ["runs", crash, 1, 37_000, "crashes after 37s, then runs"],
  ["runs", crash, 3, 37_000, "runs x2, then crashes after 37s, then runs"],
  ["runs", { kind: "oom" }, 1, 1500, "oom after 1.5s, then runs"],
  ["runs", { kind: "crash", exitCode: 0 }, 1, 0, "completes, then runs"],
  ["crashes x5, then runs", crash, 6, 37_000, "crashes x5, then crashes after 37s, then runs"],
  ["crashes x5, then runs", crash, 7, 37_000, "crashes x5, then runs, then crashes after 37s, then runs"],
  [
    "crashes after 9s x5, then runs",
    { kind: "crash", exitCode: 7 },
    3,
    4000,
    "crashes after 9s x2, then exits 7 after 4s, then crashes after 9s x2, then runs",
  ],
  ["crashes after 9s x5, then runs", crash, 1, 4000, "crashes after 4s, then crashes after 9s x4, then runs"],
  ["crashes after 9s x5, then runs", crash, 5, 4000, "crashes after 9s x4, then crashes after 4s, then runs"],
  // What is said twice is said once, and a fault that changes nothing leaves the text.
  ["crashes after 9s x5, then runs", crash, 6, 9000, "crashes after 9s x6, then runs"],
  ["crashes after 9s x5, then runs", crash, 4, 9000, "crashes after 9s x5, then runs"],
  ["crashes after 9s", crash, 12, 9000, "crashes after 9s"],
  ["crashes x3, then oom, then runs", crash, 4, 0, "crashes x4, then runs"],
  ["crashes x3, then oom, then crashes x2, then runs", crash, 4, 0, "crashes x6, then runs"],
  // The rest of a run stays: a kill that comes before the crash is answered as before.
  [
    "takes 2s to start, starts in 5s, ignores SIGTERM",
    crash,
    1,
    9000,
    "takes 2s to start, starts in 5s, crashes after 9s, ignores SIGTERM, then takes 2s to start, starts in 5s, ignores SIGTERM",
  ],
  ["cannot be started", crash, 4, 0, "cannot be started x3, then crashes, then cannot be started"],
  ["runs", hang, 1, 8000, "hangs after 8s, then runs"],
  [
    "oom after 1m",
    hangLiveness,
    2,
    8000,
    "oom after 1m, then hangs liveness after 8s, oom after 1m, then oom after 1m",
  ],
  ["runs", slow, 1, 0, "answers readiness in 2s, then runs"],
  // A window that was to come later for the same probes never comes; others do.
  [
    "fails liveness after 9s for 3s",
    hangLiveness,
    1,
    8000,
    "hangs liveness after 8s, then fails liveness after 9s for 3s",
  ],
  // Clauses about one probe add up, and a hang outlasts a failure.
  ["fails after 9s", hangLiveness, 1, 8000, "fails after 9s, hangs liveness after 8s, then fails after 9s"],
  ["fails liveness after 9s", hang, 1, 8000, "hangs after 8s, then fails liveness after 9s"],
  ["fails preStop after 9s", hang, 1, 8000, "fails preStop after 9s, hangs after 8s, then fails preStop after 9s"],
  ["fails for 5s", hang, 1, 8000, "fails for 5s, hangs after 8s, then fails for 5s"],
  // While it starts up every probe fails, which would hide the fault: the start ends for the probes that are meant.
  ["starts in 40s", hang, 1, 8000, "starts in 8s, hangs after 8s, then starts in 40s"],
  [
    "starts in 40s",
    hangLiveness,
    1,
    8000,
    "starts in 8s, fails after 8s for 32s, hangs liveness after 8s, then starts in 40s",
  ],
  ["starts in 40s", hang, 1, 0, "hangs, then starts in 40s"],
  // What lasts for a time leaves what came before and what comes later.
  ["runs", hangFor, 1, 8000, "hangs after 8s for 40s, then runs"],
  ["crashes after 3m", hangFor, 1, 8000, "hangs after 8s for 40s, crashes after 3m, then crashes after 3m"],
  [
    "fails liveness after 9s",
    hangFor,
    1,
    8000,
    "fails liveness after 9s, hangs after 8s for 40s, then fails liveness after 9s",
  ],
  [
    "starts in 40s",
    hangFor,
    1,
    8000,
    "starts in 8s, fails after 8s for 32s, hangs after 8s for 40s, then starts in 40s",
  ],
  ["starts in 40s", hang, 1, 40_000, "starts in 40s, hangs after 40s, then starts in 40s"],
];

test.each(faults)("%s, %o in attempt %s after %s ms", (script, fault, attempt, sinceStartMs, after) => {
  expect(injected(script, fault, attempt, sinceStartMs)).toBe(after);
});

describe("an image that goes missing", () => {
  test.each([
    ["runs", 3, 300_000, "image missing 3 times after 5m, then runs"],
    ["crashes x2, then runs", 1, 0, "image missing 1 times, then crashes x2, then runs"],
    ["image takes 5s, crashes", 3, 60_000, "image missing 3 times after 1m, image takes 5s, then crashes"],
    ["image missing 9 times after 1h, crashes", 3, 60_000, "image missing 3 times after 1m, then crashes"],
    ["image missing 2 times", 3, 60_000, "image missing 2 times, image missing 3 times after 1m, then runs"],
    ["image missing 2 times after 1m", 3, 60_000, "image missing 3 times after 1m, then runs"],
    ["image takes 5s", 1, 0, "image missing 1 times, image takes 5s, then runs"],
  ])("%s, %s times from %s ms on", (script, times, tMs, after) => {
    expect(injected(script, { kind: "image-missing", times }, 1, 0, tMs)).toBe(after);
  });
});

test("a moment within a millisecond is a whole one: the text says no more", () => {
  expect(injected("runs", crash, 1, 1234.567)).toBe("crashes after 1.235s, then runs");
});

function injected(text: string, fault: Fault, attempt: number, sinceStartMs: number, tMs = 600_000): string {
  const script = scriptOfText(text);
  if (script === undefined) throw new Error(`no runs in ${text}`);
  const after = injectFault(script, { attempt, sinceStartMs, tMs }, fault);
  const canonical = formatScript(after);
  expect(scriptOfText(canonical)).toEqual(after);
  return canonical;
}
