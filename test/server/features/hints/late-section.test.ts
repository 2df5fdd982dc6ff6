import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patientSection } from "../../../../server/features/session/late-section.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an answer in time is the answer", async () => {
  const late = vi.fn();
  const section = patientSection(async () => ({ kubernetes: "1.36" }), late);
  expect(await section("file:///a.yaml")).toEqual({ kubernetes: "1.36" });
  vi.advanceTimersByTime(10_000);
  expect(late).not.toHaveBeenCalled();
});

test("an editor that never answers leaves the defaults", async () => {
  const section = patientSection(() => new Promise(() => {}), vi.fn());
  const asked = section("file:///a.yaml");
  vi.advanceTimersByTime(1000);
  expect(await asked).toBeUndefined();
});

test("a late answer is told once, and is there for who asks again", async () => {
  const late = vi.fn();
  let answer = (_: unknown): void => {};
  const ask = vi.fn(
    () =>
      new Promise<unknown>((resolve) => {
        answer = resolve;
      }),
  );
  const section = patientSection(ask, late);
  const asked = section("file:///a.yaml");
  vi.advanceTimersByTime(1000);
  expect(await asked).toBeUndefined();
  answer({ kubernetes: "1.36" });
  await vi.advanceTimersByTimeAsync(0);
  expect(late).toHaveBeenCalledOnce();
  expect(await section("file:///a.yaml")).toEqual({ kubernetes: "1.36" });
  expect(ask).toHaveBeenCalledOnce();
});
