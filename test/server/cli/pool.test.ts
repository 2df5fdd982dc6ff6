import { describe, expect, it } from "vitest";
import { type FileResult, type FileTask, failedFile, type Job } from "../../../server/cli/files/file-task.ts";
import { processInThreads, threadCount } from "../../../server/cli/files/pool.ts";
import type { Thread } from "../../../server/cli/files/worker.ts";

const job: Job = {
  settings: { overrides: {}, baseUri: "file:///", projectFile: "none" },
  color: false,
  errorsOnly: false,
  json: false,
  jobs: undefined,
  fix: false,
  reports: false,
  curves: false,
  horizonMs: 1_800_000,
};
const doJob = (): Promise<FileResult> => Promise.reject(new Error("threads do the work"));
const tasks: readonly FileTask[] = ["a", "b", "deadly", "c", "d", "e"].map((path) => ({ path }));
const done = (path: string): FileResult => ({ ...failedFile("", ""), problems: [], text: `${path} done` });

describe("processInThreads", () => {
  it("reports the file that a thread died of, and goes on with the others in order", async () => {
    const log: string[] = [];
    let started = 0;
    const start = (): Thread => {
      started += 1;
      const name = `thread ${started}`;
      let isDead = false;
      return {
        async run({ path }) {
          if (isDead) return "not-begun";
          isDead = path === "deadly";
          return isDead ? "died" : done(path);
        },
        end: () => void log.push(`${name} ended`),
      };
    };
    const progress: number[] = [];
    const results = await processInThreads(
      { doJob, job, tasks, onProgress: (count) => progress.push(count) },
      2,
      start,
    );
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

describe("the text of each file", () => {
  it("is taken in the order of the files, as soon as those before it are done, and not kept", async () => {
    const answers = new Map<string, (result: FileResult) => void>();
    const start = (): Thread => ({
      run: ({ path }) => new Promise((resolve) => answers.set(path, resolve)),
      end: () => undefined,
    });
    const taken: string[] = [];
    const takeText = async (text: string): Promise<void> => void taken.push(text);
    const batch = { doJob, job, tasks: tasks.slice(0, 3), onProgress: () => undefined, takeText };
    const all = processInThreads(batch, 2, start);
    const finish = async (path: string): Promise<void> => {
      answers.get(path)?.(done(path));
      await new Promise((resolve) => setImmediate(resolve));
    };
    await finish("b");
    await finish("deadly");
    expect(taken).toEqual([]);
    await finish("a");
    expect(taken).toEqual(["a done", "b done", "deadly done"]);
    expect((await all).map(({ path, text }) => [path, text])).toEqual([
      ["", ""],
      ["", ""],
      ["", ""],
    ]);
  });
});

describe("threadCount", () => {
  it("starts no thread for few files", () => {
    expect([0, 1, 31].map((files) => threadCount(files, undefined))).toEqual([1, 1, 1]);
  });

  it("starts as many as somebody wants, but none without work", () => {
    expect([threadCount(100, 5), threadCount(3, 5), threadCount(0, 5)]).toEqual([5, 3, 1]);
  });
});
