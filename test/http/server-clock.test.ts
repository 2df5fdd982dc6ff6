import { expect, it } from "vitest";
import { createServerClock, seenDate } from "../../http/server-clock.ts";

/** Answers as `sent received date` in ms, and how far the server's clock is taken to be ahead after each. */
it.each<[about: string, answers: readonly string[], ahead: readonly number[]]>([
  ["both clocks can be the same", ["10500 10700 10000"], [0]],
  ["it is ahead", ["10500 10700 50000"], [39_900]],
  ["it is behind", ["90500 90600 50000"], [-40_050]],
  ["each answer says more", ["10500 10700 50000", "11100 11200 51000"], [39_900, 40_150]],
  ["a clock was set", ["10500 10700 50000", "20500 20600 20000"], [39_900, 0]],
  ["an answer that took long says little", ["10000 60000 50000"], [0]],
])("%s", (_, answers, ahead) => {
  const clock = createServerClock(() => undefined);
  const seen = answers.map((answer) => {
    const [sentMs = 0, receivedMs = 0, dateMs = 0] = answer.split(" ").map(Number);
    clock.see({ sentMs, receivedMs, dateMs });
    return clock.aheadMs;
  });
  expect(seen).toEqual(ahead);
});

it("an answer without a date says nothing", () => {
  expect(seenDate(undefined, 1, 2)).toBeUndefined();
  expect(seenDate("soon", 1, 2)).toBeUndefined();
  expect(seenDate("Sun, 22 Nov 2026 10:00:00 GMT", 1, 2)?.dateMs).toBe(Date.parse("2026-11-22T10:00:00Z"));
});
