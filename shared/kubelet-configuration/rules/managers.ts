import { capitalized } from "../../basics/capitalized.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { minorOf } from "../../kubernetes/versions.ts";
import type { KubeletHost } from "../model/model.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import type { KubeletValues } from "../model/values.ts";

/** Since which minor an option is known, and which stage it has from then on. */
type Stages = readonly (readonly [since: number, stage: "alpha" | "beta" | "ga"])[];

const cpuOptions: ReadonlyMap<string, Stages> = new Map<string, Stages>([
  [
    "full-pcpus-only",
    [
      [22, "beta"],
      [33, "ga"],
    ],
  ],
  [
    "distribute-cpus-across-numa",
    [
      [23, "alpha"],
      [33, "beta"],
    ],
  ],
  ["align-by-socket", [[25, "alpha"]]],
  ["distribute-cpus-across-cores", [[31, "alpha"]]],
  [
    "strict-cpu-reservation",
    [
      [32, "alpha"],
      [33, "beta"],
      [35, "ga"],
    ],
  ],
  [
    "prefer-align-cpus-by-uncorecache",
    [
      [32, "alpha"],
      [34, "beta"],
      [36, "ga"],
    ],
  ],
]);

const topologyOptions: ReadonlyMap<string, Stages> = new Map<string, Stages>([
  [
    "prefer-closest-numa-nodes",
    [
      [26, "beta"],
      [32, "ga"],
    ],
  ],
  [
    "max-allowable-numa-nodes",
    [
      [31, "beta"],
      [35, "ga"],
    ],
  ],
]);

/** Below this the topology manager refuses `max-allowable-numa-nodes`. */
const numaNodesMin = 8;

// Models pkg/kubelet/cm/{cpumanager,memorymanager,topologymanager} at their creation (v1.37.1)
export const checkManagers: KubeletRule = (values, host) => [
  ...checkCpuPolicy(values, host),
  ...checkMemoryPolicy(values),
  ...checkTopologyOptions(values, host),
];

function checkCpuPolicy(values: KubeletValues, host: KubeletHost): readonly Refusal[] {
  const policy = values.text("cpuManagerPolicy");
  if (policy !== "none" && policy !== "static")
    return [{ path: ["cpuManagerPolicy"], reason: `unknown policy: ${JSON.stringify(policy)}` }];
  if (policy === "none") return [];
  const options = values.entries("cpuManagerPolicyOptions");
  const refusals = options.flatMap(([option, value]) => {
    const reason = cpuOptionError(host, option) ?? valueError(option, value);
    return reason === undefined ? [] : [{ path: ["cpuManagerPolicyOptions", option], reason }];
  });
  return refusals.length > 0 ? refusals : checkCpuPairs(options);
}

function cpuOptionError(host: KubeletHost, option: string): string | undefined {
  const stage = stageOf(cpuOptions, option, host);
  if (stage === undefined) return `unknown CPU Manager Policy option: ${JSON.stringify(option)}`;
  const isOff = stage !== "ga" && !isEnabled(host, `CPUManagerPolicy${capitalized(stage)}Options`);
  return isOff
    ? `CPU Manager Policy ${capitalized(stage)}-level Options not enabled, but option ${JSON.stringify(option)} provided`
    : undefined;
}

function valueError(option: string, value: string): string | undefined {
  if (/^(1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/.test(value)) return undefined;
  return `bad value for option ${JSON.stringify(option)}: strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`;
}

const cpuPairs = [
  ["full-pcpus-only", "distribute-cpus-across-cores"],
  ["distribute-cpus-across-numa", "distribute-cpus-across-cores"],
  ["prefer-align-cpus-by-uncorecache", "distribute-cpus-across-cores"],
  ["prefer-align-cpus-by-uncorecache", "distribute-cpus-across-numa"],
] as const;

function checkCpuPairs(options: readonly (readonly [string, string])[]): readonly Refusal[] {
  const on = options.filter(([, value]) => /^(1|t|true)$/i.test(value)).map(([option]) => option);
  return cpuPairs
    .filter(([left, right]) => on.includes(left) && on.includes(right))
    .map(([left, right]) => ({
      path: ["cpuManagerPolicyOptions", left],
      reason: `static policy options ${left} and ${right} can not be used at the same time`,
    }));
}

function checkMemoryPolicy(values: KubeletValues): readonly Refusal[] {
  const policy = values.text("memoryManagerPolicy");
  if (policy === "None" || policy === "Static") return [];
  const path = ["memoryManagerPolicy"];
  if (policy === "BestEffort") return [{ path, reason: `policy "BestEffort" is not available for platform "linux"` }];
  return [{ path, reason: `unknown policy: ${JSON.stringify(policy)}` }];
}

function checkTopologyOptions(values: KubeletValues, host: KubeletHost): readonly Refusal[] {
  if (values.text("topologyManagerPolicy") === "none") return [];
  return values.entries("topologyManagerPolicyOptions").flatMap(([option, value]) => {
    const reason = topologyOptionError(host, option, value);
    return reason === undefined ? [] : [{ path: ["topologyManagerPolicyOptions", option], reason }];
  });
}

function topologyOptionError(host: KubeletHost, option: string, value: string): string | undefined {
  const stage = stageOf(topologyOptions, option, host);
  if (stage === undefined) return `unknown Topology Manager Policy option: ${JSON.stringify(option)}`;
  const isOff = stage !== "ga" && !isEnabled(host, `TopologyManagerPolicy${capitalized(stage)}Options`);
  if (isOff)
    return `topology manager policy ${stage}-level options not enabled, but option ${JSON.stringify(option)} provided`;
  if (option !== "max-allowable-numa-nodes") return valueError(option, value);
  // What is no number at all was taken without a word in every recorded release.
  if (!/^[-+]?\d+$/.test(value) || Number(value) >= numaNodesMin) return undefined;
  return `the minimum value of "max-allowable-numa-nodes" should not be less than ${numaNodesMin}`;
}

function stageOf(options: ReadonlyMap<string, Stages>, option: string, host: KubeletHost) {
  const minor = minorOf(host.kubernetes);
  return options.get(option)?.findLast(([since]) => since <= minor)?.[1];
}
