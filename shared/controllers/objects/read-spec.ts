import { admitOwnSpec } from "../../api-server/admission/own-spec.ts";
import { type Fields, fieldsAt, numberAt, textAt } from "../../api-server/types/fields.ts";
import type { Component } from "../../kubernetes/node.ts";
import { controllersHave } from "./changes.ts";
import type {
  DaemonSetSpec,
  DeploymentSpec,
  IntOrPercent,
  StatefulSetSpec,
  WorkloadKind,
  WorkloadSpec,
} from "./model.ts";
import { readIntOrPercent } from "./percent.ts";

const noDeadline = 2_147_483_647;

/** The spec of a workload as its controller gets it; undefined if the API server cannot read it. */
export function readWorkloadSpec(kind: WorkloadKind, written: unknown, apiServer: Component): WorkloadSpec | undefined {
  const { spec, isReadable } = admitOwnSpec(kind, written ?? {}, apiServer);
  if (!isReadable) return undefined;
  if (kind === "Deployment") return deploymentOf(spec);
  return kind === "StatefulSet" ? statefulSetOf(spec, apiServer) : daemonSetOf(spec);
}

function deploymentOf(spec: Fields): DeploymentSpec {
  const strategy = fieldsAt(spec, "strategy");
  const update = fieldsAt(strategy, "rollingUpdate");
  const deadline = numberAt(spec, "progressDeadlineSeconds");
  return {
    kind: "Deployment",
    replicas: numberAt(spec, "replicas") ?? 0,
    paused: spec["paused"] === true,
    strategy: textAt(strategy, "type") === "Recreate" ? "Recreate" : "RollingUpdate",
    maxSurge: amountAt(update, "maxSurge", { percent: 25 }),
    maxUnavailable: amountAt(update, "maxUnavailable", { percent: 25 }),
    minReadySeconds: numberAt(spec, "minReadySeconds") ?? 0,
    progressDeadlineSeconds: deadline === noDeadline ? undefined : deadline,
    revisionHistoryLimit: numberAt(spec, "revisionHistoryLimit") ?? 0,
  };
}

function statefulSetOf(spec: Fields, apiServer: Component): StatefulSetSpec {
  const strategy = fieldsAt(spec, "updateStrategy");
  const type = textAt(strategy, "type");
  const update = fieldsAt(strategy, "rollingUpdate");
  return {
    kind: "StatefulSet",
    replicas: numberAt(spec, "replicas") ?? 0,
    strategy: type === "OnDelete" || type === "Recreate" ? type : "RollingUpdate",
    isParallel: textAt(spec, "podManagementPolicy") === "Parallel",
    partition: numberAt(update, "partition") ?? 0,
    ...(type === "RollingUpdate" && update === undefined && { leavesOutPartition: true }),
    maxUnavailable: amountAt(update, "maxUnavailable", { count: 1 }),
    ...(controllersHave(apiServer, "budgets are of the update range") && { countsUpdateRange: true }),
    minReadySeconds: numberAt(spec, "minReadySeconds") ?? 0,
    startOrdinal: numberAt(fieldsAt(spec, "ordinals"), "start") ?? 0,
  };
}

function daemonSetOf(spec: Fields): DaemonSetSpec {
  const strategy = fieldsAt(spec, "updateStrategy");
  const update = fieldsAt(strategy, "rollingUpdate");
  return {
    kind: "DaemonSet",
    strategy: textAt(strategy, "type") === "OnDelete" ? "OnDelete" : "RollingUpdate",
    maxSurge: amountAt(update, "maxSurge", { count: 0 }),
    maxUnavailable: amountAt(update, "maxUnavailable", { count: 1 }),
    minReadySeconds: numberAt(spec, "minReadySeconds") ?? 0,
  };
}

/** `fallback`: for another strategy, and where the API server would refuse what is written. */
function amountAt(update: Fields | undefined, field: string, fallback: IntOrPercent): IntOrPercent {
  return readIntOrPercent(update?.[field]) ?? fallback;
}
