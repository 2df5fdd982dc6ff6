import * as z from "zod/mini";
import type { Path } from "../../shared/kubernetes/path.ts";
import { parseLeniently, unknownKey, type ValueProblem } from "./lenient.ts";
import type { ProjectProblem } from "./model.ts";
import { type PlainYaml, readPlainYaml } from "./plain-yaml.ts";
import {
  featureGates,
  fileList,
  kubernetesVersion,
  podTemplates,
  ruleLevelsByRule,
  semantics,
  timing,
  versionAndGates,
} from "./values.ts";

export const projectFileName = ".pod-cadence.yaml";

const nodeProfile = z.strictObject({
  kubernetes: z.optional(kubernetesVersion),
  featureGates: z.optional(featureGates),
  kubeletConfiguration: z.optional(fileList),
});

const schema = z.strictObject({
  kubernetes: z.optional(kubernetesVersion),
  featureGates: z.optional(featureGates),
  kubeletConfiguration: z.optional(fileList),
  apiServer: z.optional(versionAndGates),
  nodes: z.optional(z.record(z.string(), nodeProfile)),
  timing: z.optional(timing),
  semantics: z.optional(semantics),
  rules: z.optional(ruleLevelsByRule),
  scenarios: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
  podTemplates: z.optional(podTemplates),
  ignore: z.optional(z.array(z.string())),
});

/** `.pod-cadence.yaml`, parsed; absent: not written. */
export type ProjectFile = z.infer<typeof schema>;

export interface ReadProjectFile {
  readonly value: ProjectFile;
  readonly problems: readonly ProjectProblem[];
  /** Places a problem that is found later, for example in a file that the project file names. */
  problemAt(path: Path, message: string): ProjectProblem;
}

/** Reads the text of a project file. Mistakes are problems in their place and cost only themselves. An empty file is one without wishes. */
export function readProjectFile(text: string): ReadProjectFile {
  const yaml = readPlainYaml(text);
  const { value, problems } = parseLeniently(schema, yaml.value ?? {}, keysAt);
  const place = (problem: ValueProblem) => placed(yaml, problem);
  const broken = yaml.problems.map((problem): ProjectProblem => ({ path: [], ...problem }));
  return {
    value: value ?? {},
    problems: [...broken, ...problems.map(place)],
    problemAt: (path, message) => place({ path, on: "value", message }),
  };
}

function placed(yaml: PlainYaml, problem: ValueProblem): ProjectProblem {
  return { path: problem.path, message: problem.message, ...yaml.range(problem.path, problem.on) };
}

function keysAt(path: Path): readonly string[] {
  if (path[0] === "apiServer") return Object.keys(versionAndGates.shape);
  return Object.keys(path[0] === "nodes" ? nodeProfile.shape : schema.shape);
}

/** Problems of `rules:` entries that name no rule. */
export function unknownRules(
  levels: Readonly<Record<string, unknown>>,
  known: readonly string[],
): { id: string; message: string }[] {
  const unknown = Object.keys(levels).filter((id) => !known.includes(id));
  return unknown.map((id) => ({ id, message: unknownKey(id, known).replace("Unknown key", "Unknown rule") }));
}
