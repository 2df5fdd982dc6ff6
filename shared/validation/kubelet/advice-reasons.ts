import type { Path } from "../../kubernetes/path.ts";
import type { KubeletAdvice } from "./model.ts";

/** What to write where the kubelet's own words tell what it could not read, and not what it can; each entry is a part of them. */
const advices: readonly (readonly [part: RegExp, advice: (path: Path) => string])[] = [
  [
    /^grace period must be specified/,
    (path) => `Write evictionSoftGracePeriod: {${String(path.at(-1))}: 1m30s}, with the time that is meant`,
  ],
  [/^time: (?:missing|unknown) unit|^time: invalid duration/, () => "Write a duration with a unit, such as 1m30s"],
  [/^strconv\.ParseFloat/, () => "Write a percentage such as 5%"],
  [/percentage expected|failed to parse percentage/, () => "Write a percentage such as 50%"],
  [/quantities must match/, (path) => `Write an amount such as ${exampleOf(path)}`],
  [/^--qos-reserved .*cannot reserve/, () => "Only memory can be reserved here"],
  [/cannot reserve/, () => "Only cpu, memory, ephemeral-storage and pid can be reserved"],
  [/^unable to parse reservedSystemCPUs/, () => 'Write numbers and ranges in quotes, such as "0-1,4"'],
  [/^systemCgroups .* was not specified$/, () => "Write cgroupRoot, too"],
  [/TimeAdded is not nil/, () => "Leave timeAdded out"],
  [
    /^(CPU|Topology) Manager Policy (Alpha|Beta)-level Options not enabled/i,
    () => "Turn its feature gate on below featureGates, or leave the option out",
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
