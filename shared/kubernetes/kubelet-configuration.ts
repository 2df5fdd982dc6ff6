import * as z from "zod/mini";
import type { ConfiguredKubelet } from "./assumptions.ts";
import { durationError, parseDuration } from "./durations.ts";
import { checkFeatureGates, isEnabled } from "./feature-gates.ts";
import type { Component, Semantics } from "./node.ts";
import type { Path } from "./path.ts";
import { atLeast, type MinorVersion } from "./versions.ts";

/** `kubelet`: it does not start with this. `strict`: it logs this, ignores the field and goes on. */
export interface KubeletProblem {
  readonly path: Path;
  /** Holds the kubelet's own words. */
  readonly message: string;
  readonly origin: "kubelet" | "strict";
}

export interface KubeletConfigurationReading extends ConfiguredKubelet {
  readonly problems: readonly KubeletProblem[];
}

/** An object of the document, or undefined where there is none. */
type Fields = Readonly<Record<string, unknown>> | undefined;

const fieldsSchema = z.record(z.string(), z.unknown());

const maxGate = "KubeletCrashLoopBackOffMax";
const periodPath: Path = ["crashLoopBackOff", "maxContainerRestartPeriod"];
const rootFields: readonly string[] = ["crashLoopBackOff", "syncFrequency", "featureGates"];

/**
 * Reads what the engine needs of a KubeletConfiguration: the longest restart delay, the resync interval and the feature gates.
 * `value` is the document as plain data, decoded as YAML 1.1; of any shape, nothing is thrown. `gates` are those set for the node elsewhere:
 * the ones in the document win. A field that the kubelet would refuse counts as not set. With `semantics: kep` the field is read as KEP-5593
 * describes it: in seconds, and ignored with a warning where its gate is off.
 */
// Models pkg/kubelet/kubeletconfig/util/codec and pkg/kubelet/apis/config/validation (v1.37) for these fields
export function readKubeletConfiguration(
  value: unknown,
  name: string | undefined,
  version: MinorVersion,
  gates: Readonly<Record<string, boolean>>,
  semantics: Semantics = "released",
): KubeletConfigurationReading {
  const root = fieldsSchema.safeParse(value).data;
  const refused: KubeletProblem[] = [];
  const featureGates = readFeatureGates(root?.["featureGates"], refused);
  const kubelet: Component = { kubernetes: version, featureGates: { ...gates, ...featureGates } };
  const crashLoop = atLeast(version, "1.32") ? readCrashLoop(root?.["crashLoopBackOff"], refused) : undefined;
  const periodMs = readPeriod(crashLoop, semantics, refused);
  const syncFrequencyMs = readSyncFrequency(root, refused);
  // The kubelet gives up at the first stage that fails: decoding, then gates, then validation.
  if (refused.length === 0) refused.push(...gateProblems(kubelet, featureGates));
  if (refused.length === 0) refused.push(...validatePeriod(kubelet, semantics, periodMs));
  const unknown = [...unknownRootFields(root, version), ...unknownCrashLoopFields(crashLoop)];
  return {
    configuration: { name, maxContainerRestartPeriodMs: usablePeriod(periodMs), syncFrequencyMs },
    featureGates,
    problems: [...refused, ...unknown],
  };
}

function readFeatureGates(value: unknown, problems: KubeletProblem[]): Record<string, boolean> {
  const fields = readFields(
    value,
    ["featureGates"],
    "KubeletConfiguration.featureGates of type map[string]bool",
    problems,
  );
  const entries = Object.entries(fields ?? {}).flatMap(([gate, setting]): [string, boolean][] => {
    // Go leaves a bool at its zero value where it reads null.
    if (typeof setting === "boolean" || setting === null) return [[gate, setting === true]];
    const advice = `write ${gate}: ${setting === 1 || (typeof setting === "string" && /^(true|yes|on)$/i.test(setting))}`;
    const target = "KubeletConfiguration.featureGates of type bool";
    problems.push(
      wrongType(["featureGates", gate], setting, `a feature gate is true or false, without quotes: ${advice}`, target),
    );
    return [];
  });
  return Object.fromEntries(entries);
}

function readCrashLoop(value: unknown, problems: KubeletProblem[]): Fields {
  const target = "KubeletConfiguration.crashLoopBackOff of type v1beta1.CrashLoopBackOffConfig";
  return readFields(value, ["crashLoopBackOff"], target, problems);
}

function readFields(value: unknown, path: Path, target: string, problems: KubeletProblem[]): Fields {
  if (value === undefined || value === null) return undefined;
  const read = fieldsSchema.safeParse(value);
  if (!read.success)
    problems.push(wrongType(path, value, `${path.join(".")} holds fields: write them below it, one a line`, target));
  return read.data;
}

function readPeriod(crashLoop: Fields, semantics: Semantics, problems: KubeletProblem[]): number | undefined {
  const value = crashLoop?.["maxContainerRestartPeriod"];
  // A pointer in Go: null is the same as absent.
  if (value === undefined || value === null) return undefined;
  if (semantics === "kep" && typeof value === "number" && Number.isInteger(value)) return value * 1_000;
  return readDuration(value, periodPath, "CrashLoopBackOffConfig.crashLoopBackOff.maxContainerRestartPeriod", problems);
}

