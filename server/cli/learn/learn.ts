import { existsSync } from "node:fs";
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
import { watchPods } from "./learn-live.ts";
import { learnText } from "./learn-text.ts";
import { writeLearned } from "./write-learned.ts";

/** `pod-cadence learn`: 0 done, 2 could not run, no pod with a status was found, or `--write` could not write. */
export async function learn(line: CommandLine): Promise<ExitCode> {
  const call = callSettings(line, process.cwd());
  if ("problem" in call) return fail([call.problem]);
  const settings = await settingsFor(line.operands[0] ?? "-", call.value);
  const wrong = optionProblems(settings);
  if (wrong.length > 0) return fail(wrong);
  const read = await readPods(line);
  if ("problem" in read) return fail([read.problem]);
  if ("problems" in read) return fail(read.problems);
  const { incident, notes } = read;
  const workloads = learnWorkloads(incident.pods, settings.assumptions);
  if (workloads.length === 0)
    return fail([...notes, "no pod with a status was found: give the pods, too (kubectl get pods,events -o yaml)"]);
  const written = await writeResult(line, textOf(line, workloads));
  if (written !== 0) return written;
  note(line, notes);
  const file = optionOf(line, "write");
  if (file === undefined) return 0;
  const done = await writeLearned(file, workloads, call.value);
  if ("problems" in done) return fail(done.problems);
  note(line, done.notes);
  return 0;
}

/** `deploy/web`: an object of a cluster. Files of such a name are read. */
const objectOfCluster = /^[A-Za-z][A-Za-z.]{0,99}\/[a-z0-9][a-z0-9.-]{0,252}$/;

async function readPods(line: CommandLine) {
  const [first = "", ...others] = line.operands;
  if (others.length === 0 && objectOfCluster.test(first) && !existsSync(first)) {
    const watched = await watchPods(line);
    if ("problem" in watched) return watched;
    return { incident: incidentOf([watched.value.reading]), notes: watched.value.notes };
  }
  const read = await readIncident(line.operands);
  if ("problems" in read) return read;
  const incident = incidentOf(read.readings);
  return { incident, notes: incident.inputs.flatMap((input) => input.notes) };
}

function textOf(line: CommandLine, workloads: readonly LearnedWorkload[]): string {
  if (optionOf(line, "format") === "json") return prettyJson(learnedJson(workloads));
  return learnText(workloads, { columns: textColumns(line), style: createStyle(wantsColor(line)) });
}
