import * as z from "zod/mini";
import { parseDuration } from "../../shared/basics/read-duration.ts";
import type { PullRange } from "../../shared/kubernetes/node.ts";
import { pullRangeWords, readPullRange } from "../../shared/kubernetes/pull-range.ts";
import { lastVersion, minorVersions, newestVersion, parseVersion } from "../../shared/kubernetes/versions.ts";
import { type Mix, readMix } from "../../shared/scenario/language/pod-mix.ts";
import { type RuleLevel, ruleLevels } from "../rule-ids/ids.ts";
import { isUsablePattern } from "./files/ignore-patterns.ts";
import { wordList } from "./files/lenient.ts";

// What the project file and the settings of the editor have in common: the same words mean the same in both.

export const timings = ["kubelet", "ideal"] as const;
export const allSemantics = ["released", "kep"] as const;

export const kubernetesVersion = z.pipe(
  z.string({ error: versionInWords }),
  z.transform((text: string, context) => {
    const version = parseVersion(text);
    if (version !== undefined) return version;
    context.issues.push({ code: "custom", input: text, message: unknownVersion(text), continue: true });
    return newestVersion;
  }),
);

export const featureGates = z.record(z.string(), z.boolean());
export const versionAndGates = z.strictObject({
  kubernetes: z.optional(kubernetesVersion),
  featureGates: z.optional(featureGates),
});
export const timing = z.enum(timings);
export const semantics = z.enum(allSemantics);
export const podTemplates = z.record(z.string(), z.array(z.string()));

/** A pattern as in a `.gitignore`. */
export const ignorePattern = z
  .string()
  .check(z.refine(isUsablePattern, { error: "Write a shorter pattern, with at most three **." }));

/** One path or a list of them. */
export const fileList = z.pipe(
  z.union(
    [z.string(), z.array(z.string())],
    "Write the path of a file, or a list: the main file first, then its drop-ins.",
  ),
  z.transform((paths: string | string[]) => (typeof paths === "string" ? [paths] : paths)),
);

/** A time as Go writes it, such as 30s. */
export const delay = z.pipe(
  z.string({ error: delayInWords }),
  z.transform((text: string, context): number => {
    const ms = parseDuration(text);
    if (ms !== undefined && ms >= 0) return ms;
    context.issues.push({ code: "custom", input: text, message: delayInWords(), continue: true });
    return 0;
  }),
);

/** What pulls of images take that no scenario speaks of: `2s–30s`. */
export const imagePull = z.pipe(
  z.string({ error: () => pullRangeWords }),
  z.transform((text: string, context): PullRange => {
    const read = readPullRange(text);
    if (!("problem" in read)) return read;
    context.issues.push({ code: "custom", input: text, message: read.problem, continue: true });
    return { minMs: 0, maxMs: 0 };
  }),
);

function delayInWords(): string {
  return "Write a duration with a unit, such as 30s.";
}

const noPods: Mix = { text: "", groups: [] };

/** The pods of a node: `60 idle, 20 crashes after 5s`. */
const podMix = z.pipe(
  z.string({ error: () => "Write the pods of a node as text, such as 60 idle, 20 crashes after 5s." }),
  z.transform((text: string, context): Mix => {
    const read = readMix(text);
    if ("mix" in read) return read.mix;
    context.issues.push({ code: "custom", input: text, message: read.problem, continue: true });
    return noPods;
  }),
);

/** More is no cluster. */
export const nodesMax = 100_000;
const nodeCount = z
  .number({ error: nodesInWords })
  .check(z.int({ error: nodesInWords }), z.gte(1, { error: nodesInWords }), z.lte(nodesMax, { error: nodesInWords }));

function nodesInWords(): string {
  return `Write the number of nodes, from 1 to ${nodesMax}.`;
}

/** What runs on the nodes. */
export const loadValues = z.strictObject({ pods: z.optional(podMix), nodes: z.optional(nodeCount) });

const longestTrainingMs = 365 * 24 * 3_600_000;

/** A time in ms. `least`: 0, or 1 where nothing happens without it. */
function trainingTime(leastMs: number) {
  return z.pipe(
    z.string({ error: () => timeWords }),
    z.transform((text: string, context): number => {
      const ms = parseDuration(text);
      if (ms !== undefined && ms >= leastMs && ms <= longestTrainingMs) return Math.round(ms);
      context.issues.push({ code: "custom", input: text, message: timeWords, continue: true });
      return leastMs;
    }),
  );
}

const timeWords = "Write a duration such as 90s, 30m or 6h.";

/** What is assumed of a training run; only with `failuresEvery` is there a forecast. */
export const trainingValues = z.strictObject({
  failuresEvery: z.optional(trainingTime(1000)),
  checkpointEvery: z.optional(trainingTime(1000)),
  checkpointTakes: z.optional(trainingTime(0)),
  resumeTakes: z.optional(trainingTime(0)),
  schedulingTakes: z.optional(trainingTime(0)),
  pullTakes: z.optional(trainingTime(0)),
});
export type TrainingValues = z.infer<typeof trainingValues>;

/** Rule ids are checked where the table of rules is known. */
export const ruleLevelsByRule = z.record(z.string(), z.enum(ruleLevels, { error: levelInWords }));

function levelInWords(issue: { input?: unknown }): string {
  const levels: readonly RuleLevel[] = ruleLevels;
  return `A rule cannot be ${JSON.stringify(issue.input) ?? "empty"}. Write ${wordList(levels)}.`;
}

function versionInWords(issue: { input?: unknown }): string {
  // 1.30 without quotes is the number 1.3 already when it gets here.
  if (typeof issue.input === "number")
    return `Write the version in quotes, "${newestVersion}": without them 1.30 is the number 1.3.`;
  return unknownVersion(String(issue.input));
}

function unknownVersion(text: string): string {
  return `Kubernetes "${text}" is not known. Write a version from "${minorVersions[0]}" to "${lastVersion}".`;
}
