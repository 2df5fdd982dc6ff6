import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDuration } from "../../../../shared/basics/read-duration.ts";
import { typicalInWords } from "../../../../shared/basics/span-words.ts";
import { readJob } from "../../../../shared/controllers/job/read-job.ts";
import { answerPod } from "../../../../shared/forecast/answer/answer.ts";
import { digestRun } from "../../../../shared/forecast/answer/digest.ts";
import type { Answer, Spread } from "../../../../shared/forecast/answer/model.ts";
import { createRuns } from "../../../../shared/forecast/answer/runs.ts";
import { answerLines, formatCount, formatShare } from "../../../../shared/forecast/answer/words.ts";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import type { Assumptions } from "../../../../shared/kubernetes/node.ts";
import { simulate } from "../../../../shared/simulation/index.ts";
import { numRunsOf } from "../../../extent.ts";
import { expectGolden } from "../../../golden.ts";
import { podText } from "../../simulation/arbitrary.ts";
import { assume, readPod } from "../../simulation/play.ts";
import { type AnswerCase, answerCases } from "./cases.ts";

const kubelet = assume({ timing: "kubelet" });

function assumptionsOf({ maximumMs }: Pick<AnswerCase, "maximumMs">): Assumptions {
  const { node } = kubelet;
  const kubeletConfiguration = { ...node.kubeletConfiguration, maxContainerRestartPeriodMs: maximumMs };
  return { ...kubelet, node: { ...node, kubeletConfiguration }, imagePull: { minMs: 0, maxMs: 30_000 } };
}

function answerTo(asked: AnswerCase): Answer {
  const assumptions = assumptionsOf(asked);
  const { pod, scenario } = readPod(asked.text, assumptions);
  const job = asked.job && { ...readJob({}, assumptions.apiServer), ...asked.job };
  return answerPod({ pod, assumptions, scenario, job, horizonMs: parseDuration(asked.horizon) ?? 0 });
}

function told(asked: AnswerCase): string {
  const answer = answerTo(asked);
  const { outlook, runs, restarts, downMs, longestWaitMs, readyShare, outcomes, why } = answer;
  return [
    `${asked.name} (${asked.horizon})`,
    ...answerLines(answer),
    `${outlook} | restarts ${formatCount(restarts)} | down ${typicalInWords(downMs)} | longest wait ${typicalInWords(longestWaitMs)} | ready ${formatShare(readyShare)} | ${runs} runs`,
    ...(outcomes.length > 1
      ? [outcomes.map(({ share, text }) => `${Math.round(share * runs)} ${text}`).join(" · ")]
      : []),
    ...(why?.path === undefined ? [] : [`at ${why.path.join(".")}`]),
    "",
  ].join("\n");
}

describe("the answer over many runs", () => {
  it("says what will happen, in how many runs, and why", () => {
    expectGolden("answers", answerCases.map(told).join("\n"));
  });

  it("advises no log of a pod that the Job deletes when it fails", () => {
    const text = "# cadence: app: crashes after 3s\nrestartPolicy: OnFailure\ncontainers: [{name: app, image: a}]\n";
    const advice = answerTo({ name: "a Job", text, horizon: "30m", job: { backoffLimit: 2 } }).why?.advice;
    expect(advice).toMatch(/while the Job runs/);
    expect(advice).not.toContain("--previous");
  });

  it("depends on nothing but its input", () => {
    const [first] = answerCases;
    expect(first && answerTo(first)).toEqual(first && answerTo(first));
  });

  it("is that of one run where nothing is left to chance", () => {
    const assumptions = assume({ timing: "ideal" });
    const { pod, scenario } = readPod(
      "# cadence: app: crashes after 5s\ncontainers: [{name: app, image: app}]",
      assumptions,
    );
    const { runs, restarts } = answerPod({ pod, assumptions, scenario, horizonMs: 1_800_000 });
    expect({ runs, restarts }).toEqual({ runs: 1, restarts: { min: 10, p50: 10, max: 10 } });
  });

  it("is part of the forecast, for the horizon that was chosen", () => {
    const assumptions = assumptionsOf({});
    const { pod, scenario } = readPod(
      "# cadence: app: crashes after 5s\ncontainers: [{name: app, image: app}]",
      assumptions,
    );
    const { answer } = forecastPod(pod, assumptions, scenario, { horizonMs: 600_000 });
    expect(answer).toEqual(answerPod({ pod, assumptions, scenario, horizonMs: 600_000 }));
  });
});

