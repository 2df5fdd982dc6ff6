import { memo } from "../../basics/once.ts";
import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { FieldsOf } from "../types/api-types.ts";
import { type Fields, has, isFields, listAt } from "../types/fields.ts";
import { eachObject, type RulesOf, rulesOf } from "./field-rules.ts";
import type { DroppedField } from "./report.ts";

/** What was dropped so far. */
export interface Dropping {
  readonly apiServer: Component;
  readonly dropped: DroppedField[];
}

/** Takes away, in place, what this API server drops of a pod spec because its feature is off. */
// Models pkg/api/pod/util.go dropDisabledFields (v1.37.1)
export function dropFromPodSpec(dropping: Dropping, fieldsOf: FieldsOf, spec: Fields, path: Path): void {
  for (const list of ["initContainers", "containers", "ephemeralContainers"])
    for (const [index, container] of listAt(spec, list).entries())
      if (isFields(container)) dropPolicy(dropping, container, list, [...path, list, index]);
  dropGated(dropping, fieldsOf, "PodSpec", spec, path);
}

/** Takes away, in place, the fields of an object of a type, and of everything in it, whose gate is off. */
export function dropGated(dropping: Dropping, fieldsOf: FieldsOf, type: string, object: Fields, path: Path): void {
  dropFields(dropping, gatesOff(dropping.apiServer)(fieldsOf), type, object, path);
}

/** Before 1.34 a policy in the wrong place was refused, not dropped. */
function dropPolicy(dropping: Dropping, container: Fields, list: string, path: Path): void {
  if (list === "initContainers") drop(dropping, container, "restartPolicy", path, "SidecarContainers");
  const isSidecar = list === "initContainers" && container["restartPolicy"] === "Always";
  if (!isSidecar && atLeast(dropping.apiServer.kubernetes, "1.34"))
    drop(dropping, container, "restartPolicy", path, "ContainerRestartRules");
}

function dropFields(dropping: Dropping, gates: RulesOf<string>, type: string, object: Fields, path: Path): void {
  const { own, inside } = gates(type);
  for (const { field, rule } of own) drop(dropping, object, field, path, rule);
  for (const { field, type: below } of inside) {
    // Resource claims are dropped from containers only, because validation refuses them in the resources of the pod itself.
    if (!has(object, field) || (type === "PodSpec" && field === "resources")) continue;
    const before = dropping.dropped.length;
    eachObject(object[field], (each, index) =>
      dropFields(dropping, gates, below, each, index === undefined ? [...path, field] : [...path, field, index]),
    );
    if (dropping.dropped.length > before && vanishes(below, object[field], dropping.apiServer)) delete object[field];
  }
}

/** What loses its last field goes with it; 1.29 left an empty hook there, and then refused it. */
function vanishes(type: string, value: unknown, { kubernetes }: Component): boolean {
  if (!isFields(value) || Object.keys(value).length > 0) return false;
  return type === "Lifecycle" || (type === "LifecycleHandler" && atLeast(kubernetes, "1.30"));
}

/** The fields whose gate is off on an API server. Components never change. */
const gatesOff = memo((apiServer: Component) =>
  memo((fieldsOf: FieldsOf) =>
    rulesOf(fieldsOf, ({ gate }) => (gate !== undefined && !isEnabled(apiServer, gate) ? gate : undefined)),
  ),
);

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