/** Zero is "not set" there. */
function readSyncFrequency(root: Fields, problems: KubeletProblem[]): number | undefined {
  const value = root?.["syncFrequency"];
  if (value === undefined) return undefined;
  // Not a pointer in Go, whose decoder makes an empty text of null.
  const ms = readDuration(value ?? "", ["syncFrequency"], "KubeletConfiguration.syncFrequency", problems);
  return ms !== undefined && ms > 0 ? Math.trunc(ms) : undefined;
}

function readDuration(value: unknown, path: Path, goField: string, problems: KubeletProblem[]): number | undefined {
  const advice = `${path.at(-1)} is a text with a unit: write ${example(value)}`;
  if (typeof value !== "string") {
    problems.push(wrongType(path, value, advice, `${goField} of type string`));
    return undefined;
  }
  const error = durationError(value);
  if (error !== undefined) problems.push(undecodable(path, advice, error));
  return parseDuration(value);
}

/** A bare number was meant as seconds: that is what the proposal said. */
function example(value: unknown): string {
  const seconds = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof seconds === "number" && seconds > 0 ? `${seconds}s` : "60s or 1m30s";
}

function gateProblems(kubelet: Component, own: Readonly<Record<string, boolean>>): KubeletProblem[] {
  return checkFeatureGates(kubelet)
    .filter(({ gate }) => Object.hasOwn(own, gate))
    .map(({ gate, message }) => ({ path: ["featureGates", gate], message, origin: "kubelet" }));
}

// Models pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration (v1.37), the crash-loop rules
function validatePeriod(kubelet: Component, semantics: Semantics, periodMs: number | undefined): KubeletProblem[] {
  if (periodMs === undefined) return [];
  if (!isEnabled(kubelet, maxGate)) {
    if (semantics === "kep") {
      const message = `${maxGate} is off, and then the kubelet logs a warning and goes on, as KEP-5593 says`;
      return [{ path: periodPath, message, origin: "strict" }];
    }
    const rule = `FeatureGate ${maxGate} not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set`;
    return [{ path: periodPath, message: `invalid configuration: ${rule}`, origin: "kubelet" }];
  }
  if (usablePeriod(periodMs) !== undefined) return [];
  const got = `CrashLoopBackOff.MaxContainerRestartPeriod (got: ${goFloat(periodMs / 1e3)} seconds)`;
  return [
    { path: periodPath, message: `invalid configuration: ${got} must be set between 1s and 300s`, origin: "kubelet" },
  ];
}

/** The kubelet compares whole milliseconds: 300.0009s is fine, 0.9999s is not. */
function usablePeriod(periodMs: number | undefined): number | undefined {
  if (periodMs === undefined) return undefined;
  const wholeMs = Math.trunc(periodMs);
  return wholeMs >= 1_000 && wholeMs <= 300_000 ? wholeMs : undefined;
}

function unknownRootFields(root: Fields, version: MinorVersion): KubeletProblem[] {
  return Object.keys(root ?? {}).flatMap((key) => {
    if (key === "crashLoopBackOff" && !atLeast(version, "1.32")) {
      return [unknownField([key], `Kubernetes ${version} does not have it (it came with 1.32)`)];
    }
    const advice = adviceForRootField(key);
    return advice === undefined ? [] : [unknownField([key], advice)];
  });
}

/** Undefined: a field of the kubelet, or one that has nothing to do with ours. */
function adviceForRootField(key: string): string | undefined {
  if (key.toLowerCase() === "maxcontainerrestartperiod")
    return "write maxContainerRestartPeriod below crashLoopBackOff";
  const meant = rootFields.find((field) => field.toLowerCase() === key.toLowerCase());
  return meant === undefined || meant === key ? undefined : `write ${meant}`;
}

/** The proposal's `maxSeconds` lands here, too. */
function unknownCrashLoopFields(crashLoop: Fields): KubeletProblem[] {
  const unknown = Object.keys(crashLoop ?? {}).filter((key) => key !== "maxContainerRestartPeriod");
  return unknown.map((key) =>
    unknownField(["crashLoopBackOff", key], "write maxContainerRestartPeriod, a duration such as 60s"),
  );
}

function unknownField(path: Path, advice: string): KubeletProblem {
  const message = `the kubelet ignores this field, ${advice}: unknown field "${path.join(".")}"`;
  return { path, message, origin: "strict" };
}

function wrongType(path: Path, value: unknown, advice: string, target: string): KubeletProblem {
  return undecodable(path, advice, `json: cannot unmarshal ${jsonType(value)} into Go struct field ${target}`);
}

function undecodable(path: Path, advice: string, error: string): KubeletProblem {
  return { path, message: `${advice} (failed to decode: ${error})`, origin: "kubelet" };
}

function jsonType(value: unknown): string {
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A float as Go's %v prints it: like JavaScript's, but below 0.0001 with an exponent of two digits. */
function goFloat(value: number): string {
  if (value === 0 || Math.abs(value) >= 1e-4) return String(value);
  return value.toExponential().replace(/e-(\d)$/, "e-0$1");
}
