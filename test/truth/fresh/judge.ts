import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { explain } from "../timelines/explain.ts";
import { inputsOf, recordedOf } from "../timelines/play.ts";
import { readRecordingFile } from "../timelines/recording.ts";

/** What became of a pod. */
export interface Verdict {
  /** `SCENARIO@NODE`. */
  readonly name: string;
  readonly hasStops: boolean;
  /** What the engine cannot explain; undefined: everything is explained. */
  readonly problem: string | undefined;
  readonly tries: number;
}

/** Replays every recording of a folder, without knowing a way. */
export function* judge(folder: string): Generator<Verdict> {
  for (const file of readdirSync(folder).sort()) {
    const recording = readRecordingFile(pathToFileURL(path.resolve(folder, file)));
    const name = file.replace(/\.json(?:\.gz)?$/, "");
    for (const run of recording.runs) {
      const { problem, tries } = explain(inputsOf(recording, run), recordedOf(recording, run));
      const hasStops = run.entries.some(({ kind }) => kind === "node");
      yield { name, hasStops, problem, tries };
    }
  }
}
