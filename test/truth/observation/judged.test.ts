import { expect, it } from "vitest";
import { isOutside } from "../../../shared/observation/judge.ts";
import { recordedPods } from "./figures.ts";
import { judgeRecorded } from "./judged.ts";
import { judgedCounts } from "./judged-counts.ts";

// What recorded pods did, read from the API's whole seconds and held against runs of the scenario that is inferred from it:
// nearly all of it is inside what is possible.

/** Starts and ends that lie outside although nobody touched pod and node, by recording: the inferred scenario does something else there. */
const outside: Readonly<Record<string, number>> = {
  // The scenario does not say what stopped them: another image, or an end of which no event tells the probe.
  "image-change-while-running": 4,
  "liveness-never-single": 4,
  // The window in which a probe fails is guessed.
  "liveness-timeout-longer-than-period": 6,
  // The API forgets how containers ended when all of them are restarted.
  "rac-first-match-wins": 1,
  "rac-second-init-triggers": 1,
  "rac-then-init-fails-always": 1,
  "init-restarts-after-rac-with-image": 3,
  "post-start-hangs-rac": 6,
  "post-start-hangs-rac-src-first": 6,
  "rac-twice-quick": 3,
  "on-failure-sidecar-exits-1-while-stopping": 1,
  // A hook that holds up the pass: the API does not tell of it.
  "pre-stop-sleep-action": 2,
};

it("a real kubelet's starts and ends are inside what is possible", () => {
  const counts = { inside: 0, outside: 0, "not judged": 0 };
  const byName: Record<string, number> = {};
  for (const { name, isDisturbed, pod } of recordedPods()) {
    if (isDisturbed) continue;
    for (const { verdict } of judgeRecorded(pod)) {
      const kind = isOutside(verdict) ? "outside" : verdict === "inside" ? "inside" : "not judged";
      counts[kind] += 1;
      const recording = name.replace(/@.*/, "");
      if (kind === "outside") byName[recording] = (byName[recording] ?? 0) + 1;
    }
  }
  expect(byName).toEqual(outside);
  expect(counts).toEqual(judgedCounts);
});
