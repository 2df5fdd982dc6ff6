import type { Path } from "../basics/path.ts";
import { isEnabled } from "../kubernetes/feature-gates.ts";
import type { Component } from "../kubernetes/node.ts";
import { type Fields, has } from "../validation/fields.ts";
import type { DroppedField } from "./report.ts";

/** What was dropped so far. */
export interface Dropping {
  readonly apiServer: Component;
  readonly dropped: DroppedField[];
}

/** True: it was there and is gone. */
export function drop(
  { apiServer, dropped }: Dropping,
  owner: Fields,
  field: string,
  path: Path,
  gate: string,
): boolean {
  if (!has(owner, field) || isEnabled(apiServer, gate)) return false;
  delete owner[field];
  const reason = `Kubernetes ${apiServer.kubernetes} drops this field because the feature gate ${gate} is off on the API server`;
  dropped.push({ path: [...path, field], reason });
  return true;
}
