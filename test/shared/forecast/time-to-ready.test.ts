import fc from "fast-check";
import { expect, it } from "vitest";
import { defaultHorizonMs, timeToReady } from "../../../shared/forecast/pod/restarts.ts";
import { forecastSeed } from "../../../shared/forecast/runs/experiments.ts";
import { firstReady } from "../../../shared/forecast/runs/occurrences.ts";
import { simulate } from "../../../shared/simulation/simulation.ts";
import { podText } from "../simulation/arbitrary.ts";
import { assume, readPod } from "../simulation/play.ts";

const silence = { containers: {}, events: [], expectations: [] };

/** By the question, and by a run that keeps every attempt. */
function readyBothWays(text: string) {
  const assumptions = assume({ timing: "kubelet" });
  const { pod } = readPod(text, assumptions);
  const input = { pod, assumptions, scenario: silence, seed: forecastSeed, untilMs: defaultHorizonMs };
  return {
    asked: timeToReady({ pod, assumptions }),
    played: firstReady(simulate({ ...input, recording: "entries" }))?.at,
  };
}

it("is that of a run with all of its entries, although attempts that change nothing are left out", () => {
  fc.assert(
    fc.property(podText, (text) => {
      const { asked, played } = readyBothWays(text);
      expect(asked).toEqual(played);
    }),
    { numRuns: 100 },
  );
});

/** Containers that need so many successes, one each second. */
const patient = (containers: number, successes: number): string =>
  `containers:\n${Array.from({ length: containers }, (_, index) => `- {name: c${index}, image: a, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 1, successThreshold: ${successes}}}`).join("\n")}`;

it("is found behind more attempts than a question usually needs", () => {
  const { asked, played } = readyBothWays(patient(30, 1000));
  expect(played?.nominalMs).toBeGreaterThan(900_000);
  expect(asked).toEqual(played);
});

it("is none where the attempts do not suffice within the horizon", () => {
  expect(readyBothWays(patient(30, 100_000))).toEqual({ asked: undefined, played: undefined });
});
