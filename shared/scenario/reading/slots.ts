import { exitCodeMax, numberMax, replicasMax } from "../limits.ts";
import type { AnswerTarget, Comparison, OpenTime, Phase, When } from "../model.ts";
import { type LoadsText, readLoads } from "./loads.ts";
import { readObjectName } from "./object-name.ts";
import { readExactTime, readInterval, readTime, type Time } from "./range.ts";
import { complain, type Reader, shown, want } from "./reader.ts";
import { probeWordLike, targetOf, targetWords } from "./target.ts";
import { example, type Wanted, word } from "./wanted.ts";
import { readDependency, readOutage, readWhen } from "./when.ts";

/** The values of the `{…}` in a pattern. Times that are numbers are milliseconds, and have no range. */
export interface SlotValues {
  readonly after: Time;
  readonly at: number;
  readonly down: number;
  readonly for: Time;
  readonly from: number;
  readonly grace: number;
  readonly in: Time;
  readonly lasts: number;
  /** How long something goes on, where `lasts` is how long one of it takes. */
  readonly long: number;
  readonly takes: Time;
  readonly within: number;
  readonly rollout: number;
  readonly code: number;
  /** From 1. */
  readonly times: number;
  /** From 0. */
  readonly count: number;
  readonly comparison: Comparison;
  readonly phase: Phase;
  readonly target: AnswerTarget;
  readonly rule: string;
  readonly replicas: number;
  readonly node: string;
  readonly pod: string;
  readonly when: When;
  readonly dependency: string;
  readonly outage: string;
  readonly interval: OpenTime;
  readonly every: number;
  readonly loads: LoadsText;
}

export type SlotName = keyof SlotValues;

/** Reads one value at an index and returns the index after it. Undefined if there is none. */
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
  after: readTime,
  at: readExactTime,
  down: readExactTime,
  for: readTime,
  from: readExactTime,
  grace: readExactTime,
  in: readTime,
  lasts: readExactTime,
  long: readExactTime,
  takes: readTime,
  within: readExactTime,
  rollout: readExactTime,
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
  replicas: (reader, index) =>
    readNumber(reader, index, { min: 0, max: replicasMax, what: "This number", wanted: numberExample }),
  node: (reader, index) => readObjectName(reader, index, "node"),
  pod: (reader, index) => readObjectName(reader, index, "pod"),
  when: readWhen,
  dependency: readDependency,
  outage: readOutage,
  interval: readInterval,
  every: readExactTime,
  loads: readLoads,
};

const duration = "90s";

/** A value of each, for examples in messages. */
export const slotExamples: Readonly<Record<SlotName, string>> = {
  after: duration,
  at: duration,
  down: duration,
  for: duration,
  from: duration,
  grace: duration,
  in: duration,
  lasts: duration,
  long: duration,
  takes: duration,
  within: duration,
  rollout: duration,
  code: "1",
  times: "3",
  count: "3",
  comparison: "<=",
  phase: "Running",
  target: "liveness",
  rule: "liveness-kills-start",
  replicas: "20",
  node: "node-1",
  pod: "web-0",
  when: "until 4m",
  dependency: "database",
  outage: "database is away",
  interval: "5m–9m",
  every: "5m",
  loads: "with 4 ready",
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
    message: `${range.what} must be between ${range.min} and ${range.max}, not ${shown(token.text)}.`,
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
  if (token?.kind === "unclosed") complain(reader, index, { token, message: "The closing quote is missing." });
  if (token?.kind !== "quoted" && token?.kind !== "word") return undefined;
  const target = targetOf(token, reader.reserved);
  if (target !== undefined) return { value: target, index: index + 1 };
  const meant = token.kind === "word" ? probeWordLike(token.text) : undefined;
  if (meant !== undefined) {
    const message = `${shown(token.text)} is not a probe. Did you mean "${meant}"? Put the first word of an exec command in quotes.`;
    complain(reader, index, { token, message, nearest: meant });
  }
  return undefined;
}

/** Rule ids look like `probe-success-threshold`; anything else was meant differently: `ignore SIGTERM`. */
function readRule(reader: Reader, index: number) {
  want(reader, index, [example("", "", "the id of a rule")]);
  const token = reader.tokens[index];
  if (token?.kind !== "word") return undefined;
  if (/^[a-z][a-z0-9-]*$/.test(token.text)) return { value: token.text, index: index + 1 };
  const hint =
    token.lower === "sigterm" ? ' Did you mean "ignores SIGTERM"?' : ' Rule ids look like "liveness-kills-start".';
  complain(reader, index, { token, message: `${shown(token.text)} is not a rule id.${hint}` });
  return undefined;
}
