import type { play } from "../../../../shared/controllers/job/play.ts";
import { runPartsScriptId } from "../../../../shared/protocol/values/page-parts.ts";
import type { parseScenario, textsOfLines } from "../../../../shared/scenario/language/parse.ts";
import { runScript } from "./run-script.ts";

/** What only the runs of Jobs and of pods with a scenario need. */
interface RunParts {
  readonly play: typeof play;
  readonly parseScenario: typeof parseScenario;
  readonly textsOfLines: typeof textsOfLines;
}

/** Made by a script of its own. */
declare const podCadenceRunParts: RunParts;

/** Runs the script now, if nobody has needed it before. */
export function runParts(): RunParts {
  if (!("podCadenceRunParts" in globalThis)) runScript(runPartsScriptId);
  return podCadenceRunParts;
}
