import { describe, expect, it, test } from "vitest";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { simulate } from "../../../shared/simulation/index.ts";
import { fewerWhileWatching, isWatching } from "../../extent.ts";
import { assume, type PlayOptions, readPod } from "../../shared/simulation/play.ts";
import { playInWebernetes } from "./cluster.ts";
import { differences } from "./differences.ts";
import { type Story, storyOf } from "./story.ts";

// Webernetes is a port of parts of Kubernetes to TypeScript, written by others: its kubelet runs here in virtual time.
// Both play the same scenario. What it does has to be something that our engine can do: the same steps and statuses in the same order,
// each step within the bounds of ours. Where jitter or the phase of a probe decides which way a pod goes, one of our seeds goes theirs.

const seconds = 1000;
/** It looks again when a back-off ends, and lists no pod on demand: that is 1.35. */
const theirVersion: PlayOptions = { timing: "kubelet", kubernetes: "1.35" };
const seedsMax = 100;

async function playBoth(text: string, untilMs: number, options: PlayOptions = theirVersion) {
  const assumptions = assume(options);
  const { pod, scenario } = readPod(text, assumptions);
  const input = { pod, assumptions, scenario, untilMs, recording: "statuses" } as const;
  const theirs = await playInWebernetes({ pod, scenario, untilMs, seed: 1 });
  return { pod, theirs, play: (seed: number) => simulate({ ...input, seed }) };
}

const app = "containers: [{name: app}]";
const probed = (probes: string): string => `containers: [{name: app, ${probes}}]`;
const rule = "restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]";

describe("webernetes does what our engine can do", () => {
  // The name, what the containers do, how long that is played, and how often they start there.
  const rows: readonly (readonly [string, string, string, number, number])[] = [
    ["crash loop, default curve", "app: crashes after 2s", app, 1800, 11],
    ["exit 0 under Always is a crash loop", "app: exits 0 after 10s", app, 1200, 9],
    [
      "a run of more than 10 minutes forgets the back-off",
      "app: crashes after 2s x4, then crashes after 605s, then crashes after 2s x3, then runs",
      app,
      1000,
      9,
    ],
    [
      "OnFailure until it completes",
      "app: crashes after 2s x3, then completes after 5s",
      `restartPolicy: OnFailure\n${app}`,
      600,
      4,
    ],
    ["OnFailure, exit 0", "app: completes after 5s", `restartPolicy: OnFailure\n${app}`, 60, 1],
    ["Never, exit 0", "app: completes after 5s", `restartPolicy: Never\n${app}`, 60, 1],
    ["Never, exit 3", "app: exits 3 after 5s", `restartPolicy: Never\n${app}`, 60, 1],
    [
      "a rule restarts what Never would not",
      "app: exits 42 after 5s x2, then exits 1 after 5s",
      `restartPolicy: Never\ncontainers: [{name: app, restartPolicy: Never, ${rule}}]`,
      100,
      3,
    ],
    [
      "liveness kills, later ones wait",
      "app: fails liveness after 30s",
      probed("livenessProbe: {exec: {command: [x]}, periodSeconds: 5, failureThreshold: 2}"),
      300,
      7,
    ],
    [
      "liveness without an answer",
      "app: hangs liveness after 20s",
      probed("livenessProbe: {exec: {command: [x]}, periodSeconds: 5, timeoutSeconds: 2, failureThreshold: 2}"),
      100,
      4,
    ],
    [
      "liveness kills what ignores SIGTERM after the grace period",
      "app: fails liveness after 30s, ignores SIGTERM",
      `terminationGracePeriodSeconds: 7\n${probed("livenessProbe: {exec: {command: [x]}, periodSeconds: 5, failureThreshold: 2}")}`,
      100,
      3,
    ],
    [
      "a start that is too slow",
      "app: starts in 1m",
      probed("startupProbe: {exec: {command: [x]}, periodSeconds: 5, failureThreshold: 3}"),
      200,
      6,
    ],
    [
      "startup, then readiness",
      "app: starts in 12s",
      probed(
        "startupProbe: {exec: {command: [x]}, periodSeconds: 5, failureThreshold: 5}, readinessProbe: {exec: {command: [x]}, periodSeconds: 4}",
      ),
      60,
      1,
    ],
    ["readiness", "app: starts in 20s", probed("readinessProbe: {exec: {command: [x]}, periodSeconds: 5}"), 60, 1],
    [
      "readiness that is lost and comes back",
      "app: fails readiness after 30s for 20s",
      probed("readinessProbe: {exec: {command: [x]}, periodSeconds: 5, failureThreshold: 2}"),
      90,
      1,
    ],
    ["activeDeadlineSeconds", "app: runs", `activeDeadlineSeconds: 60\n${app}`, 120, 1],
    ["a crash loop beside one that runs", "app: crashes after 2s", "containers: [{name: app}, {name: other}]", 600, 8],
  ];
  test.each(fewerWhileWatching(rows, 6))("%s", async (_, scenario, spec, until, starts) => {
    const { pod, theirs, play } = await playBoth(`# cadence: ${scenario}\n${spec}`, until * seconds);
    const containers = allContainers(pod).map(({ name }) => name);
    expect(theirs.seen.filter(({ what }) => what === "start")).toHaveLength(starts);
    let nearest: readonly string[] | undefined;
    for (let seed = 1; seed <= seedsMax && nearest?.length !== 0; seed += 1) {
      const found = differences(theirs, play(seed), containers);
      if (nearest === undefined || found.length < nearest.length) nearest = found;
    }
    expect(nearest).toEqual([]);
  });
});

