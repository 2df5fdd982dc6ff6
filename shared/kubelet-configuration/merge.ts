import type { Path } from "../basics/path.ts";
import { type Fields, isFields } from "../basics/values.ts";
import { atLeast, type KubernetesVersion } from "../kubernetes/versions.ts";
import {
  checkDecoded,
  checkFields,
  checkValues,
  decodeProblem,
  gatesOf,
  unknownProblem,
  withAbsolutePaths,
} from "./check.ts";
import { checkGates } from "./gates.ts";
import { decodeConfiguration } from "./model/decode.ts";
import { withDefaults } from "./model/defaults.ts";
import type { KubeletHost, KubeletProblem } from "./model/model.ts";

/** A problem and the file that it is about: 0 is the main file, then the drop-ins in their order. */
export interface PlacedProblem {
  readonly file: number;
  readonly problem: KubeletProblem;
}

interface MergedConfiguration {
  readonly problems: readonly PlacedProblem[];
  /** What counts in the end, without defaults that nobody wrote. */
  readonly fields: Fields;
}

/**
 * What the kubelet makes of its main file and the drop-ins over it, all plain data of documents with good headers.
 * Unknown fields of drop-ins are ignored without a word.
 */
// Models cmd/kubelet/app/server.go mergeKubeletConfigurations (v1.37.1)
export function mergeConfigurations(
  main: unknown,
  dropIns: readonly unknown[],
  host: KubeletHost,
): MergedConfiguration {
  const decoded = decodeConfiguration(main, host.kubernetes);
  const fields = withAbsolutePaths(decoded.fields, host);
  const checked = checkDecoded({ ...decoded, fields }, host);
  const unknown = checked.problems.filter(({ origin }) => origin === "strict");
  const ofMain = (problems: readonly KubeletProblem[]) => problems.map((problem) => ({ file: 0, problem }));
  if (dropIns.length === 0) return { problems: ofMain(checked.problems), fields };
  const early = checked.problems.filter(({ origin, stage }) => origin === "kubelet" && isBeforeMerge(stage));
  // What counts where nothing is refused, so that a mistake does not hide the rest of the configuration.
  const written = dropIns.reduce<unknown>((lower, upper) => mergePatch(lower, upper, host.kubernetes), fields);
  const effective = decodeConfiguration(written, host.kubernetes, "any case").fields;
  if (early.length > 0) return { problems: ofMain([...early, ...unknown]), fields: effective };
  const refused = checkMerge(fields, dropIns, host);
  const placed = refused.map((problem) => ({ file: fileOf(problem.path, dropIns), problem }));
  return { problems: [...placed, ...ofMain(unknown)], fields: effective };
}

/** The drop-ins are laid over the defaults of the main file, too. */
function checkMerge(main: Fields, dropIns: readonly unknown[], host: KubeletHost): readonly KubeletProblem[] {
  const merged = dropIns.reduce<unknown>(
    (lower, upper) => mergePatch(lower, upper, host.kubernetes),
    defaulted(main, host),
  );
  const { errors, fields } = decodeConfiguration(merged, host.kubernetes, "any case");
  if (errors.length === 0) return checkMerged(fields, host);
  return errors.map((error) => mergedError(decodeProblem(error), host.kubernetes));
}

/**
 * What the kubelet says of a drop-in over a main file with nothing in it. What other files may bring is not missed.
 * Fields that it does not know are reported here, although it ignores them without a word.
 */
export function checkDropIn(value: unknown, host: KubeletHost): readonly KubeletProblem[] {
  const { problems } = mergeConfigurations({}, [value], host);
  const { unknown } = decodeConfiguration(value, host.kubernetes, "any case");
  return [
    ...problems.map(({ problem }) => problem).filter(({ absent }) => absent !== true),
    ...unknown.map((field) => unknownProblem(field, host)),
  ];
}

/** The main file alone must be readable, with good gates: a drop-in that corrects them comes too late. */
function isBeforeMerge(stage: KubeletProblem["stage"]): boolean {
  return stage === "decode" || stage === "gates";
}

function defaulted(fields: Fields, host: KubeletHost): Fields {
  return withDefaults(fields, {
    kubernetes: host.kubernetes,
    featureGates: { ...host.featureGates, ...gatesOf(fields) },
  });
}

/** Until 1.31 the keys are those of another type, which begin with a capital. */
function mergedError(problem: KubeletProblem, version: KubernetesVersion): KubeletProblem {
  const reason = problem.reason.replace(
    "failed to decode: ",
    "failed to unmarshal merged JSON into kubelet configuration: ",
  );
  if (atLeast(version, "1.32")) return { ...problem, reason };
  return { ...problem, reason: reason.replace(/(?<=\.)[a-z](?=\w* of type)/, (letter) => letter.toUpperCase()) };
}

/** Until 1.31 nothing is defaulted again after the merge. */
function checkMerged(fields: Fields, host: KubeletHost): readonly KubeletProblem[] {
  if (atLeast(host.kubernetes, "1.32")) return checkFields(fields, host);
  const own = gatesOf(fields);
  const kubelet = { ...host, featureGates: { ...host.featureGates, ...own } };
  const gates = checkGates(kubelet, own);
  return gates.length > 0 ? gates : checkValues(fields, kubelet);
}

// Models gopkg.in/evanphx/json-patch.v4 MergePatch (v4.13.0), which is RFC 7396. Until 1.31 the base has other keys, so that null meets nothing.
function mergePatch(lower: unknown, upper: unknown, version: KubernetesVersion): unknown {
  if (!isFields(upper)) return upper;
  const result = new Map(isFields(lower) ? Object.entries(lower) : []);
  for (const [key, value] of Object.entries(upper)) {
    if (value !== null) result.set(key, mergePatch(result.get(key), value, version));
    else if (atLeast(version, "1.32")) result.delete(key);
  }
  return Object.fromEntries(result);
}

/** The last drop-in that writes the path, or at least its first field; else the main file. */
function fileOf(path: Path, dropIns: readonly unknown[]): number {
  const writes = (length: number) => dropIns.findLastIndex((value) => has(value, path.slice(0, length)));
  const exact = writes(path.length);
  return (exact === -1 ? writes(1) : exact) + 1;
}

function has(value: unknown, [step, ...rest]: Path): boolean {
  if (step === undefined) return true;
  if (Array.isArray(value)) return typeof step === "number" && step < value.length && has(value[step], rest);
  if (!isFields(value)) return false;
  const key = Object.keys(value).find((written) => written.toLowerCase() === String(step).toLowerCase());
  return key !== undefined && has(value[key], rest);
}
