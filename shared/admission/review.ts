import type { Component } from "../kubernetes/node.ts";
import { decodeObject, type UnknownField, type WrongType } from "../validation/decode.ts";
import type { WorkloadKind } from "../validation/kinds.ts";
import type { FieldError, ServerWarning } from "../validation/report.ts";
import { validateObject, validatePodsOf } from "../validation/validate.ts";
import { warningsOf } from "../validation/warnings.ts";
import { defaultObject } from "./object-defaults.ts";
import { dropFromObject } from "./object-drops.ts";
import type { DroppedField } from "./report.ts";

/** What becomes of an object when somebody creates it. Paths are relative to the object. */
export interface Review {
  /** The server cannot read the object: it tells the first of these, and looks no further. */
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
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go, with kubectl's field validation (v1.37)
export function reviewObject(kind: WorkloadKind, object: unknown, apiServer: Component): Review {
  const { value, typeErrors, unknown } = decodeObject(object, kind, apiServer.kubernetes);
  if (typeErrors.length > 0)
    return { wrongTypes: typeErrors, unknown, errors: [], errorsOfPods: [], warnings: [], dropped: [] };
  defaultObject(kind, value);
  const dropped = dropFromObject(kind, value, apiServer);
  const errors = validateObject(kind, value, apiServer);
  const warnings = errors.length > 0 ? [] : warningsOf(kind, value, apiServer);
  const errorsOfPods = errors.length > 0 ? [] : validatePodsOf(kind, value, apiServer);
  return { wrongTypes: [], unknown, errors, errorsOfPods, warnings, dropped };
}
