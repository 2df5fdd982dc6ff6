import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../../../shared/basics/nearest.ts";
import { type CommandLine, has, type Parsed, unknown } from "./command-line.ts";
import type { OptionSpec } from "./option-groups.ts";
import { type CommandName, type CommandSpec, commandNames, commands, isCommand } from "./options.ts";

const programOptions: readonly OptionSpec[] = [
  { name: "help", value: undefined, help: "" },
  { name: "version", value: undefined, help: "" },
];

/** Letter → option. */
const shortOptions: Readonly<Record<string, string>> = {
  h: "help",
  V: "version",
  q: "quiet",
  o: "output",
  n: "namespace",
  A: "all-namespaces",
  w: "watch",
  f: "values",
  k: "kustomize",
};

/** Reads the arguments after the program's name. */
export function parseCommandLine(args: readonly string[]): Parsed<CommandLine> {
  const [first, ...rest] = args;
  if (first === undefined) return { value: { command: undefined, operands: [], options: new Map() } };
  if (first.startsWith("-")) return readArguments(undefined, programOptions, args);
  if (!isCommand(first)) return { problem: unknown("command", first, commandNames) };
  const spec = commands[first];
  const read = readArguments(spec, spec.options, rest);
  return "value" in read ? checkOperands(spec, read.value) : read;
}

function readArguments(
  spec: CommandSpec | undefined,
  known: readonly OptionSpec[],
  args: readonly string[],
): Parsed<CommandLine> {
  const operands: string[] = [];
  const options = new Map<string, string[]>();
  const { tokens } = parseArgs({
    args: withListValues(args, known),
    options: optionTypes(known),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const problem = problemOf(token, known);
    if (problem !== undefined) return { problem };
    options.set(token.name, [...(options.get(token.name) ?? []), ...(token.value === undefined ? [] : [token.value])]);
  }
  return { value: { command: spec?.name, operands, options } };
}

/** A value that can be left out is one where it is a list of the choices: `--details drain web.yaml`, but `--details web.yaml`. */
function withListValues(args: readonly string[], known: readonly OptionSpec[]): readonly string[] {
  const joined: string[] = [];
  for (const [index, arg] of args.entries()) {
    if (arg === "--") return [...joined, ...args.slice(index)];
    const spec = known.find(({ name, optionalList }) => optionalList === true && args[index - 1] === `--${name}`);
    if (spec !== undefined && strangeItem(spec, arg) === undefined) joined.push(`${joined.pop() ?? ""}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

/** What of a list is none of the choices. */
function strangeItem({ choices = [] }: OptionSpec, list: string): string | undefined {
  return list.split(",").find((item) => !choices.includes(item));
}

function optionTypes(known: readonly OptionSpec[]): NonNullable<ParseArgsConfig["options"]> {
  const letters = new Map(Object.entries(shortOptions).map(([letter, name]) => [name, letter]));
  return Object.fromEntries(
    known.map(({ name, value, optionalList }) => {
      const short = letters.get(name);
      const isBare = value === undefined || optionalList === true;
      return [name, { type: isBare ? "boolean" : "string", ...(short === undefined ? {} : { short }) }];
    }),
  );
}

interface TypedOption {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
}

function problemOf({ name, rawName, value }: TypedOption, known: readonly OptionSpec[]): string | undefined {
  const spec = known.find((each) => each.name === name);
  if (spec === undefined) {
    const long = rawName.startsWith("--") ? undefined : shortOptions[name];
    const names = known.map((each) => `--${each.name}`);
    return unknown("option", long === undefined ? rawName : `--${long}`, names);
  }
  const typed = `--${name}`;
  if (spec.optionalList === true) {
    const strange = value === undefined ? undefined : strangeItem(spec, value);
    return strange === undefined ? undefined : wrongChoice(typed, strange, spec.choices ?? []);
  }
  if (spec.value === undefined) return value === undefined ? undefined : `${typed} does not take a value`;
  if (value === undefined) return `${typed} requires a value: ${typed} ${spec.value}`;
  if (spec.choices !== undefined && !spec.choices.includes(value)) return wrongChoice(typed, value, spec.choices);
  // kubectl says `--output json`: a file named json would be left behind, and nothing printed.
  if (name === "output" && known.find((each) => each.name === "format")?.choices?.includes(value) === true)
    return `invalid value ${value} for --output, which names a file: did you mean --format ${value}?`;
  return undefined;
}

function wrongChoice(option: string, value: string, choices: readonly string[]): string {
  const meant = nearest(value, choices);
  const advice = meant === undefined ? `choose one of ${choices.join(", ")}` : `did you mean ${meant}?`;
  return `invalid value ${value === "" ? '""' : value} for ${option}: ${advice}`;
}

function usageOf({ name, operands }: CommandSpec): string {
  return `usage: pod-cadence ${name} ${operands}`.trimEnd();
}

function missingIn(command: CommandName, given: number): string {
  if (command === "completion") return "shell";
  if (command !== "diff") return "file";
  return given === 0 ? "BASE and HEAD" : "HEAD";
}

function checkOperands(spec: CommandSpec, line: CommandLine): Parsed<CommandLine> {
  const excess = line.operands[spec.operandsMax];
  if (excess !== undefined) return { problem: `unexpected argument ${excess}: ${usageOf(spec)}` };
  const isAsking = has(line, "help") || has(line, "version");
  const isRendering = has(line, "helm") || has(line, "kustomize");
  const isDiff = spec.name === "diff";
  const isUpgrade = isDiff && (has(line, "from") || has(line, "to"));
  const operandsMin = isUpgrade ? (isRendering ? 0 : 1) : isRendering && !isDiff ? 0 : spec.operandsMin;
  if (line.operands.length < operandsMin && !isAsking) {
    return {
      problem: `missing ${isUpgrade ? "file" : missingIn(spec.name, line.operands.length)}: usage: pod-cadence ${spec.name} ${spec.operands}`,
    };
  }
  return { value: line };
}
