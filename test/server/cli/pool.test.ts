import { describe, expect, it } from "vitest";
import { type FileResult, type FileTask, failedFile, type Job } from "../../../server/cli/file-task.ts";
import { processInThreads, threadCount } from "../../../server/cli/pool.ts";
import type { Thread } from "../../../server/cli/worker.ts";

const job: Job = {
  kind: "check",
  settings: { overrides: {}, baseUri: "file:///", projectFile: "none" },
  color: false,
  errorsOnly: false,
  reports: false,
  curves: false,
  horizonMs: 1_800_000,
};
const tasks: readonly FileTask[] = ["a", "b", "deadly", "c", "d", "e"].map((path) => ({ path }));
const done = (path: string): FileResult => ({ ...failedFile("", ""), problems: [], text: `${path} done` });

describe("processInThreads", () => {
  it("reports the file that a thread died of, and goes on with the others in order", async () => {
    const log: string[] = [];
    let started = 0;
    const start = (): Thread => {
      started += 1;
      const name = `thread ${started}`;
      return {
        run: ({ path }) => Promise.resolve(path === "deadly" ? undefined : done(path)),
        end: () => void log.push(`${name} ended`),
      };
    };
    const progress: number[] = [];
    const results = await processInThreads({ job, tasks, onProgress: (count) => progress.push(count) }, 2, start);
    expect(results.map(({ text, problems }) => text || problems[0])).toEqual([
      "a done",
      "b done",
      "deadly: the thread that looked at it died",
      "c done",
      "d done",
      "e done",
    ]);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
    expect(started).toBe(3);
    expect(log.toSorted()).toEqual(["thread 1 ended", "thread 2 ended", "thread 3 ended"]);
  });
});

describe("threadCount", () => {
  it("starts no thread for few files", () => {
    expect([0, 1, 31].map(threadCount)).toEqual([1, 1, 1]);
  });
});
