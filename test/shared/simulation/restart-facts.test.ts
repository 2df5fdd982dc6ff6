import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeEntry, type EntryKind } from "../../../shared/simulation/index.ts";
import { type Played, type PlayOptions, play, starts } from "./play.ts";

// What "Must hold" below the worked timelines of spec/restart.md §6 says and their tables of statuses do not show.
describe("what must hold in the worked timelines of restarts", () => {
  it("S1: the delays grow to 300 s, and each refused start is an event", () => {
    const played = story("S1", { until: 1600 });
    expect(starts(played)).toEqual([0, 5, 20, 45, 90, 175, 340, 645, 950, 1255, 1560]);
    expect(eventTimes(played, "BackOff").slice(0, 6)).toEqual([10, 25, 50, 95, 180, 345]);
  });

  it("S1: with the kubelet's jitter a wait of b lasts b to 1.5·b; one of more than 60 s is looked at again after 60 to 90 s", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const times = starts(story("S1", { until: 1600, timing: "kubelet", seed }));
      const waits = times.slice(1).map((start, index) => start - (times[index] ?? 0) - 5);
      [0, 10, 20, 40, 80, 160, 300].forEach((delay, index) => {
        expect(waits[index]).toBeGreaterThanOrEqual(delay);
        expect(waits[index]).toBeLessThanOrEqual(delay + Math.min(delay / 2, 30) + 2.3);
      });
    }
  });

  it("S2: exit 0 is final under OnFailure", () => {
    expect([starts(story("S2"), "a"), starts(story("S2"), "b")]).toEqual([[0], [0, 8]]);
  });

  it("S5b: a rule that does not list 0 restarts for ever", () => {
    expect(story("S5b", { until: 7200 }).timeline.ended).toBe("horizon");
  });

  it("S9: the main container does not notice the restarts of its sidecar", () => {
    expect(starts(story("S9"), "app")).toEqual([0]);
  });

  it("S10: main is killed, then main, setup and watcher are removed; the sandbox stays", () => {
    const played = story("S10");
    expect(told(played, ["container-stopping", "container-killed", "container-removed"])).toEqual([
      "62 container-stopping main",
      "64 container-killed main",
      "64 container-removed main",
      "64 container-removed setup",
      "64 container-removed watcher",
    ]);
    expect(told(played, ["sandbox-ready", "sandbox-stopped"])).toEqual(["0 sandbox-ready pod"]);
  });

  it("S11: two stubborn containers take 4 s, and the one that asked for it is removed last", () => {
    expect(told(story("S11"), ["container-killed", "container-removed"])).toEqual([
      "14 container-killed reg",
      "14 container-removed reg",
      "14 container-removed init",
      "16 container-killed side",
      "16 container-removed side",
      "16 container-removed src",
    ]);
  });

  it("S12: the restart of all containers waits for no back-off", () => {
    expect(eventTimes(story("S12"), "BackOff")).toEqual([]);
  });

  it("S15: an init container that fails after a restart of all containers starts no other", () => {
    expect(told(story("S15"), ["restart-all-started"])).toEqual(["12 restart-all-started app"]);
  });

  it("S17: a loop of restarts has no back-off", () => {
    const played = story("S17", { until: 61 });
    expect(starts(played, "peer")).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]);
    expect(eventTimes(played, "BackOff")).toEqual([]);
  });

  it("S17: in 1.35 a lone container that asks for it waits for the routine pass", () => {
    const lone = fixture("S17").replace(/- name: peer\n {2}image: app\n/, "");
    const featureGates = { RestartAllContainersOnContainerExits: true };
    for (let seed = 1; seed <= 20; seed += 1) {
      const [first = 0, second = 0] = starts(
        play(lone, { until: 200, timing: "kubelet", kubernetes: "1.35", featureGates, seed }),
        "src",
      );
      expect(second - first - 5).toBeGreaterThanOrEqual(60);
      expect(second - first - 5).toBeLessThanOrEqual(93);
    }
  });

  it("S18: the reset leaves the back-off of another container as it was", () => {
    expect(starts(story("S18"), "bad")).toEqual([0, 2, 8, 20]);
  });

  it("S19: the deadline says why, and nothing restarts", () => {
    const played = story("S19");
    const last = played.timeline.statuses.at(-1);
    expect([last?.tMs, last?.status.phase, last?.status.reason, last?.status.message]).toEqual([
      50_000,
      "Failed",
      "DeadlineExceeded",
      "Pod was active on the node longer than the specified deadline",
    ]);
    expect(starts(played)).toEqual([0]);
  });

  it("S20: sidecars end in reverse order, the first with the 2 s that are always left", () => {
    const played = story("S20");
    const stops = played.timeline.entries.filter((entry) => entry.kind === "container-stopping");
    expect(stops.map(({ tMs, container, data }) => [tMs / 1000, container, data.graceMs])).toEqual([
      [10, "s2", 30_000],
      [40, "s1", 2000],
    ]);
    expect(told(played, ["container-killed"])).toEqual(["40 container-killed s2"]);
  });

  it("S21: a rule does not count once the pod is complete", () => {
    expect(told(story("S21"), ["restart-all-started"])).toEqual([]);
  });

  it("S24: rules never see the code of a container that a probe killed", () => {
    const rules =
      "  restartPolicy: Always\n  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [137]}}]\n";
    const played = play(`${fixture("S24")}${rules}`, { until: 91 });
    expect(told(played, ["container-exited", "restart-all-started"])).toEqual(["60 container-exited app"]);
    expect(starts(played)).toEqual([0, 60]);
  });

  it("S24: the grace period of the probe beats the pod's", () => {
    const text = fixture("S24").replace("failureThreshold: 3", "failureThreshold: 3, terminationGracePeriodSeconds: 5");
    expect(starts(play(text, { until: 61 }))).toEqual([0, 35]);
  });
});

