import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../../shared/simulation/index.ts";
import { isWatching, numRunsOf } from "../../extent.ts";
import { podText } from "./arbitrary.ts";
import { type Played, play, starts } from "./play.ts";

const until = 1800;
const cases = fc.record({
  text: podText,
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  timing: fc.constantFrom("ideal" as const, "kubelet" as const),
  kubernetes: fc.constantFrom("1.30", "1.34", "1.35", "1.36", "1.37"),
});

function check(name: string, holds: (played: Played) => void, numRuns = numRunsOf(150)): void {
  it(name, () => {
    fc.assert(
      fc.property(cases, ({ text, ...options }) => holds(play(text, { ...options, until }))),
      { numRuns },
    );
  });
}

describe("whatever the pod and the scenario are", () => {
  check("time never goes back, and every entry lies within its own bounds", ({ timeline }) => {
    timeline.entries.forEach((entry, index) => {
      expect(entry.tMs).toBeGreaterThanOrEqual(timeline.entries[index - 1]?.tMs ?? 0);
      expect([entry.at.earliestMs <= entry.tMs, entry.tMs <= entry.at.latestMs, entry]).toEqual([true, true, entry]);
    });
  });

  check("the delay from the cause lies within its bounds", ({ timeline }) => {
    const byId = new Map(timeline.entries.map((entry) => [entry.id, entry]));
    for (const entry of timeline.entries) {
      const delayMs = entry.tMs - (byId.get(entry.cause ?? "")?.tMs ?? entry.tMs);
      expect(delayMs).toBeGreaterThanOrEqual(entry.cause === undefined ? 0 : entry.sinceCause.earliestMs);
      expect(delayMs).toBeLessThanOrEqual(entry.sinceCause.latestMs);
    }
  });

  check("a wait in back-off lies within the documented bounds", (played) => {
    for (const [exit, start] of waits(played)) {
      expect(start.sinceCause.earliestMs).toBeLessThanOrEqual(start.tMs - exit.tMs);
      expect(start.sinceCause.latestMs).toBeLessThanOrEqual(longestWaitMs);
    }
  });

  check("what happens follows from what happened before it", ({ timeline }) => {
    const before = new Map<string, number>();
    for (const { id, tMs, cause } of timeline.entries) {
      if (cause !== undefined) expect(before.get(cause)).toBeLessThanOrEqual(tMs);
      before.set(id, tMs);
    }
  });

  check("each new container adds one to the restart count, which falls only in a new sandbox", ({ pod, timeline }) => {
    const counts = new Map<string, number>();
    const sandboxesMs = timeline.entries.filter(({ kind }) => kind === "sandbox-ready").map(({ tMs }) => tMs);
    const init = new Set(pod.initContainers.map(({ name }) => name));
    // Where a container that is not to run again does, no status is shown, whatever happens meanwhile.
    const isPlain =
      pod.restartPolicy === "Always" && pod.containers.every(({ restartPolicy }) => restartPolicy === undefined);
    for (const { tMs, status } of timeline.statuses) {
      const isNewSandbox = tMs >= (sandboxesMs[1] ?? Number.POSITIVE_INFINITY);
      for (const { name, restartCount } of [...status.initContainerStatuses, ...status.containerStatuses]) {
        const before = counts.get(name) ?? 0;
        // Where not all containers can restart, those before the others begin anew.
        if (isNewSandbox && init.has(name) && restartCount < before) expect(restartCount).toBe(0);
        else if (isNewSandbox && !isPlain) expect(restartCount).toBeGreaterThanOrEqual(before);
        else expect([before, before + 1]).toContain(restartCount);
        counts.set(name, restartCount);
      }
    }
  });

  check("all containers restarting is told before the first is stopped, and none starts meanwhile", ({ timeline }) => {
    let told = false;
    for (const { kind, data } of timeline.entries) {
      if (kind === "condition-changed" && data.condition === "AllContainersRestarting") told = data.status === "True";
      if (kind === "restart-all-started") expect(told).toBe(true);
      if (kind === "container-started") expect(told).toBe(false);
    }
  });

  check("a restart of all containers keeps the sandbox", ({ timeline }) => {
    let resetting = false;
    for (const { kind } of timeline.entries) {
      if (kind === "restart-all-started") resetting = true;
      if (kind === "restart-all-ended") resetting = false;
      if (resetting) expect(["sandbox-ready", "sandbox-stopped"]).not.toContain(kind);
    }
  });

  check("what was restarted with all others says so, not how it ended", ({ timeline }) => {
    for (const { status } of timeline.statuses) {
      for (const { state, lastState } of [...status.initContainerStatuses, ...status.containerStatuses]) {
        if (state.is !== "waiting" || state.reason !== "RestartingAllContainers") continue;
        expect([lastState?.exitCode, lastState?.reason]).toEqual([137, "RestartingAllContainers"]);
      }
    }
  });

  check("no init container starts while a regular container runs", ({ pod, timeline }) => {
    const kinds = new Map([...pod.initContainers, ...pod.containers].map(({ name, kind }) => [name, kind]));
    const running = new Set<string>();
    for (const { kind, container = "" } of timeline.entries) {
      if (kind === "container-started" && kinds.get(container) === "init") expect([...running]).toEqual([]);
      if (kinds.get(container) !== "regular") continue;
      if (kind === "container-started") running.add(container);
      if (kind === "container-exited") running.delete(container);
    }
  });

  check("nothing starts after a terminal phase, and the phase stays", ({ timeline }) => {
    const end = timeline.statuses.findIndex(({ status }) => status.phase === "Succeeded" || status.phase === "Failed");
    if (end < 0) return;
    const endMs = timeline.statuses[end]?.tMs ?? 0;
    expect(
      timeline.statuses.slice(end).every(({ status }) => status.phase === timeline.statuses[end]?.status.phase),
    ).toBe(true);
    expect(timeline.entries.filter((entry) => entry.kind === "container-started" && entry.tMs > endMs)).toEqual([]);
  });

  check("nothing is told of a pod whose object is gone", ({ timeline }) => {
    const gone = timeline.entries.findIndex(({ kind }) => kind === "pod-removed");
    if (gone < 0) return;
    const goneMs = timeline.entries[gone]?.tMs ?? 0;
    const later = timeline.entries.slice(gone + 1).map(({ kind }) => kind);
    expect(later.filter((kind) => /^(?:pod|phase|condition)-/.test(kind))).toEqual([]);
    expect(timeline.statuses.filter(({ tMs }) => tMs > goneMs)).toEqual([]);
  });

  check("a container runs once at a time", ({ timeline }) => {
    const running = new Set<string>();
    for (const { kind, container = "" } of timeline.entries) {
      if (kind === "container-started") {
        expect(running.has(container)).toBe(false);
        running.add(container);
      } else if (kind === "container-exited") running.delete(container);
    }
  });

  check("the run comes to its horizon, not to a limit", ({ timeline }) => {
    expect(timeline.ended).not.toBe("event-limit");
  });

  it("the same input gives the same timeline", () => {
    fc.assert(
      fc.property(cases, ({ text, ...options }) => {
        expect(play(text, { ...options, until }).timeline).toEqual(play(text, { ...options, until }).timeline);
      }),
      { numRuns: numRunsOf(40) },
    );
  });

  // Without probes: where two workers tick in one instant, or one as its container ends, their order is open, and a run that
  // keeps totals only lets workers sleep that have nothing to learn.
  it("totals are the same whatever is recorded", () => {
    fc.assert(
      fc.property(cases, ({ text: probed, ...options }) => {
        const text = probed.replaceAll(/^ +\w+Probe:.*\n/gm, "");
        const all = play(text, { ...options, until }).timeline.counts;
        const only = play(text, { ...options, until, recording: "counts" }).timeline.counts;
        expect(only).toEqual(all);
      }),
      { numRuns: numRunsOf(150) },
    );
  });
});

