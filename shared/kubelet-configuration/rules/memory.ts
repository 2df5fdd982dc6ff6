import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletHost } from "../model/model.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import type { KubeletValues } from "../model/values.ts";

// Models pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration (v1.37.1), the rules about memory and swap
export const checkMemory: KubeletRule = (values, host) => [
  ...checkSwap(values, host),
  ...checkThrottling(values, host),
  ...checkReservation(values, host),
];

function checkSwap(values: KubeletValues, host: KubeletHost): readonly Refusal[] {
  const behavior = values.text("memorySwap.swapBehavior");
  const path = ["memorySwap", "swapBehavior"];
  if (!isEnabled(host, "NodeSwap")) {
    const reason = "memorySwap.swapBehavior cannot be set when NodeSwap feature flag is disabled";
    return behavior === "" ? [] : [{ path, reason }];
  }
  const isNew = atLeast(host.kubernetes, "1.30");
  const known = ["", "LimitedSwap", isNew ? "NoSwap" : "UnlimitedSwap"];
  const options = isNew ? `"", "LimitedSwap" or "NoSwap"` : `"", "LimitedSwap", or "UnlimitedSwap"`;
  const reason = `memorySwap.swapBehavior "${behavior}" must be one of: ${options}`;
  return known.includes(behavior) ? [] : [{ path, reason }];
}

/** The default before 1.37, which a file of that time may still hold. */
const formerFactor = 0.9;

function checkThrottling(values: KubeletValues, host: KubeletHost): readonly Refusal[] {
  const factor = values.number("memoryThrottlingFactor");
  if (factor === undefined) return [];
  const path = ["memoryThrottlingFactor"];
  const isForbidden = atLeast(host.kubernetes, "1.37") && !isEnabled(host, "MemoryQoS") && factor !== formerFactor;
  return [
    ...(isForbidden
      ? [{ path, reason: "memoryThrottlingFactor must not be set when MemoryQoS feature gate is disabled" }]
      : []),
    ...(factor <= 0 || factor > 1
      ? [{ path, reason: `memoryThrottlingFactor ${factor} must be greater than 0 and less than or equal to 1.0` }]
      : []),
  ];
}

function checkReservation(values: KubeletValues, host: KubeletHost): readonly Refusal[] {
  const policy = values.text("memoryReservationPolicy");
  const path = ["memoryReservationPolicy"];
  if (policy === "TieredReservation" && !isEnabled(host, "MemoryQoS")) {
    const reason = `memoryReservationPolicy "TieredReservation" requires MemoryQoS feature gate to be enabled`;
    return [{ path, reason }];
  }
  if (["", "None", "TieredReservation"].includes(policy)) return [];
  const options = `"None" or "TieredReservation"`;
  return [{ path, reason: `option "${policy}" specified for memoryReservationPolicy. Valid options are ${options}` }];
}
