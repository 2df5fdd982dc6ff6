import { formatGoDuration } from "../../basics/durations.ts";
import { isEnabled } from "../../kubernetes/feature-gates.ts";
import type { KubeletRule, Refusal } from "./rule.ts";
import type { KubeletValues } from "./values.ts";

const total = "shutdownGracePeriod";
const critical = "shutdownGracePeriodCriticalPods";
const byPriority = "shutdownGracePeriodByPodPriority";

// Models pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration (v1.37.1), the rules about node shutdown
export const checkNodeShutdown: KubeletRule = (values, host) => {
  const totalMs = values.durationMs(total) ?? 0;
  const criticalMs = values.durationMs(critical) ?? 0;
  const refusals = isEnabled(host, "GracefulNodeShutdown")
    ? checkPeriods(values, totalMs, criticalMs)
    : totalMs > 0 || criticalMs > 0
      ? [
          {
            path: [totalMs > 0 ? total : critical],
            reason: `specifying ${total} or ${critical} requires feature gate GracefulNodeShutdown`,
          },
        ]
      : [];
  if (values.objects(byPriority).length === 0) return refusals;
  const isSetTwice = totalMs !== 0 || criticalMs !== 0;
  return [
    ...refusals,
    ...(isSetTwice
      ? [{ path: [byPriority], reason: `Cannot specify both ${byPriority} and ${total} at the same time` }]
      : []),
    ...(isEnabled(host, "GracefulNodeShutdownBasedOnPodPriority")
      ? []
      : [
          {
            path: [byPriority],
            reason: `Specifying ${byPriority} requires feature gate GracefulNodeShutdownBasedOnPodPriority`,
          },
        ]),
  ];
};

function checkPeriods(values: KubeletValues, totalMs: number, criticalMs: number): readonly Refusal[] {
  const inBraces = (ms: number) => `{${formatGoDuration(ms)}}`;
  const isTooShort = (ms: number) => ms < 0 || (ms > 0 && ms < 1_000);
  const tooShort = (field: string, ms: number) =>
    isTooShort(ms)
      ? [{ path: [field], reason: `${field} ${inBraces(ms)} must be either zero or otherwise >= 1 sec` }]
      : [];
  const tooLong = `${critical} ${inBraces(criticalMs)} must be <= ${total} ${inBraces(totalMs)}`;
  return [
    ...(criticalMs > totalMs ? [{ path: [critical], reason: tooLong, absent: !values.has(total) }] : []),
    ...tooShort(total, totalMs),
    ...tooShort(critical, criticalMs),
  ];
}
