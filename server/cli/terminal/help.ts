import { capitalized } from "../../../shared/basics/capitalized.ts";
import { filledLines, gap, indent, wrapped } from "../../exports/table.ts";
import { type CommandLine, unknown } from "../arguments/command-line.ts";
import type { OptionSpec } from "../arguments/option-groups.ts";
import { type CommandSpec, commandNames, commands, isCommand } from "../arguments/options.ts";
import { type ExitCode, fail, print, textColumns } from "./terminal.ts";

/** `pod-cadence help [COMMAND]` */
export function showHelp(line: CommandLine): ExitCode {
  const [name] = line.operands;
  const columns = textColumns(line);
  if (name === undefined) return print(programHelp(columns));
  if (!isCommand(name)) return fail([unknown("command", name, commandNames)]);
  return print(commandHelp(commands[name], columns));
}

/** `pod-cadence --help` */
export function programHelp(columns: number): string {
  const rows = commandNames.map((name) => [name, commands[name].summary] as const);
  return asText([
    ...wrapped("Usage: pod-cadence <command> [options] [FILE|DIR|-]…", columns),
    "",
    ...wrapped("Predicts when and why a Kubernetes pod restarts, and how long it stays down.", columns),
    ...wrapped(
      "Searches directories for *.yaml, *.yml, and *.json files and respects .gitignore; use - for stdin.",
      columns,
    ),
    "",
    "Commands:",
    ...entryLines(rows, columns),
    "",
    ...wrapped("Use pod-cadence help <command> for the options of a command.", columns),
  ]);
}

/** `pod-cadence check --help` */
export function commandHelp(spec: CommandSpec, columns: number): string {
  const { name, operands, summary, options, exit, examples } = spec;
  const room = columns - margin.length;
  return asText([
    ...wrapped(`Usage: ${["pod-cadence", name, operands].filter((word) => word !== "").join(" ")}`, columns),
    "",
    ...wrapped(`${capitalized(summary)}.`, columns),
    "",
    "Options:",
    ...entryLines(
      options.map((option) => [headOf(option), option.help] as const),
      columns,
    ),
    "",
    "Exit codes:",
    ...exit.flatMap((line) => indent(wrapped(line, room), margin)),
    "",
    "Examples:",
    ...examples.flatMap((example) => indent(exampleLines(example, room), margin)),
  ]);
}

const margin = "  ";
/** The most of a line that is the name of an option: the help of one with a longer name begins below it. */
const headShare = 0.4;

/** What something is called, and beside it what it is. */
function entryLines(rows: readonly (readonly [head: string, help: string])[], columns: number): readonly string[] {
  const most = Math.floor(columns * headShare);
  const fitting = rows.map(([head]) => head.length).filter((length) => length <= most);
  const width = Math.max(0, ...fitting);
  const room = columns - margin.length - width - gap.length;
  return rows.flatMap(([head, help]) => {
    const [first = "", ...others] = wrapped(help, room);
    const left = `${margin}${" ".repeat(width)}${gap}`;
    const below = head.length > width ? [first, ...others] : others;
    const heads = head.length > width ? indent(wrapped(head, columns - margin.length), margin) : [];
    const beside = head.length > width ? [] : [`${margin}${head.padEnd(width)}${gap}${first}`];
    return [...heads, ...beside, ...indent(below, left)];
  });
}

/** A command that is too long goes on behind a backslash, as a shell reads it. */
function exampleLines(example: string, columns: number): readonly string[] {
  if (example.length <= columns) return [example];
  const words = example.match(/'[^']*'|"[^"]*"|[^\s"']+/g) ?? [];
  const end = " \\";
  const lines = filledLines(words, columns - end.length - margin.length, " ");
  return lines.map((line, index) => `${index === 0 ? "" : margin}${line}${index === lines.length - 1 ? "" : end}`);
}

function headOf({ name, value, repeatable }: OptionSpec): string {
  return `--${name}${value === undefined ? "" : ` ${value}`}${repeatable ? " …" : ""}`;
}

function asText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