describe.skipIf(isWatching)("known differences", () => {
  const startsOf = (story: Story, container: string): readonly number[] =>
    story.seen.filter((each) => each.container === container && each.what === "start").map(({ tMs }) => tMs);
  const firstWith = ({ statuses }: Story, word: string): number =>
    statuses.find(({ text }) => text.includes(word))?.tMs ?? Number.NaN;

  it("it has no init containers and no sidecars", async () => {
    const spec = "initContainers: [{name: one}, {name: proxy, restartPolicy: Always}]\ncontainers: [{name: app}]";
    const { theirs, play } = await playBoth(`# cadence: one: completes after 2s\n${spec}`, 20 * seconds);
    const ours = storyOf(play(1));
    expect(theirs.seen.map(({ container }) => container)).toEqual(["app"]);
    expect(ours.seen.map(({ container, what }) => `${container} ${what}`)).toEqual([
      "one start",
      "one exit",
      "proxy start",
      "app start",
    ]);
  });

  // Upstream SyncPod goes on to the next container; theirs returns.
  it("one container in back-off keeps the containers after it from starting", async () => {
    const text =
      "# cadence: app: crashes after 2s\n# cadence: other: crashes after 25s\ncontainers: [{name: app}, {name: other}]";
    const { theirs, play } = await playBoth(text, 60 * seconds);
    const ours = storyOf(play(1));
    const exit = ({ seen }: Story) =>
      seen.find(({ container, what }) => container === "other" && what === "exit")?.tMs ?? 0;
    expect((startsOf(ours, "other")[1] ?? 0) - exit(ours)).toBeLessThan(1.1 * seconds);
    expect((startsOf(theirs, "other")[1] ?? 0) - exit(theirs)).toBeGreaterThan(10 * seconds);
    expect(startsOf(theirs, "app")).toContain(startsOf(theirs, "other")[1]);
  });

  // PLEGOnDemandRelist came with 1.36.
  it("a start is seen by the next relist only, as before 1.36", async () => {
    const { theirs, play } = await playBoth(`# cadence: app: runs\n${app}`, 10 * seconds, { timing: "kubelet" });
    expect(firstWith(theirs, "running")).toBe(1 * seconds);
    expect(firstWith(storyOf(play(1)), "running")).toBeLessThan(0.6 * seconds);
  });

  // Its timers of one millisecond run in the order in which they were set.
  it("a container that exits in the millisecond of its start is shown running for a second", async () => {
    const { theirs, play } = await playBoth(`# cadence: app: crashes\n${app}`, 60 * seconds);
    expect(firstWith(theirs, "running")).toBeGreaterThan(0);
    expect(firstWith(storyOf(play(1)), "running")).toBeNaN();
  });
});
