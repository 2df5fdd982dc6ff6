import { expect, it } from "vitest";
import { isWhole, replayed } from "../../extent.ts";
import { mixedPods, recordedPods } from "./figures.ts";
import { statusCounts } from "./status-counts.ts";
import { judgedAnswers, statusFigures } from "./statuses.ts";

// What is said first of a recorded status, with and without its events, at moments that a seed draws: whether it was so then, who
// ended the last run, and whether the next start or pull came when it is said to.

const pods = [...recordedPods(), ...mixedPods()].filter(({ isDisturbed }) => !isDisturbed);
/** Pods of `npm test`: one of so many. */
const oneOf = 8;

it("the first words about a status are what was true then", () => {
  const judged = replayed(
    pods.map((pod, index) => ({ pod, index })),
    oneOf,
  ).flatMap(({ pod, index }) => judgedAnswers(pod, index));
  const figures = statusFigures(judged);
  expect(judged.filter(({ mistakes }) => mistakes.some((each) => each === "words" || each === "verdict"))).toEqual([]);
  expect(figures.right / figures.answers).toBeGreaterThanOrEqual(0.99);
  if (isWhole) expect(figures).toEqual(statusCounts);
});