const horizonMs = 900_000;

describe("what happens behind the horizon", () => {
  const entriesOf = (text: string): number => {
    const assumptions = assumptionsOf({});
    const runs = createRuns({ ...readPod(text, assumptions), assumptions, horizonMs });
    for (let run = 0; run < runs.runs; run += 1) runs.play(run);
    return runs.digests().reduce((sum, { entries }) => sum + entries, 0);
  };

  it("is looked for over few entries in all runs together, where a failing probe goes on forever", () => {
    const containers = `containers:
- {name: app, image: app}
- {name: sibling, image: app, readinessProbe: {tcpSocket: {port: 80}}}`;
    const failing = entriesOf(
      `# cadence: app: crashes x2, then runs\n# cadence: sibling: fails readiness\n${containers}`,
    );
    expect(failing).toBeLessThan(60_000);
  });

  it("is found by every run of a crash loop, among thousands of probes", () => {
    const assumptions = assumptionsOf({});
    const text = `# cadence: app: crashes after 5s
# cadence: sibling: fails readiness
containers:
- {name: app, image: app}
- {name: sibling, image: app, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 1}}`;
    const runs = createRuns({ ...readPod(text, assumptions), assumptions, horizonMs });
    for (let run = 0; run < runs.runs; run += 1) runs.play(run);
    expect(runs.digests().every(({ next }) => next?.what === "restart")).toBe(true);
  });

  it("is looked for in few steps, where passes go on because of a container that never comes back", () => {
    const assumptions = assumptionsOf({});
    const text = `# cadence: app: exits 1 after 5s
# cadence: other: exits 1 after 10s, then fails readiness
restartPolicy: OnFailure
containers:
- name: app
  image: app
  restartPolicy: Never
  startupProbe: {exec: {command: [a]}, periodSeconds: 1, initialDelaySeconds: 7}
  livenessProbe: {exec: {command: [a]}, periodSeconds: 1, initialDelaySeconds: 7}
- {name: other, image: other, readinessProbe: {exec: {command: [a]}, periodSeconds: 240}}`;
    const input = { ...readPod(text, assumptions), assumptions, seed: 1, untilMs: horizonMs };
    const { entries } = simulate({ ...input, recording: "counts" }).counts;
    const { digest, entriesInVain } = digestRun(input, { entriesAtMost: 60_000, entriesAhead: 2000 });
    expect(entriesInVain).toBe(2000);
    expect(digest.entries - entries).toBeLessThan(1500);
  });
});

describe("any pod", () => {
  it("has runs that agree with the engine's own totals", () => {
    fc.assert(
      fc.property(podText, fc.integer({ min: 1, max: 1000 }), (text, seed) => {
        const assumptions = assumptionsOf({});
        const { pod, scenario } = readPod(text, assumptions);
        const input = { pod, assumptions, scenario, seed, untilMs: horizonMs };
        const { counts } = simulate({ ...input, recording: "counts" });
        const { digest } = digestRun(input, { entriesAtMost: 100_000, entriesAhead: 2000 });
        expect(digest.restarts.length).toBe(Object.values(counts.restarts).reduce((sum, count) => sum + count, 0));
        expect(digest.readyMs).toBe(counts.readyMs);
      }),
      { numRuns: numRunsOf(60) },
    );
  });

  it("has an answer whose numbers fit together and whose sentences are whole", () => {
    fc.assert(
      fc.property(podText, (text) => {
        const assumptions = assumptionsOf({});
        const { pod, scenario } = readPod(text, assumptions);
        const answer = answerPod({ pod, assumptions, scenario, horizonMs });
        const { outcomes, headline, readyShare, restarts, downMs, longestWaitMs } = answer;
        expect(outcomes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
        for (const spread of [restarts, downMs, longestWaitMs, readyShare]) expectOrdered(spread);
        expect(readyShare.max).toBeLessThanOrEqual(1);
        expect(downMs.max).toBeLessThanOrEqual(horizonMs);
        expect(headline).toMatch(/^[^\s].*\.$/);
        expect(answerLines(answer).join(" ")).not.toMatch(/undefined|NaN|Infinity|\dms| {2}/);
      }),
      { numRuns: numRunsOf(40) },
    );
  });
});

function expectOrdered({ min, p50, max }: Spread): void {
  expect(min).toBeLessThanOrEqual(p50);
  expect(p50).toBeLessThanOrEqual(max);
}
