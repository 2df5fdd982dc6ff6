import type { Component } from "../kubernetes/node.ts";
import type { DefaultedPod, Pod } from "../kubernetes/pod.ts";
import { atLeast } from "../kubernetes/versions.ts";
import { defaultGracePeriodSeconds, defaultRestartPolicy, toContainer } from "./defaults.ts";
import { dropFields, type ListedContainer } from "./drops.ts";
import type { AdmissionError, AdmissionWarning, DroppedField, Report } from "./report.ts";
import { readSpec, type WrittenContainer, type WrittenSpec } from "./written.ts";

/** A pod as it stands in a document, whatever object holds it: `spec` is the pod spec, of any shape. */
export interface WrittenPod {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly spec: unknown;
  /** A kubelet reads it from a file, and admits it itself. */
  readonly isStatic?: boolean | undefined;
}

/** Who admits pods. */
export interface Admitters {
  readonly node: Component;
  readonly apiServer: Component;
}

/** Paths are relative to the pod spec. */
export interface Admission {
  /** Undefined: the spec is no object, or there is not one container in it. */
  readonly pod: DefaultedPod | undefined;
  /** Fields that were written and that the node will not see. */
  readonly dropped: readonly DroppedField[];
  /** What the API server refuses and the simulation had to leave out. By no means all that it refuses. */
  readonly errors: readonly AdmissionError[];
  readonly warnings: readonly AdmissionWarning[];
}

/**
 * What becomes of a written pod where it is admitted, by its node if it is static, else by the API server: fields of a wrong type are left out, fields whose feature is off are dropped,
 * the rest gets its defaults. Any value is taken and nothing is thrown.
 * A pod that would be refused is still admitted, without the field at fault, so that there is something to show while it is written.
 */
export function admit(written: WrittenPod, { node, apiServer }: Admitters): Admission {
  const admitter = written.isStatic === true ? node : apiServer;
  const report: Report = { dropped: [], errors: [], warnings: [] };
  const spec = readSpec(written.spec);
  if (spec === undefined) return { pod: undefined, ...report };
  warnOfGracePeriod(written.kind, spec, report);
  const admitAll = (list: ListedContainer["list"]) =>
    listed(list, spec[list]).map((container) => toContainer(dropFields(container, admitter, report)));
  const pod: Pod = {
    kind: written.kind,
    name: written.name,
    namespace: written.namespace === "" ? "default" : written.namespace,
    restartPolicy: defaultRestartPolicy(spec.restartPolicy),
    terminationGracePeriodSeconds: defaultGracePeriodSeconds(spec.terminationGracePeriodSeconds),
    activeDeadlineSeconds: positive(spec.activeDeadlineSeconds),
    readinessGates: (spec.readinessGates ?? []).flatMap((gate) => gate?.conditionType ?? []),
    initContainers: admitAll("initContainers"),
    containers: admitAll("containers"),
  };
  const errors = isTemplateValidated(written.kind, admitter) ? report.errors : [];
  return { pod: isDefaulted(pod) ? pod : undefined, ...report, errors };
}

/**
 * The one place where a pod becomes a DefaultedPod. The brand exists for the compiler only: it keeps pods that did not come this way out of
 * the engine, which relies on the defaults above and on there being something to run.
 */
function isDefaulted(pod: Pod): pod is DefaultedPod {
  return pod.initContainers.length + pod.containers.length > 0;
}

/** Before 1.34 a StatefulSet was accepted with any pod spec. Its pods were refused, so the node sees none of the fields at fault either way. */
function isTemplateValidated(kind: string, { kubernetes }: Component): boolean {
  return kind !== "StatefulSet" || atLeast(kubernetes, "1.34");
}

/** Entries that are no objects are left out; those that stay keep the index they have in the document. */
function listed(
  list: ListedContainer["list"],
  containers: readonly (WrittenContainer | undefined)[],
): ListedContainer[] {
  return containers.flatMap((container, index) => (container ? [{ ...container, list, path: [list, index] }] : []));
}

// Models pkg/api/pod/warnings.go (v1.37.1). A bare Pod gets no warning: its value is replaced before anybody looks.
function warnOfGracePeriod(kind: string, spec: WrittenSpec, report: Report): void {
  if (kind === "Pod" || (spec.terminationGracePeriodSeconds ?? 0) >= 0) return;
  report.warnings.push({
    path: ["terminationGracePeriodSeconds"],
    message: "must be >= 0; negative values are invalid and will be treated as 1",
  });
}

function positive(written: number | undefined): number | undefined {
  return written !== undefined && written > 0 ? written : undefined;
}
