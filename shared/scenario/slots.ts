import { readDuration } from "./duration.ts";
import { exitCodeMax, numberMax } from "./limits.ts";
import type { AnswerTarget, Comparison, Phase } from "./model.ts";
import { complain, example, type Reader, shown, type Wanted, want, word } from "./reader.ts";
import { probeWordLike, targetOf, targetWords } from "./target.ts";

/** What the `{…}` of a pattern stand for. Times are milliseconds. */
export interface SlotValues {
  readonly after: number;
  readonly at: number;
  readonly down: number;
  readonly for: number;
  readonly from: number;
  readonly grace: number;
  readonly in: number;
  readonly takes: number;
  readonly within: number;
  readonly code: number;
  /** From 1. */
  readonly times: number;
  /** From 0. */
  readonly count: number;
  readonly comparison: Comparison;
  readonly phase: Phase;
  readonly target: AnswerTarget;
  readonly rule: string;
}

export type SlotName = keyof SlotValues;

/** Reads one value at an index and gives the index behind it. Undefined: none stands there. */
type SlotReader<Value> = (
  reader: Reader,
  index: number,
) => { readonly value: Value; readonly index: number } | undefined;

const comparisons: readonly Comparison[] = ["<=", "<", ">=", ">", "="];
const phases: readonly Phase[] = ["Pending", "Running", "Succeeded", "Failed"];
const comparisonWords = comparisons.map((text) => word(text, "comparison"));
const phaseWords = phases.map((text) => word(text, "phase of the pod"));
const codeExamples = ["0", "1", "137"].map((text) =>
  example(text, "exit code", `an exit code from 0 to ${exitCodeMax}`),
);
const numberExample = [example("3", "number", "a number")];

export const slotReaders: { readonly [Slot in SlotName]: SlotReader<SlotValues[Slot]> } = {
  after: readDuration,
  at: readDuration,
  down: readDuration,
  for: readDuration,
  from: readDuration,
  grace: readDuration,
  in: readDuration,
  takes: readDuration,
  within: readDuration,
  code: (reader, index) =>
    readNumber(reader, index, { min: 0, max: exitCodeMax, what: "An exit code", wanted: codeExamples }),
  times: (reader, index) =>
    readNumber(reader, index, { min: 1, max: numberMax, what: "This number", wanted: numberExample }),
  count: (reader, index) =>
    readNumber(reader, index, { min: 0, max: numberMax, what: "This number", wanted: numberExample }),
  comparison: (reader, index) => readOneOf(reader, index, comparisons, comparisonWords),
  phase: (reader, index) => readOneOf(reader, index, phases, phaseWords),
  target: readTarget,
  rule: readRule,
};

interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly what: string;
  readonly wanted: readonly Wanted[];
}

function readNumber(reader: Reader, index: number, range: NumberRange) {
  want(reader, index, range.wanted);
  const token = reader.tokens[index];
  if (token?.kind !== "word" || !/^[-+]?\d+$/.test(token.text)) return undefined;
  const value = Number(token.text);
  if (value >= range.min && value <= range.max) return { value, index: index + 1 };
  complain(reader, index, {
    token,
    message: `${range.what} goes from ${range.min} to ${range.max}: ${shown(token.text)} does not.`,
  });
  return undefined;
}

function readOneOf<Value extends string>(
  reader: Reader,
  index: number,
  values: readonly Value[],
  wanted: readonly Wanted[],
) {
  want(reader, index, wanted);
  const token = reader.tokens[index];
  const value = token && values.find((each) => each.toLowerCase() === token.lower);
  return value === undefined ? undefined : { value, index: index + 1 };
}

function readTarget(reader: Reader, index: number) {
  want(reader, index, targetWords);
  const token = reader.tokens[index];
  if (token?.kind === "unclosed")
    complain(reader, index, { token, message: "The quote that begins here is not closed." });
  if (token?.kind !== "quoted" && token?.kind !== "word") return undefined;
  const target = targetOf(token, reader.reserved);
  if (target !== undefined) return { value: target, index: index + 1 };
  const meant = token.kind === "word" ? probeWordLike(token.text) : undefined;
  if (meant !== undefined) {
    const message = `${shown(token.text)} is no probe: did you mean "${meant}"? If it is the first word of an exec command, put it in quotes.`;
    complain(reader, index, { token, message, nearest: meant });
  }
  return undefined;
}

/** Rules are named like `probe-success-threshold`; what is written otherwise was meant otherwise: `ignore SIGTERM`. */
function readRule(reader: Reader, index: number) {
  want(reader, index, [example("", "", "the id of a rule")]);
  const token = reader.tokens[index];
  if (token?.kind !== "word") return undefined;
  if (/^[a-z][a-z0-9-]*$/.test(token.text)) return { value: token.text, index: index + 1 };
  const hint =
    token.lower === "sigterm"
      ? ': did you mean "ignores SIGTERM"?'
      : ': ids are written like "probe-success-threshold".';
  complain(reader, index, { token, message: `${shown(token.text)} is no rule's id${hint}` });
  return undefined;
}
