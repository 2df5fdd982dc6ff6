import { describe, expect, test } from "vitest";
import { defaultCosts, savingsOf } from "../../../../shared/forecast/restart-all/restart-all-savings.ts";
import { restartAllStories } from "../../../../shared/forecast/restart-all/restart-all-story.ts";
import { play } from "../../simulation/play.ts";

const pod = `
# cadence: prepare: exits 0 after 20s
# cadence: worker: stops in 3s
# cadence: watcher: exits 88 after 2m
restartPolicy: Never
initContainers:
- {name: prepare, image: prepare}
containers:
- {name: worker, image: worker}
- name: watcher
  image: watcher
  restartPolicy: Never
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}]`;

const { timeline, pod: played } = play(pod, { until: 600 });
const stories = restartAllStories(timeline, played);

describe("what a restart in place saves", () => {
  test("a first start takes as long as it did in the run", () => {
    expect(defaultCosts(timeline)).toEqual({ schedulingMs: 10_000, pullMs: 20_000, initMs: 20_000 });
  });

  test("a new pod also waits for the scheduler and its images, and a Job's next pod for the Job's back-off", () => {
    const [first, second] = stories;
    const costs = { schedulingMs: 5_000, pullMs: 60_000, initMs: 20_000 };
    // The worker is killed after 2 s, prepare runs 20 s again.
    expect(first && savingsOf(first, costs, 1)).toMatchObject({
      inPlaceMs: 22_000,
      recreatedMs: 87_000,
      nextTryMs: 97_000,
      jobDelayMs: 10_000,
    });
    expect(second && savingsOf(second, costs, 2)).toMatchObject({ jobDelayMs: 20_000, nextTryMs: 107_000 });
  });

  test("nothing is said of a pod that is not ready again", () => {
    const cut = play(pod, { until: 145 });
    const [story] = restartAllStories(cut.timeline, cut.pod);
    expect(story && savingsOf(story, defaultCosts(cut.timeline), 1)).toBeUndefined();
  });
});
