import { describe, expect, it } from "vitest";
import { describeEntry, type EntryKind, type TimelineEntry } from "../../../shared/simulation/index.ts";
import { type Played, type PlayOptions, play, starts } from "./play.ts";

// What surprises people about running pods, in the words of the specification (traps.md 17–24), each played under the kubelet's loops.

const seeds = [1, 2, 3, 4, 5];

describe("17: started survives a probe kill", () => {
  const text = `# cadence: app: starts in 3s, hangs liveness after 20s
containers:
- name: app
  image: a
  startupProbe: {exec: {command: [up]}, periodSeconds: 10, failureThreshold: 6}
  livenessProbe: {exec: {command: [up]}, periodSeconds: 1, failureThreshold: 1}
`;
  const secondRun = (kubernetes: string, seed: number) => {
    const played = each(text, { kubernetes, seed, until: 60 });
    const [, killed] = found(played, "container-stopping");
    const isProtected = found(played, "probe-result").some(
      ({ run, data }) => run === 2 && data.probe === "startup" && data.answer === "success",
    );
    const first = played.timeline.statuses.find(({ status }) => {
      const [app] = status.containerStatuses;
      return app?.restartCount === 1 && app.state.is === "running";
    });
    return [
      first?.status.containerStatuses[0]?.started,
      first?.status.containerStatuses[0]?.ready,
      isProtected,
      killed?.run,
    ];
  };

  it.each(seeds)("seed %s: liveness stops the second run before its startup probe has asked", (seed) => {
    expect(secondRun("1.37", seed)).toEqual([true, true, false, 2]);
  });

  it.each(seeds)("seed %s: in 1.34 the startup probe protects the second run as the first", (seed) => {
    expect(secondRun("1.34", seed)).toEqual([false, false, true, 2]);
  });
});

it.each(seeds)(
  "18, seed %s: a reset whose trigger exits at once comes about 90 times a second, without end",
  (seed) => {
    const played = each(
      `# cadence: app: exits 42
containers:
- name: app
  image: a
  restartPolicy: Never
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]
- name: peer
  image: a
`,
      { seed, until: 10 },
    );
    const perSecond = found(played, "restart-all-started").length / 10;
    expect(perSecond).toBeGreaterThan(75);
    expect(perSecond).toBeLessThan(110);
    expect(found(played, "back-off-started")).toEqual([]);
  },
);

it.each(seeds)("19, seed %s: where back-off refuses a start after a probe kill with 137, a reset skips it", (seed) => {
  const played = each(
    `# cadence: app: hangs liveness after 5s, ignores SIGTERM
terminationGracePeriodSeconds: 1
containers:
- name: app
  image: a
  restartPolicy: Always
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [137]}}]
  livenessProbe: {exec: {command: [up]}, periodSeconds: 5, failureThreshold: 1}
`,
    { seed, until: 300 },
  );
  const kills = found(played, "container-killed").length;
  const resets = found(played, "restart-all-started").length;
  expect(resets).toBeGreaterThan(kills / 4);
  expect(resets).toBeLessThan(kills);
  expect(longestGap(starts(played))).toBeLessThan(16);
});

it.each(seeds)("20, seed %s: a shorter grace period does not shorten the stop that is under way", (seed) => {
  const played = each(
    `# cadence: app: ignores SIGTERM
# cadence: at 10s pod is deleted with grace 60s
# cadence: at 20s pod is deleted with grace 5s
containers:
- name: app
  image: a
`,
    { seed, until: 200 },
  );
  const [killed] = found(played, "container-killed");
  expect(killed?.tMs).toBeGreaterThan(69_000);
  expect(killed?.tMs).toBeLessThan(72_000);
});

