import { tokenize } from "../reading/lexer.ts";
import { wantedNext } from "../reading/reader.ts";
import { type ContainerNames, readText } from "./statement.ts";

export interface ScenarioCompletion {
  readonly label: string;
  readonly detail: string;
}

/**
 * The words that could stand at an offset of a scenario's text. The beginning of a word before the offset is not looked at:
 * the editor offers what fits it. They are what the parser wants there, so that completion, messages and grammar are one.
 */
export function completeScenario(
  text: string,
  offset: number,
  containers: readonly ContainerNames[],
): readonly ScenarioCompletion[] {
  const before = text.slice(0, offset);
  const tokens = tokenize(before);
  const last = tokens.at(-1);
  if (last?.kind === "unclosed") return [];
  const isPartial = last?.end === before.length && last.kind !== "mark" && last.kind !== "quoted";
  const { reader } = readText(isPartial ? before.slice(0, last.start) : before, containers);
  if (reader.tokens.at(-1)?.start !== tokens.at(isPartial ? -2 : -1)?.start) return [];
  if (reader.farthest.index !== reader.tokens.length) return [];
  return wantedNext(reader).flatMap(({ label, detail }) => (label === "" ? [] : [{ label, detail }]));
}
