import { goQuoted } from "../../basics/go-text.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import { parseUrl } from "./go-url.ts";

const schemes = ["dns", "unix", "unix-abstract"];

// Models staging/src/k8s.io/component-base/tracing/api/v1 ValidateTracingConfiguration (v1.37.1)
export const checkTracing: KubeletRule = (values, host) => {
  if (!values.has("tracing")) return [];
  if (!isEnabled(host, "KubeletTracing") && !atLeast(host.kubernetes, "1.34")) {
    return [
      { path: ["tracing"], reason: "tracing should not be configured if KubeletTracing feature flag is disabled." },
    ];
  }
  const refusals: Refusal[] = [];
  const refuse = (field: string, value: string, words: string) =>
    refusals.push({
      path: ["tracing", field],
      reason: `tracing.${field}: Invalid value: ${value}: ${words}`,
      bare: true,
    });
  const rate = values.number("tracing.samplingRatePerMillion") ?? 0;
  if (rate < 0) refuse("samplingRatePerMillion", `${rate}`, "sampling rate must be positive");
  if (rate > 1_000_000)
    refuse("samplingRatePerMillion", `${rate}`, "sampling rate per million must be less than or equal to one million");
  const written = values.text("tracing.endpoint");
  const endpoint = written.includes("//") ? written : `dns://${written}`;
  const error = written === "" ? undefined : endpointError(endpoint);
  if (error !== undefined) refuse("endpoint", goQuoted(endpoint), error);
  return refusals;
};

// Models staging/src/k8s.io/component-base/tracing/api/v1 validateEndpoint (v1.37.1)
function endpointError(endpoint: string): string | undefined {
  const url = parseUrl(endpoint);
  if ("problem" in url) return url.problem;
  if (schemes.includes(url.scheme)) return undefined;
  return `unsupported scheme: ${url.scheme}.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md`;
}
