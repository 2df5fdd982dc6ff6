import { expect, onTestFinished, test, vi } from "vitest";
import { releaseWhenQuiet } from "../../../../server/features/session/memory-release.ts";

const large = { length: 1_000_000 };

test("memory is given back once, a while after the last of several large files was closed", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const release = vi.fn();
  const { closed } = releaseWhenQuiet(release);
  closed(large);
  vi.advanceTimersByTime(2000);
  closed(large);
  vi.advanceTimersByTime(2000);
  expect(release).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(release).toHaveBeenCalledOnce();
});

test("a small file is not worth it, nor is an edit in one that is read", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const release = vi.fn();
  const { closed, changed } = releaseWhenQuiet(release);
  closed({ length: 5000 });
  changed(large);
  vi.advanceTimersByTime(60_000);
  expect(release).not.toHaveBeenCalled();
});

test("memory is given back after an edit in a file that is too large to be read", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const release = vi.fn();
  releaseWhenQuiet(release).changed({ length: 21_000_000 });
  expect(release).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3000);
  expect(release).toHaveBeenCalledOnce();
});

test("the copies of such a file do not pile up while somebody types", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const release = vi.fn();
  const { changed } = releaseWhenQuiet(release);
  for (let key = 0; key < 9; key += 1) changed({ length: 21_000_000 });
  expect(release).toHaveBeenCalledTimes(4);
  changed({ length: 50_000_000 });
  expect(release).toHaveBeenCalledTimes(5);
  vi.advanceTimersByTime(60_000);
  expect(release).toHaveBeenCalledTimes(5);
});