describe("timing", () => {
  // Where jitter decides what happens (a kill before or after the end of a back-off), the runs have nothing to compare.
  const isComparable = (ideal: Played, kubelet: Played): boolean =>
    path(ideal).every((step, index) => (path(kubelet)[index] ?? step) === step);

  it("ideal is the early end of kubelet: nothing starts sooner, and the bounds begin where ideal is", () => {
    const loop = fc.record({
      ran: fc.integer({ min: 0, max: 200 }),
      kubernetes: fc.constantFrom("1.30", "1.34", "1.35", "1.37"),
      seed: fc.integer({ min: 0, max: 2 ** 31 }),
      how: fc.constantFrom("exits 1 after", "hangs liveness after"),
    });
    let compared = 0;
    fc.assert(
      fc.property(loop, ({ ran, how, ...options }) => {
        const text = `# cadence: app: ${how} ${ran}s\ncontainers: [{name: app, image: app${how.startsWith("hangs") ? ", livenessProbe: {tcpSocket: {port: 80}}" : ""}}]`;
        const ideal = play(text, { ...options, until });
        const kubelet = play(text, { ...options, until, timing: "kubelet" });
        if (!isComparable(ideal, kubelet)) return;
        compared += 1;
        const at = kubelet.timeline.entries.filter((entry) => entry.kind === "container-started");
        starts(ideal).forEach((second, index) => {
          const start = at[index];
          if (start === undefined) return;
          expect(start.tMs).toBeGreaterThanOrEqual(second * 1000);
          expect(start.at.latestMs).toBeGreaterThanOrEqual(second * 1000);
          expect(start.at.earliestMs - second * 1000).toBeLessThanOrEqual(100 * (index + 1));
        });
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(isWatching ? 0 : 100);
  });
});

/** Starts with the back-off that held them up. */
function path({ timeline }: Played): readonly string[] {
  return timeline.entries.flatMap(({ kind, data }) =>
    kind === "container-started" || kind === "back-off-started" ? [`${kind} ${data.delayMs ?? ""}`] : [],
  );
}

/**
 * 300 s, a re-check at most half of 60 s late and its tick, and the steps of a start. Creating a container may take 5 s by the scenario,
 * and a pass creates up to four, one after the other.
 */
const longestWaitMs = 355_000;

/** Between two runs of one container. What another one's exit lets start has not waited for a back-off of its own. */
function waits({ timeline }: Played): readonly (readonly [TimelineEntry, TimelineEntry])[] {
  const byId = new Map(timeline.entries.map((entry) => [entry.id, entry]));
  return timeline.entries.flatMap((entry) => {
    const cause = byId.get(entry.cause ?? "");
    const isWait = entry.kind === "container-started" && cause?.kind === "container-exited";
    return isWait && cause.container === entry.container ? [[cause, entry] as const] : [];
  });
}
