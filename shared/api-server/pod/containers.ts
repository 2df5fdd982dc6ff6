import { trimSpace } from "../../basics/go-text.ts";
import type { Path } from "../../basics/path.ts";
import { dnsLabelProblems } from "../names/names.ts";
import { type Fields, fieldsAt, objectsAt, textAt } from "../types/fields.ts";
import {
  duplicate,
  forbidden,
  invalid,
  invalidNames,
  notFound,
  notSupported,
  type Report,
  required,
} from "../types/report.ts";
import { validateMounts } from "../volumes/mounts.ts";
import type { Volumes } from "../volumes/volumes.ts";
import { validateEnvironment } from "./environment.ts";
import { forbidProbes } from "./init-container.ts";
import { validateLifecycle } from "./lifecycle.ts";
import { validateHostPorts, validatePorts } from "./ports.ts";
import { validateProbes } from "./probes.ts";
import { validateResources } from "./resources.ts";
import {
  validateContainerRestart,
  validateInitContainerRestart,
  validateInitResizePolicy,
  validateResizePolicy,
} from "./restart-policy.ts";
import { validateSecurityContext } from "./security.ts";

/** A pod spec with its place. */
export interface PlacedSpec {
  readonly spec: Fields;
  readonly path: Path;
  /** It stands in a workload; else it is that of a Pod. */
  readonly isTemplate: boolean;
}

/** A pod spec whose volumes and claims were looked at, so that containers can name them. */
interface ReadSpec extends PlacedSpec {
  readonly volumes: Volumes;
  readonly claims: ReadonlySet<string>;
}

/** All that an ephemeral container may have, and what is reported elsewhere. */
const ephemeralFields = new Set(
  "name image command args workingDir env envFrom volumeMounts volumeDevices terminationMessagePath terminationMessagePolicy imagePullPolicy securityContext stdin stdinOnce tty targetContainerName".split(
    " ",
  ),
);

// Models pkg/apis/core/validation/validation.go validateContainers (v1.37.1)
export function validateContainers(report: Report, placed: ReadSpec): void {
  const { spec, path } = placed;
  const containers = objectsAt(spec, "containers");
  if (containers.length === 0) required(report, [...path, "containers"]);
  const names = new Set<string>();
  for (const [index, container] of containers.entries()) {
    const at = [...path, "containers", index];
    validateCommon(report, container, at, placed);
    const name = textAt(container, "name");
    if (names.has(name)) duplicate(report, [...at, "name"], name);
    names.add(name);
    const lifecycle = fieldsAt(container, "lifecycle");
    if (lifecycle !== undefined) validateLifecycle(report, lifecycle, [...at, "lifecycle"], spec);
    validateProbes(report, container, at);
    validateContainerRestart(report, container, at);
  }
  validateHostPorts(report, containers, [...path, "containers"]);
}

/** The server looks at the ports of each init container as if it were the only one: its index in those messages is 0. */
// Models pkg/apis/core/validation/validation.go validateInitContainers (v1.37.1)
export function validateInitContainers(report: Report, placed: ReadSpec): void {
  const { spec, path } = placed;
  const names = new Set(objectsAt(spec, "containers").map((container) => textAt(container, "name")));
  for (const [index, container] of objectsAt(spec, "initContainers").entries()) {
    const at = [...path, "initContainers", index];
    validateCommon(report, container, at, placed);
    const name = textAt(container, "name");
    if (names.has(name)) duplicate(report, [...at, "name"], name);
    if (name !== "") names.add(name);
    validateHostPorts(report, [container], [...path, "initContainers"]);
    validateInitContainerRestart(report, container, at);
    validateInitResizePolicy(report, container, at);
    const lifecycle = fieldsAt(container, "lifecycle");
    if (textAt(container, "restartPolicy") !== "Always") {
      forbidProbes(report, container, at);
      continue;
    }
    if (lifecycle !== undefined) validateLifecycle(report, lifecycle, [...at, "lifecycle"], spec);
    validateProbes(report, container, at);
  }
}

// Models pkg/apis/core/validation/validation.go validateEphemeralContainers (v1.37.1)
export function validateEphemeralContainers(report: Report, placed: ReadSpec): void {
  const { spec, path } = placed;
  const others = [...objectsAt(spec, "containers"), ...objectsAt(spec, "initContainers")];
  const targets = new Set(others.map((container) => textAt(container, "name")));
  const names = new Set(targets);
  for (const [index, container] of objectsAt(spec, "ephemeralContainers").entries()) {
    const at = [...path, "ephemeralContainers", index];
    validateCommon(report, container, at, placed);
    const name = textAt(container, "name");
    if (names.has(name)) duplicate(report, [...at, "name"], name);
    names.add(name);
    const target = textAt(container, "targetContainerName");
    if (target !== "" && !targets.has(target)) notFound(report, [...at, "targetContainerName"], target);
    for (const field of Object.keys(container).filter((each) => each !== "resources" || isResourcesSet(container)))
      if (!ephemeralFields.has(field)) forbidden(report, [...at, field], "cannot be set for an Ephemeral Container");
    for (const [position, mount] of objectsAt(container, "volumeMounts").entries())
      for (const field of ["subPath", "subPathExpr"])
        if (textAt(mount, field) !== "")
          forbidden(report, [...at, "volumeMounts", position, field], "cannot be set for an Ephemeral Container");
  }
}

/** The server cannot tell `resources: {}` from none. */
function isResourcesSet(container: Fields): boolean {
  return Object.values(fieldsAt(container, "resources") ?? {}).some((value) => value != null);
}

// Models pkg/apis/core/validation/validation.go validateContainerCommon (v1.37.1)
function validateCommon(report: Report, container: Fields, path: Path, placed: ReadSpec): void {
  const name = textAt(container, "name");
  if (name === "") required(report, [...path, "name"]);
  else invalidNames(report, [...path, "name"], name, dnsLabelProblems(name));
  validateImage(report, container, path, placed);
  const message = textAt(container, "terminationMessagePolicy");
  if (message !== "File" && message !== "FallbackToLogsOnError")
    notSupported(report, [...path, "terminationMessagePolicy"], message, ["File", "FallbackToLogsOnError"]);
  validatePorts(report, container, path);
  validateEnvironment(report, container, path);
  validateMounts(report, container, path, placed.volumes);
  const pull = textAt(container, "imagePullPolicy");
  if (!["Always", "IfNotPresent", "Never"].includes(pull))
    notSupported(report, [...path, "imagePullPolicy"], pull, ["Always", "IfNotPresent", "Never"]);
  const resources = fieldsAt(container, "resources");
  if (resources !== undefined) validateResources(report, resources, [...path, "resources"], placed.claims);
  validateResizePolicy(report, container, path, placed.spec);
  const context = fieldsAt(container, "securityContext");
  const hostUsers = placed.spec["hostUsers"] !== false;
  if (context !== undefined) validateSecurityContext(report, context, [...path, "securityContext"], hostUsers);
}

function validateImage(report: Report, container: Fields, path: Path, { isTemplate }: ReadSpec): void {
  const image = textAt(container, "image");
  if (image === "") required(report, [...path, "image"]);
  else if (image !== trimSpace(image) && (!isTemplate || path.includes("ephemeralContainers")))
    invalid(report, [...path, "image"], image, "must not have leading or trailing whitespace");
}
