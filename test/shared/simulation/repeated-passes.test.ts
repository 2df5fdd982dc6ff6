import fc from "fast-check";
import { it } from "vitest";
import { createWorld } from "../../../shared/simulation/create-world.ts";
import { SeededChance } from "../../../shared/simulation/world/chance.ts";
import { podText } from "./arbitrary.ts";
import { assume, type PlayOptions, readPod } from "./play.ts";

const untilMs = 1800_000;
const stepsMax = 20_000;

/** While one of them waits in back-off, the death of the other one is seen now by this pass and now by the next. */
const twoLoops = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
  .map(
    ([one, other]) =>
      `# cadence: one: exits 1 after ${one}s\n# cadence: other: exits 1 after ${other}s\n` +
      "containers: [{name: one, image: one}, {name: other, image: other}]",
  );

const cases = fc.record({
  text: fc.oneof(podText, { weight: 2, arbitrary: twoLoops }),
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  timing: fc.constantFrom("ideal" as const, "kubelet" as const),
  kubernetes: fc.constantFrom("1.30", "1.34", "1.35", "1.36", "1.37"),
});

it("a pass after one that changed nothing does what a pass does that looks at everything anew", () => {
  fc.assert(
    fc.property(cases, ({ text, ...options }) => recorded(text, options, "short") === recorded(text, options, "whole")),
    { numRuns: 200 },
  );
});

/** Records a run. With `whole`, each pass does all of its work: none may reuse that the pass before it changed nothing. */
function recorded(text: string, options: PlayOptions, passes: "short" | "whole"): string {
  const assumptions = assume(options);
  const { seed = 1 } = options;
  const input = { ...readPod(text, assumptions), assumptions, seed, untilMs, recording: "statuses" as const };
  const world = createWorld(input, new SeededChance(seed));
  const { queue, tasks, recorder } = world;
  for (let steps = 0; steps < stepsMax && (queue.nextMs() ?? Number.POSITIVE_INFINITY) <= untilMs; steps += 1) {
    if (passes === "whole") world.pass.refusedAgain = undefined;
    queue.runNext();
    tasks.wake();
  }
  return JSON.stringify([recorder.entries, recorder.statuses, recorder.events]);
}
