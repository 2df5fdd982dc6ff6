import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseDocument } from "yaml";
import { usualFrom, usualUpTo } from "../../../../shared/basics/usual-numbers.ts";
import { solve } from "../../../../shared/forecast/solve/solve.ts";
import { aimOf } from "../../../../shared/forecast/solve/solve-aims.ts";
import type { FieldChange, Goal, GoalKind, SolveQuestion } from "../../../../shared/forecast/solve/solve-model.ts";
import { type Trial, tryOut } from "../../../../shared/forecast/solve/solve-trial.ts";
import { probeField, probeTypes } from "../../../../shared/kubernetes/pod.ts";
import { numRunsOf } from "../../../extent.ts";
import { assume, readPod } from "../../simulation/play.ts";

const handler = "httpGet: {path: /, port: 80}";
const startup = (fields = "") => `startupProbe: {${handler}${fields}}`;
const liveness = (fields = "") => `livenessProbe: {${handler}${fields}}`;
const readiness = (fields = "") => `readinessProbe: {${handler}${fields}}`;

interface Case {
  readonly fields: string;
  readonly scenario?: string;
  readonly kind?: string;
}

function questionOf({ fields, scenario = "", kind = "Deployment" }: Case): SolveQuestion {
  const assumptions = assume({ timing: "kubelet" });
  const text = `containers: [{name: app, image: app:1${fields === "" ? "" : `, ${fields}`}}]\n${scenario}`;
  const spec: unknown = parseDocument(text, { version: "1.1" }).toJS();
  const written = { kind, name: "web", namespace: "default", spec };
  return { written, assumptions, scenario: readPod(text, assumptions).scenario, path: ["containers", 0] };
}

/** Every solution as three lines: where, what, and what comes of it. */
function told(given: Case, kind: GoalKind, amount: number): string {
  const { solutions, reason } = solve(questionOf(given), { kind, amount });
  const lines = solutions.map(({ where, writes, effects }) => `${where}: ${writes}\n  ${effects.join("\n  ")}`);
  return [...lines, ...(reason === "" ? [] : [`none: ${reason}`])].join("\n");
}

const seconds = 1000;
const minutes = 60 * seconds;

describe("allow a longer start", () => {
  test("by the threshold of its startup probe, then at other periods", () => {
    expect(told({ fields: startup() }, "start", 3 * minutes)).toBe(
      `
startupProbe: failureThreshold: 20
  must start within 3m10s (now 20s)
  hang during startup: SIGTERM within 3m25s (now 31s)
startupProbe: periodSeconds: 5, failureThreshold: 40
  must start within 3m15s (now 20s)
  hang during startup: SIGTERM within 3m25s (now 31s)
  startup is detected within 5s (now 10s)
  12 probes per minute (now 6)
startupProbe: periodSeconds: 2, failureThreshold: 100
  must start within 3m15s (now 20s)
  hang during startup: SIGTERM within 3m25s (now 31s)
  startup is detected within 2s (now 10s)
  30 probes per minute (now 6)
startupProbe: periodSeconds: 15, failureThreshold: 15
  must start within 3m30s (now 20s)
  hang during startup: SIGTERM within 3m50s (now 31s)
  startup is detected within 15s (now 10s)
  4 probes per minute (now 6)`.trim(),
    );
  });

  test("by a new startup probe where liveness ends it, else by a patient liveness probe", () => {
    expect(told({ fields: liveness(", timeoutSeconds: 5") }, "start", 3 * minutes)).toBe(
      `
same check as livenessProbe: startupProbe with failureThreshold: 20
  must start within 3m10s (now 20s)
  hang during startup: SIGTERM within 3m25s (now 35s)
  the other probes wait until it succeeds
  startup is detected within 10s
same check as livenessProbe: startupProbe with periodSeconds: 5, failureThreshold: 40
  must start within 3m15s (now 20s)
  hang during startup: SIGTERM within 3m25s (now 35s)
  the other probes wait until it succeeds
  startup is detected within 5s
livenessProbe: failureThreshold: 20
  must start within 3m10s (now 20s)
  hang during startup: SIGTERM within 3m25s (now 35s)
  hang: SIGTERM in 3m15s–3m25s (now 25–35s)`.trim(),
    );
  });

  test("what the new probe asks is what liveness asks, without its own patience", () => {
    const { solutions } = solve(questionOf({ fields: liveness(", initialDelaySeconds: 20, failureThreshold: 5") }), {
      kind: "start",
      amount: 2 * minutes,
    });
    expect(solutions[0]?.changes).toEqual([
      {
        path: ["containers", 0],
        field: "startupProbe",
        value: { httpGet: { path: "/", port: 80 }, failureThreshold: 15 },
      },
    ]);
  });

  it.each<[fields: string, amountMs: number, reason: string]>([
    ["", 60 * seconds, "No startup or liveness probe limits the startup time."],
    [readiness(), 60 * seconds, "No startup or liveness probe limits the startup time."],
    [startup(", failureThreshold: 30"), 290 * seconds, "Already met: must start within 4m50s."],
    [startup(", periodSeconds: 1"), 24 * 60 * minutes, "Not possible with a failureThreshold of up to 1000."],
  ])("%s in %i ms: none", (fields, amountMs, reason) => {
    expect(told({ fields }, "start", amountMs)).toBe(`none: ${reason}`);
  });

  test("a startup probe that would look too late to protect the second start is none (traps.md 17)", () => {
    const fields = `${startup(", failureThreshold: 4")}, ${liveness(", periodSeconds: 5, failureThreshold: 2")}`;
    const text = told({ fields }, "start", minutes);
    const written = [...text.matchAll(/^startupProbe: (.*)$/gm)].map(([, writes]) => writes);
    // Not: periodSeconds: 20, nor periodSeconds: 15, failureThreshold: 5.
    expect(written).toEqual([
      "failureThreshold: 8",
      "periodSeconds: 5, failureThreshold: 15",
      "periodSeconds: 2, failureThreshold: 36",
    ]);
  });
});

