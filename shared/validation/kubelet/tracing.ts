import { isEnabled } from "../../kubernetes/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletRule, Refusal } from "./rule.ts";

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
  if (error !== undefined) refuse("endpoint", JSON.stringify(endpoint), error);
  return refusals;
};

// Models net/url Parse (go 1.26), as far as an endpoint can go wrong
function endpointError(endpoint: string): string | undefined {
  const [, scheme = "", authority = ""] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?\/\/([^/?#]*)/.exec(endpoint) ?? [];
  const port = authority.startsWith("[") ? /\](.*)$/s.exec(authority)?.[1] : /(:.*)$/s.exec(authority)?.[1];
  const host = authority.startsWith("[") ? "" : authority.slice(authority.indexOf("@") + 1);
  if (port !== undefined && !/^(:\d*)?$/.test(port))
    return `parse ${JSON.stringify(endpoint)}: invalid port ${JSON.stringify(/:[^:]*$/.exec(port)?.[0] ?? port)} after host`;
  const wrong = /[\s"<>\\^`{|}]/.exec(host)?.[0];
  if (wrong !== undefined)
    return `parse ${JSON.stringify(endpoint)}: invalid character ${JSON.stringify(wrong)} in host name`;
  if (schemes.includes(scheme)) return undefined;
  return `unsupported scheme: ${scheme}.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md`;
}