describe("what no worked timeline shows", () => {
  it("up to 1.34 a refused start is looked at again every 10 to 16 s, whatever is left of its back-off", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const times = starts(story("S1", { until: 1600, timing: "kubelet", kubernetes: "1.34", seed }));
      const waits = times.slice(1).map((start, index) => start - (times[index] ?? 0) - 5);
      [10, 20, 40, 80, 160, 300].forEach((delay, index) => {
        expect(waits[index + 1]).toBeGreaterThanOrEqual(delay);
        expect(waits[index + 1]).toBeLessThanOrEqual(delay + 16.3);
      });
    }
  });

  it.each([
    {
      pod: "Never",
      own: "Always",
      message: "Container app failed liveness probe, will be restarted",
      expected: [0, 40],
    },
    { pod: "Always", own: "Never", message: "Container app failed liveness probe", expected: [0] },
  ])("in a pod with $pod a probe kill asks the container's own $own", ({ pod, own, message, expected }) => {
    const text = `
# cadence: app: fails liveness, ignores SIGTERM, then runs
restartPolicy: ${pod}
terminationGracePeriodSeconds: 30
containers:
- {name: app, image: app, restartPolicy: ${own}, livenessProbe: {tcpSocket: {port: 80}, failureThreshold: 1}}
- {name: peer, image: peer}`;
    const played = play(text, { until: 60 });
    expect(played.timeline.events.find((event) => event.reason === "Killing")?.message).toBe(message);
    expect(starts(played)).toEqual(expected);
  });

  it("an image that is missing is pulled again after 10, 20, 40 … 300 s, and its container never starts", () => {
    const played = play("# cadence: app: image missing\ncontainers: [{name: app, image: app}]", { until: 1300 });
    const pulls = played.timeline.entries.filter((entry) => entry.kind === "image-pulling");
    expect(pulls.map(({ tMs }) => tMs / 1000)).toEqual([0, 10, 30, 70, 150, 310, 610, 910, 1210]);
    expect(starts(played)).toEqual([]);
  });

  it.each([
    ["app: image missing 1 times", "", "image-pulling", "The image of app is being pulled."],
    ["app: image missing 1 times", "", "image-pull-failed", "The image of app cannot be pulled."],
    ["app: runs", "activeDeadlineSeconds: 60\n", "note", "The pod has outlived its activeDeadlineSeconds."],
    ["app: hangs liveness after 1m", "", "note", "app hangs liveness."],
    [
      "app: hangs liveness after 1m",
      "",
      "container-stopping",
      "app gets SIGTERM because its liveness probe failed; SIGKILL follows after 30s.",
    ],
  ])("%s, %s%s in words: %s", (runs, field, kind, words) => {
    const probe = runs.includes("liveness") ? ", livenessProbe: {tcpSocket: {port: 80}}" : "";
    const { pod, timeline } = play(`# cadence: ${runs}\n${field}containers: [{name: app, image: app${probe}}]`, {
      until: 100,
    });
    const told = timeline.entries.filter((entry) => entry.kind === kind).map((entry) => describeEntry(entry, pod));
    expect(told[0]).toBe(words);
  });

  it("an image that goes missing is there until then, once it was pulled, and is pulled again from then on", () => {
    const text = `
# cadence: app: crashes after 15s, image missing 2 times after 1m, image takes 4s
containers: [{name: app, image: 'app:1'}]`;
    const played = play(text, { until: 300 });
    const pulls = played.timeline.entries.filter(({ kind }) => /^image/.test(kind));
    expect(pulls.map(({ kind, tMs }) => `${tMs / 1000} ${kind}`)).toEqual([
      "0 image-pulling",
      "4 image-pulled",
      "79 image-pulling",
      "83 image-pull-failed",
      // A try that ends with a pull has raised the container's own back-off, too.
      "99 image-pulling",
      "103 image-pull-failed",
      "139 image-pulling",
      "143 image-pulled",
    ]);
    expect(starts(played).slice(0, 4)).toEqual([4, 19, 44, 143]);
  });

  it("an image can go missing again, and be pulled at first", () => {
    const text = `
# cadence: app: crashes after 100s, image takes 2s, image missing 1 times after 150s, image missing 1 times after 4m
containers: [{name: app, image: 'app:1'}]`;
    const played = play(text, { until: 600 });
    const pulls = played.timeline.entries.filter(({ kind }) => /^image-pull(?:ed|-failed)/.test(kind));
    expect(pulls.map(({ kind, tMs }) => `${tMs / 1000} ${kind}`)).toEqual([
      "2 image-pulled",
      "214 image-pull-failed",
      "226 image-pulled",
      "368 image-pull-failed",
      "408 image-pulled",
    ]);
  });

  it("what a sibling pulls before an image goes missing is of no use afterwards", () => {
    const text = `
# cadence: app: crashes after 15s, image missing after 30s
# cadence: peer: image takes 10s
containers: [{name: app, image: both}, {name: peer, image: both}]`;
    const { timeline } = play(text, { until: 60 });
    const pulls = timeline.entries.filter(({ kind }) => /^image/.test(kind));
    expect(pulls.map(({ kind, tMs, container }) => `${tMs / 1000} ${container} ${kind}`)).toEqual([
      "0 peer image-pulling",
      "10 peer image-pulled",
      "40 app image-pulling",
      "40 app image-pull-failed",
      "50 app image-pulling",
      "50 app image-pull-failed",
    ]);
  });

  it("a sidecar that is not ready keeps its pod from being Ready", () => {
    const text = `
# cadence: side: fails readiness for 30s
initContainers: [{name: side, image: side, restartPolicy: Always, readinessProbe: {tcpSocket: {port: 80}}}]
containers: [{name: app, image: app}]`;
    const { timeline } = play(text, { until: 60 });
    const ready = timeline.entries.find(
      ({ kind, data }) => kind === "condition-changed" && data.condition === "Ready" && data.status === "True",
    );
    expect(ready?.tMs).toBe(30_000);
  });
});

function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/restart/${name}.yaml`, import.meta.url), "utf8");
}

function story(name: string, options: PlayOptions = {}): Played {
  const text = fixture(name);
  return play(text, { until: Number(/^# until (\d+)s$/m.exec(text)?.[1] ?? 3600), ...options });
}

function told({ timeline }: Played, kinds: readonly EntryKind[]): readonly string[] {
  return timeline.entries
    .filter((entry) => kinds.includes(entry.kind))
    .map(({ tMs, kind, container = "pod" }) => `${tMs / 1000} ${kind} ${container}`);
}

/** When events of that reason begin: of those of one instant only the first. */
function eventTimes({ timeline }: Played, reason: string): readonly number[] {
  return [...new Set(timeline.events.filter((event) => event.reason === reason).map(({ tMs }) => tMs / 1000))];
}
