import { recordedPods } from "./figures.ts";
import { pullWaitsOf } from "./pulls.ts";
let n=0, inside=0;
for (const { name, pod } of recordedPods()) for (const w of pullWaitsOf(pod)) {
  if (w.pulledMs === undefined) continue;
  n++; if (w.pulledMs >= w.window.earliestMs && w.pulledMs <= w.window.latestMs) inside++;
  else console.log(name, w.container, w.delaysMs[0], w.pulledMs - w.window.earliestMs, w.pulledMs - w.window.latestMs);
}
console.log(n, inside);
