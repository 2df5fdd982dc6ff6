import * as z from "zod/mini";

/**
 * What `pod-cadence fleet --format json` writes, and what Markdown, HTML and the editor are made from.
 * All texts of labels are as the server has them: who shows them escapes them.
 * All times are ms; `from` and `until` are RFC 3339.
 */

const count = z.number();
const ms = z.number();

/** A loop, a node or a sum under the other setting. */
const whatIfNumbers = z.object({ restarts: count, downMs: ms, apiWrites: count });

/** The back-off that was found to explain the waits. */
const policy = z.object({
  initialMs: ms,
  maximumMs: ms,
  resetAfterMs: ms,
  /**
   * `default`: that of the kubelet's version; `inferred`: another one, which explains the waits better; `unknown`: none explains
   * them, or the version is not known and the waits are too few. Numbers of `unknown` are those of the version's default.
   */
  is: z.enum(["default", "inferred", "unknown"]),
});

const probeType = z.enum(["startup", "readiness", "liveness"]);

const loop = z.object({
  /** Empty without a label `cluster`. */
  cluster: z.string(),
  namespace: z.string(),
  /** `Deployment/web`; a pod without an owner is `Pod/name`. */
  workload: z.string(),
  pod: z.string(),
  uid: z.string(),
  container: z.string(),
  /** `init`: of `initContainers`, sidecars included. */
  kind: z.enum(["regular", "init"]),
  /** Empty: not known. */
  node: z.string(),
  /** Version as the node reports it, `v1.37.1`; empty: not known. */
  kubelet: z.string(),
  restarts: count,
  /** Time between an exit and the start that followed it. */
  downMs: ms,
  /** Time in the waits of each step of the back-off, shortest first; 0 is a restart without back-off. */
  backOff: z.array(z.object({ delayMs: ms, restarts: count, waitedMs: ms })),
  atMaximumMs: ms,
  /** The back-off that applies at the end of the range is the maximum. */
  atMaximum: z.boolean(),
  /** `looping`: restarted less than the reset time before the end; `recovered`: runs since; `gone`: the pod does not exist any more. */
  state: z.enum(["looping", "recovered", "gone"]),
  /** By exit code; of restarts that were seen one by one. */
  exitCodes: z.record(z.string(), count),
  /** `Error`, `OOMKilled` and others that were seen. */
  reasons: z.array(z.string()),
  /** That it has, as its kubelet counts them; null: the store has no `prober_probe_total`. */
  probes: z.nullable(z.array(probeType)),
  /** How long the runs between the restarts lasted; null: no run was seen whole. */
  runsMs: z.nullable(z.object({ min: ms, p50: ms, max: ms })),
  policy,
  /** Share of the restarts with known exit that fall into their predicted window; null: none has one. */
  fit: z.nullable(z.number()),
  apiWrites: count,
  /** Null without a `--what-if`, and where the runs are not known. */
  whatIf: z.nullable(whatIfNumbers),
});

const sums = {
  loops: count,
  restarts: count,
  downMs: ms,
  atMaximum: count,
  atMaximumMs: ms,
  apiWrites: count,
  whatIf: z.nullable(whatIfNumbers),
};

const node = z.object({
  cluster: z.string(),
  node: z.string(),
  kubelet: z.string(),
  policy,
  fit: z.nullable(z.number()),
  ...sums,
});

const group = z.object({ name: z.string(), ...sums });

const totals = z.object({
  ...sums,
  /** Containers that restarted often enough to be looked at. */
  restarted: count,
  fit: z.nullable(z.number()),
  backOff: z.array(z.object({ delayMs: ms, restarts: count, waitedMs: ms })),
  clusters: z.array(group),
  namespaces: z.array(group),
  workloads: z.array(group),
  kubelets: z.array(group),
  /** The range in equal steps: starts after a restart, and time down, of all loops. */
  history: z.object({ stepMs: ms, restarts: z.array(count), downMs: z.array(ms) }),
});

/** An alert that does not see loops, or would not any more under the other setting. */
const silentAlert = z.object({
  name: z.string(),
  from: z.string(),
  expression: z.string(),
  /** `now`: it misses loops today; `what-if`: only under the other setting. */
  when: z.enum(["now", "what-if"]),
  /** Loops that it misses, of how many. */
  loops: count,
  of: count,
  because: z.string(),
});

export const fleetReportSchema = z.object({
  version: z.literal(1),
  /** Without user and password. */
  prometheus: z.string(),
  match: z.string(),
  range: z.object({ from: z.string(), until: z.string(), sinceMs: ms, scrapeMs: ms }),
  whatIf: z.nullable(
    z.object({
      text: z.string(),
      kubernetes: z.nullable(z.string()),
      featureGates: z.record(z.string(), z.boolean()),
      maxContainerRestartPeriodMs: z.nullable(ms),
    }),
  ),
  loops: z.array(loop),
  nodes: z.array(node),
  totals,
  silentAlerts: z.array(silentAlert),
  /** What the numbers rest on, a sentence each. */
  assumed: z.array(z.string()),
  /** What could not be read, or was left out, a sentence each. */
  missing: z.array(z.string()),
});

export type FleetReport = z.infer<typeof fleetReportSchema>;
export type FleetLoop = z.infer<typeof loop>;
export type FleetNode = z.infer<typeof node>;
export type FleetGroup = z.infer<typeof group>;
export type FleetTotals = z.infer<typeof totals>;
export type FleetPolicy = z.infer<typeof policy>;
export type FleetSums = Omit<FleetGroup, "name">;
export type SilentAlert = z.infer<typeof silentAlert>;
export type WhatIfNumbers = z.infer<typeof whatIfNumbers>;
