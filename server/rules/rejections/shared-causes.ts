import type { FieldError } from "../../../shared/api-server/types/report.ts";
import { formatPath, type Path, samePath, startsWith } from "../../../shared/basics/path.ts";
import { isFields, valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import { isLeftover } from "./dump.ts";

/** Why the server says several things. */
interface SharedCause {
  /** The words without a period at their end. */
  readonly words: string;
  readonly advice: string;
}

/** An error as people read it. `also`: the server says these, too, because of the same cause. */
export interface ToldError {
  readonly error: FieldError;
  readonly also: readonly FieldError[];
  readonly cause: SharedCause | undefined;
}

export const mismatch = "`selector` does not match template `labels`";

/** The server's errors in its order, those with one cause as one: a missing field, or that the object was saved from a cluster. */
export function byCause(pod: AnalyzedPod, errors: readonly FieldError[]): readonly ToldError[] {
  const leftovers = errors.filter((error) => isLeftover(pod, error));
  const [first] = leftovers;
  if (first === undefined) return byName(pod, errors);
  const saved: ToldError = { error: first, also: leftovers.slice(1), cause: fromCluster(leftovers) };
  const others = errors.filter((error) => !leftovers.includes(error));
  return [saved, ...byName(pod, others)];
}

function fromCluster(leftovers: readonly FieldError[]): SharedCause {
  const names = [...new Set(leftovers.map(({ path }) => String(path.at(-1))))];
  const [verb, them] = names.length < 2 ? ["comes", "it"] : ["come", "them"];
  return {
    words: `${listed(names)} ${verb} from the cluster that the object was saved from`,
    advice: `Remove ${them}.`,
  };
}

/** The name of a Job, which the server also makes a label of its pods. */
function byName(pod: AnalyzedPod, errors: readonly FieldError[]): readonly ToldError[] {
  const { owner } = pod.located;
  const ofLabels = errors.filter(({ path, at = path }) => isNameLabel(at) && valueAt(owner, at) === undefined);
  const [first] = ofLabels;
  if (first === undefined) return byMissingField(pod, errors);
  const others = errors.filter((error) => !ofLabels.includes(error));
  const told = byMissingField(pod, others);
  const name = told.find(({ error }) => samePath(error.path, ["metadata", "name"]));
  if (name === undefined) return [{ error: first, also: ofLabels.slice(1), cause: fromName(first) }, ...told];
  return told.map((each) => (each === name ? { ...each, also: [...each.also, ...ofLabels] } : each));
}

/** The server makes it of the name of a Job. */
export function isNameLabel(path: Path): boolean {
  return /^(?:batch\.kubernetes\.io\/)?job-name$/.test(String(path.at(-1)));
}

function fromName({ detail }: FieldError): SharedCause {
  return {
    words: `the name of the Job is also a label of its pods: ${detail.replace(/,? \(e\.g\. .*$/s, "")}`,
    advice: "Set another name.",
  };
}

function byMissingField({ located }: AnalyzedPod, errors: readonly FieldError[]): readonly ToldError[] {
  const podSpec = located.prefix.slice(located.objectPath.length);
  const missing = missingOnTheWay(located.owner, podSpec);
  const isBelow = ({ path }: FieldError) => missing !== undefined && isInside(path, missing);
  const below = errors.filter(isBelow);
  const noSelector = errors.find((error) => isMissingSelector(error) && !isBelow(error));
  const mismatches = noSelector === undefined ? [] : errors.filter(({ detail }) => detail === mismatch);
  return errors.flatMap((error): ToldError[] => {
    if (error === noSelector) {
      const cause = mismatches.length === 0 ? undefined : withoutSelector(located.owner);
      return [{ error, also: mismatches, cause }];
    }
    if (mismatches.includes(error)) return [];
    if (error.detail === mismatch && noSelector === undefined && !isBelow(error) && hasNoSelector(located.owner))
      return [{ error, also: [], cause: withoutSelector(located.owner) }];
    if (missing === undefined || !isBelow(error)) return [{ error, also: [], cause: undefined }];
    const told = below.filter((each) => !mismatches.includes(each));
    return error === told[0] ? [{ error, also: told.slice(1), cause: withoutField(missing, told) }] : [];
  });
}

/** The first step to the pod spec that is not written, if something is written at all. */
function missingOnTheWay(owner: unknown, podSpec: Path): Path | undefined {
  const paths = podSpec.map((_, index) => podSpec.slice(0, index + 1));
  return paths.find((path) => valueAt(owner, path) == null);
}

function isInside(path: Path, owner: Path): boolean {
  return startsWith(path, owner) && !samePath(path, owner);
}

function isMissingSelector({ errorType, path }: FieldError): boolean {
  return errorType === "Required" && samePath(path, ["spec", "selector"]);
}

/** The server does not ask a DaemonSet for one: it only finds that none does not match. */
function hasNoSelector(owner: unknown): boolean {
  return valueAt(owner, ["spec", "selector"]) == null;
}

function withoutSelector(owner: unknown): SharedCause {
  const labels = valueAt(owner, ["spec", "template", "metadata", "labels"]);
  const isLabeled = isFields(labels) && Object.keys(labels).length > 0;
  return {
    words: "selector is missing, so it does not match the labels of the template",
    advice: isLabeled
      ? "Add a selector with these labels as matchLabels."
      : "Add a selector, and its labels to the template.",
  };
}

function withoutField(missing: Path, errors: readonly FieldError[]): SharedCause {
  const names = [...new Set(errors.map(({ path }) => formatPath(path.slice(missing.length))))];
  return { words: `${formatPath(missing)} is missing, including ${listed(names)}`, advice: "Add it." };
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
