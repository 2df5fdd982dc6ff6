import type { CommandLine } from "../arguments/command-line.ts";
import type { OptionSpec } from "../arguments/option-groups.ts";
import { type CommandSpec, commandNames, commands, completionShells } from "../arguments/options.ts";
import { type ExitCode, fail, print } from "./terminal.ts";

/** `pod-cadence completion SHELL`: a script that knows the commands, their options and the values that options take. */
export function printCompletion({ operands: [shell = ""] }: CommandLine): ExitCode {
  if (shell === "bash") return print(bashScript());
  if (shell === "zsh") return print(zshScript());
  if (shell === "fish") return print(fishScript());
  return fail([`unknown shell ${shell}: choose one of ${completionShells.join(", ")}`]);
}

const specs = commandNames.map((name) => commands[name]);

/** What may stand in the place of the operands besides files; undefined means files. */
function wordsOf({ name }: CommandSpec): readonly string[] | undefined {
  if (name === "help") return commandNames;
  if (name === "completion") return completionShells;
  return ["observe", "rules", "init", "fleet", "lsp", "version"].includes(name) ? [] : undefined;
}

/** Nothing of the tables contains a quote, but a script that does would run it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bashScript(): string {
  const options = specs.map(
    (spec) =>
      `    ${spec.name}) options=${quoted(spec.options.map(({ name }) => `--${name}`).join(" "))}; words=${quoted((wordsOf(spec) ?? []).join(" "))} ;;`,
  );
  const values = choicesOf(specs.flatMap((spec) => spec.options)).map(
    ([name, choices]) => `    --${name}) COMPREPLY=($(compgen -W ${quoted(choices.join(" "))} -- "$word")); return ;;`,
  );
  return `_pod_cadence() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} options= words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quoted(commandNames.join(" "))} -- "$word"))
    return
  fi
  case $before in
${values.join("\n")}
  esac
  case \${COMP_WORDS[1]} in
${options.join("\n")}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    compopt -o default 2>/dev/null
  fi
}
complete -F _pod_cadence pod-cadence
`;
}

function zshScript(): string {
  const list = specs.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = specs.map((spec) => {
    const words = wordsOf(spec);
    const operand = words === undefined ? "'*:file:_files'" : quoted(`*:argument:(${words.join(" ")})`);
    const options = spec.options.map((option) => `        ${zshOption(option)} \\`);
    return `      ${spec.name}) _arguments \\\n${[...options, `        ${operand}`].join("\n")} ;;`;
  });
  return `#compdef pod-cadence
_pod-cadence() {
  local -a commands=(
${list.join("\n")}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] == _pod-cadence ]]; then _pod-cadence "$@"; else compdef _pod-cadence pod-cadence; fi
`;
}

function zshOption({ name, value, choices, repeatable, help }: OptionSpec): string {
  const about = help.replace(/[[\]:]/g, "\\$&");
  const argument = value === undefined ? "" : choices === undefined ? ":value:_files" : `:value:(${choices.join(" ")})`;
  return quoted(`${repeatable ? "*" : ""}--${name}${value === undefined ? "" : "="}[${about}]${argument}`);
}

function fishScript(): string {
  const isFirst = `not __fish_seen_subcommand_from ${commandNames.join(" ")}`;
  const names = specs.map(
    ({ name, summary }) => `complete -c pod-cadence -f -n ${quoted(isFirst)} -a ${name} -d ${quoted(summary)}`,
  );
  const options = specs.flatMap((spec) => {
    const where = `-n ${quoted(`__fish_seen_subcommand_from ${spec.name}`)}`;
    const words = wordsOf(spec);
    const operands =
      words === undefined || words.length === 0
        ? []
        : [`complete -c pod-cadence -f ${where} -a ${quoted(words.join(" "))}`];
    const own = spec.options.map(({ name, value, choices, help }) => {
      const argument = value === undefined ? "" : choices === undefined ? " -r" : ` -x -a ${quoted(choices.join(" "))}`;
      return `complete -c pod-cadence ${where} -l ${name}${argument} -d ${quoted(help)}`;
    });
    return [...operands, ...own];
  });
  return `${[...names, ...options].join("\n")}\n`;
}

/** Each option that has choices, with those of all commands. */
function choicesOf(options: readonly OptionSpec[]): readonly (readonly [string, readonly string[]])[] {
  const found = new Map<string, Set<string>>();
  for (const { name, choices = [] } of options) {
    const known = found.get(name) ?? new Set();
    for (const choice of choices) known.add(choice);
    if (choices.length > 0) found.set(name, known);
  }
  return [...found].map(([name, choices]) => [name, [...choices]]);
}
