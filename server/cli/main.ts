import { check } from "./check.ts";
import { type CommandLine, has, parseCommandLine } from "./command-line.ts";
import { diff } from "./diff/command.ts";
import { forecast } from "./forecast.ts";
import { commandHelp, programHelp } from "./help.ts";
import { serveEditor } from "./lsp.ts";
import { observeCluster } from "./observe.ts";
import { type CommandName, commands } from "./options.ts";
import { listRules } from "./rules.ts";
import { simulatePod } from "./simulate.ts";
import { type ExitCode, endQuietlyWithReader, fail } from "./terminal.ts";
import { programVersion } from "./version.ts";
import { serveIfThread } from "./worker.ts";

/** Undefined: the process goes on until somebody else ends it. */
type Command = (line: CommandLine, args: readonly string[]) => Promise<ExitCode> | ExitCode | undefined;

const run: Readonly<Record<CommandName, Command>> = {
  check,
  forecast,
  simulate: simulatePod,
  diff,
  observe: observeCluster,
  rules: listRules,
  lsp: serveEditor,
};

async function main(args: readonly string[]): Promise<ExitCode | undefined> {
  endQuietlyWithReader();
  const parsed = parseCommandLine(args);
  if ("problem" in parsed) return fail([parsed.problem]);
  const line = parsed.value;
  if (has(line, "version")) return say(`${programVersion()}\n`);
  if (has(line, "help") || line.command === undefined)
    return say(line.command === undefined ? programHelp() : commandHelp(commands[line.command]));
  return run[line.command](line, args);
}

function say(text: string): ExitCode {
  process.stdout.write(text);
  return 0;
}

if (!serveIfThread()) {
  // Set and not called: what is written must reach a pipe before the process ends.
  const exitCode = await main(process.argv.slice(2)).catch((error: unknown) =>
    fail([`internal error: ${String(error)}`]),
  );
  if (exitCode !== undefined) process.exitCode = exitCode;
}