describe("notice a hang sooner", () => {
  test("by a shorter period rather than by a threshold of one, which comes last", () => {
    expect(told({ fields: liveness() }, "hang", 20 * seconds)).toBe(
      `
livenessProbe: periodSeconds: 6
  hang: SIGTERM in 13–19s (now 21–31s)
  must start within 12s (now 20s)
  10 probes per minute (now 6)
livenessProbe: periodSeconds: 5
  hang: SIGTERM in 11–16s (now 21–31s)
  must start within 10s (now 20s)
  12 probes per minute (now 6)
livenessProbe: periodSeconds: 2, failureThreshold: 8
  hang: SIGTERM in 15–17s (now 21–31s)
  must start within 14s (now 20s)
  30 probes per minute (now 6)
livenessProbe: failureThreshold: 1
  hang: SIGTERM in 1–11s (now 21–31s)
  must start within 0s (now 20s)
  one failed liveness probe kills the container`.trim(),
    );
  });

  test("by a threshold where several attempts still fit", () => {
    expect(told({ fields: `${startup()}, ${liveness(", failureThreshold: 6")}` }, "hang", 40 * seconds)).toMatch(
      /^livenessProbe: failureThreshold: 3\n {2}hang: SIGTERM in 21–31s \(now 51s–1m1s\)\nlivenessProbe: periodSeconds: 6\n/,
    );
  });

  test("never so that the start of the scenario would be stopped", () => {
    const slow = { fields: liveness(), scenario: "# cadence: app: starts in 15s" };
    expect(told(slow, "hang", 20 * seconds)).toMatch(
      /^livenessProbe: periodSeconds: 2, failureThreshold: 9\n.*\n.*\n.*$/,
    );
  });

  test("by a shorter timeout where the timeout alone is too long", () => {
    expect(told({ fields: liveness(", timeoutSeconds: 30") }, "hang", 20 * seconds)).toMatch(
      /^livenessProbe: timeoutSeconds: 5, periodSeconds: 5\n(?:.*\n)*? {2}probe times out after 5s \(now 30s\)\n/,
    );
  });

  test("readiness takes the traffic", () => {
    expect(told({ fields: readiness() }, "unready", 10 * seconds)).toBe(
      `
readinessProbe: periodSeconds: 3
  hang: no traffic in 7–10s (now 21–31s)
  20 probes per minute (now 6)
readinessProbe: periodSeconds: 2, failureThreshold: 4
  hang: no traffic in 7–9s (now 21–31s)
  30 probes per minute (now 6)
readinessProbe: periodSeconds: 5, failureThreshold: 1
  hang: no traffic in 1–6s (now 21–31s)
  one failed readiness probe stops traffic
  12 probes per minute (now 6)`.trim(),
    );
  });

  it.each<[fields: string, kind: "hang" | "unready", amountMs: number, reason: string]>([
    [
      liveness(),
      "hang",
      1 * seconds,
      "Not possible, even with periodSeconds: 1, timeoutSeconds: 1 and failureThreshold: 1 (hang: SIGTERM in 1–2s).",
    ],
    [readiness(), "hang", 20 * seconds, "Without a liveness probe, hangs are not detected."],
    [liveness(), "unready", 20 * seconds, "Without a readiness probe, hangs are not detected."],
    [liveness(), "hang", 31 * seconds, "Already met: hang: SIGTERM in 21–31s."],
  ])("%s %s in %i ms: none", (fields, kind, amountMs, reason) => {
    expect(told({ fields }, kind, amountMs)).toBe(`none: ${reason}`);
  });
});

