import { expect, it } from "vitest";
import { findAtMoments } from "./cut.ts";
import { recordedPods } from "./figures.ts";

// Somebody connects to a cluster whose pods have been there for a while: one look is all there is, and what is inferred from it
// has to lead to what that look shows.

/** Containers that have other starts or another last exit when the inferred scenario is played, by recording. */
const others: Readonly<Record<string, number>> = {
  // Nothing in that look tells what stopped a container or restarted its node's kubelet, or when its back-off was reset.
  "deadline-in-crash-loop": 4,
  "image-change-in-pull-backoff": 2,
  "image-change-while-running": 4,
  "liveness-never-single": 4,
  "no-reset-after-500s": 3,
  "no-reset-at-twice-the-max": 2,
  "pre-stop-sleep-action": 2,
  "reset-while-waiting-550s": 5,
  "reset-while-waiting-long": 18,
  "sidecar-crashes-then-main-completes": 2,
  // A sidecar is stopped with the pod, at a moment that is not in the scenario.
  "init-fails-never-with-sidecar": 3,
  // The window in which a probe fails is guessed.
  "liveness-on-failure-exit-0": 3,
  "liveness-timeout-longer-than-period": 6,
  "timeout-longer-slow-answers": 2,
  // It ends in the second in which somebody looks.
  "init-oom": 1,
  "init-sequence": 3,
  "two-rules-order": 6,
  // Who restarted all containers, how often, and after what, is forgotten.
  "init-restarts-after-rac-with-image": 3,
  "rac-after-own-crashes": 5,
  "rac-loop-instant": 6,
  "rac-then-init-fails-always": 4,
};

it("what is inferred from one look leads to the same starts and the same last exit", () => {
  const byName: Record<string, number> = {};
  let count = 0;
  for (const { name, isDisturbed, pod } of recordedPods()) {
    if (isDisturbed) continue;
    for (const { isSame } of findAtMoments(pod)) {
      const recording = name.replace(/@.*/, "");
      count += 1;
      if (!isSame) byName[recording] = (byName[recording] ?? 0) + 1;
    }
  }
  expect(byName).toEqual(others);
  expect(count).toBeGreaterThan(2500);
});
