import type { Path } from "../../basics/path.ts";
import { type Subject, scopePatterns } from "./scope.data.ts";

export type { Subject } from "./scope.data.ts";

const podSpecs = ["spec", "spec.template.spec", "spec.jobTemplate.spec.template.spec", "template.spec"];
const jobSpecs = ["spec", "spec.jobTemplate.spec"];
const templates = ["spec.template", "spec.jobTemplate.spec.template", "template"];
const lists = ["containers", "initContainers", "ephemeralContainers"];

interface Pattern {
  readonly steps: readonly string[];
  readonly subject: Subject;
}

let patterns: readonly Pattern[] | undefined;

/** The subject of a path into an object. */
export function subjectOf(path: Path): Subject {
  patterns ??= scopePatterns.flatMap(([pattern, subject]) =>
    spelledOut(pattern).map((each) => ({ steps: each.split("."), subject })),
  );
  return patterns.find(({ steps }) => fits(path, steps))?.subject ?? "workload";
}

function fits(path: Path, steps: readonly string[]): boolean {
  const isOpen = steps.at(-1) === "**";
  const fixed = isOpen ? steps.slice(0, -1) : steps;
  if (isOpen ? path.length < fixed.length : path.length !== fixed.length) return false;
  return fixed.every((step, index) => step === "*" || step === path[index]);
}

function spelledOut(pattern: string): readonly string[] {
  const rest = pattern.slice(2);
  switch (pattern.slice(0, 2)) {
    case "P.":
      return podSpecs.map((spec) => `${spec}.${rest}`);
    case "C.":
      return podSpecs.flatMap((spec) => lists.map((list) => `${spec}.${list}.*.${rest}`));
    case "J.":
      return jobSpecs.map((spec) => `${spec}.${rest}`);
    case "T.":
      return templates.map((template) => `${template}.${rest}`);
    default:
      return [pattern];
  }
}
