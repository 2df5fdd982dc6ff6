import { type Fields, isFields } from "../basics/values.ts";
import type { Component } from "../kubernetes/node.ts";
import { atLeast } from "../kubernetes/versions.ts";
import { adviseUnknown } from "./advice/advice-fields.ts";
import { adviseType } from "./advice/advice-types.ts";
import { adviseValue } from "./advice/advice-values.ts";
import { withSafeRepairs } from "./advice/safe-repairs.ts";
import { checkGates } from "./gates.ts";
import { type Decoded, type DecodeError, decodeConfiguration, type UnknownKubeletField } from "./model/decode.ts";
import { withDefaults } from "./model/defaults.ts";
import type { KubeletHost, KubeletProblem, KubeletStage } from "./model/model.ts";
import type { KubeletRule, Refusal } from "./model/rule.ts";
import { kubeletValues } from "./model/values.ts";
import { checkAllocatable } from "./rules/allocatable.ts";
import { checkCrashLoop } from "./rules/crash-loop.ts";
import { checkEviction } from "./rules/eviction.ts";
import { checkImages } from "./rules/images.ts";
import { checkLate } from "./rules/late.ts";
import { checkLogging } from "./rules/logging.ts";
import { checkManagers } from "./rules/managers.ts";
import { checkMemory } from "./rules/memory.ts";
import { checkNode, checkServer, cleanPath } from "./rules/node.ts";
import { checkNodeShutdown } from "./rules/node-shutdown.ts";
import { checkNumbers } from "./rules/numbers.ts";
import { checkReserved } from "./rules/reserved.ts";
import { checkSysctls } from "./rules/sysctls.ts";
import { checkTaints } from "./rules/taints.ts";
import { checkTracing } from "./rules/tracing.ts";

/** In the order of the kubelet's start. It gives up at the first step that finds something, and reports all that this step found. The steps do not look at each other's fields. */
const steps: readonly { readonly stage: KubeletStage; readonly rules: readonly KubeletRule[] }[] = [
  { stage: "logging", rules: [checkLogging] },
  {
    stage: "validation",
    rules: [
      checkNumbers,
      checkImages,
      checkNodeShutdown,
      checkAllocatable,
      checkReserved,
      checkMemory,
      checkCrashLoop,
      checkNode,
      checkServer,
      checkTaints,
      checkSysctls,
      checkTracing,
    ],
  },
  { stage: "later", rules: [checkEviction, checkManagers, checkLate] },
];

interface CheckedConfiguration {
  readonly problems: readonly KubeletProblem[];
  /** The fields after decoding, without defaults. */
  readonly fields: Fields;
  /** Feature gates that the file sets; what is no boolean is left out. */
  readonly featureGates: Readonly<Record<string, boolean>>;
}

/**
 * What the kubelet says of a configuration: `value` is the document as plain data, decoded as YAML 1.1, of any shape.
 * The gates of `host` are those set for the node elsewhere: the ones in the document win.
 */
// Models cmd/kubelet/app/server.go NewKubeletCommand: load, default, gates, logging, validation, run (v1.37.1)
export function checkConfiguration(value: unknown, host: KubeletHost): CheckedConfiguration {
  const checked = checkValue(value, host);
  const refusals = (other: unknown): number =>
    checkValue(other, host).problems.filter(({ origin }) => origin === "kubelet").length;
  return { ...checked, problems: withSafeRepairs(checked.problems, value, refusals) };
}

function checkValue(value: unknown, host: KubeletHost): CheckedConfiguration {
  const decoded = decodeConfiguration(value, host.kubernetes);
  return checkDecoded({ ...decoded, fields: withAbsolutePaths(decoded.fields, host) }, host);
}

export function checkDecoded(decoded: Decoded, host: KubeletHost): CheckedConfiguration {
  const featureGates = gatesOf(decoded.fields);
  const problems = [
    ...decoded.errors.map(decodeProblem),
    ...decoded.unknown.map((unknown) => unknownProblem(unknown, host)),
    ...(decoded.errors.length > 0 ? [] : checkFields(decoded.fields, host)),
  ];
  return { problems, fields: decoded.fields, featureGates };
}

/** From the gates on. */
export function checkFields(fields: Fields, host: KubeletHost): readonly KubeletProblem[] {
  const kubelet: Component = {
    kubernetes: host.kubernetes,
    featureGates: { ...host.featureGates, ...gatesOf(fields) },
  };
  const gates = checkGates(kubelet, gatesOf(fields));
  return gates.length > 0 ? gates : checkValues(withDefaults(fields, kubelet), { ...host, ...kubelet });
}

/** Of a configuration that is defaulted, with good gates. What the kubelet would find after a repair is reported with what it finds first. */
export function checkValues(fields: Fields, host: KubeletHost): readonly KubeletProblem[] {
  const values = kubeletValues(fields);
  const found = steps.map(({ stage, rules }) =>
    rules
      .flatMap((rule) => rule(values, host))
      .map((refusal) => ({ ...adviseValue(refusal, fields, host), ...problemOf(refusal, stage) })),
  );
  const first = found.findIndex((problems) => problems.length > 0);
  return found.flatMap((problems, step) =>
    step <= first ? problems : problems.map((problem) => ({ ...problem, isNext: true })),
  );
}

export function gatesOf(fields: Fields): Readonly<Record<string, boolean>> {
  const gates = fields["featureGates"];
  if (!isFields(gates)) return {};
  return Object.fromEntries(
    Object.entries(gates).flatMap(([gate, value]): [string, boolean][] =>
      typeof value === "boolean" ? [[gate, value]] : [],
    ),
  );
}

/** Relative paths of the main file start at its directory; those of drop-ins stay as they are. */
// Models pkg/kubelet/kubeletconfig/configfiles/configfiles.go resolveRelativePaths (v1.37.1), for the one path that is validated
export function withAbsolutePaths(fields: Fields, { kubernetes, directory }: KubeletHost): Fields {
  const path = fields["podLogsDir"];
  if (!atLeast(kubernetes, "1.30") || typeof path !== "string" || path === "" || path.startsWith("/")) return fields;
  return { ...fields, podLogsDir: cleanPath(`${directory}/${path}`) };
}

export function decodeProblem(error: DecodeError): KubeletProblem {
  const reason = `failed to decode: ${error.reason}`;
  return { path: error.path, origin: "kubelet", stage: "decode", reason, ...adviseType(error) };
}

export function unknownProblem(unknown: UnknownKubeletField, { kubernetes }: KubeletHost): KubeletProblem {
  const { path } = unknown;
  const named = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  const reason = `unknown field "${named.slice(1)}"`;
  return { path, origin: "strict", stage: "decode", reason, ...adviseUnknown(unknown, kubernetes) };
}

function problemOf({ path, reason, bare, advice, absent }: Refusal, stage: KubeletStage): KubeletProblem {
  const words = bare === true || stage === "later" ? reason : `invalid configuration: ${reason}`;
  return {
    path,
    origin: "kubelet",
    stage,
    reason: words,
    ...(advice !== undefined && { advice }),
    ...(absent === true && { absent }),
  };
}
