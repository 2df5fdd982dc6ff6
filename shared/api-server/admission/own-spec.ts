import type { Component } from "../../kubernetes/node.ts";
import { fieldsOfType } from "../types/api-types.ts";
import { decodePart } from "../types/decode.ts";
import { type Fields, isFields } from "../types/fields.ts";
import { dropFromOwnSpec } from "./object-drops.ts";
import { defaultOwnSpec, type OwnerKind } from "./own-defaults.ts";
import { leaveOutRefusedOfJob } from "./refused.ts";

interface OwnSpec {
  /** The spec without the pod template. */
  readonly spec: Fields;
  /** False: a value has a wrong type. The API server refuses the object, and `spec` is without that value. */
  readonly isReadable: boolean;
}

/**
 * What the API server stores of the spec of what creates pods: decoded, defaulted, and rid of the fields whose feature is off.
 * Any value is taken and nothing is thrown. What the server would refuse counts as not written, so that there is something to show while it is written.
 */
export function admitOwnSpec(kind: OwnerKind, written: unknown, apiServer: Component): OwnSpec {
  const ownFields = isFields(written) ? { ...written, template: undefined } : written;
  const decoded = decodePart(ownFields, `${kind}Spec`, apiServer.kubernetes, fieldsOfType);
  const spec = decoded?.value ?? {};
  if (kind === "Job") leaveOutRefusedOfJob(spec);
  defaultOwnSpec(kind, spec);
  dropFromOwnSpec({ apiServer, dropped: [] }, kind, spec);
  return { spec, isReadable: decoded?.typeErrors.length === 0 };
}
