import { pathToFileURL } from "node:url";
import type { PullRange } from "../../../shared/kubernetes/node.ts";
import { readPullRange } from "../../../shared/kubernetes/pull-range.ts";
import { parseVersion } from "../../../shared/kubernetes/versions.ts";
import { type LoadAssumptions, readMix } from "../../../shared/scenario/language/pod-mix.ts";
import { type RuleLevel, ruleIds, ruleLevels } from "../../rule-ids/ids.ts";
import { fileUri } from "../../schema/files/find-project.ts";
import type { Overrides, SettingsInput } from "../../schema/model.ts";
import { knownRuleLevels } from "../../schema/rule-levels.ts";
import { kubernetesVersion, nodesMax, type TrainingValues, trainingValues } from "../../schema/values.ts";
import { type CommandLine, has, optionOf, optionsOf, type Parsed, unknown } from "./command-line.ts";
import { type PlayOptions, playOptions } from "./play-options.ts";

/** The settings of every file of a call, as data that a worker can be given. */
export interface CallSettings {
  readonly overrides: Overrides;
  /** The working directory. */
  readonly baseUri: string;
  readonly projectFile: SettingsInput["projectFile"];
  readonly play: PlayOptions;
  /** Texts that were read from pipes, by address. */
  readonly piped?: Readonly<Record<string, string>>;
}

/** Reads the options that say what cluster the manifests are meant for, and what their pods do. */
export function callSettings(line: CommandLine, cwd: string): Parsed<CallSettings> {
  const version = optionOf(line, "kubernetes");
  if (version !== undefined && parseVersion(version) === undefined)
    return { problem: `--kubernetes: ${versionProblem(version)}` };
  const gates = featureGates(optionOf(line, "feature-gates"));
  if ("problem" in gates) return gates;
  const rules = ruleLevelsOf(optionsOf(line, "rule"));
  if ("problem" in rules) return rules;
  const imagePull = imagePullOf(optionOf(line, "image-pull"));
  if ("problem" in imagePull) return imagePull;
  const load = loadOf(line);
  if ("problem" in load) return load;
  const training = trainingFlags(line);
  if ("problem" in training) return training;
  const play = playOptions(line);
  if ("problem" in play) return play;
  const kubeletConfiguration = optionsOf(line, "kubelet-config");
  const overrides: Overrides = {
    kubernetes: version === undefined ? undefined : parseVersion(version),
    featureGates: gates.value,
    kubeletConfiguration: kubeletConfiguration.length === 0 ? undefined : kubeletConfiguration,
    node: optionOf(line, "node"),
    timing: oneOf(optionOf(line, "timing"), ["kubelet", "ideal"]),
    semantics: oneOf(optionOf(line, "semantics"), ["released", "kep"]),
    imagePull: imagePull.value,
    load: load.value,
    training: training.value,
    rules: rules.value,
    asked: play.value.asked,
  };
  const config = optionOf(line, "config");
  if (config !== undefined && has(line, "no-config")) return { problem: "--config and --no-config cannot be combined" };
  const projectFile = has(line, "no-config")
    ? "none"
    : config === undefined
      ? "find"
      : { uri: fileUri(config, folderUri(cwd)) };
  return { value: { overrides, baseUri: folderUri(cwd), projectFile, play: play.value } };
}

/** With a slash at the end, so that relative names resolve below it. */
function folderUri(path: string): string {
  return `${pathToFileURL(path).href.replace(/(?<!\/)\/+$/, "")}/`;
}

function versionProblem(text: string): string {
  const read = kubernetesVersion.safeParse(text);
  return read.success ? "" : (read.error.issues[0]?.message ?? "");
}

function featureGates(text: string | undefined): Parsed<Readonly<Record<string, boolean>> | undefined> {
  if (text === undefined) return { value: undefined };
  const gates: [string, boolean][] = [];
  for (const part of text.split(",").filter((each) => each.trim() !== "")) {
    const [, gate, value] = /^\s*([A-Za-z0-9]+)\s*=\s*(true|false)\s*$/i.exec(part) ?? [];
    if (gate === undefined || value === undefined)
      return { problem: `--feature-gates: ${part.trim()} is not valid: use Gate=true or Gate=false` };
    gates.push([gate, value.toLowerCase() === "true"]);
  }
  return { value: Object.fromEntries(gates) };
}

function imagePullOf(text: string | undefined): Parsed<PullRange | undefined> {
  if (text === undefined) return { value: undefined };
  const read = readPullRange(text);
  return "problem" in read ? { problem: `--image-pull: ${read.problem}` } : { value: read };
}

function loadOf(line: CommandLine): Parsed<Partial<LoadAssumptions> | undefined> {
  const [pods, nodes] = [optionOf(line, "pods"), optionOf(line, "nodes")];
  if (nodes !== undefined && !(/^\d{1,6}$/.test(nodes) && Number(nodes) >= 1 && Number(nodes) <= nodesMax))
    return { problem: `invalid value ${nodes} for --nodes: use a number from 1 to ${nodesMax}` };
  const read = pods === undefined ? undefined : readMix(pods);
  if (read !== undefined && "problem" in read) return { problem: `--pods: ${read.problem}` };
  return { value: { ...(read && { mix: read.mix }), ...(nodes !== undefined && { nodes: Number(nodes) }) } };
}

/** Option → key of `training`. */
const trainingKeys = {
  "failures-every": "failuresEvery",
  "checkpoint-every": "checkpointEvery",
  "checkpoint-takes": "checkpointTakes",
  "resume-takes": "resumeTakes",
  "scheduling-takes": "schedulingTakes",
  "pull-takes": "pullTakes",
} as const;

function trainingFlags(line: CommandLine): Parsed<TrainingValues | undefined> {
  const values: Record<string, number> = {};
  for (const [option, key] of Object.entries(trainingKeys)) {
    const text = optionOf(line, option);
    if (text === undefined) continue;
    const read = trainingValues.safeParse({ [key]: text });
    const ms = read.success ? read.data[key] : undefined;
    if (ms === undefined)
      return { problem: `invalid value ${text} for --${option}: use a duration such as 90s, 30m or 6h` };
    values[key] = ms;
  }
  return { value: values };
}

function ruleLevelsOf(texts: readonly string[]): Parsed<Readonly<Record<string, RuleLevel>> | undefined> {
  const levels: [string, RuleLevel][] = [];
  for (const text of texts) {
    const [id = "", written] = text.split(":");
    if (!ruleIds.some((known) => known === id))
      return { problem: `--rule: ${unknown("rule", id, ruleIds, "pod-cadence rules")}` };
    const level = oneOf(written, ruleLevels);
    if (level === undefined)
      return { problem: `--rule: ${text} is not valid: use ${id}:LEVEL with ${ruleLevels.join(", ")}` };
    levels.push([id, level]);
  }
  const [problem] = knownRuleLevels(Object.fromEntries(levels)).problems;
  if (problem !== undefined) return { problem: `--rule: ${problem.message}` };
  return { value: levels.length === 0 ? undefined : Object.fromEntries(levels) };
}

function oneOf<T extends string>(value: string | undefined, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}
