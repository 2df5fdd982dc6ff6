import { isFields } from "../../basics/values.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletRule } from "../model/rule.ts";

const gate = "KubeletCrashLoopBackOffMax";
const path = ["crashLoopBackOff", "maxContainerRestartPeriod"];

// Models pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration (v1.37.1), the crash-loop rules
export const checkCrashLoop: KubeletRule = (values, host) => {
  const periodMs = values.durationMs("crashLoopBackOff.maxContainerRestartPeriod");
  if (periodMs === undefined || !atLeast(host.kubernetes, "1.32")) return [];
  if (!isEnabled(host, gate)) {
    // As KEP-5593 says, the kubelet logs a warning and goes on.
    if (host.semantics === "kep") return [];
    const reason = `FeatureGate ${gate} not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set`;
    return [{ path, reason }];
  }
  if (isUsablePeriod(periodMs)) return [];
  const got = `CrashLoopBackOff.MaxContainerRestartPeriod (got: ${goFloat(periodMs / 1e3)} seconds)`;
  return [{ path, reason: `${got} must be set between 1s and 300s` }];
};

/** KEP-5593 describes the longest delay in seconds: the number becomes the text that a kubelet reads. */
export function withProposedPeriod(value: unknown): unknown {
  const crashLoop = isFields(value) ? value["crashLoopBackOff"] : undefined;
  if (!isFields(value) || !isFields(crashLoop)) return value;
  const period = crashLoop["maxContainerRestartPeriod"];
  if (typeof period !== "number" || !Number.isInteger(period)) return value;
  return { ...value, crashLoopBackOff: { ...crashLoop, maxContainerRestartPeriod: `${period}s` } };
}

/** The kubelet compares whole milliseconds: 300.0009s is fine, 0.9999s is not. */
export function isUsablePeriod(periodMs: number): boolean {
  const wholeMs = Math.trunc(periodMs);
  return wholeMs >= 1_000 && wholeMs <= 300_000;
}

/** A float as Go's %v prints it: like JavaScript's, but below 0.0001 with an exponent of two digits. */
function goFloat(value: number): string {
  if (value === 0 || Math.abs(value) >= 1e-4) return String(value);
  return value.toExponential().replace(/e-(\d)$/, "e-0$1");
}
