import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { afterMachineTime, limitsMs } from "../patience.ts";
import type { Answer, Examination, Question } from "./questions.ts";

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
      const callOff = afterMachineTime(limitsMs.condition, () => giveUp("no answer: it hangs"));
      asked.removeAllListeners();
      asked.once("message", (message: { result?: Answer; failure?: string }) => {
        callOff();
        if (message.result === undefined) reject(new Error(message.failure));
        else resolve(message.result);
      });
      asked.once("error", (error) => {
        callOff();
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
      rmSync(dirname(file), { recursive: true });
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