describe("restart less often", () => {
  test("while liveness gets no answer: a longer life before each stop", () => {
    expect(told({ fields: liveness() }, "restarts", 10)).toBe(
      `
livenessProbe: failureThreshold: 40
  10 restarts in the worst hour (now 25)
  must start within 6m30s (now 20s)
  hang: SIGTERM in 6m30s–6m45s (now 21–31s)
livenessProbe: periodSeconds: 5, failureThreshold: 80
  10 restarts in the worst hour (now 25)
  must start within 6m35s (now 20s)
  hang: SIGTERM in 6m35s–6m45s (now 21–31s)
  12 probes per minute (now 6)`.trim(),
    );
  });

  test("a pod that stands alone can stay down, whatever stops it", () => {
    const alone = { fields: "", scenario: "# cadence: app: crashes after 5s", kind: "Pod" };
    expect(told(alone, "restarts", 3)).toBe(
      `
the pod: restartPolicy: Never
  0 restarts in the worst hour (now 16)
  a container that exits stays down`.trim(),
    );
    const completing = { ...alone, scenario: "# cadence: app: completes after 5s" };
    expect(told(completing, "restarts", 3)).toMatch(
      /^the pod: restartPolicy: OnFailure\n {2}0 restarts .*\n.*exits with 0 stays down\n/,
    );
  });

  test("a start that is stopped again and again is allowed in every phase", () => {
    const slow = { fields: liveness(), scenario: "# cadence: app: starts in 60s" };
    expect(told(slow, "restarts", 5)).toMatch(
      /^livenessProbe: failureThreshold: 8\n {2}0 restarts in the worst hour \(now 25\)\n {2}must start within 1m10s /,
    );
  });

  it.each<[given: Case, amount: number, reason: RegExp]>([
    [{ fields: liveness() }, 25, /^Already met: 25 restarts in the worst hour\.$/],
    [
      { fields: liveness(), scenario: "# cadence: app: crashes after 5s" },
      5,
      /^The container exits by itself \(16 restarts in the worst hour\)\. .*maxContainerRestartPeriod/,
    ],
  ])("%j, at most %i: none", (given, amount, reason) => {
    expect(told(given, "restarts", amount).replace("none: ", "")).toMatch(reason);
  });
});

test("a probe that is a template in part is not copied", () => {
  const question = questionOf({ fields: `livenessProbe: {httpGet: {path: "\${HEALTH}", port: 80}}` });
  const { solutions } = solve(question, { kind: "start", amount: 3 * minutes });
  expect(solutions.map(({ where }) => where)).toEqual(["livenessProbe"]);
});

describe("every solution, written and forecast again, meets the goal, and the number beside it does not", () => {
  const numbers = fc.record({
    period: fc.integer({ min: 1, max: 40 }),
    timeout: fc.integer({ min: 1, max: 20 }),
    failures: fc.integer({ min: 1, max: 20 }),
    delay: fc.integer({ min: 0, max: 60 }),
  });

  it.each<[kind: GoalKind, probe: string, amount: fc.Arbitrary<number>]>([
    ["start", "startup", fc.integer({ min: 1, max: 900 })],
    ["start", "liveness", fc.integer({ min: 1, max: 900 })],
    ["hang", "liveness", fc.integer({ min: 1, max: 300 })],
    ["unready", "readiness", fc.integer({ min: 1, max: 300 })],
  ])("%s by %s", (kind, probe, amount) => {
    fc.assert(
      fc.property(numbers, amount, ({ period, timeout, failures, delay }, amountSeconds) => {
        const fields = `${probe}Probe: {${handler}, periodSeconds: ${period}, timeoutSeconds: ${timeout}, failureThreshold: ${failures}, initialDelaySeconds: ${delay}}`;
        checkBorders(questionOf({ fields }), { kind, amount: amountSeconds * seconds });
      }),
      { numRuns: numRunsOf(25) },
    );
  });

  test("restarts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 4, max: 24 }), (failures, amount) => {
        checkBorders(questionOf({ fields: liveness(`, failureThreshold: ${failures}`) }), { kind: "restarts", amount });
      }),
      { numRuns: 5 },
    );
  });
});

function checkBorders(question: SolveQuestion, goal: Goal): void {
  const aim = aimOf(goal);
  const { solutions, reason } = solve(question, goal);
  expect(solutions.length > 0).toBe(reason === "");
  for (const { changes, where } of solutions) {
    const trial = tryOut(question, changes);
    expect(trial && aim.meets(trial)).toBe(true);
    const step = goal.kind === "hang" || goal.kind === "unready" ? 1 : -1;
    const others = beside(trial, where, step).map((moved) => tryOut(question, [...changes, moved]));
    if (others.length > 0) expect(others.some((other) => other && !aim.meets(other))).toBe(true);
  }
}

/** The next number that people write. */
function besideOf(value: number, step: number): number {
  return step > 0 ? usualFrom(value + step) : usualUpTo(value + step);
}

/** The threshold, and the period where the threshold stays as it is written, moved to the number beside it. None: a probe cannot have that number. */
function beside(trial: Trial | undefined, where: string, step: number): readonly FieldChange[] {
  const type = probeTypes.find((each) => probeField(each) === where) ?? "startup";
  const probe = trial?.container.probes[type];
  if (trial === undefined || probe === undefined) return [];
  const path = [...trial.container.path, probeField(type)];
  const hasThreshold = trial.changes.some(({ field }) => field !== "periodSeconds" && field !== "timeoutSeconds");
  const fields = hasThreshold ? (["failureThreshold"] as const) : (["failureThreshold", "periodSeconds"] as const);
  const moved = fields.map((field) => ({ path, field, value: besideOf(probe[field], step) }));
  return moved.every(({ value }) => value >= 1 && value <= 1000) ? moved : [];
}
