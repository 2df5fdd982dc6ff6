import { describe, expect, it } from "vitest";
import { partingOf } from "../../../../shared/forecast/runs/parting.ts";
import { type PlayOptions, play } from "../../simulation/play.ts";

const crashing = "# cadence: app: exits 1 after 5s\ncontainers: [{name: app, image: app}]";
const beside = `${crashing.replace("containers: [", "containers: [{name: b, image: b}, ")}`;
const reduced = { ReduceDefaultCrashLoopBackOffDecay: true };

function parts(text: string, left: PlayOptions, right: PlayOptions, other = text): string {
  const parting = partingOf(play(text, left).timeline, play(other, right).timeline);
  if (parting === undefined) return "alike";
  const { left: ours, right: theirs, tMs } = parting;
  return `${Math.round(tMs / 1000)}s: ${ours?.kind} | ${theirs?.kind}`;
}

describe("two runs part", () => {
  it.each<readonly [string, string, PlayOptions, PlayOptions, string]>([
    ["not where the node is the same", crashing, {}, {}, "alike"],
    ["not by jitter alone", crashing, { timing: "kubelet" }, { timing: "kubelet", seed: 7 }, "alike"],
    [
      "where another back-off begins",
      crashing,
      {},
      { featureGates: reduced },
      "10s: back-off-started | back-off-started",
    ],
    [
      "beside a container that does the same",
      beside,
      {},
      { featureGates: reduced },
      "10s: back-off-started | back-off-started",
    ],
  ])("%s", (_, text, left, right, expected) => {
    expect(parts(text, { until: 600, ...left }, { until: 600, ...right })).toBe(expected);
  });

  it("where one ends what the other goes on with", () => {
    const quiet = crashing.replace("exits 1 after 5s", "runs");
    expect(parts(quiet, { until: 60 }, { until: 60 }, crashing)).toBe("5s: undefined | container-exited");
  });
});
