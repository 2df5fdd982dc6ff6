import { goQuoted } from "../../basics/go-text.ts";
import type { Path } from "../../basics/path.ts";
import { byteLength } from "../names/names.ts";
import { type Fields, fieldsAt, has, numberAt, objectsAt, textAt } from "../types/fields.ts";
import { invalid, notNegative, type Report, required, tooLong, tooMany } from "../types/report.ts";

const rulesMax = 20;
const indexesBytesMax = 64 * 1024;

// Models pkg/apis/batch/validation validateSuccessPolicy (v1.37.1)
export function validateSuccessPolicy(report: Report, spec: Fields, path: Path): void {
  const rules = objectsAt(fieldsAt(spec, "successPolicy"), "rules");
  if (rules.length === 0)
    required(report, [...path, "rules"], "at least one rules must be specified when the successPolicy is specified");
  if (rules.length > rulesMax) tooMany(report, [...path, "rules"], rules.length, rulesMax);
  for (const [index, rule] of rules.entries()) validateRule(report, rule, [...path, "rules", index], spec);
}

function validateRule(report: Report, rule: Fields, path: Path, spec: Fields): void {
  const completions = numberAt(spec, "completions") ?? 0;
  const count = numberAt(rule, "succeededCount");
  if (!has(rule, "succeededIndexes") && count === undefined) {
    required(report, path, "at least one of succeededCount or succeededIndexes must be specified");
    return;
  }
  let indexes: ReadIndexes = { count: 0, problem: undefined };
  const text = textAt(rule, "succeededIndexes");
  if (has(rule, "succeededIndexes")) {
    if (byteLength(text) > indexesBytesMax) tooLong(report, [...path, "succeededIndexes"], indexesBytesMax);
    indexes = readIndexes(text, completions);
    if (indexes.problem !== undefined)
      invalid(report, [...path, "succeededIndexes"], text, `error parsing succeededIndexes: ${indexes.problem}`);
  }
  if (count === undefined) return;
  const at = [...path, "succeededCount"];
  notNegative(report, at, count);
  if (count > completions)
    invalid(report, at, count, `must be less than or equal to ${completions} (the number of specified completions)`);
  if (has(rule, "succeededIndexes") && count > indexes.count) {
    const what = "the number of indexes in the specified succeededIndexes field";
    invalid(report, at, count, `must be less than or equal to ${indexes.count} (${what})`);
  }
}

interface ReadIndexes {
  /** 0 where there is a problem. */
  readonly count: number;
  readonly problem: string | undefined;
}

/** Reads `1,3-5,7`: intervals in ascending order. */
// Models pkg/apis/batch/validation validateIndexesFormat (v1.37.1)
function readIndexes(text: string, completions: number): ReadIndexes {
  if (text === "") return { count: 0, problem: undefined };
  let count = 0;
  let last: number | undefined;
  for (const fragment of text.split(",")) {
    const parts = fragment.split("-");
    if (parts.length > 2) {
      const rule = "an index interval can have at most two parts separated by '-'";
      return { count: 0, problem: `the fragment ${goQuoted(fragment)} violates the requirement that ${rule}` };
    }
    const first = readIndex(parts[0] ?? "", completions, last);
    if ("problem" in first) return { count: 0, problem: first.problem };
    last = first.index;
    const end = parts[1] === undefined ? first : readIndex(parts[1], completions, first.index);
    if ("problem" in end) return { count: 0, problem: end.problem };
    last = end.index;
    count += end.index - first.index + 1;
  }
  return { count, problem: undefined };
}

function readIndex(
  text: string,
  completions: number,
  previous: number | undefined,
): { readonly index: number } | { readonly problem: string } {
  if (!/^[+-]?\d+$/.test(text)) return { problem: `cannot convert string to integer for index: ${goQuoted(text)}` };
  const index = Number(text);
  if (index >= completions) return { problem: `too large index: ${goQuoted(text)}` };
  if (previous !== undefined && previous >= index)
    return { problem: `non-increasing order, previous: ${previous}, current: ${index}` };
  return { index };
}
