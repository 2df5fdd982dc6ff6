import { expect, onTestFinished, test, vi } from "vitest";
import { releaseAfterClosing } from "../../../server/features/after-closing.ts";

const large = { length: 1_000_000 };

test("memory is given back once, a while after the last of several large files was closed", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const release = vi.fn();
  const closed = releaseAfterClosing(release);
  closed(large);
  vi.advanceTimersByTime(2000);
  closed(large);
  vi.advanceTimersByTime(2000);
  expect(release).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(release).toHaveBeenCalledOnce();
});

test("a small file is not worth it", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const release = vi.fn();
  releaseAfterClosing(release)({ length: 5000 });
  vi.advanceTimersByTime(60_000);
  expect(release).not.toHaveBeenCalled();
});
