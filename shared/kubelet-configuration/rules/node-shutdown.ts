import { formatGoDuration } from "../../basics/durations.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { ShutdownGrace } from "../../kubernetes/node.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import { type KubeletValues, numberOf } from "../model/values.ts";

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

const criticalPriority = 2_000_000_000;

/**
 * How long pods get when the node shuts down, the lowest priority first. Empty: they get no time.
 * Models pkg/kubelet/nodeshutdown/nodeshutdown_manager.go newPodManager, migrateConfig (v1.37.1)
 */
export function shutdownGraces(values: KubeletValues): readonly ShutdownGrace[] {
  const written = values.objects(byPriority).flatMap((each): ShutdownGrace[] => {
    const [priority, seconds] = [numberOf(each["priority"]), numberOf(each["shutdownGracePeriodSeconds"])];
    return priority === undefined || seconds === undefined ? [] : [{ priority, seconds }];
  });
  if (written.length > 0) return written.toSorted((left, right) => left.priority - right.priority);
  const totalMs = values.durationMs(total) ?? 0;
  const criticalMs = values.durationMs(critical) ?? 0;
  if (totalMs <= 0 || criticalMs < 0 || criticalMs > totalMs) return [];
  return [
    { priority: 0, seconds: Math.trunc((totalMs - criticalMs) / 1000) },
    { priority: criticalPriority, seconds: Math.trunc(criticalMs / 1000) },
  ];
}
