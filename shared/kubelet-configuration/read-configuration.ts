import type { Fields } from "../basics/values.ts";
import type { ConfiguredKubelet } from "../kubernetes/assumptions.ts";
import { isEnabled } from "../kubernetes/gates/feature-gates.ts";
import { kubeletLimitFields } from "../kubernetes/kubelet/kubelet-limits.ts";
import type { KubeletLimitValues, Semantics } from "../kubernetes/node.ts";
import type { KubernetesVersion } from "../kubernetes/versions.ts";
import { checkConfiguration, gatesOf } from "./check.ts";
import type { KubeletHost, KubeletProblem } from "./model/model.ts";
import { type KubeletValues, kubeletValues } from "./model/values.ts";
import { isUsablePeriod, withProposedPeriod } from "./rules/crash-loop.ts";
import { shutdownGraces } from "./rules/node-shutdown.ts";

interface KubeletConfigurationReading extends ConfiguredKubelet {
  readonly problems: readonly KubeletProblem[];
}

const maxGate = "KubeletCrashLoopBackOffMax";
const periodPath = ["crashLoopBackOff", "maxContainerRestartPeriod"];

/** A node of which nothing is known but its version and gates: Linux with cgroup v2, its file where kubeadm writes it. */
export function hostOf(
  kubernetes: KubernetesVersion,
  featureGates: Readonly<Record<string, boolean>>,
  semantics: Semantics = "released",
): KubeletHost {
  return { kubernetes, featureGates, semantics, cgroups: "v2", directory: "/etc/kubernetes" };
}

/**
 * Reads what the engine needs of a KubeletConfiguration (the longest restart delay, the resync interval, the feature gates) and what the
 * kubelet says of all of it. `value` is the document as plain data, decoded as YAML 1.1; of any shape, nothing is thrown. `gates` are those
 * set for the node elsewhere: the ones in the document win. A field that the kubelet would refuse counts as not set.
 */
export function readKubeletConfiguration(
  value: unknown,
  name: string | undefined,
  version: KubernetesVersion,
  gates: Readonly<Record<string, boolean>>,
  semantics: Semantics = "released",
): KubeletConfigurationReading {
  const host = hostOf(version, gates, semantics);
  const written = semantics === "kep" ? withProposedPeriod(value) : value;
  const { fields, featureGates, problems } = checkConfiguration(written, host);
  const ignored = semantics === "kep" ? ignoredPeriod(fields, host) : [];
  return { ...engineValues(fields, name), featureGates, problems: [...problems, ...ignored] };
}

/** What the engine needs of fields that were decoded. */
export function engineValues(fields: Fields, name: string | undefined): ConfiguredKubelet {
  const values = kubeletValues(fields);
  const periodMs = values.durationMs(periodPath.join("."));
  const syncMs = values.durationMs("syncFrequency") ?? 0;
  const nodeShutdown = shutdownGraces(values);
  const limits = limitsIn(values);
  return {
    configuration: {
      name,
      maxContainerRestartPeriodMs:
        periodMs !== undefined && isUsablePeriod(periodMs) ? Math.trunc(periodMs) : undefined,
      // Zero is "not set" there.
      syncFrequencyMs: syncMs > 0 ? Math.trunc(syncMs) : undefined,
      ...(nodeShutdown.length > 0 && { nodeShutdown }),
      ...(Object.keys(limits).length > 0 && { limits }),
    },
    featureGates: gatesOf(fields),
  };
}

/** What the kubelet would refuse counts as not written. */
function limitsIn(values: KubeletValues): KubeletLimitValues {
  const written = kubeletLimitFields.flatMap(({ name, zeroIsUnset }): readonly [string, number][] => {
    const value = values.number(name);
    return value === undefined || value < 0 || (value === 0 && zeroIsUnset) ? [] : [[name, value]];
  });
  return Object.fromEntries(written);
}

/** Where its gate is off. */
function ignoredPeriod(fields: Fields, host: KubeletHost): readonly KubeletProblem[] {
  const featureGates = { ...host.featureGates, ...gatesOf(fields) };
  const isWritten = kubeletValues(fields).has(periodPath.join("."));
  if (!isWritten || isEnabled({ ...host, featureGates }, maxGate)) return [];
  const reason = `as KEP-5593 describes if ${maxGate} is off`;
  return [{ path: periodPath, origin: "strict", stage: "validation", reason }];
}
