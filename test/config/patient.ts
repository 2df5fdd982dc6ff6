import { fileURLToPath } from "node:url";
import { LongestFirst } from "../sequencer.ts";

/** Of every configuration: no limit counts the seconds of a clock (`test/patience.ts`), and a run ends with its totals. */
export const patient = {
  reporters: ["default", "./test/reporter.ts"],
  runner: "./test/runner.ts",
  setupFiles: ["./test/setup.ts"],
  sequence: { sequencer: LongestFirst },
  // Vitest leaves one core to its main process, which has little to do.
  maxWorkers: "100%",
  // The engine is loaded and compiled once for all files of a worker: a third less work. `setup.ts` undoes what a file leaves behind.
  isolate: false,
  // Node loads the sources as they are. In Vite's module runner each use of an import is a look into its module: a sixth more work.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // What lives for one test is collected while it is young: a twentieth less work.
  execArgv: ["--max-semi-space-size=64", "--import", fileURLToPath(new URL("../editor-modules.ts", import.meta.url))],
  testTimeout: 0,
  hookTimeout: 0,
};
