import { expect, it } from "vitest";
import { expectGolden } from "../../golden.ts";
import { endFigures, endKnowledges, endsReport } from "./ends.ts";
import { mixedPods, recordedPods } from "./figures.ts";

// Who is said to have ended each run that a status shows, beside the kubelet's own call to the runtime.

const pods = [...recordedPods(), ...mixedPods()]
  // Thousands of restarts of all containers, none of whose ends the API keeps; and pods whose last container a probe ended, so that
  // the kubelet ended the pod and said nothing of a probe.
  .filter(({ name }) => !/^(?:rac-loop-instant|new-sandbox-)/.test(name))
  .map(({ pod }) => pod);

it.each(endKnowledges)("causes are right with $looks look(s) and events: $events", (knowledge) => {
  const { ends, right, kills, killsRight } = endFigures(pods, knowledge);
  expect(ends).toBeGreaterThan(4000);
  expect(right / ends).toBeGreaterThanOrEqual(0.97);
  expect(kills).toBeGreaterThan(500);
  expect(killsRight / kills).toBeGreaterThanOrEqual(0.9);
});

it("what is wrong of them", () => {
  expectGolden("observation/causes", endsReport(pods).join("\n"));
});
