import { writeFile } from "node:fs/promises";
import { counted } from "../../../shared/basics/counted.ts";
import { visible } from "../../../shared/basics/plain-line.ts";
import { fileText } from "../../git/file-text.ts";
import { type CommandLine, has, optionOf } from "../arguments/command-line.ts";

/** 0: done; 1: what was asked for did not hold; 2: could not run. */
export type ExitCode = 0 | 1 | 2;

/** Runs one command with what was typed, in pieces and as it was. Undefined if the process goes on until somebody else ends it. */
export type Command = (
  line: CommandLine,
  args: readonly string[],
) => Promise<ExitCode | undefined> | ExitCode | undefined;

/** True where text may hold colors. `--color always` wins over NO_COLOR. */
export function wantsColor(line: CommandLine): boolean {
  const color = optionOf(line, "color") ?? "auto";
  if (color !== "auto") return color === "always";
  const isPlain = (process.env["NO_COLOR"] ?? "") !== "" || process.env["TERM"] === "dumb";
  return process.stdout.isTTY === true && optionOf(line, "output") === undefined && !isPlain;
}

/** Of `createStyle`: no other color is written. */
const ownColor = /^\[(?:1|2|4|22|24|31|32|33|36|39)m/;

/** Of the terminal that the result is written to; undefined if it goes elsewhere. */
export function columnsOf(line: CommandLine): number | undefined {
  const isTerminal = process.stdout.isTTY === true && process.env["TERM"] !== "dumb";
  return isTerminal && optionOf(line, "output") === undefined ? process.stdout.columns : undefined;
}

const columnsDefault = 80;
/** Narrower than any terminal: what is laid out for fewer columns nobody can read. */
const columnsMin = 40;

/** How wide a text may be that is laid out in columns: as the terminal, else as COLUMNS says, else 80. */
export function textColumns(line: CommandLine): number {
  const written = Number(process.env["COLUMNS"] ?? "");
  const asked = Number.isInteger(written) && written > 0 ? written : columnsDefault;
  return Math.max(columnsMin, columnsOf(line) ?? (optionOf(line, "output") === undefined ? asked : columnsDefault));
}

/** Names and messages come from outside: what a terminal obeys in them is written as JSON does. Colors are left where they are wanted. */
export function printable(text: string, hasColor = false): string {
  return visible(text, (found, at) => {
    if (found === "\n" || found === "\t") return true;
    return hasColor && found === "\u001b" && ownColor.test(text.slice(at + 1, at + 6));
  });
}

/** Writes the result to standard output, or to the file of `--output`. */
export async function writeResult(line: CommandLine, text: string): Promise<ExitCode> {
  const file = optionOf(line, "output");
  const written = printable(text, wantsColor(line));
  if (file === undefined) {
    process.stdout.write(written);
    return 0;
  }
  try {
    await writeFile(file, written);
    return 0;
  } catch {
    return fail([`--output: can't write ${file}`]);
  }
}

/** Writes what was asked for to standard output. */
export function print(text: string): ExitCode {
  process.stdout.write(text);
  return 0;
}

/** Says something on standard error, whatever is asked for. */
export function say(lines: readonly string[]): void {
  for (const line of new Set(lines)) process.stderr.write(printable(`pod-cadence: ${line}\n`));
}

/** Says on standard error why nothing can be done. */
export function fail(problems: readonly string[]): ExitCode {
  say(problems);
  return 2;
}

/** Says that nothing was looked at, which may be a wrong path: a failure with `--error-on-empty`. */
export function nothingFound(line: CommandLine, files: number, { templated = false } = {}): ExitCode {
  const where =
    files === 0 ? "no manifests found" : `no pods or kubelet configurations found in ${counted(files, "file")}`;
  const isFailure = has(line, "error-on-empty");
  if (isFailure || !has(line, "quiet"))
    say([`nothing to ${line.command ?? "do"}: ${where}${templated ? templatesHint : ""}`]);
  return isFailure ? 2 : 0;
}

const templatesHint = ". Templates are not rendered: render them first, and pipe in the result";

/** Says something on standard error besides, unless `--quiet`. */
export function note(line: CommandLine, notes: readonly string[]): void {
  if (!has(line, "quiet")) say(notes);
}

/** `| head` closes the pipe early: that is not a failure, and nobody is left to read the rest. */
export function endQuietlyWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}

interface Progress {
  readonly update: (done: number) => void;
  readonly end: () => void;
}

/** A line of progress that is written over itself, on a terminal only. */
export function showProgress(line: CommandLine, total: number): Progress {
  const { stderr } = process;
  if (stderr.isTTY !== true || has(line, "quiet") || total < 2)
    return { update: () => undefined, end: () => undefined };
  return {
    update: (done) => stderr.write(`\r${done} of ${total} files`),
    end: () => stderr.write("\r\u001b[K"),
  };
}

interface Steps {
  readonly update: (step: string, answered: number) => void;
  readonly end: () => void;
}

/** What is done now, in a line that is written over itself, on a terminal only. */
export function showSteps(line: CommandLine): Steps {
  const { stderr } = process;
  if (stderr.isTTY !== true || has(line, "quiet")) return { update: () => undefined, end: () => undefined };
  const clear = "\r\u001b[K";
  return {
    update: (step, answered) =>
      stderr.write(`${clear}${step}… ${answered === 0 ? "" : `(${counted(answered, "request")})`}`),
    end: () => stderr.write(clear),
  };
}

export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return fileText(Buffer.concat(chunks));
}
