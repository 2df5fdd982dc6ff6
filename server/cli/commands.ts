// The bundle of all commands but `check`, `alerts`, `fleet`, `lsp` and `mcp`.

import { provideAlertJudge } from "../analysis/alert-judge.ts";
import type { CommandName } from "./arguments/options.ts";
import { diff } from "./diff/command.ts";
import { explain } from "./explain/explain.ts";
import { serveTasks as serve } from "./files/thread.ts";
import { forecast } from "./forecast/forecast.ts";
import { forecastFile } from "./forecast/forecast-file.ts";
import { writeProjectFile } from "./init.ts";
import { learn } from "./learn/learn.ts";
import { observeCluster } from "./observe/observe.ts";
import { listRules } from "./rules.ts";
import { simulatePod } from "./simulate/simulate.ts";
import { printCompletion } from "./terminal/completion.ts";
import type { Command } from "./terminal/terminal.ts";

provideAlertJudge(async () => (await import("../prometheus/alerts/judge/main.ts")).alertJudge);

export const others = {
  forecast,
  simulate: simulatePod,
  diff,
  observe: observeCluster,
  explain,
  learn,
  rules: listRules,
  init: writeProjectFile,
  completion: printCompletion,
} as const satisfies Partial<Readonly<Record<CommandName, Command>>>;

export { watchCheck } from "./check/watch.ts";

export const serveTasks = (): Promise<void> => serve(forecastFile);
