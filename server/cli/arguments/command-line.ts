import { nearest } from "../../../shared/basics/nearest.ts";
import type { CommandName } from "./options.ts";

/** The arguments, checked against the table of commands. */
export interface CommandLine {
  /** Undefined means `--help` or `--version` of the program, or nothing. */
  readonly command: CommandName | undefined;
  readonly operands: readonly string[];
  /** Values by option, in the order typed; an option without a value has an empty list. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** A mistake of the caller, as one line that says what to do instead. */
interface UsageProblem {
  readonly problem: string;
}

export type Parsed<T> = { readonly value: T } | UsageProblem;

export function optionOf({ options }: CommandLine, name: string): string | undefined {
  return options.get(name)?.at(-1);
}

export function optionsOf({ options }: CommandLine, name: string): readonly string[] {
  return options.get(name) ?? [];
}

export function has({ options }: CommandLine, name: string): boolean {
  return options.has(name);
}

/** `unknown option --kubernets: did you mean --kubernetes?` `listedBy`: what lists the candidates. */
export function unknown(noun: string, word: string, candidates: readonly string[], listedBy = "--help"): string {
  const meant = nearest(word, candidates);
  if (meant !== undefined) return `unknown ${noun} ${word}: did you mean ${meant}?`;
  return `unknown ${noun} ${word} (see ${listedBy})`;
}
