import * as z from "zod/mini";

/**
 * What `pod-cadence fleet --format json` writes, and what Markdown, HTML and the editor are made from.
 * All texts of labels are as the server has them: who shows them escapes them.
 * All times are ms; `from` and `until` are RFC 3339.
 */

/** A description for people who read the JSON Schema of the report. */
function about<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  return schema.check(z.describe(description));
}

const count = z.number();
const ms = z.number();

/** A loop, a node or a sum under the other setting. */
const whatIfNumbers = z.object({ restarts: count, downMs: ms, apiWrites: count });

/** The back-off that was found to explain the waits. */
const policy = z.object({
  initialMs: ms,
  maximumMs: ms,
  resetAfterMs: ms,
  is: about(
    "`default`: that of the kubelet's version; `inferred`: another one, which explains the waits better; `unknown`: none explains them, or the version is not known and the waits are too few. Numbers of `unknown` are those of the version's default.",
    z.enum(["default", "inferred", "unknown"]),
  ),
});

const probeType = z.enum(["startup", "readiness", "liveness"]);

const loop = z.object({
  cluster: about("Empty without a label `cluster`.", z.string()),
  namespace: z.string(),
  workload: about("`Deployment/web`; a pod without an owner is `Pod/name`.", z.string()),
  pod: z.string(),
  uid: z.string(),
  container: z.string(),
  kind: about("`init`: of `initContainers`, sidecars included.", z.enum(["regular", "init"])),
  node: about("Empty if it is not known.", z.string()),
  kubelet: about("Version as the node reports it, `v1.37.1`; empty if it is not known.", z.string()),
  restarts: count,
  downMs: about("Time between an exit and the start that followed it.", ms),
  backOff: about(
    "Time in the waits of each step of the back-off, shortest first; 0 is a restart without back-off.",
    z.array(z.object({ delayMs: ms, restarts: count, waitedMs: ms })),
  ),
  atMaximumMs: ms,
  atMaximum: about("The back-off that applies at the end of the range is the maximum.", z.boolean()),
  state: about(
    "`looping`: restarted less than the reset time before the end; `recovered`: runs since; `gone`: the pod does not exist any more.",
    z.enum(["looping", "recovered", "gone"]),
  ),
  exitCodes: about("By exit code; of restarts that were seen one by one.", z.record(z.string(), count)),
  reasons: about("`Error`, `OOMKilled` and others that were seen.", z.array(z.string())),
  probes: about(
    "That it has, as its kubelet counts them; null: the store has no `prober_probe_total`.",
    z.nullable(z.array(probeType)),
  ),
  runsMs: about(
    "How long the runs between the restarts lasted; null: no run was seen whole.",
    z.nullable(z.object({ min: ms, p50: ms, max: ms })),
  ),
  policy,
  fit: about(
    "Share of the restarts with known exit that fall into their predicted window; null: none has one.",
    z.nullable(z.number()),
  ),
  apiWrites: count,
  whatIf: about("Null without a `--what-if`, and where the runs are not known.", z.nullable(whatIfNumbers)),
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
  restarted: about("Containers that restarted often enough to be looked at.", count),
  fit: z.nullable(z.number()),
  backOff: z.array(z.object({ delayMs: ms, restarts: count, waitedMs: ms })),
  clusters: z.array(group),
  namespaces: z.array(group),
  workloads: z.array(group),
  kubelets: z.array(group),
  history: about(
    "The range in equal steps: starts after a restart, and time down, of all loops.",
    z.object({ stepMs: ms, restarts: z.array(count), downMs: z.array(ms) }),
  ),
});

/** An alert that does not see loops, or would not any more under the other setting. */
const silentAlert = z.object({
  name: z.string(),
  from: z.string(),
  expression: z.string(),
  when: about("`now`: it misses loops today; `what-if`: only under the other setting.", z.enum(["now", "what-if"])),
  loops: about("Loops that it misses, of how many.", count),
  of: count,
  because: z.string(),
});

export const fleetReportSchema = z.object({
  version: z.literal(1),
  prometheus: about("Without user and password.", z.string()),
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
  assumed: about("What the numbers rest on, a sentence each.", z.array(z.string())),
  watch: about(
    "Metrics that show what the other setting does, by component. Empty without a `--what-if`.",
    z.array(z.string()),
  ),
  missing: about("What could not be read, or was left out, a sentence each.", z.array(z.string())),
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
