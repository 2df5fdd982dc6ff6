import { type CommandLine, has } from "./arguments/command-line.ts";
import { type CommandName, commands } from "./arguments/options.ts";
import { parseCommandLine } from "./arguments/read-arguments.ts";
import { programVersion } from "./arguments/version.ts";
import { commandHelp, programHelp, showHelp } from "./terminal/help.ts";
import { type Command, type ExitCode, endQuietlyWithReader, fail, print, textColumns } from "./terminal/terminal.ts";

async function load(name: CommandName, line: CommandLine): Promise<Command> {
  if (name === "help") return showHelp;
  if (name === "version") return version;
  if (name === "check" && has(line, "watch")) return (await import("./commands.ts")).watchCheck;
  if (name === "check") return (await import("./check/main.ts")).check;
  if (name === "alerts") return (await import("./alerts/main.ts")).alerts;
  if (name === "fleet") return (await import("./fleet/main.ts")).fleet;
  if (name === "lsp") return (await import("./lsp.ts")).serveEditor;
  if (name !== "mcp") return (await import("./commands.ts")).others[name];
  const { serveAgents } = await import("./mcp/main.ts");
  return serveAgents;
}

async function main(args: readonly string[]): Promise<ExitCode | undefined> {
  endQuietlyWithReader();
  const parsed = parseCommandLine(args);
  if ("problem" in parsed) return fail([parsed.problem]);
  const line = parsed.value;
  if (has(line, "version")) return version();
  if (line.command === undefined) return has(line, "help") ? print(programHelp(textColumns(line))) : usage(line);
  if (has(line, "help")) return print(commandHelp(commands[line.command], textColumns(line)));
  const run = await load(line.command, line);
  return await run(line, args);
}

function version(): ExitCode {
  return print(`${programVersion()}\n`);
}

/** A call without anything shows what there is. It has done nothing, so it is no success. */
function usage(line: CommandLine): ExitCode {
  process.stderr.write(programHelp(textColumns(line)));
  return 2;
}

void main(process.argv.slice(2))
  .catch((error: unknown) => fail([`internal error: ${String(error)}`]))
  .then((exitCode) => {
    // Set and not called: what is written must reach a pipe before the process ends.
    if (exitCode !== undefined) process.exitCode = exitCode;
  });
