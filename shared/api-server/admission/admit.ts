import type { Component } from "../../kubernetes/node.ts";
import type { DefaultedPod, Pod } from "../../kubernetes/pod.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { typeTable } from "../types/api-types.ts";
import { decodePart } from "../types/decode.ts";
import type { FieldError } from "../types/report.ts";
import { dropFromPodSpec } from "./dropping.ts";
import { engineTypeLines } from "./engine-types.data.ts";
import { listedContainers, readPodSpec } from "./read-pod.ts";
import { leaveOutRefused } from "./refused.ts";
import type { DroppedField } from "./report.ts";
import { defaultPodSpec } from "./spec-defaults.ts";

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
interface Admitters {
  readonly node: Component;
  readonly apiServer: Component;
}

/** Paths are relative to the pod spec. */
export interface Admission {
  /** Undefined if the spec is not an object, or there is not one container in it. */
  readonly pod: DefaultedPod | undefined;
  /** Fields that were written and that the node will not see. */
  readonly dropped: readonly DroppedField[];
  /** Parts that the API server rejects and the simulation leaves out. Not everything that it rejects. */
  readonly errors: readonly FieldError[];
}

/**
 * What becomes of a written pod where it is admitted, by its node if it is static, else by the API server: fields of a wrong type are left out, fields whose feature is off are dropped,
 * the rest gets its defaults. Any value is taken and nothing is thrown.
 * A pod that would be refused is still admitted, without the field at fault, so that there is something to show while it is written.
 */
export function admit(written: WrittenPod, { node, apiServer }: Admitters): Admission {
  const isStatic = written.isStatic === true;
  const admitter = isStatic ? node : apiServer;
  const decoded = decodePart(written.spec, "PodSpec", admitter.kubernetes, engineTypes);
  if (decoded === undefined) return { pod: undefined, dropped: [], errors: [] };
  const { value: spec, unknown } = decoded;
  const dropped: DroppedField[] = unknown.map(({ path }) => ({
    path,
    reason: `${says(admitter)} does not know this field and drops it`,
  }));
  defaultPodSpec(engineTypes, spec, true);
  dropFromPodSpec({ apiServer: admitter, dropped }, engineTypes, spec, []);
  const errors = listedContainers(spec).flatMap((container) => leaveOutRefused(container, admitter));
  const refused = errors.map(({ path, detail }) => ({ path, reason: `${says(admitter)} rejects this: ${detail}` }));
  const { kind, name, namespace } = written;
  const pod: Pod = { kind, name, namespace: namespace === "" ? "default" : namespace, isStatic, ...readPodSpec(spec) };
  return {
    pod: isDefaulted(pod) ? pod : undefined,
    dropped: [...dropped, ...refused],
    errors: isTemplateValidated(kind, admitter) ? errors : [],
  };
}

/** The same table as the review's, with what the engine reads: the panel's page has no other. */
const engineTypes = typeTable(engineTypeLines);

function says({ kubernetes }: Component): string {
  return `Kubernetes ${kubernetes}`;
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
