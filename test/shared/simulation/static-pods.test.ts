import { describe, expect, it } from "vitest";
import { admit } from "../../../shared/api-server/admission/admit.ts";
import { simulate, type Timeline } from "../../../shared/simulation/index.ts";
import { assume, readPod } from "./play.ts";

// As a real kubelet (1.37.1) runs a pod of its `staticPodPath`.

const spec = { containers: [{ name: "app", image: "x:1" }] };

function playStatic(script: string, { isStatic = true, seed = 1 } = {}): Timeline {
  const assumptions = assume({ timing: "kubelet" });
  const { pod } = admit({ kind: "Pod", name: "pod", namespace: "default", spec, isStatic }, assumptions);
  if (pod === undefined) throw new Error("no pod");
  const { scenario } = readPod(`${script}\ncontainers: [{name: app, image: x}]`, assumptions);
  return simulate({ pod, assumptions, scenario, seed, untilMs: 120_000, recording: "statuses" });
}

describe("a kubelet that restarts", () => {
  const script = "# cadence: app: exits 1 after 10s, then runs\n# cadence: at 8s kubelet restarts in 5s";
  const restarts = (isStatic: boolean): readonly number[] =>
    Array.from({ length: 100 }, (_, seed) => {
      const { entries } = playStatic(script, { isStatic, seed });
      const up = entries.find(({ kind }) => kind === "kubelet-started");
      const start = entries.findLast(({ kind }) => kind === "container-started");
      expect(start?.sinceCause.latestMs).toBeLessThan(isStatic ? 1000 : 2000);
      return (start?.tMs ?? 0) - (up?.tMs ?? 0);
    });

  it("looks after a pod of a file before it knows its node", () => {
    expect(Math.max(...restarts(true))).toBeLessThan(500);
    expect(Math.min(...restarts(false))).toBeGreaterThanOrEqual(1000);
  });
});

it.each([
  ["app: exits 1 after 4s", 30],
  ["app: runs", 30],
  ["app: runs, ignores SIGTERM", 30],
])("a static pod that is taken away has no terminal phase (%s)", (script, seconds) => {
  const text = `# cadence: ${script}\n# cadence: at ${seconds}s pod is deleted`;
  expect(playStatic(text).statuses.at(-1)?.status.phase).toBe("Running");
  expect(playStatic(text, { isStatic: false }).statuses.at(-1)?.status.phase).toBe("Failed");
});
