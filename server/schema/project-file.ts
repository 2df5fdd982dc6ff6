import * as z from "zod/mini";
import type { OffsetRange } from "../../shared/basics/offset-range.ts";
import { once } from "../../shared/basics/once.ts";
import type { Path } from "../../shared/basics/path.ts";
import { waiters } from "../../shared/controllers/waiters/waiters.ts";
import { parseLeniently } from "./files/lenient.ts";
import { readPlainYaml } from "./files/plain-yaml.ts";
import type { ProjectProblem } from "./model.ts";
import { knownRuleLevels } from "./rule-levels.ts";
import {
  delay,
  featureGates,
  fileList,
  ignorePattern,
  imagePull,
  kubernetesVersion,
  loadValues,
  podTemplates,
  ruleLevelsByRule,
  semantics,
  timing,
  trainingValues,
  versionAndGates,
} from "./values.ts";

const nodeProfile = once(() =>
  z.strictObject({
    kubernetes: z.optional(kubernetesVersion),
    featureGates: z.optional(featureGates),
    kubeletConfiguration: z.optional(fileList),
  }),
);

const schema = once(() =>
  z.strictObject({
    kubernetes: z.optional(kubernetesVersion),
    featureGates: z.optional(featureGates),
    kubeletConfiguration: z.optional(fileList),
    apiServer: z.optional(versionAndGates),
    nodes: z.optional(z.record(z.string(), nodeProfile())),
    timing: z.optional(timing),
    semantics: z.optional(semantics),
    imagePull: z.optional(imagePull),
    load: z.optional(loadValues),
    trafficDelay: z.optional(delay),
    waiter: z.optional(z.literal(waiters)),
    training: z.optional(trainingValues),
    rules: z.optional(ruleLevelsByRule),
    scenarios: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
    podTemplates: z.optional(podTemplates),
    ignore: z.optional(z.array(ignorePattern)),
  }),
);

/** `.pod-cadence.yaml`, parsed; absent: not written. */
export type ProjectFile = z.infer<ReturnType<typeof schema>>;

export interface ReadProjectFile {
  readonly value: ProjectFile;
  readonly problems: readonly ProjectProblem[];
  /** Where a value stands in the text. */
  placeOf(path: Path): OffsetRange;
  keyOf(path: Path): OffsetRange;
}

/** Reads the text of a project file. Mistakes are problems in their place and cost only themselves. An empty file is one without wishes. */
export function readProjectFile(text: string): ReadProjectFile {
  const yaml = readPlainYaml(text);
  const { value = {}, problems } = parseLeniently(schema(), yaml.value ?? {}, keysAt);
  const { levels, problems: ruleProblems } = knownRuleLevels(value.rules);
  const broken = yaml.problems.map((problem): ProjectProblem => ({ path: [], ...problem }));
  const wrong = [...problems, ...ruleProblems].map(({ path, on, message, meant }) => ({
    path,
    message,
    meant,
    ...yaml.range(path, on),
  }));
  return {
    value: { ...value, ...(levels && { rules: levels }) },
    problems: [...broken, ...wrong],
    placeOf: (path) => yaml.range(path, "value"),
    keyOf: (path) => yaml.range(path, "key"),
  };
}

function keysAt(path: Path): readonly string[] {
  if (path[0] === "apiServer") return Object.keys(versionAndGates.shape);
  if (path[0] === "training") return Object.keys(trainingValues.shape);
  if (path[0] === "load") return Object.keys(loadValues.shape);
  return Object.keys(path[0] === "nodes" ? nodeProfile().shape : schema().shape);
}
