import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerPod } from "../../../../shared/forecast/answer/answer.ts";
import type { AnswerInput } from "../../../../shared/forecast/answer/runs.ts";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import { makesReady } from "../../../../shared/forecast/runs/occurrences.ts";
import type { PullRange } from "../../../../shared/kubernetes/node.ts";
import { type Span, simulate, type TimelineEntry } from "../../../../shared/simulation/index.ts";
import { podText } from "../../simulation/arbitrary.ts";
import { assume, readPod } from "../../simulation/play.ts";

const horizonMs = 900_000;
const pulls = fc.constantFrom<PullRange | undefined>(undefined, { minMs: 0, maxMs: 30_000 });
const cases = fc.record({ text: podText, imagePull: pulls, kubernetes: fc.constantFrom("1.34", "1.35", "1.37") });

interface Case {
  readonly text: string;
  readonly imagePull: PullRange | undefined;
  readonly kubernetes: string;
}

function inputOf({ text, imagePull, kubernetes }: Case): AnswerInput {
  const assumptions = { ...assume({ timing: "kubelet", kubernetes }), imagePull };
  return { ...readPod(text, assumptions), assumptions, horizonMs };
}

/** What one run comes to that an answer has bounds of, by name. */
function outcomesOf(input: AnswerInput, seed: number): ReadonlyMap<string, number> {
  const { pod, assumptions, scenario, horizonMs: untilMs } = input;
  const { entries } = simulate({ pod, assumptions, scenario, seed, untilMs, recording: "changes" });
  const outcomes = new Map<string, number>();
  const note = (name: string, entry: TimelineEntry | undefined): void => {
    if (entry !== undefined) outcomes.set(name, entry.tMs);
  };
  note("first Ready", entries.find(makesReady));
  for (const entry of entries)
    if (entry.kind === "container-started" && (entry.run ?? 1) > 1)
      note(`${entry.container} restart ${(entry.run ?? 1) - 1}`, entry);
  return outcomes;
}

function boundsIn(input: AnswerInput): ReadonlyMap<string, Span> {
  const { firstReady, restarts } = answerPod(input).bounds;
  return new Map([
    ...(firstReady === undefined ? [] : [["first Ready", firstReady] as const]),
    ...Object.entries(restarts).flatMap(([name, spans]) =>
      spans.map((span, index) => [`${name} restart ${index + 1}`, span] as const),
    ),
  ]);
}

/** The names and times of what lies outside. What came in none of the answer's runs has no bounds, and the eighth restart is the last that has. */
function outside(bounds: ReadonlyMap<string, Span>, outcomes: ReadonlyMap<string, number>): readonly string[] {
  return [...outcomes].flatMap(([name, tMs]) => {
    const span = bounds.get(name);
    if (span === undefined || (span.earliestMs <= tMs && tMs <= span.latestMs)) return [];
    return [`${name} at ${tMs}, possible ${span.earliestMs}–${span.latestMs}`];
  });
}

describe("the bounds of an answer", () => {
  it("hold what each of its runs comes to", () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 100 }), (each, seed) => {
        const input = inputOf(each);
        const bounds = boundsIn(input);
        const outcomes = outcomesOf(input, seed);
        expect(outside(bounds, outcomes)).toEqual([]);
        const first = [...outcomes.keys()].filter((name) => !/restart (?:9|\d\d+)$/.test(name));
        expect(first.filter((name) => !bounds.has(name))).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  // By one seed: of a hundred thousand outcomes of other runs one is of a path that none of the hundred took.
  it("hold what other runs of the same pod come to", () => {
    for (const each of fc.sample(cases, { numRuns: 12, seed: 31 })) {
      const input = inputOf(each);
      const bounds = boundsIn(input);
      for (let seed = 101; seed <= 125; seed += 1) expect(outside(bounds, outcomesOf(input, seed))).toEqual([]);
    }
  });

  it("are those that the forecast gives", () => {
    const input = inputOf({ text: twoContainers, imagePull: { minMs: 0, maxMs: 30_000 }, kubernetes: "1.37" });
    const forecast = forecastPod(input.pod, input.assumptions, input.scenario);
    const { bounds } = forecast.answer;
    expect(forecast.timeToReady).toEqual(bounds.firstReady);
    expect(forecast.containers[1]?.restarts.next).toEqual(bounds.restarts["api"]);
    expect(bounds.firstReady?.earliestMs).toBeGreaterThanOrEqual(20_000);
  });
});

const twoContainers = `
# cadence: migrate: completes after 8s
# cadence: api: starts in 12s, crashes after 60s
initContainers: [{name: migrate, image: m}]
containers:
- {name: api, image: a, startupProbe: {httpGet: {port: 1}, periodSeconds: 2, failureThreshold: 30}, readinessProbe: {httpGet: {port: 1}}}
- {name: log, image: l}`;
