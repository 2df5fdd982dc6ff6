import type { Path } from "../../basics/path.ts";
import type { KubeletAdvice } from "../model/model.ts";

/** What to do if the kubelet's message does not say it; each key is a part of the message. */
const advices: readonly (readonly [part: RegExp, advice: (path: Path) => string])[] = [
  [
    /^grace period must be specified/,
    (path) => `Add evictionSoftGracePeriod: {${String(path.at(-1))}: 1m30s}, with the time you want`,
  ],
  [/^time: (?:missing|unknown) unit|^time: invalid duration/, () => "Set it to a duration with a unit, such as 1m30s"],
  [/^strconv\.ParseFloat/, () => "Set it to a percentage such as 5%"],
  [/percentage expected|failed to parse percentage/, () => "Set it to a percentage such as 50%"],
  [/quantities must match/, (path) => `Set it to an amount such as ${exampleOf(path)}`],
  [/^--qos-reserved .*cannot reserve/, () => "Only memory can be reserved here"],
  [/cannot reserve/, () => "Only cpu, memory, ephemeral-storage and pid can be reserved"],
  [/^unable to parse reservedSystemCPUs/, () => 'Set it to numbers and ranges in quotes, such as "0-1,4"'],
  [/^systemCgroups .* was not specified$/, () => "Add cgroupRoot"],
  [/TimeAdded is not nil/, () => "Remove timeAdded"],
  [
    /^(CPU|Topology) Manager Policy (Alpha|Beta)-level Options not enabled/i,
    () => "Turn on its feature gate under featureGates, or remove the option",
  ],
];

/** `reason` is without `invalid configuration: `. */
export function adviseReason(path: Path, reason: string): KubeletAdvice {
  const advice = advices.find(([part]) => part.test(reason))?.[1](path);
  return advice === undefined ? {} : { advice };
}

function exampleOf(path: Path): string {
  if (path.at(-1) === "cpu") return "500m";
  return /^eviction/.test(String(path[0])) ? "100Mi or 5%" : "100Mi";
}
