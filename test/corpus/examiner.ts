import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import type { Answer, Examination, Question } from "./questions.ts";

/** Longer is a hang: no file of the corpus takes a second. */
const patienceMs = 20_000;

export interface Examiner {
  /** Rejects with the stack of what was thrown, and when there is no answer in time. */
  examine(question: Question & { kind: "file" }): Promise<Examination>;
  type(question: Question & { kind: "prefixes" }): Promise<number>;
  end(): Promise<void>;
}

/** A thread that examines one file after the other. One that hangs or dies is replaced. */
export async function createExaminer(): Promise<Examiner> {
  const file = await bundleThread();
  let worker: Worker | undefined;
  const ask = (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      worker ??= new Worker(file);
      const asked = worker;
      const giveUp = (reason: string) => {
        worker = undefined;
        void asked.terminate();
        reject(new Error(reason));
      };
      const timer = setTimeout(() => giveUp(`no answer within ${patienceMs / 1000}s: it hangs`), patienceMs);
      asked.removeAllListeners();
      asked.once("message", (message: { result?: Answer; failure?: string }) => {
        clearTimeout(timer);
        if (message.result === undefined) reject(new Error(message.failure));
        else resolve(message.result);
      });
      asked.once("error", (error) => {
        clearTimeout(timer);
        giveUp(`the thread died: ${String(error)}`);
      });
      asked.postMessage(question);
    });
  return {
    async examine(question) {
      const answer = await ask(question);
      if ("prefixes" in answer) throw new Error("the answer to another question");
      return answer;
    },
    async type(question) {
      const answer = await ask(question);
      if (!("prefixes" in answer)) throw new Error("the answer to another question");
      return answer.prefixes;
    },
    async end() {
      await worker?.terminate();
    },
  };
}

/** A thread cannot run the sources on every Node, the bundle can. */
async function bundleThread(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), "pod-cadence-corpus-")), "examine.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("examine.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return outfile;
}
