import { describe, expect, it } from "vitest";
import { exactly } from "../../../shared/basics/span.ts";
import { collectSteps, type Step } from "../../../shared/forecast/runs/steps.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { judgeObserved, pendingMoments } from "../../../shared/observation/judge.ts";
import { judgmentOfMoment, momentInWords } from "../../../shared/observation/judge-words.ts";
import type { OverlayContainer, OverlayRun } from "../../../shared/protocol/pod/observed.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import { type SimulationInput, simulate } from "../../../shared/simulation/index.ts";
import { podOf } from "../drawing/timeline-fixture.ts";
import { containersOf, delayed } from "./overlays.ts";

const playedMs = 900_000;

interface Pod {
  readonly spec: unknown;
  readonly did: Readonly<Record<string, string>>;
}

const crashLoop: Pod = { spec: { containers: [{ name: "app" }] }, did: { app: "exits 1 after 25s" } };
const probed: Pod = {
  spec: { containers: [{ name: "app", livenessProbe: { tcpSocket: { port: 80 } } }] },
  did: { app: "hangs liveness after 30s, stops in 2s" },
};
const beforeIt: Pod = {
  spec: { initContainers: [{ name: "db" }], containers: [{ name: "app" }] },
  did: { db: "exits 0 after 3s", app: "exits 1 after 25s" },
};
const final: Pod = {
  spec: { restartPolicy: "Never", containers: [{ name: "app" }] },
  did: { app: "exits 1 after 25s" },
};

function inputOf({ spec, did }: Pod, seed = 1): SimulationInput {
  const pod = podOf(spec);
  const texts = Object.entries(did).map(([container, text]) => ({ text, container, source: "comment" as const }));
  const { scenario } = parseScenario(texts, allContainers(pod));
  return {
    pod,
    assumptions: { ...defaultAssumptions(), imagePull: undefined },
    scenario,
    seed,
    untilMs: playedMs,
    recording: "entries",
  };
}

const knownSteps = new Map<Pod, readonly Step[]>();

function stepsOf(pod: Pod): readonly Step[] {
  const steps = knownSteps.get(pod) ?? playedSteps(pod);
  knownSteps.set(pod, steps);
  return steps;
}

function playedSteps(pod: Pod, seeds = 20): readonly Step[] {
  const steps = collectSteps();
  for (let seed = 1; seed <= seeds; seed += 1) steps.add(simulate(inputOf(pod, seed)).entries);
  return steps.result();
}

/** What the API would have shown of another run of the pod. */
function seenOf(pod: Pod, seed = 1007): readonly OverlayContainer[] {
  const { pod: admitted } = inputOf(pod);
  return containersOf(
    simulate(inputOf(pod, seed)),
    allContainers(admitted).map(({ name }) => name),
  );
}

/** Of app. The times are seconds: start, end. */
function runsOf(
  rows: readonly (readonly [startS: number, endS?: number])[],
  exitCode = 1,
): readonly OverlayContainer[] {
  const runs = rows.map(([startS, endS], index): OverlayRun => {
    const end = endS === undefined ? undefined : { atMs: exactly(endS * 1000), exitCode };
    return { run: index + 1, startMs: exactly(startS * 1000), end };
  });
  return [{ name: "app", missing: 0, runs }];
}

function verdicts(pod: Pod, seen: readonly OverlayContainer[]): readonly string[] {
  return judgeObserved(stepsOf(pod), seen, playedMs).map(
    ({ container, kind, run, verdict }) =>
      `${container} ${run} ${kind === "container-started" ? "start" : "end"}: ${verdict}`,
  );
}

function wrong(pod: Pod, seen: readonly OverlayContainer[]): readonly string[] {
  return verdicts(pod, seen).filter((line) => !line.endsWith(": inside"));
}

describe("what the engine does itself", () => {
  it.each([
    ["a crash loop", crashLoop],
    ["kills by a probe", probed],
    ["an init container", beforeIt],
    ["an end that is final", final],
  ])("is inside, whatever the seed: %s", (_, pod) => {
    for (let seed = 1000; seed < 1030; seed += 1) expect(wrong(pod, seenOf(pod, seed)), `seed ${seed}`).toEqual([]);
  });
});

