import { expect, it } from "vitest";
import { createIdleWork, type IdleStep } from "../../../../client/simulator/webview/background/surroundings.ts";

/** A browser that has time when `idle` is called, and a clock that only steps move. */
function createBrowser() {
  const asked: (() => void)[] = [];
  const done: string[] = [];
  let nowMs = 0;
  const whenIdle = createIdleWork(
    (work) => void asked.push(work),
    () => nowMs,
  );
  const work = (name: string, steps: number, stepMs: number): IdleStep => {
    let left = steps;
    return () => {
      nowMs += stepMs;
      done.push(name);
      left -= 1;
      return left > 0;
    };
  };
  const idle = (): void => asked.splice(0).forEach((go) => void go());
  return { whenIdle, work, idle, asked, done };
}

it("works for 8 ms between two frames, however much waits", () => {
  const { whenIdle, work, idle, asked, done } = createBrowser();
  for (const name of ["a", "b", "c"]) whenIdle(work(name, 2, 3));
  expect(asked).toHaveLength(1);
  idle();
  expect(done).toEqual(["a", "a", "b"]);
  expect(asked).toHaveLength(1);
  idle();
  expect(done).toEqual(["a", "a", "b", "b", "c", "c"]);
  expect(asked).toHaveLength(0);
});

it("takes what a step adds behind what waits already", () => {
  const { whenIdle, work, idle, done } = createBrowser();
  whenIdle(() => {
    whenIdle(work("added", 1, 1));
    return false;
  });
  whenIdle(work("other", 1, 1));
  idle();
  expect(done).toEqual(["other", "added"]);
});

it("goes on behind a step that fails", () => {
  const { whenIdle, work, idle, done, asked } = createBrowser();
  whenIdle(() => {
    throw new Error("broken");
  });
  whenIdle(work("next", 1, 1));
  expect(idle).toThrow("broken");
  expect(asked).toHaveLength(1);
  idle();
  expect(done).toEqual(["next"]);
});
