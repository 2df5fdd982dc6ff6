import { agreeing, counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { atLeast, parseVersion } from "../../kubernetes/versions.ts";
import type { FleetLoop } from "./model.ts";
import { percent } from "./quantities.ts";
import type { WhatIfSetting } from "./summarize.ts";

/** `maxContainerRestartPeriod=30s, Kubernetes 1.37` */
export function whatIfText({ kubernetes, featureGates, maxContainerRestartPeriodMs }: WhatIfSetting): string {
  return [
    ...(maxContainerRestartPeriodMs === undefined
      ? []
      : [`maxContainerRestartPeriod=${formatDuration(maxContainerRestartPeriodMs)}`]),
    ...Object.entries(featureGates).map(([gate, isOn]) => `${gate}=${isOn}`),
    ...(kubernetes === undefined ? [] : [`Kubernetes ${kubernetes}`]),
  ].join(", ");
}

interface Assumed {
  readonly loops: readonly FleetLoop[];
  readonly whatIf: WhatIfSetting | undefined;
  /** Loops that cannot be replayed. */
  readonly unplayed: number;
  /** Nodes that had several versions. */
  readonly upgraded: number;
}

/** What the numbers rest on, a sentence each; nothing where there are no loops. */
export function assumedTexts({ loops, whatIf, unplayed, upgraded }: Assumed): readonly string[] {
  if (loops.length === 0) return [];
  return [
    "Time down is the time from an exit to the next start; where a scrape saw neither, it is predicted.",
    ...writesTexts(loops),
    ...policyTexts(loops),
    ...(upgraded === 0 ? [] : [`${counted(upgraded, "node")} changed the version: the last one counts.`]),
    ...(whatIf === undefined ? [] : whatIfTexts(whatIf, unplayed, loops)),
  ];
}

function writesTexts(loops: readonly FleetLoop[]): readonly string[] {
  const what = "API writes are status writes and events of the container; others of its pod add none.";
  if (loops.every(({ probes }) => probes !== null))
    return [`${what} Probes are those that kubelets count (prober_probe_total).`];
  return [
    `${what} Its probes are not known without prober_probe_total of the kubelets: none are assumed. A readiness or startup probe adds a write to each restart.`,
  ];
}

function policyTexts(loops: readonly FleetLoop[]): readonly string[] {
  const texts: string[] = [];
  const inferred = loops.filter(({ policy }) => policy.is === "inferred");
  const unknown = loops.filter(({ policy }) => policy.is === "unknown");
  const unversioned = loops.filter(({ kubelet }) => parseVersion(kubelet) === undefined);
  if (inferred.length > 0)
    texts.push(`${share(inferred, loops)} of loops are on nodes whose back-off was inferred from the waits.`);
  if (unknown.length > 0)
    texts.push(
      `${share(unknown, loops)} of loops wait as no known back-off does, or were seen too rarely: the default of their version is assumed.`,
    );
  if (unversioned.length > 0)
    texts.push(`${share(unversioned, loops)} of loops are on nodes of unknown version: the newest is assumed.`);
  return texts;
}

function whatIfTexts(
  { maxContainerRestartPeriodMs }: WhatIfSetting,
  unplayed: number,
  loops: readonly FleetLoop[],
): readonly string[] {
  const versions = loops.map(({ kubelet }) => parseVersion(kubelet)).filter((version) => version !== undefined);
  const old = versions.filter((version) => !atLeast(version, "1.32")).length;
  const gated = versions.filter((version) => atLeast(version, "1.32") && !atLeast(version, "1.35")).length;
  return [
    "What if: each run lasts as long as it did, in the same order; a loop that needs more runs repeats them.",
    "What if: a container that recovered does so after as many restarts.",
    ...(maxContainerRestartPeriodMs !== undefined && old > 0
      ? [
          `${counted(old, "loop", "are")} on nodes before 1.32, which have no maxContainerRestartPeriod: there, nothing changes.`,
        ]
      : []),
    ...(maxContainerRestartPeriodMs !== undefined && gated > 0
      ? [
          `${counted(gated, "loop", "are")} on nodes of 1.32 to 1.34, where KubeletCrashLoopBackOffMax is turned on, too.`,
        ]
      : []),
    ...(unplayed === 0
      ? []
      : [
          `${counted(unplayed, "loop")} cannot be replayed for lack of known runs, and ${agreeing(unplayed, "count")} unchanged.`,
        ]),
  ];
}

function share(part: readonly FleetLoop[], all: readonly FleetLoop[]): string {
  return percent(part.length / all.length);
}