describe("what lies outside", () => {
  it.each<readonly [string, Pod, readonly OverlayContainer[], readonly string[]]>([
    [
      "a late restart; what follows is right after it",
      crashLoop,
      delayed(seenOf(crashLoop), 60_000, 9000),
      ["app 3 start: late"],
    ],
    [
      "an early restart",
      crashLoop,
      runsOf([
        [0, 25],
        [25, 50],
        [52, 77],
      ]),
      ["app 3 start: early"],
    ],
    [
      "a run that is longer than the scenario has it",
      crashLoop,
      runsOf([
        [0, 25],
        [25, 60],
        [72, 97],
      ]),
      ["app 2 end: late"],
    ],
    ["a probe that takes too long", probed, runsOf([[0, 80]], 143), ["app 1 end: late"]],
    ["another exit code", crashLoop, runsOf([[0, 25]], 3), ["app 1 end: other end"]],
    [
      "a restart after an end that is final",
      final,
      runsOf([
        [0, 25],
        [30, 55],
      ]),
      ["app 2 start: never", "app 2 end: unknown"],
    ],
    [
      "a first start that waits for its image is not judged",
      crashLoop,
      runsOf([[40, 65], [65]]),
      ["app 1 start: pull"],
    ],
    [
      "a back-off that was forgotten: the first restart that tells is outside",
      crashLoop,
      runsOf([
        [0, 25],
        [25, 50],
        [61, 86],
        [86, 111],
        [122, 147],
        [168, 193],
      ]),
      ["app 4 start: early", "app 5 start: other back-off", "app 6 start: other back-off"],
    ],
    [
      "what no run has come to is not judged",
      crashLoop,
      runsOf([
        [0, 25],
        [25, 400],
        [410, 435],
      ]),
      ["app 2 end: late"],
    ],
  ])("%s", (_, pod, seen, expected) => {
    expect(wrong(pod, seen)).toEqual(expected);
  });

  it("is not what the runs may still come to", () => {
    const steps = stepsOf(final);
    const verdictsAt = (untilMs: number) =>
      judgeObserved(steps, runsOf([[0, 25], [30]]), untilMs).map(({ verdict }) => verdict);
    expect(verdictsAt(900_000)).toEqual(["inside", "inside", "never"]);
    expect(verdictsAt(200_000)).toEqual(["inside", "inside", "unknown"]);
  });

  it("is not what comes after runs that nobody saw", () => {
    const [app] = seenOf(crashLoop);
    if (app === undefined) throw new Error("app was observed");
    const seen = [{ ...app, missing: 2, runs: app.runs.slice(2) }];
    expect(wrong(crashLoop, seen)).toEqual(["app 3 start: unseen"]);
  });

  it("is judged over times that the API did not tell", () => {
    const [app] = seenOf(crashLoop);
    if (app === undefined) throw new Error("app was observed");
    const runs = app.runs.map((run) => (run.run === 2 ? { ...run, startMs: undefined } : run));
    expect(wrong(crashLoop, [{ ...app, runs }])).toEqual([]);
    expect(wrong(crashLoop, delayed([{ ...app, runs }], 60_000, 20_000))).toEqual(["app 3 start: late"]);
  });
});

describe("odd input", () => {
  it.each<readonly [string, readonly OverlayContainer[]]>([
    ["no container", []],
    ["no runs", [{ name: "app", missing: 0, runs: [] }]],
    ["no runs, but restarts that nobody saw", [{ name: "app", missing: 7, runs: [] }]],
    [
      "a container that the pod does not have",
      [{ name: "other", missing: 0, runs: [{ run: 1, startMs: exactly(0) }] }],
    ],
    ["runs without times", [{ name: "app", missing: 0, runs: [{ run: 1 }, { run: 2, end: { exitCode: 1 } }] }]],
    [
      "times before the pod's start, and an end before its start",
      runsOf([
        [-40, -90],
        [-10, 1e12],
      ]),
    ],
    [
      "bounds the wrong way round",
      [{ name: "app", missing: 0, runs: [{ run: 1, startMs: { nominalMs: 0, earliestMs: 9, latestMs: -9 } }] }],
    ],
  ])("is judged, or left out: %s", (_, seen) => {
    for (const moment of [...judgeObserved(stepsOf(crashLoop), seen, playedMs), ...pendingMoments(seen)]) {
      expect(momentInWords(moment)).toMatch(/^Observed: .*\.$/);
      expect(judgmentOfMoment(moment, 0)).toMatch(/\.$/);
    }
  });

  it("ten thousand runs, most of them without times", () => {
    const runs = Array.from({ length: 10_000 }, (_, index): OverlayRun => {
      const startMs = index % 100 === 0 ? exactly(index * 1000) : undefined;
      return { run: index + 1, startMs, end: { exitCode: 1 } };
    });
    expect(judgeObserved(stepsOf(crashLoop), [{ name: "app", missing: 0, runs }], playedMs)).toHaveLength(100);
  });
});

