import * as z from "zod/mini";
import { prettyJson } from "../../exports/pretty-json.ts";
import { type CommandLine, optionOf } from "../arguments/command-line.ts";
import { askedProblems, unplayedNotes } from "../files/asked.ts";
import type { FileResult } from "../files/file-task.ts";
import { processCall } from "../files/process-call.ts";
import { type ExitCode, fail, note, nothingFound, writeResult } from "../terminal/terminal.ts";
import { forecastFile, forecastRendered } from "./forecast-file.ts";

const partsSchema = z.object({
  pods: z.array(z.unknown()),
  kubelets: z.array(z.unknown()),
  workloads: z.array(z.unknown()),
});

/** `pod-cadence forecast`: 0 done, 2 a file could not be looked at, or is a configuration with which no kubelet starts. */
export async function forecast(line: CommandLine): Promise<ExitCode> {
  const results: FileResult[] = [];
  const take = async (result: FileResult): Promise<void> => void results.push(result);
  const processed = await processCall(line, { doJob: forecastFile, doRendered: forecastRendered, take });
  if ("problem" in processed) return fail([processed.problem]);
  if ("problems" in processed) return fail(processed.problems);
  const { asked } = processed.value.settings.play;
  const refused = askedProblems(
    asked,
    results.flatMap((result) => result.asked ?? []),
  );
  if (refused.length > 0) return fail(refused);
  const notes = [...results.flatMap((result) => result.notes), ...unplayedNotes(asked, "forecast")];
  const isJson = optionOf(line, "format") === "json";
  const written = await writeResult(line, isJson ? jsonOf(results, notes) : textOf(results));
  if (written !== 0) return written;
  note(line, notes);
  const problems = results.flatMap((result) => result.problems);
  if (problems.length > 0) return fail(problems);
  const isEmpty = results.every(({ pods, kubeletConfigurations }) => pods + kubeletConfigurations === 0);
  if (!isEmpty) return 0;
  return nothingFound(line, results.length, { templated: results.some(({ templated }) => templated) });
}

function jsonOf(results: readonly FileResult[], notes: readonly string[]): string {
  const parts = results.flatMap(({ json }) => partsSchema.safeParse(json).data ?? []);
  return prettyJson({
    version: 1,
    pods: parts.flatMap(({ pods }) => pods),
    kubelets: parts.flatMap(({ kubelets }) => kubelets),
    workloads: parts.flatMap(({ workloads }) => workloads),
    notes,
  });
}

function textOf(results: readonly FileResult[]): string {
  return results.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n");
}
