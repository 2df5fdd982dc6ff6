import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { validateMetadata } from "../names/metadata.ts";
import { dnsLabelProblems, longNameProblems, subdomainProblems } from "../names/names.ts";
import { validatePod } from "../pod/pod.ts";
import { validatePodSpec } from "../pod/pod-spec.ts";
import { validateStaticReferences } from "../pod/static-pod.ts";
import { type Fields, fieldsAt } from "../types/fields.ts";
import { type PodCarrierKind, podSpecPaths, specAt } from "../types/kinds.ts";
import type { FieldError, Report } from "../types/report.ts";
import { validateCronJob } from "../workloads/cron-job.ts";
import { validateJob } from "../workloads/job.ts";
import { validateTemplate } from "../workloads/template.ts";
import {
  validateDaemonSet,
  validateDeployment,
  validateReplicaSet,
  validateReplicationController,
  validateStatefulSet,
} from "../workloads/workloads.ts";

/**
 * What this API server refuses in an object that was decoded, defaulted and rid of fields whose feature is off.
 * In the server's order, each error once. Only values in the scope of `scope.data.ts` are judged.
 */
export function validateObject(kind: PodCarrierKind, object: Fields, apiServer: Component): readonly FieldError[] {
  const report: Report = { apiServer, errors: [] };
  validateMetadata(report, object, nameCheckOf(kind, apiServer), !isNamedDeclaratively(kind, apiServer));
  const spec = fieldsAt(object, "spec") ?? {};
  switch (kind) {
    case "Pod":
      validatePod(report, object, spec);
      break;
    case "PodTemplate":
      validateTemplate(report, fieldsAt(object, "template"), ["template"]);
      break;
    case "ReplicationController":
      validateReplicationController(report, spec);
      break;
    case "Deployment":
      validateDeployment(report, spec);
      break;
    case "ReplicaSet":
      validateReplicaSet(report, spec);
      break;
    case "StatefulSet":
      validateStatefulSet(report, spec);
      break;
    case "DaemonSet":
      validateDaemonSet(report, spec);
      break;
    case "Job":
      validateJob(report, object);
      break;
    case "CronJob":
      validateCronJob(report, object);
      break;
  }
  return report.errors;
}

/** What a kubelet refuses in a Pod of a file, which was decoded and defaulted: what the API server does with the kubelet's gates, then references. */
export function validateStaticPod(pod: Fields, kubelet: Component): readonly FieldError[] {
  const errors = validateObject("Pod", pod, kubelet);
  if (errors.length > 0) return errors;
  const report: Report = { apiServer: kubelet, errors: [] };
  validateStaticReferences(report, pod);
  return report.errors;
}

/** What is refused of the pods only, one by one, after the object was taken. Before 1.34 nobody looked into the template of a StatefulSet. */
export function validatePodsOf(kind: PodCarrierKind, object: Fields, apiServer: Component): readonly FieldError[] {
  if (kind !== "StatefulSet" || atLeast(apiServer.kubernetes, "1.34")) return [];
  const report: Report = { apiServer, errors: [] };
  validatePodSpec(report, { spec: specAt(object, podSpecPaths[kind]), path: podSpecPaths[kind], isTemplate: true });
  return report.errors;
}

/** Declarative checks took over the names of these in 1.35. They leave the prefix out. */
function isNamedDeclaratively(kind: PodCarrierKind, { kubernetes }: Component): boolean {
  return kind === "ReplicationController" && atLeast(kubernetes, "1.35");
}

/** The name of a StatefulSet is part of the host names of its pods. */
function nameCheckOf(kind: PodCarrierKind, apiServer: Component): (name: string) => readonly string[] {
  if (isNamedDeclaratively(kind, apiServer)) return longNameProblems;
  return kind === "StatefulSet" ? dnsLabelProblems : subdomainProblems;
}
