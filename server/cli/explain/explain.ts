import { plainLine } from "../../../shared/basics/plain-line.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { type Incident, incidentOf } from "../../../shared/evidence/incident.ts";
import { type ExplainedPod, explainPods } from "../../../shared/incident/index.ts";
import { parseTime } from "../../../shared/observation/objects/fields.ts";
import { incidentJson } from "../../exports/incident-json.ts";
import { incidentMarkdown } from "../../exports/incident-markdown.ts";
import { prettyJson } from "../../exports/pretty-json.ts";
import { type CommandLine, optionOf, type Parsed } from "../arguments/command-line.ts";
import { callSettings } from "../arguments/flags.ts";
import { readIncident } from "../files/read-incident.ts";
import { optionProblems, settingsFor } from "../files/read-manifest.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, textColumns, wantsColor, writeResult } from "../terminal/terminal.ts";
import { explainText } from "./explain-text.ts";

/** `pod-cadence explain`: 0 done, 2 could not run, or nothing about a pod was found. */
export async function explain(line: CommandLine): Promise<ExitCode> {
  const call = callSettings(line, process.cwd());
  if ("problem" in call) return fail([call.problem]);
  const at = readAt(optionOf(line, "at"));
  if ("problem" in at) return fail([at.problem]);
  const settings = await settingsFor(line.operands[0] ?? "-", call.value);
  const wrong = optionProblems(settings);
  if (wrong.length > 0) return fail(wrong);
  const name = optionOf(line, "pod");
  const read = await readIncident(line.operands, {
    at: at.value,
    pod: name,
    onWait: () => note(line, ["reading standard input until it ends; Ctrl+C answers with what was read"]),
  });
  if ("problems" in read) return fail(read.problems);
  const incident = incidentOf(read.readings, at.value);
  const chosen = incident.pods.filter((pod) => name === undefined || pod.name === name);
  const notes = incident.inputs.flatMap((input) => input.notes);
  if (chosen.length === 0) {
    const names = incident.pods.slice(0, namesMax).map((pod) => plainLine(pod.name));
    const none =
      name === undefined || names.length === 0
        ? "nothing about a pod was found: give its pods and events, too (kubectl get pods,events -o yaml)"
        : `no pod ${name}; there are ${names.join(", ")}`;
    return fail([...notes, none]);
  }
  const pods = explainPods(chosen, settings.assumptions);
  const written = await writeResult(line, textOf(line, incident, pods));
  if (written !== 0) return written;
  note(line, notes);
  return 0;
}

const namesMax = 10;

function textOf(line: CommandLine, incident: Incident, pods: readonly ExplainedPod[]): string {
  switch (optionOf(line, "format")) {
    case "json":
      return prettyJson(incidentJson(incident, pods));
    case "markdown":
      return `${incidentMarkdown(pods)}\n`;
    default:
      return explainText(pods, { columns: textColumns(line), style: createStyle(wantsColor(line)) });
  }
}

/** A time of the API, or of a clock without a zone, which is UTC. */
function readAt(text: string | undefined): Parsed<Span | undefined> {
  if (text === undefined) return { value: undefined };
  const value = parseTime(/(?:[Zz]|[-+]\d\d:\d\d)$/.test(text) ? text : `${text.replace(" ", "T")}Z`);
  return value === undefined
    ? { problem: `invalid value ${text} for --at: use a time such as 2026-11-20T12:00:00Z` }
    : { value };
}
