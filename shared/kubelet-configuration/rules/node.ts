import { formatGoDuration } from "../../basics/durations.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast, minorOf } from "../../kubernetes/versions.ts";
import type { KubeletHost } from "../model/model.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import type { KubeletValues } from "../model/values.ts";
import { tlsVersions } from "./tls.data.ts";

// Models pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration (v1.37.1), the rules about cgroups, CPUs and topology
export const checkNode: KubeletRule = (values, host) => [
  ...checkCgroups(values, host),
  ...checkQuotaPeriod(values, host),
  ...checkChoices(values),
  ...checkUserNamespaces(values),
];

function checkCgroups(values: KubeletValues, { kubernetes, cgroups }: KubeletHost): readonly Refusal[] {
  const refusals: Refusal[] = [];
  if (values.text("systemCgroups") !== "" && values.text("cgroupRoot") === "") {
    const reason = "systemCgroups (--system-cgroups) was specified and cgroupRoot (--cgroup-root) was not specified";
    refusals.push({ path: ["systemCgroups"], reason, absent: true });
  }
  if (cgroups === "v1" && values.flag("failCgroupV1") === true) {
    const state = atLeast(kubernetes, "1.35")
      ? "unsupported and will be removed in a future release"
      : "in maintenance mode";
    const reason = `kubelet is configured to not run on a host using cgroup v1. cgroup v1 support is ${state}`;
    refusals.push({ path: ["failCgroupV1"], reason, bare: true });
  }
  if (cgroups === "v1" && values.flag("singleProcessOOMKill") === false) {
    const reason = "singleProcessOOMKill must not be explicitly set to false when using cgroup v1";
    refusals.push({ path: ["singleProcessOOMKill"], reason });
  }
  return refusals;
}

function checkQuotaPeriod(values: KubeletValues, host: KubeletHost): readonly Refusal[] {
  const periodMs = values.durationMs("cpuCFSQuotaPeriod") ?? 100;
  const named = `cpuCFSQuotaPeriod (--cpu-cfs-quota-period) {${formatGoDuration(periodMs)}}`;
  const path = ["cpuCFSQuotaPeriod"];
  if (!isEnabled(host, "CustomCPUCFSQuotaPeriod")) {
    return periodMs === 100 ? [] : [{ path, reason: `${named} requires feature gate CustomCPUCFSQuotaPeriod` }];
  }
  const isRight = periodMs >= 1 && periodMs <= 1_000;
  return isRight ? [] : [{ path, reason: `${named} must be between 1ms and 1sec, inclusive` }];
}

const choices: readonly { field: string; values: readonly string[]; words: (value: string) => string }[] = [
  {
    field: "topologyManagerPolicy",
    values: ["none", "best-effort", "restricted", "single-numa-node"],
    words: (value) =>
      `topologyManagerPolicy (--topology-manager-policy) "${value}" must be one of: ["none" "best-effort" "restricted" "single-numa-node"]`,
  },
  {
    field: "topologyManagerScope",
    values: ["container", "pod"],
    words: (value) =>
      `topologyManagerScope (--topology-manager-scope) "${value}" must be one of: "container", or "pod"`,
  },
  {
    field: "hairpinMode",
    values: ["none", "hairpin-veth", "promiscuous-bridge"],
    words: (value) =>
      `option "${value}" specified for hairpinMode (--hairpin-mode). Valid options are "none", "hairpin-veth" or "promiscuous-bridge"`,
  },
];

function checkChoices(values: KubeletValues): readonly Refusal[] {
  return choices.flatMap(({ field, values: known, words }) => {
    const value = values.text(field);
    return known.includes(value) ? [] : [{ path: [field], reason: words(value) }];
  });
}

const idsMin = 65_536;
const idsMax = 2 ** 32 - 1;

function checkUserNamespaces(values: KubeletValues): readonly Refusal[] {
  const ids = values.number("userNamespaces.idsPerPod");
  if (ids === undefined) return [];
  const path = ["userNamespaces", "idsPerPod"];
  // 2^63-1 is no multiple; as a float it would be one.
  const isMultiple = ids % idsMin === 0 && Number.isSafeInteger(ids);
  const refuse = (words: string) => [{ path, reason: `userNamespaces.idsPerPod must ${words}` }];
  if (ids < idsMin) return refuse(`not be less than ${idsMin}`);
  if (!isMultiple) return refuse(`be a multiple of ${idsMin}`);
  return ids > idsMax ? refuse(`not be more than ${idsMax}`) : [];
}

