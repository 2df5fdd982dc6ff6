import { describe, expect, it } from "vitest";
import { play, starts } from "./play.ts";

const loop = `
# cadence: src: exits 42 after 5s
containers:
- name: src
  image: src
  restartPolicy: Never
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]
- name: peer
  image: peer
`;

describe("a loop of RestartAllContainers", () => {
  it("has no back-off in the released code", () => {
    expect(starts(play(loop, { until: 26 }), "peer")).toEqual([0, 5, 10, 15, 20, 25]);
  });

  it("waits like a crash loop by the enhancement proposal (S17b of the specification)", () => {
    const played = play(loop, { until: 350, semantics: "kep" });
    expect(starts(played, "src")).toEqual([0, 5, 20, 45, 90, 175, 340]);
    expect(starts(played, "peer")).toEqual([0, 5, 20, 45, 90, 175, 340]);
  });

  it("is reset at once also by the proposal; only the start waits", () => {
    const { timeline } = play(loop, { until: 100, semantics: "kep" });
    const resets = timeline.entries.filter((entry) => entry.kind === "restart-all-ended");
    expect(resets.map((entry) => entry.tMs / 1000)).toEqual([5, 10, 25, 50, 95]);
  });
});
