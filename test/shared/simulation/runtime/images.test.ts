import { expect, it } from "vitest";
import { simulate } from "../../../../shared/simulation/index.ts";
import { assume, play, readPod } from "../play.ts";

it("an image that is missing is not pulled where the policy is Never", () => {
  const text = "# cadence: app: image missing\ncontainers:\n- {name: app, image: app, imagePullPolicy: Never}\n";
  const { timeline } = play(text, { until: 60 });
  const message = 'Container image "app" is not present with pull policy of Never';
  expect(timeline.events.filter(({ reason }) => reason === "Pulling")).toEqual([]);
  expect(timeline.events.find(({ reason }) => reason === "ErrImageNeverPull")?.message).toBe(message);
  expect(timeline.entries.filter(({ kind }) => kind === "image-pulling")).toEqual([]);
});

it("the first pull takes a time of the assumed range, and its span has the same bounds", () => {
  const assumptions = { ...assume({ timing: "kubelet" }), imagePull: { minMs: 20_000, maxMs: 40_000 } };
  const { pod, scenario } = readPod("containers:\n- {name: app, image: app}\n", assumptions);
  for (let seed = 1; seed <= 50; seed++) {
    const { entries } = simulate({ pod, assumptions, scenario, seed, untilMs: 60_000, recording: "statuses" });
    const pulling = entries.find(({ kind }) => kind === "image-pulling");
    const pulled = entries.find(({ kind }) => kind === "image-pulled");
    const tookMs = (pulled?.tMs ?? 0) - (pulling?.tMs ?? 0);
    expect(tookMs).toBeGreaterThanOrEqual(20_000);
    expect(pulled?.sinceCause?.earliestMs).toBeGreaterThanOrEqual(20_000);
    expect(pulled?.sinceCause?.earliestMs).toBeLessThanOrEqual(tookMs);
    expect(pulled?.sinceCause?.latestMs).toBeGreaterThanOrEqual(tookMs);
    expect(pulled?.sinceCause?.latestMs).toBeLessThan(45_000);
  }
});
