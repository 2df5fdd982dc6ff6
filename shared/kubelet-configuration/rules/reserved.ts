import { parseQuantity } from "../../basics/quantities.ts";
import { isFields } from "../../basics/values.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import { type KubeletValues, numberOf, textOf } from "../model/values.ts";

// Models pkg/kubelet/apis/config/validation (v1.37.1): reserved CPUs and validation_reserved_memory.go
export const checkReserved: KubeletRule = (values) => [...checkCpus(values), ...checkMemory(values)];

function checkCpus(values: KubeletValues): readonly Refusal[] {
  const written = values.text("reservedSystemCPUs");
  if (written === "") return [];
  const refusals: Refusal[] = [];
  if (values.text("systemReservedCgroup") !== "" || values.text("kubeReservedCgroup") !== "") {
    const reason =
      "can't use reservedSystemCPUs (--reserved-cpus) with systemReservedCgroup (--system-reserved-cgroup) or kubeReservedCgroup (--kube-reserved-cgroup)";
    refusals.push({ path: ["reservedSystemCPUs"], reason });
  }
  const error = cpuSetError(written);
  if (error !== undefined) {
    const reason = `unable to parse reservedSystemCPUs (--reserved-cpus) ${written}, error: ${error}`;
    refusals.push({ path: ["reservedSystemCPUs"], reason });
  }
  return refusals;
}

// Models k8s.io/utils/cpuset Parse (as v1.37.1 requires it)
function cpuSetError(text: string): string | undefined {
  for (const part of text.split(",")) {
    const dash = part.indexOf("-");
    const [first, last] = dash === -1 ? [part, part] : [part.slice(0, dash), part.slice(dash + 1)];
    const error = integerError(first) ?? integerError(last);
    if (error !== undefined) return error;
    if (Number(first) > Number(last)) return `invalid range "${part}" (${Number(first)} > ${Number(last)})`;
  }
  return undefined;
}

/** As strconv.Atoi says it. */
function integerError(text: string): string | undefined {
  if (!/^[-+]?\d+$/.test(text)) return `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  const isTooLarge = BigInt.asIntN(64, BigInt(text.replace("+", ""))) !== BigInt(text.replace("+", ""));
  return isTooLarge ? `strconv.Atoi: parsing ${JSON.stringify(text)}: value out of range` : undefined;
}

function checkMemory(values: KubeletValues): readonly Refusal[] {
  const seen = new Set<string>();
  return values.objects("reservedMemory").flatMap((item, index) => {
    const node = numberOf(item["numaNode"]) ?? 0;
    const limits = isFields(item["limits"]) ? Object.entries(item["limits"]) : [];
    return limits.flatMap(([resource, amount]) => {
      const path = ["reservedMemory", index, "limits", resource];
      const place = `NUMA node ${node} and resource "${resource}"`;
      const isTwice = seen.has(place);
      seen.add(place);
      const isMemory = resource === "memory" || resource.startsWith("hugepages-");
      const unsupported = `the limit type "${resource}" for NUMA node ${node} is not supported, only [memory hugepages-<HugePageSize>] is accepted`;
      return [
        ...(isMemory ? [] : [{ path, reason: unsupported }]),
        ...(parseQuantity(textOf(amount)) === 0
          ? [{ path, reason: `reserved memory may not be zero for ${place}` }]
          : []),
        ...(isTwice ? [{ path, reason: `the reserved memory has a duplicate value for ${place}` }] : []),
      ];
    });
  });
}
