import { describe, expect, it } from "vitest";
import { type FileResult, type FileTask, failedFile, type Job } from "../../../server/cli/files/file-task.ts";
import { processInThreads, threadCount } from "../../../server/cli/files/pool.ts";
import type { Thread } from "../../../server/cli/files/worker.ts";
import { nothingAsked } from "../../../shared/scenario/language/asked.ts";

const job: Job = {
  settings: {
    overrides: {},
    baseUri: "file:///",
    projectFile: "none",
    play: { asked: nothingAsked, horizonMs: 1_800_000, runs: undefined, seed: 1 },
  },
  color: false,
  columns: undefined,
  errorsOnly: false,
  json: false,
  jobs: undefined,
  fix: false,
  reports: false,
  curves: false,
  details: undefined,
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
    const results: FileResult[] = [];
    const take = async (result: FileResult): Promise<void> => void results.push(result);
    await processInThreads({ doJob, job, tasks, onProgress: (count) => progress.push(count), take }, 2, start);
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

describe("the result of each file", () => {
  it("is taken in the order of the files, as soon as those before it are done", async () => {
    const answers = new Map<string, (result: FileResult) => void>();
    const start = (): Thread => ({
      run: ({ path }) => new Promise((resolve) => answers.set(path, resolve)),
      end: () => undefined,
    });
    const taken: string[] = [];
    const take = async ({ text }: FileResult): Promise<void> => void taken.push(text);
    const batch = { doJob, job, tasks: tasks.slice(0, 3), onProgress: () => undefined, take };
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
    await all;
  });
});

describe("a file that takes long", () => {
  it("holds up the threads that are far ahead of it, so that their results do not pile up", async () => {
    let finishFirst: (result: FileResult) => void = () => undefined;
    let begun = 0;
    const start = (): Thread => ({
      run({ path }) {
        begun += 1;
        return path === "0" ? new Promise((resolve) => (finishFirst = resolve)) : Promise.resolve(done(path));
      },
      end: () => undefined,
    });
    const taken: string[] = [];
    const take = async ({ text }: FileResult): Promise<void> => void taken.push(text);
    const many = Array.from({ length: 2000 }, (_, index) => ({ path: String(index) }));
    const all = processInThreads({ doJob, job, tasks: many, onProgress: () => undefined, take }, 2, start);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toBeLessThan(300);
    expect(taken).toEqual([]);
    finishFirst(done("0"));
    await all;
    expect(taken).toEqual(many.map(({ path }) => `${path} done`));
  });

  it("of a slow reader holds them up, too, and nothing is taken twice or out of order", async () => {
    const start = (): Thread => ({ run: async ({ path }) => done(path), end: () => undefined });
    const taken: string[] = [];
    const take = async ({ text }: FileResult): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      taken.push(text);
    };
    const many = Array.from({ length: 1000 }, (_, index) => ({ path: String(index) }));
    await processInThreads({ doJob, job, tasks: many, onProgress: () => undefined, take }, 3, start);
    expect(taken).toEqual(many.map(({ path }) => `${path} done`));
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
