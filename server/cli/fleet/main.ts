import { fleetPage } from "../../../shared/drawing/report/page.ts";
import type { FleetReport } from "../../../shared/prometheus/fleet/model.ts";
import { prettyJson } from "../../exports/pretty-json.ts";
import { fleetReport } from "../../prometheus/fleet/fleet-report.ts";
import { type CommandLine, optionOf } from "../arguments/command-line.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, showSteps, wantsColor, writeResult } from "../terminal/terminal.ts";
import { fleetMarkdown, fleetText } from "./fleet-text.ts";
import { createClient } from "./http-client.ts";
import { plainHttp, readHttpConfig } from "./http-config.ts";
import { readQuestion } from "./question.ts";

/** `pod-cadence fleet`: 0 done, 2 could not run. */
export async function fleet(line: CommandLine): Promise<ExitCode> {
  const address = optionOf(line, "prometheus");
  if (address === undefined) return fail(["missing --prometheus URL: the address of Prometheus, Thanos, or Mimir"]);
  const question = readQuestion(line);
  if ("problem" in question) return fail([question.problem]);
  const file = optionOf(line, "http-config");
  const config = file === undefined ? { value: plainHttp } : readHttpConfig(file);
  if ("problem" in config) return fail([config.problem]);
  const client = await createClient(address, config.value);
  if ("problem" in client) return fail([client.problem]);
  note(line, config.value.notes);
  const progress = showSteps(line);
  const answered = await fleetReport(client.value, question.value, { now: Date.now, onProgress: progress.update });
  progress.end();
  if ("problem" in answered) return fail([answered.problem]);
  const { value: report } = answered;
  return writeResult(line, render(line, report));
}

function render(line: CommandLine, report: FleetReport): string {
  switch (optionOf(line, "format")) {
    case "json":
      return prettyJson(report);
    case "html":
      return fleetPage(report, { surface: "file" });
    case "markdown":
      return fleetMarkdown(report);
    default:
      return fleetText(report, createStyle(wantsColor(line)));
  }
}