describe("21: CrashLoopBackOff is shown one pass late", () => {
  const shownMs = (probe: string, seed: number): readonly number[] => {
    const played = each(`# cadence: app: crashes after 5s\ncontainers:\n- name: app\n  image: a\n${probe}`, {
      seed,
      until: 100,
    });
    const { statuses } = played.timeline;
    return statuses.flatMap(({ tMs, status }, index) => {
      const state = status.containerStatuses[0]?.state;
      const isShown = state?.is === "waiting" && state.reason === "CrashLoopBackOff";
      return isShown ? [(statuses[index + 1]?.tMs ?? 100_000) - tMs] : [];
    });
  };

  it.each(seeds)("seed %s: for milliseconds before the restart, or never", (seed) => {
    expect(Math.max(0, ...shownMs("", seed))).toBeLessThan(60);
  });

  it.each(seeds)("seed %s: for most of the wait where the container has a probe", (seed) => {
    const probe = "  readinessProbe: {exec: {command: [up]}, periodSeconds: 1}\n";
    expect(Math.max(...shownMs(probe, seed))).toBeGreaterThan(10_000);
  });
});

it.each(seeds)("22, seed %s: a wait of 300s ends when garbage collection forgets its back-off", (seed) => {
  const played = each("# cadence: app: crashes x6, then crashes after 400s\ncontainers:\n- name: app\n  image: a\n", {
    seed,
    until: 7200,
  });
  const exits = found(played, "container-exited").map(({ tMs }) => tMs / 1000);
  const waits = starts(played)
    .slice(1)
    .map((start, index) => start - (exits[index] ?? 0));
  // Six short crashes raise it to 300s; 600s after the seventh start it is forgotten, and the first look after that, one in 60 to 91s, starts it again.
  expect(waits[6]).toBeGreaterThan(195);
  expect(waits[6]).toBeLessThan(200 + 91);
  expect(waits[7]).toBeLessThan(16);
  const ends = found(played, "back-off-ended").map((entry) => describeEntry(entry, played.pod));
  expect(ends.slice(0, 6)).toEqual([
    ...["10s", "20s", "40s", "1m20s", "2m40s"].map((delay) => `The back-off of ${delay} of app is over.`),
    "The back-off of 5m of app is forgotten by the kubelet's garbage collection.",
  ]);
});

describe("23: back-off objects that others touch", () => {
  it.each(seeds)("seed %s: the pull of an image is tried again when a sibling crashes", (seed) => {
    const text = (sibling: string) => `# cadence: app: image missing
# cadence: peer: ${sibling}
containers:
- name: app
  image: a
- name: peer
  image: b
`;
    const pulls = (sibling: string) =>
      found(each(text(sibling), { seed, until: 600 }), "image-pull-failed").map(({ tMs }) => tMs);
    expect(pulls("crashes after 5s")).not.toEqual(pulls("runs"));
  });

  it.each(seeds)("seed %s: a restart of the kubelet forgets the back-off", (seed) => {
    const text = (event: string) => `# cadence: app: crashes after 1s
${event}containers:
- name: app
  image: a
`;
    const nextStart = (event: string) => starts(each(text(event), { seed, until: 400 })).find((at) => at > 220) ?? 0;
    expect(nextStart("")).toBeGreaterThan(300);
    expect(nextStart("# cadence: at 220s kubelet restarts\n")).toBeLessThan(226);
  });
});

it.each(seeds)("24, seed %s: with the reduce gate alone the waits grow from 1s to 300s", (seed) => {
  const played = each("# cadence: app: crashes\ncontainers:\n- name: app\n  image: a\n", {
    seed,
    until: 3600,
    featureGates: { ReduceDefaultCrashLoopBackOffDecay: true, KubeletCrashLoopBackOffMax: true },
  });
  const delays = [...new Set(found(played, "back-off-ended").map(({ data }) => (data.delayMs ?? 0) / 1000))];
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
});

function each(text: string, options: PlayOptions): Played {
  return play(text, { ...options, timing: "kubelet" });
}

function found({ timeline }: Played, kind: EntryKind): readonly TimelineEntry[] {
  return timeline.entries.filter((entry) => entry.kind === kind);
}

function gaps(times: readonly number[]): readonly number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

function longestGap(times: readonly number[]): number {
  return Math.max(...gaps(times));
}
