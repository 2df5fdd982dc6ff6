import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { parseDuration } from "../../../shared/basics/read-duration.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { playCrashLoops } from "../../../shared/prometheus/alerts/crash-loops.ts";
import { statusAt } from "../../../shared/simulation/timeline/status-at.ts";
import { readRecording } from "../../truth/timelines/recording.ts";

// docs/findings.md says what its commands show on a real kubelet of 1.37.1 (test/cluster/load/record-findings.ts). What it says is what was
// recorded, and what the engine predicts for the same pods.

const page = readFileSync(new URL("../../../docs/findings.md", import.meta.url), "utf8");
const seen = z.object({ states: z.record(z.string(), z.number()), restarts: z.number() });
const recorded = z
  .object({
    maxContainerRestartPeriod: z.string(),
    lines: z.number(),
    plain: seen,
    probed: seen,
    deployment: z.object({
      progressDeadlineSeconds: z.number(),
      progressing: z.record(z.string(), z.number()),
      updates: z.number(),
    }),
  })
  .parse(JSON.parse(readFileSync(new URL("../../truth/findings/recorded.json", import.meta.url), "utf8")));
const { lines, plain, probed, deployment } = recorded;

it("the page has the numbers that were recorded", () => {
  expect(page).toContain(`maxContainerRestartPeriod: ${recorded.maxContainerRestartPeriod}`);
  const { running = 0, terminated = 0, waiting = 0 } = plain.states;
  expect(running + terminated + waiting).toBe(lines);
  expect(page).toContain(
    `the ${lines} lines were ${running} × \`running\` and ${terminated} × \`terminated\`, with ${plain.restarts} restarts.`,
  );
  expect(page).toContain(`${probed.states["waiting CrashLoopBackOff"]} of them were \`waiting\``);
  expect(deployment.progressing).toEqual({ True: lines });
  expect(lines / deployment.progressDeadlineSeconds).toBe(10);
  expect(page).toContain(
    `for all of ${lines}s, ten times the deadline, and \`lastUpdateTime\` had ${deployment.updates} values`,
  );
});

describe("the engine predicts what was recorded", () => {
  const assumptions = defaultAssumptions();
  const maxContainerRestartPeriodMs = parseDuration(recorded.maxContainerRestartPeriod);
  const kubeletConfiguration = { ...assumptions.node.kubeletConfiguration, maxContainerRestartPeriodMs };
  const loops = playCrashLoops({ ...assumptions, node: { ...assumptions.node, kubeletConfiguration } });

  it.each([
    ["without a probe", loops.loops()[0], plain],
    ["with a readiness probe", loops.probed()[0], probed],
  ])("%s", (_, pod, { states, restarts }) => {
    if (pod === undefined) throw new Error("nothing was played");
    const counts: Record<string, number> = {};
    for (let line = 1; line <= lines; line++) {
      const [container] = statusAt(pod, line * 1000)?.containerStatuses ?? [];
      const state = container?.state;
      const key = state?.is === "waiting" ? `waiting ${state.reason ?? ""}` : (state?.is ?? "none");
      counts[key] = (counts[key] ?? 0) + 1;
    }
    // Jitter moves each restart by some seconds.
    for (const state of new Set([...Object.keys(counts), ...Object.keys(states)]))
      expect(Math.abs((counts[state] ?? 0) - (states[state] ?? 0)), state).toBeLessThanOrEqual(0.04 * lines);
    const [last] = statusAt(pod, lines * 1000)?.containerStatuses ?? [];
    expect(Math.abs((last?.restartCount ?? 0) - restarts)).toBeLessThanOrEqual(1);
  });
});

describe("the page has the times of recordings", () => {
  const seconds = (tMs: number | undefined): string => `${((tMs ?? Number.NaN) / 1000).toFixed(1)}s`;
  const runOf = (name: string) => {
    expect(page).toContain(`\`${name}\``);
    return readRecording(name).runs[0]?.entries ?? [];
  };

  it("of a restart of all containers", () => {
    const entries = runOf("rac-victim-is-slow-to-die@default");
    const at = (op: string, name: string, restart?: number) =>
      entries.find(
        (each) =>
          each.kind === "cri" &&
          each.op === op &&
          each.container === name &&
          (restart === undefined || each.restart === restart),
      )?.tMs;
    const [quickGone = Number.NaN, tardyStops = Number.NaN] = [at("exited", "quick"), at("stop", "tardy")];
    expect(tardyStops).toBeGreaterThanOrEqual(quickGone);
    for (const line of [
      `| ${seconds(at("exited", "src"))} | \`src\` exits |`,
      `| ${seconds(at("stop", "quick"))} | SIGTERM to \`quick\` |`,
      `| ${seconds(quickGone)} | \`quick\` exits, and only now SIGTERM to \`tardy\` |`,
      `| ${seconds(at("exited", "tardy"))} | \`tardy\` is killed |`,
    ])
      expect(page).toContain(line);
  });

  it("of a restart after a kill by a probe", () => {
    const statuses = runOf("ready-is-kept-over-a-probe-kill@default").flatMap((each) => {
      const [container] = each.kind === "status" ? (each.containers ?? []) : [];
      return container?.restarts === 1 ? [{ tMs: each.tMs, ...container }] : [];
    });
    const [first, second] = [statuses[0], statuses.find(({ started }) => started === false)];
    expect(first).toMatchObject({ started: true, ready: true });
    expect(page).toContain("Liveness kills its first run at 26.0s.");
    expect(Math.floor((first?.tMs ?? 0) / 1000)).toBe(26);
    expect(page).toContain(`only at ${Math.floor((second?.tMs ?? 0) / 1000)}.0s`);
  });
});
