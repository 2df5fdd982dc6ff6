import { type CommandLine, has, parseCommandLine } from "./arguments/command-line.ts";
import { type CommandName, commands } from "./arguments/options.ts";
import { check } from "./check/check.ts";
import { diff } from "./diff/command.ts";
import { serveIfThread } from "./files/worker.ts";
import { forecast } from "./forecast/forecast.ts";
import { writeProjectFile } from "./init.ts";
import { serveEditor } from "./lsp.ts";
import { observeCluster } from "./observe/observe.ts";
import { listRules } from "./rules.ts";
import { simulatePod } from "./simulate/simulate.ts";
import { printCompletion } from "./terminal/completion.ts";
import { commandHelp, programHelp, showHelp } from "./terminal/help.ts";
import { type ExitCode, endQuietlyWithReader, fail, print } from "./terminal/terminal.ts";
import { programVersion } from "./version.ts";

/** Undefined: the process goes on until somebody else ends it. */
type Command = (line: CommandLine, args: readonly string[]) => Promise<ExitCode | undefined> | ExitCode | undefined;

const run: Readonly<Record<CommandName, Command>> = {
  check,
  forecast,
  simulate: simulatePod,
  diff,
  observe: observeCluster,
  rules: listRules,
  init: writeProjectFile,
  lsp: serveEditor,
  mcp: async () => {
    const { serveAgents } = await import("./mcp/main.ts");
    serveAgents(programVersion());
    return undefined;
  },
  completion: printCompletion,
  help: showHelp,
  version: () => print(`${programVersion()}\n`),
};

async function main(args: readonly string[]): Promise<ExitCode | undefined> {
  endQuietlyWithReader();
  const parsed = parseCommandLine(args);
  if ("problem" in parsed) return fail([parsed.problem]);
  const line = parsed.value;
  if (has(line, "version")) return print(`${programVersion()}\n`);
  if (line.command === undefined) return has(line, "help") ? print(programHelp()) : usage();
  return has(line, "help") ? print(commandHelp(commands[line.command])) : await run[line.command](line, args);
}

/** A call without anything shows what there is. It has done nothing, so it is no success. */
function usage(): ExitCode {
  process.stderr.write(programHelp());
  return 2;
}

if (!serveIfThread()) {
  // Set and not called: what is written must reach a pipe before the process ends.
  const exitCode = await main(process.argv.slice(2)).catch((error: unknown) =>
    fail([`internal error: ${String(error)}`]),
  );
  if (exitCode !== undefined) process.exitCode = exitCode;
}
