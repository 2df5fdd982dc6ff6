import { expect, it, test } from "vitest";
import { analyze } from "../../../server/library/index.ts";

const job = `apiVersion: batch/v1
kind: Job
metadata: {name: train}
spec:
  backoffLimit: 2
  template:
    spec:
      restartPolicy: Never
      containers:
      - {name: main, image: "registry.example/train:1"}
`;
const hourMs = 3_600_000;

it("says what each way to go on after a failure leaves of a training run", () => {
  const [pod] = analyze(job, { training: { failuresEveryMs: 6 * hourMs, schedulingTakesMs: 60_000 } }).pods;
  const [inPlace, anew] = pod?.training ?? [];
  expect([inPlace?.is, anew?.is, anew?.isWritten]).toEqual(["in-place", "job", true]);
  expect(inPlace?.ended).toBeUndefined();
  expect(inPlace?.meanGoodput).toBeGreaterThan(0.9);
  // Two pods take its place, the third failure ends it: 10 and 20 seconds of back-off, a minute, and 20 seconds of pulls.
  expect(anew?.ended?.why).toBe("the Job fails at failure 3 (BackoffLimitExceeded)");
  expect(anew?.downMs?.min).toBeGreaterThan(89_000);
  expect(anew?.downMs?.max).toBeLessThan(105_000);
});

it("says nothing without assumptions, and of pods that no Job creates", () => {
  expect(analyze(job).pods[0]?.training).toBeUndefined();
  const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: a}]}\n";
  expect(analyze(pod, { training: { failuresEveryMs: hourMs } }).pods[0]?.training).toBeUndefined();
});

test.each([
  [{ failuresEveryMs: 0 }, "training.failuresEveryMs must be a number of milliseconds, at least 1000."],
  [{ failuresEveryMs: Number.NaN }, "training.failuresEveryMs must be a number of milliseconds, at least 1000."],
  [{ failuresEveryMs: hourMs, pullTakesMs: -1 }, "training.pullTakesMs must be a number of milliseconds, at least 0."],
])("%j is not possible", (training, message) => {
  expect(() => analyze(job, { training })).toThrow(message);
});
