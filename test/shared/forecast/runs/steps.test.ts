import { describe, expect, it } from "vitest";
import { exactly } from "../../../../shared/basics/span.ts";
import { collectSteps, type RunMoment, type Step } from "../../../../shared/forecast/runs/steps.ts";
import { defaultAssumptions } from "../../../../shared/kubernetes/assumptions.ts";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import { parseScenario } from "../../../../shared/scenario/language/parse.ts";
import { simulate } from "../../../../shared/simulation/index.ts";
import { podOf, timelineOf } from "../../drawing/timeline-fixture.ts";

interface Played {
  readonly spec: unknown;
  readonly did: Readonly<Record<string, string>>;
  readonly lines?: readonly string[];
  readonly seeds?: number;
}

function stepsOf({ spec, did, lines = [], seeds = 3 }: Played): readonly Step[] {
  const pod = podOf(spec);
  const assumptions = { ...defaultAssumptions(), imagePull: undefined };
  const { scenario } = parseScenario(
    [
      ...Object.entries(did).map(([container, text]) => ({ text, container, source: "comment" as const })),
      ...lines.map((text) => ({ text, container: undefined, source: "comment" as const })),
    ],
    allContainers(pod),
  );
  const steps = collectSteps();
  for (let seed = 1; seed <= seeds; seed += 1)
    steps.add(simulate({ pod, assumptions, scenario, seed, untilMs: 150_000, recording: "entries" }).entries);
  return steps.result();
}

/** `app 2 starts after app 1 ends: 10–12.1s` */
function inWords({ to, from, span, probe, exitCodes }: Step): string {
  const codes = exitCodes.length === 0 ? "" : ` with ${exitCodes.join(", ")}`;
  const why = probe === undefined ? "" : ` by ${probe}`;
  return `${nameOf(to)}${codes}${why} after ${from === undefined ? "t = 0" : nameOf(from)}: ${span.earliestMs} – ${span.latestMs}`;
}

function nameOf({ kind, container, run }: RunMoment): string {
  return `${container} ${run} ${kind === "container-started" ? "starts" : "ends"}`;
}

describe("steps between what the API shows", () => {
  it.each<readonly [string, Played, readonly string[]]>([
    [
      "a crash loop: the bounds do not grow with the restarts",
      { spec: { containers: [{ name: "app" }] }, did: { app: "exits 1 after 25s" } },
      [
        "app 1 starts after t = 0: 6 – 206",
        "app 1 ends with 1 after app 1 starts: 25000 – 25000",
        "app 2 starts after app 1 ends: 1 – 1170",
        "app 2 ends with 1 after app 2 starts: 25000 – 25000",
        "app 3 starts after app 2 ends: 10001 – 16120",
        "app 3 ends with 1 after app 3 starts: 25000 – 25000",
        "app 4 starts after app 3 ends: 20001 – 31120",
      ],
    ],
    [
      "an init container",
      { spec: { initContainers: [{ name: "db" }], containers: [{ name: "app" }] }, did: { db: "exits 0 after 3s" } },
      [
        "db 1 starts after t = 0: 6 – 206",
        "db 1 ends with 0 after db 1 starts: 3000 – 3000",
        "app 1 starts after db 1 ends: 1 – 1170",
      ],
    ],
    [
      "a kill by a probe",
      {
        spec: { containers: [{ name: "app", livenessProbe: { tcpSocket: { port: 80 } } }] },
        did: { app: "hangs liveness after 1m, stops in 2s" },
      },
      [
        "app 1 starts after t = 0: 6 – 206",
        "app 1 ends with 143 by liveness after app 1 starts: 83000 – 94100",
        "app 2 starts after app 1 ends: 1 – 170",
      ],
    ],
    [
      "a restart of the node: what it ends comes from outside, at its own time",
      { spec: { containers: [{ name: "app" }] }, did: {}, lines: ["at 1m node reboots"] },
      ["app 1 starts after t = 0: 6 – 206", "app 1 ends with 255 after t = 0: 60000 – 60000"],
    ],
  ])("%s", (_, played, expected) => {
    const steps = stepsOf(played).map(inWords);
    expect(steps.slice(0, expected.length)).toEqual(expected);
  });

  it("of more runs reach over all of them", () => {
    const steps = collectSteps();
    for (const [seconds, exitCode] of [
      [5, 1],
      [9, 3],
      [7, 1],
    ] as const) {
      const { entries } = timelineOf(
        [
          [0, "container-started", "app"],
          [seconds, "container-exited", "app", { exitCode }],
        ],
        60,
      );
      steps.add(
        entries.map((entry) => (entry.cause === undefined ? entry : { ...entry, sinceCause: exactly(seconds * 1000) })),
      );
    }
    expect(steps.result().map(inWords)).toEqual([
      "app 1 starts after t = 0: 0 – 0",
      "app 1 ends with 1, 3 after app 1 starts: 5000 – 9000",
    ]);
    expect(steps.result().map(({ lastMs }) => lastMs)).toEqual([0, 9000]);
  });
});
