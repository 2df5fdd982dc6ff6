import type { Path } from "../basics/path.ts";
import type { Component } from "../kubernetes/node.ts";
import { atLeast } from "../kubernetes/versions.ts";
import { type Fields, fieldsAt, isFields, listAt } from "../validation/fields.ts";
import { podSpecPaths, specAt, type WorkloadKind } from "../validation/kinds.ts";
import { type Dropping, drop } from "./dropping.ts";
import type { DroppedField } from "./report.ts";
import { dropFromSpec, selectByOwnLabels } from "./spec-drops.ts";

const probeFields = ["livenessProbe", "readinessProbe", "startupProbe"];
const hookFields = ["postStart", "preStop"];

/** Takes away, in place, what this API server drops because its feature is off. Paths are relative to the object. */
// Models pkg/api/pod/util.go dropDisabledFields, pkg/registry/batch/job/strategy.go, pkg/registry/apps/statefulset/strategy.go (v1.37.1)
export function dropFromObject(kind: WorkloadKind, object: Fields, apiServer: Component): readonly DroppedField[] {
  const dropping: Dropping = { apiServer, dropped: [] };
  const path = podSpecPaths[kind];
  const spec = specAt(object, path);
  for (const list of ["initContainers", "containers", "ephemeralContainers"])
    for (const [index, container] of listAt(spec, list).entries())
      if (isFields(container)) dropFromContainer(dropping, container, list, [...path, list, index]);
  dropFromSpec(dropping, spec, path);
  if (kind === "Pod") selectByOwnLabels(object, spec, apiServer);
  const own = fieldsAt(object, "spec");
  if (kind === "Job" && own !== undefined) {
    drop(dropping, own, "managedBy", ["spec"], "JobManagedBy");
    drop(dropping, own, "successPolicy", ["spec"], "JobSuccessPolicy");
  }
  const update = fieldsAt(fieldsAt(own, "updateStrategy"), "rollingUpdate");
  if (kind === "StatefulSet" && update !== undefined)
    drop(dropping, update, "maxUnavailable", ["spec", "updateStrategy", "rollingUpdate"], "MaxUnavailableStatefulSet");
  return dropping.dropped;
}

function dropFromContainer(dropping: Dropping, container: Fields, list: string, path: Path): void {
  if (list === "initContainers") drop(dropping, container, "restartPolicy", path, "SidecarContainers");
  const isSidecar = list === "initContainers" && container["restartPolicy"] === "Always";
  // Before 1.34 a policy in the wrong place was refused, not dropped.
  if (atLeast(dropping.apiServer.kubernetes, "1.34")) {
    if (!isSidecar) drop(dropping, container, "restartPolicy", path, "ContainerRestartRules");
    drop(dropping, container, "restartPolicyRules", path, "ContainerRestartRules");
  }
  drop(dropping, container, "resizePolicy", path, "InPlacePodVerticalScaling");
  dropFromLifecycle(dropping, container, path);
  for (const field of probeFields) dropFromHandler(dropping, fieldsAt(container, field), [...path, field]);
}

function dropFromLifecycle(dropping: Dropping, container: Fields, path: Path): void {
  const lifecycle = fieldsAt(container, "lifecycle");
  if (lifecycle === undefined) return;
  const at = [...path, "lifecycle"];
  let isChanged = drop(dropping, lifecycle, "stopSignal", at, "ContainerStopSignals");
  for (const name of hookFields) {
    const hook = fieldsAt(lifecycle, name);
    if (hook === undefined) continue;
    dropFromHandler(dropping, hook, [...at, name]);
    if (!drop(dropping, hook, "sleep", [...at, name], "PodLifecycleSleepAction")) continue;
    // 1.29 left the empty hook there, and then refused it.
    if (!atLeast(dropping.apiServer.kubernetes, "1.30") || Object.keys(hook).length > 0) continue;
    delete lifecycle[name];
    isChanged = true;
  }
  if (isChanged && Object.keys(lifecycle).length === 0) delete container["lifecycle"];
}

function dropFromHandler(dropping: Dropping, handler: Fields | undefined, path: Path): void {
  const http = fieldsAt(handler, "httpGet");
  const grpc = fieldsAt(handler, "grpc");
  if (http !== undefined) drop(dropping, http, "protocol", [...path, "httpGet"], "H2CContainerProbe");
  if (grpc !== undefined) drop(dropping, grpc, "mode", [...path, "grpc"], "GRPCContainerProbeTLS");
}
