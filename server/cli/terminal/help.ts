import { capitalized } from "../../../shared/basics/capitalized.ts";
import { type CommandLine, unknown } from "../arguments/command-line.ts";
import { type CommandSpec, commandNames, commands, isCommand, type OptionSpec } from "../arguments/options.ts";
import { type ExitCode, fail, print } from "./terminal.ts";

/** `pod-cadence help [COMMAND]` */
export function showHelp({ operands: [name] }: CommandLine): ExitCode {
  if (name === undefined) return print(programHelp());
  if (!isCommand(name)) return fail([unknown("command", name, commandNames)]);
  return print(commandHelp(commands[name]));
}

/** `pod-cadence --help` */
export function programHelp(): string {
  const width = Math.max(...commandNames.map((name) => name.length));
  const lines = commandNames.map((name) => `  ${name.padEnd(width)}  ${commands[name].summary}`);
  return `Usage: pod-cadence <command> [options] [FILE|DIR|-]…

Predicts when and why a Kubernetes pod restarts, and how long it stays down.
Searches directories for *.yaml, *.yml, and *.json files and respects .gitignore; use - for stdin.

Commands:
${lines.join("\n")}

Use pod-cadence help <command> for the options of a command.
`;
}

/** `pod-cadence check --help` */
export function commandHelp({ name, operands, summary, options, exit, examples }: CommandSpec): string {
  const heads = options.map(headOf);
  const width = Math.max(...heads.map((head) => head.length));
  const lines = options.map((option, index) => `  ${(heads[index] ?? "").padEnd(width)}  ${option.help}`);
  return `Usage: ${["pod-cadence", name, operands].filter((word) => word !== "").join(" ")}

${capitalized(summary)}.

Options:
${lines.join("\n")}

Exit codes:
${exit.map((line) => `  ${line}`).join("\n")}

Examples:
${examples.map((line) => `  ${line}`).join("\n")}
`;
}

function headOf({ name, value, repeatable }: OptionSpec): string {
  return `--${name}${value === undefined ? "" : ` ${value}`}${repeatable ? " …" : ""}`;
}
