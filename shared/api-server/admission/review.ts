import type { Component } from "../../kubernetes/node.ts";
import { decodeObject, type UnknownField, type WrongType } from "../types/decode.ts";
import { type Fields, fieldsAt, isFields, textAt } from "../types/fields.ts";
import type { PodCarrierKind } from "../types/kinds.ts";
import type { FieldError, ServerWarning } from "../types/report.ts";
import { validateObject, validatePodsOf, validateStaticPod } from "../verdict/validate.ts";
import { warningsOf } from "../verdict/warnings.ts";
import { defaultObject } from "./object-defaults.ts";
import { dropFromObject } from "./object-drops.ts";
import { defaultPodResources } from "./pod-resource-defaults.ts";
import type { DroppedField } from "./report.ts";

/** What becomes of an object when somebody creates it, or puts it before a kubelet. Paths are relative to the object. */
export interface Review {
  /** Who reads it: a static pod is read by a kubelet, from a file. */
  readonly reader: "api-server" | "kubelet";
  /** The server cannot read the object. It reports the first of these, and looks no further. */
  readonly wrongTypes: readonly WrongType[];
  /** kubectl refuses them, the server alone would leave them out. */
  readonly unknown: readonly UnknownField[];
  readonly errors: readonly FieldError[];
  /** Of an object that is taken: why its pods are refused later. */
  readonly errorsOfPods: readonly FieldError[];
  /** Only of an object that is taken. */
  readonly warnings: readonly ServerWarning[];
  readonly dropped: readonly DroppedField[];
}

/**
 * Follows the object on its way through the API server: decoding, defaults, fields whose feature is off, validation, warnings.
 * Any value is taken and nothing is thrown. What cannot be decoded is not validated.
 */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go, with kubectl's field validation (v1.37.1)
export function reviewObject(kind: PodCarrierKind, object: unknown, apiServer: Component): Review {
  const { value, wrongTypes, unknown, dropped } = admitObject(kind, object, apiServer);
  if (wrongTypes.length > 0) return { ...nothing, reader: "api-server", wrongTypes, unknown };
  const errors = validateObject(kind, value, apiServer);
  const warnings = errors.length > 0 ? [] : warningsOf(kind, value, apiServer);
  const errorsOfPods = errors.length > 0 ? [] : validatePodsOf(kind, value, apiServer);
  return { reader: "api-server", wrongTypes: [], unknown, errors, errorsOfPods, warnings, dropped };
}

/** An object on its way to validation: decoded, with its defaults, and without the fields whose feature is off. */
interface AdmittedObject extends Pick<Review, "wrongTypes" | "unknown" | "dropped"> {
  /** Without defaults where something has the wrong type. */
  readonly value: Fields;
}

export function admitObject(kind: PodCarrierKind, object: unknown, apiServer: Component): AdmittedObject {
  const { value, typeErrors, unknown } = decodeObject(withNamespace(object), kind, apiServer.kubernetes);
  const wrongTypes = [...typeErrors, ...(kind === "DaemonSet" ? wrongGeneration(value) : [])];
  if (wrongTypes.length > 0) return { value, wrongTypes, unknown, dropped: [] };
  defaultObject(kind, value, apiServer.kubernetes);
  const dropped = dropFromObject(kind, value, apiServer);
  if (kind === "Pod") defaultPodResources(value, apiServer);
  return { value, wrongTypes, unknown, dropped };
}

const generation = "deprecated.daemonset.template.generation";

/** This annotation was a field once, and is read as a number. */
// Models pkg/apis/apps/v1/conversion.go Convert_v1_DaemonSet_To_apps_DaemonSet (v1.37.1)
function wrongGeneration(object: Fields): readonly WrongType[] {
  const value = fieldsAt(fieldsAt(object, "metadata"), "annotations")?.[generation];
  if (typeof value !== "string" || /^[+-]?\d{1,18}$/.test(value)) return [];
  return [{ path: ["metadata", "annotations", generation], expected: { is: "int64" }, found: "text", value }];
}

/** kubectl sets the namespace where it finds none, or no text. */
function withNamespace(object: unknown): unknown {
  if (!isFields(object)) return object;
  const { metadata } = object;
  if (!isFields(metadata) || typeof metadata["namespace"] === "string" || metadata["namespace"] == null) return object;
  return { ...object, metadata: { ...metadata, namespace: "default" } };
}

/**
 * Follows a Pod from a file that the kubelet watches: unknown fields are ignored, nothing is dropped, and the gates are the kubelet's own.
 * Any value is taken and nothing is thrown.
 */
// Models pkg/kubelet/config/common.go tryDecodeSinglePod (v1.37.1)
export function reviewStaticPod(object: unknown, kubelet: Component): Review {
  const { value, typeErrors, unknown } = decodeObject(object, "Pod", kubelet.kubernetes);
  const read: Review = { ...nothing, reader: "kubelet", wrongTypes: typeErrors, unknown };
  if (typeErrors.length > 0) return read;
  // The kubelet looks at the name first, and a generated one is none.
  const isNamed = textAt(fieldsAt(value, "metadata"), "name") !== "";
  if (isNamed) defaultObject("Pod", value, kubelet.kubernetes);
  return { ...read, errors: isNamed ? validateStaticPod(value, kubelet) : [nameless] };
}

const nothing = { wrongTypes: [], unknown: [], errors: [], errorsOfPods: [], warnings: [], dropped: [] } as const;

const nameless: FieldError = {
  path: ["metadata", "name"],
  errorType: "Required",
  detail: "name is needed for the pod",
  badValue: undefined,
  supported: [],
  at: undefined,
};
