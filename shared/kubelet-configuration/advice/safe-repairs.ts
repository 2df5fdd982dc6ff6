import type { Path } from "../../basics/path.ts";
import { isFields } from "../../basics/values.ts";
import type { KubeletProblem, KubeletRepair } from "../model/model.ts";

/**
 * The problems, without the repairs after which a kubelet would no longer start: a field with the wrong name is ignored, and its value
 * may be one that the right field does not take. `refusals` says how many reasons there are not to start with a value.
 */
export function withSafeRepairs(
  problems: readonly KubeletProblem[],
  value: unknown,
  refusals: (value: unknown) => number,
): readonly KubeletProblem[] {
  const isSafe = ({ origin, repairs = [] }: KubeletProblem): boolean =>
    origin !== "strict" || repairs.length === 0 || refusals(repairs.reduce(repaired, value)) <= refusals(value);
  return problems.map((problem) => {
    if (isSafe(problem)) return problem;
    const { repairs: _, ...others } = problem;
    return others;
  });
}

/** Inner paths are those before the outer key is renamed, so that keys come last. */
function repaired(value: unknown, repair: KubeletRepair, _index: number, all: readonly KubeletRepair[]): unknown {
  if (repair.kind !== "key") return value;
  const text = all.find((other) => other.kind === "value" && isSame(other.path, repair.path));
  return renamed(value, repair.path, repair.name, text?.kind === "value" ? text.text : undefined);
}

function renamed(value: unknown, [step, ...rest]: Path, name: string, text: string | undefined): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? renamed(item, rest, name, text) : item));
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    if (key.toLowerCase() !== String(step).toLowerCase()) return [key, each];
    if (rest.length > 0) return [key, renamed(each, rest, name, text)];
    return [name, text === undefined ? each : text.replaceAll('"', "")];
  });
  return Object.fromEntries(entries);
}

function isSame(left: Path, right: Path): boolean {
  return left.length === right.length && left.every((step, index) => step === right[index]);
}
