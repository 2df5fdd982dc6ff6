import { incidentOf } from "../../../shared/evidence/incident.ts";
import { type LearnedWorkload, learnWorkloads } from "../../../shared/learn/index.ts";
import { learnedJson } from "../../exports/learned-json.ts";
import { prettyJson } from "../../exports/pretty-json.ts";
import { type CommandLine, optionOf } from "../arguments/command-line.ts";
import { callSettings } from "../arguments/flags.ts";
import { readIncident } from "../files/read-incident.ts";
import { optionProblems, settingsFor } from "../files/read-manifest.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, textColumns, wantsColor, writeResult } from "../terminal/terminal.ts";
import { learnText } from "./learn-text.ts";

/** `pod-cadence learn`: 0 done, 2 could not run, or no pod with a status was found. */
export async function learn(line: CommandLine): Promise<ExitCode> {
  const call = callSettings(line, process.cwd());
  if ("problem" in call) return fail([call.problem]);
  const settings = await settingsFor(line.operands[0] ?? "-", call.value);
  const wrong = optionProblems(settings);
  if (wrong.length > 0) return fail(wrong);
  const read = await readIncident(line.operands, undefined);
  if ("problems" in read) return fail(read.problems);
  const incident = incidentOf(read.readings, undefined);
  const notes = incident.inputs.flatMap((input) => input.notes);
  const workloads = learnWorkloads(incident.pods, settings.assumptions);
  if (workloads.length === 0) return fail([...notes, "no pod with a status was found"]);
  const written = await writeResult(line, textOf(line, workloads));
  if (written !== 0) return written;
  note(line, notes);
  return 0;
}

function textOf(line: CommandLine, workloads: readonly LearnedWorkload[]): string {
  if (optionOf(line, "format") === "json") return prettyJson(learnedJson(workloads));
  return learnText(workloads, { columns: textColumns(line), style: createStyle(wantsColor(line)) });
}