it("is told in words", () => {
  const lines = [
    ...judgeObserved(stepsOf(crashLoop), delayed(seenOf(crashLoop), 60_000, 9000), playedMs).slice(0, 6),
    ...judgeObserved(
      stepsOf(crashLoop),
      runsOf(
        [
          [40, 65],
          [65, 90],
          [92, 117],
        ],
        3,
      ),
      playedMs,
    ),
    ...judgeObserved(stepsOf(probed), runsOf([[0, 80]], 143), playedMs),
    ...judgeObserved(
      stepsOf(final),
      runsOf([
        [0, 25],
        [30, 55],
      ]),
      playedMs,
    ),
    ...pendingMoments(runsOf([[0]])),
  ].map((moment) => `${momentInWords(moment)} ${judgmentOfMoment(moment, 0)}`);
  expect(lines).toMatchInlineSnapshot(`
    [
      "Observed: app started. Within the range: 0–2s, counted from the start of the pod.",
      "Observed: run 1 of app ended with exit code 1 after 25s. Within the range: 25–26s, counted from the start of run 1 of app.",
      "Observed: app restarted (run 2). Within the range: 25–28s, counted from the end of run 1 of app.",
      "Observed: run 2 of app ended with exit code 1 after 25s. Within the range: 51–52s, counted from the start of run 2 of app.",
      "Observed: app restarted (run 3). Restart 2 came 5s after the latest that the kubelet's loops allow. The range was 1m1s–1m9s, counted from the end of run 2 of app. An image pull, the stop of another container, or a kubelet outage takes longer.",
      "Observed: run 3 of app ended with exit code 1 after 25s. Within the range: 1m38s–1m39s, counted from the start of run 3 of app.",
      "Observed: app started. Not compared: it came 39s later than with image and volumes ready, and the scenario does not describe them.",
      "Observed: run 1 of app ended with exit code 3 after 25s. In the scenario, it exits with code 1.",
      "Observed: app restarted (run 2). Within the range: 1m5s–1m7s, counted from the end of run 1 of app.",
      "Observed: run 2 of app ended with exit code 3 after 25s. In the scenario, it exits with code 1.",
      "Observed: app restarted (run 3). Restart 2 came 8s before the earliest that the kubelet's loops allow. The range was 1m40s–1m47s, counted from the end of run 2 of app. A kubelet restart, a new image, or a restart of all containers resets the back-off.",
      "Observed: run 3 of app ended with exit code 3 after 25s. In the scenario, it exits with code 1.",
      "Observed: app started. Within the range: 0–2s, counted from the start of the pod.",
      "Observed: run 1 of app ended with exit code 143 after 1m20s. It ended 16s after the latest that its liveness probe and the scenario allow. The range was 53s–1m5s, counted from the start of run 1 of app.",
      "Observed: app started. Within the range: 0–2s, counted from the start of the pod.",
      "Observed: run 1 of app ended with exit code 1 after 25s. Within the range: 25s, counted from the start of run 1 of app.",
      "Observed: app restarted (run 2). This happens in none of the simulated runs.",
      "Observed: run 2 of app ended with exit code 1 after 25s. Not compared: the simulated runs do not reach it.",
      "Observed: app started. Waiting for the simulated runs to compare with.",
    ]
  `);
});
