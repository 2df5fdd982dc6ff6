import { expect, test } from "vitest";
import { finish } from "../../../../shared/basics/pieces.ts";
import type { SpiralForecast } from "../../../../shared/forecast/spiral/model.ts";
import { forecastSpiralInPieces } from "../../../../shared/forecast/spiral/spiral.ts";
import { spiralInWords } from "../../../../shared/forecast/spiral/words.ts";
import type { Timing } from "../../../../shared/kubernetes/node.ts";
import { assume, readPod } from "../../simulation/play.ts";

interface Probes {
  readonly liveness?: string;
  readonly readiness?: string;
}

function spiralOf(
  said: string,
  { liveness, readiness }: Probes,
  pods = 4,
  timing: Timing = "ideal",
): SpiralForecast | undefined {
  const assumptions = assume({ timing });
  const probe = (name: string, text: string | undefined): string =>
    text === undefined ? "" : `, ${name}Probe: {httpGet: {path: /, port: 80}, periodSeconds: 5, ${text}}`;
  const startup = probe("startup", "failureThreshold: 12, timeoutSeconds: 5");
  const spec = `containers: [{name: web, image: web${startup}${probe("liveness", liveness)}${probe("readiness", readiness)}}]`;
  const { pod, scenario } = readPod(`# cadence: web: starts in 20s, ${said}\n${spec}`, assumptions);
  return finish(forecastSpiralInPieces({ pod, assumptions, scenario, pods }));
}

const shared = "answers in 300ms with 4 ready, 1.3s with 3";

const cases: readonly (readonly [string, string, Probes, string])[] = [
  [
    "liveness that is too short kills all others, until its timeout allows what they need",
    shared,
    { liveness: "failureThreshold: 3", readiness: "timeoutSeconds: 3" },
    "livenessProbe.timeoutSeconds: 2 in web breaks the spiral",
  ],
  [
    "readiness that is too short takes the others out, and brings them back",
    shared,
    { readiness: "failureThreshold: 3" },
    "readinessProbe.timeoutSeconds: 2 in web breaks the spiral",
  ],
  [
    "probes that wait long enough notice nothing",
    shared,
    { liveness: "timeoutSeconds: 2", readiness: "timeoutSeconds: 2" },
    "even if 3 of 4 pods crash, the others stay ready; all ready again after",
  ],
  [
    "load that a start outlives does not matter with enough failures",
    shared,
    { liveness: "failureThreshold: 9", readiness: "timeoutSeconds: 3" },
    "even if 3 of 4 pods crash, the others stay ready",
  ],
  [
    "what two pods less bring about needs two crashes",
    "answers in 300ms with 4 ready, 500ms with 3, 2s with 2",
    { liveness: "failureThreshold: 3", readiness: "timeoutSeconds: 3" },
    "if 2 of 4 pods crash, liveness of web kills",
  ],
];

test.each([
  [{ min: 3, p50: 3, max: 3 }, "kills 3 others"],
  [{ min: 1, p50: 1, max: 1 }, "kills 1 other,"],
  [{ min: 1, p50: 2, max: 3 }, "kills 2 (1–3) others"],
  [{ min: 0, p50: 0, max: 19 }, "kills up to 19 others"],
])("how many are killed where runs differ: %o", (pods, words) => {
  const spiral = spiralOf(shared, { liveness: "failureThreshold: 3" });
  expect(spiral && spiralInWords({ ...spiral, killed: { pods, container: "web", probe: "liveness" } })).toContain(
    words,
  );
});

test.each(cases)("%s", (_title, said, probes, words) => {
  const spiral = spiralOf(said, probes);
  expect(spiral && spiralInWords(spiral)).toContain(words);
});

test("a pod that is not ready gets no requests, so that the last one that is ready has all the load", () => {
  const spiral = spiralOf(shared, { liveness: "failureThreshold: 3", readiness: "timeoutSeconds: 3" });
  expect(spiral?.ready.slice(0, 4).map(({ pods }) => pods)).toEqual([3, 2, 1, 0]);
  expect(spiral?.readyAtLeast).toBe(0);
  expect(spiral?.killed?.pods).toMatchObject({ min: 3, max: 3 });
});

test("what is said of it holds in all runs with jitter, and the same runs give the same", () => {
  const probes = { liveness: "failureThreshold: 3", readiness: "timeoutSeconds: 3" };
  const spiral = spiralOf(shared, probes, 4, "kubelet");
  expect(spiral).toMatchObject({
    crashed: 1,
    spreads: true,
    runs: 10,
    breaker: "livenessProbe.timeoutSeconds: 2 in web",
  });
  expect(spiralOf(shared, probes, 4, "kubelet")).toEqual(spiral);
});

test.each([
  ["nothing is said of load", "answers in 300ms", 4],
  ["there is no other pod", shared, 1],
  ["there are too many pods", shared, 21],
])("nothing is said where %s", (_title, said, pods) => {
  expect(spiralOf(said, { liveness: "failureThreshold: 3" }, pods)).toBeUndefined();
});

test("nothing is said where pods are never ready", () => {
  expect(spiralOf("answers in 9s with 4 ready, 10s with 3", { readiness: "timeoutSeconds: 1" })).toBeUndefined();
});