/** What concerns the kubelet's own server, logs and metrics. */
export const checkServer: KubeletRule = (values, host) => [
  ...checkSwitches(values, host),
  ...checkHiddenMetrics(values, host),
  ...checkLogFiles(values, host),
];

function checkSwitches(values: KubeletValues, host: KubeletHost): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (field: string, reason: string) => refusals.push({ path: [field], reason });
  if (values.flag("serverTLSBootstrap") === true && !isEnabled(host, "RotateKubeletServerCertificate"))
    refuse("serverTLSBootstrap", "serverTLSBootstrap true requires feature gate RotateKubeletServerCertificate");
  refusals.push(...checkKeyAlgorithms(values, host));
  if (values.flag("runOnce") === true && atLeast(host.kubernetes, "1.32"))
    refuse("runOnce", "runOnce (--runOnce) true, Runonce mode has been deprecated and should not be set");
  if (values.flag("enableSystemLogQuery") !== true) return refusals;
  if (!isEnabled(host, "NodeLogQuery")) {
    const option = atLeast(host.kubernetes, "1.35") ? "enableSystemLogQuery" : "enableSystemLogHandler";
    refuse("enableSystemLogQuery", `NodeLogQuery feature gate is required for ${option}`);
  }
  if (values.flag("enableSystemLogHandler") === false)
    refuse("enableSystemLogQuery", "enableSystemLogHandler is required for enableSystemLogQuery");
  return refusals;
}

const keyAlgorithms = [
  "ECDSA-P256",
  "ECDSA-P384",
  "RSA-2048",
  "RSA-3072",
  "RSA-4096",
  "ML-DSA-44",
  "ML-DSA-65",
  "ML-DSA-87",
];

// Models pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration and pkg/kubelet/certificate/keyalgorithm IsMLDSA (v1.38.0-beta.0)
function checkKeyAlgorithms(values: KubeletValues, { kubernetes }: KubeletHost): readonly Refusal[] {
  if (!atLeast(kubernetes, "1.38")) return [];
  const refusals: Refusal[] = ["clientCertificateKeyAlgorithm", "serverCertificateKeyAlgorithm"].flatMap((field) => {
    const value = values.text(field);
    const reason = `${field} ${JSON.stringify(value)} is not a supported algorithm`;
    return keyAlgorithms.includes(value) ? [] : [{ path: [field], reason }];
  });
  const server = values.text("serverCertificateKeyAlgorithm");
  const version = values.text("tlsMinVersion");
  // An unknown version is refused later, and an empty one is 1.2.
  if (!["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"].includes(server) || version === "VersionTLS13") return refusals;
  if (version !== "" && !tlsVersions.includes(version)) return refusals;
  const reason = `tlsMinVersion ${JSON.stringify(version)} is incompatible with serverCertificateKeyAlgorithm ${JSON.stringify(server)}, ML-DSA requires VersionTLS13`;
  return [...refusals, { path: ["serverCertificateKeyAlgorithm"], reason }];
}

function checkHiddenMetrics(values: KubeletValues, { kubernetes }: KubeletHost): readonly Refusal[] {
  const field = "showHiddenMetricsForVersion";
  const value = values.text(field);
  const previous = `1.${minorOf(kubernetes) - 1}`;
  if (value === "" || value === previous) return [];
  const reason = atLeast(kubernetes, "1.36")
    ? `invalid ${field}: ${field}: Invalid value: ${JSON.stringify(value)}: must be omitted or have the value '${previous}'; only the previous minor version is allowed`
    : `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`;
  return [{ path: [field], reason, bare: true }];
}

function checkLogFiles(values: KubeletValues, { kubernetes }: KubeletHost): readonly Refusal[] {
  const refusals: Refusal[] = [];
  if (atLeast(kubernetes, "1.33") && (values.number("containerLogMaxFiles") ?? 2) <= 1)
    refusals.push({ path: ["containerLogMaxFiles"], reason: "containerLogMaxFiles must be greater than 1" });
  const directory = values.text("podLogsDir");
  if (directory === "") return refusals;
  const refuse = (words: string) =>
    refusals.push({ path: ["podLogsDir"], reason: `pod logs path "${directory}" ${words}` });
  if (!directory.startsWith("/")) refuse("must be absolute path");
  else if (directory !== cleanPath(directory)) refuse("must be normalized");
  // The misspelling is the kubelet's.
  if (/[^ -~]/.test(directory)) refuse("mut contains ASCII characters only");
  return refusals;
}

// Models path/filepath Clean of an absolute path (go 1.26)
export function cleanPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
