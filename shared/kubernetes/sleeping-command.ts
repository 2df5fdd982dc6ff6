import { memo } from "../basics/once.ts";

/** What a coreutils `sleep` accepts after a number. */
const unitsMs: Readonly<Record<string, number>> = {
  "": 1000,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const shells = new Set(["sh", "bash", "ash", "dash", "ksh", "zsh"]);

/** Commands that succeed in no time, and end neither the shell nor the container, so that what follows them runs. */
const instant = new Set([":", "true", "echo", "printf", "date", "set", "export"]);

/** Words of a shell that end it, repeat or choose what follows, and commands that may end the container and with it the script. */
const ending = new Set(
  "exit return break continue trap wait kill pkill killall halt reboot shutdown poweroff if for while until case select function do then else elif ! [[ time eval . source tail".split(
    " ",
  ),
);

/** A command whose duration is written in it. */
export interface SleepingCommand {
  /** How long it sleeps for certain: what follows the sleeps of a script is taken as instant. Infinity for `sleep infinity`. */
  readonly sleepMs: number;
  /** Nothing but sleeps and output, so that it succeeds whether or not the program of the container has started. */
  readonly isWhole: boolean;
}

/**
 * Reads `sleep 20`, alone or in a script for a shell. This is the only reader: the engine and the rules both ask it.
 * Of a script it counts the sleeps that come for certain: up to the first command that might end the shell or the container,
 * that decides what follows, or that does not return as far as anybody can read. Undefined if no sleep is certain.
 */
export const sleepingCommand = memo(readCommand);

function readCommand(command: readonly string[]): SleepingCommand | undefined {
  const [program = "", ...args] = command;
  const name = baseName(program);
  if (name === "busybox" || name === "toybox") return readCommand(args);
  if (name === "sleep") {
    const sleepMs = sleepMsOf(args);
    return sleepMs === undefined ? undefined : { sleepMs, isWhole: true };
  }
  const script = shells.has(name) ? scriptOf(args) : undefined;
  return script === undefined ? undefined : sleepsOf(script);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The operand of `-c`, which may stand among other options: `-ec`, `-x -c`. */
function scriptOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => !/^-[abefhkmnpuvxC]+$/.test(arg));
  const option = args[at];
  return option !== undefined && /^-[abefhkmnpuvxC]*c[abefhkmnpuvxC]*$/.test(option) ? args[at + 1] : undefined;
}

/** The sum of the operands, as coreutils reads them. Models coreutils src/sleep.c main, apply_suffix (9.5). */
function sleepMsOf(operands: readonly string[]): number | undefined {
  let sumMs = 0;
  if (operands.length === 0) return undefined;
  for (const operand of operands) {
    const found = /^(\d{1,12}(?:\.\d{0,9})?|\.\d{1,9}|inf(?:inity)?)([smhd]?)$/i.exec(operand);
    const unitMs = unitsMs[found?.[2] ?? ""];
    if (found === null || unitMs === undefined) return undefined;
    const [, number = ""] = found;
    sumMs += /^inf/i.test(number) ? Number.POSITIVE_INFINITY : Math.round(Number(number) * unitMs);
  }
  return sumMs;
}

function sleepsOf(script: string): SleepingCommand | undefined {
  const { commands, isComplete } = simpleCommands(script);
  let sleepMs = 0;
  let isPlain = true;
  for (const { words, isCondition } of commands) {
    const isLast = words[0] === "exec";
    const [name = "", ...operands] = isLast ? words.slice(1) : words;
    const ownMs = baseName(name) === "sleep" ? sleepMsOf(operands) : undefined;
    if (ownMs === undefined && (isLast || isFinal(name, isCondition))) return certain(sleepMs, false);
    isPlain &&= ownMs !== undefined || instant.has(name);
    sleepMs += ownMs ?? 0;
    if (isLast || ownMs === Number.POSITIVE_INFINITY) return certain(sleepMs, isPlain);
  }
  return certain(sleepMs, isPlain && isComplete);
}

/** Whether what follows the command may never run. */
function isFinal(name: string, isCondition: boolean): boolean {
  return !instant.has(name) && (isCondition || ending.has(name));
}

function certain(sleepMs: number, isWhole: boolean): SleepingCommand | undefined {
  return sleepMs > 0 ? { sleepMs, isWhole } : undefined;
}

interface SimpleCommand {
  readonly words: readonly string[];
  /** Whether what follows runs only if the command succeeds. */
  readonly isCondition: boolean;
}

interface Commands {
  /** In the order in which they run. */
  readonly commands: readonly SimpleCommand[];
  /** Whether that is all that the script does. */
  readonly isComplete: boolean;
}

/** A separator, a harmless end, a comment, or a word. Anything else is more than commands that run one after the other. */
const token =
  /[ \t]*(?:(;|\n|&&|\|\|[ \t]*(?:true|:)[ \t]*(?=[;\n]|$)|$)|#[^\n]*|((?:'[^']*'|"[^"`\\]*"|[<>]&[\d-]|[^\s;&|(){}`\\'"])+))/y;

/**
 * The commands of a script that run one after the other, up to the first that does not: a group, a substitution, a command
 * in the background. The command before a pipe or an `||` runs for certain, what stands behind it does not.
 */
function simpleCommands(script: string): Commands {
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  token.lastIndex = 0;
  let endOffset = 0;
  for (let found = token.exec(script); found !== null; found = token.exec(script)) {
    endOffset = token.lastIndex;
    const [, separator, word] = found;
    if (word?.includes("$(") === true) return { commands, isComplete: false };
    if (word !== undefined) words.push(word.replaceAll(/['"]/g, ""));
    if (separator === undefined) continue;
    if (words.length > 0) commands.push({ words, isCondition: separator === "&&" });
    words = [];
    if (endOffset >= script.length) return { commands, isComplete: true };
  }
  const isPiped = script.slice(endOffset).trimStart().startsWith("|");
  const piped = isPiped && words.length > 0 ? [{ words, isCondition: false }] : [];
  return { commands: [...commands, ...piped], isComplete: false };
}
