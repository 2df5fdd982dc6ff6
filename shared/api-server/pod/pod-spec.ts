import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { requireText, validateRange, validateSubdomain, validateWord } from "../names/checks.ts";
import { dnsLabelProblems, subdomainProblems } from "../names/names.ts";
import { validateLabels } from "../names/selectors.ts";
import { validateHostProcesses, validateLinux, validateWindows } from "../names/windows.ts";
import { type Fields, fieldsAt, has, listAt, objectsAt, textAt } from "../types/fields.ts";
import { forbidden, invalid, invalidNames, notSupported, type Report, required } from "../types/report.ts";
import { validateVolumes } from "../volumes/volumes.ts";
import {
  type PlacedSpec,
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from "./containers.ts";
import { validateFileVolumes } from "./environment.ts";
import { validateDns, validateHostAliases, validateHostnameOverride } from "./network.ts";
import { validatePodResources, validateResourceClaims } from "./pod-resources.ts";
import { validateHostUsers, validatePodSecurityContext } from "./pod-security.ts";
import { validateHostNetwork } from "./ports.ts";
import { claimNames, validateOverhead } from "./resources.ts";
import { validateAffinity, validateGates, validateSpread, validateTolerations } from "./scheduling.ts";

const activeDeadlineSecondsMax = 2 ** 31 - 1;

const dnsPolicies = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];

/** `podName`: of a Pod. Templates have none, and some checks need one. */
// Models pkg/apis/core/validation/validation.go ValidatePodSpec (v1.37.1)
export function validatePodSpec(report: Report, placed: PlacedSpec, podName?: string): void {
  const { spec, path, isTemplate } = placed;
  const volumes = validateVolumes(report, spec, path, podName);
  validateResourceClaims(report, spec, path);
  const read = { ...placed, volumes, claims: claimNames(spec) };
  validateContainers(report, read);
  validateInitContainers(report, read);
  validateEphemeralContainers(report, read);
  validatePodResources(report, spec, path);
  if (listAt(spec, "ephemeralContainers").length > 0)
    forbidden(
      report,
      [...path, "ephemeralContainers"],
      isTemplate ? "ephemeral containers not allowed in pod template" : "cannot be set on create",
    );
  if (spec["hostNetwork"] === true)
    validateHostNetwork(report, objectsAt(spec, "containers"), [...path, "containers"], isTemplate);
  const restartPolicy = textAt(spec, "restartPolicy");
  if (!["Always", "OnFailure", "Never"].includes(restartPolicy))
    notSupported(report, [...path, "restartPolicy"], restartPolicy, ["Always", "OnFailure", "Never"]);
  validateWord(report, spec, "dnsPolicy", path, dnsPolicies);
  validateLabels(report, spec, "nodeSelector", [...path, "nodeSelector"]);
  validatePodSecurityContext(report, spec, path);
  validateSharedProcesses(report, spec, path);
  validateAffinity(report, spec, path);
  validateDns(report, spec, path);
  validateGates(report, spec, path);
  validateSpread(report, spec, path);
  validateHostProcesses(report, spec, path);
  validateHostUsers(report, spec, path);
  validateHostnameOverride(report, spec, path);
  validateNames(report, spec, path);
  validateRange(report, spec, "activeDeadlineSeconds", path, [1, activeDeadlineSecondsMax]);
  validateTolerations(report, objectsAt(spec, "tolerations"), [...path, "tolerations"]);
  validateHostAliases(report, spec, path);
  validatePreemption(report, spec, [...path, "preemptionPolicy"]);
  validateOverhead(report, spec, path);
  validateSystem(report, spec, path);
  validateGroup(report, spec, path);
  validateFileVolumes(report, spec, path);
}

/** Names that a pod spec has of other objects, and of itself. */
function validateNames(report: Report, spec: Fields, path: Path): void {
  for (const field of ["serviceAccountName", "nodeName", "priorityClassName"])
    validateSubdomain(report, spec, field, path);
  for (const field of ["hostname", "subdomain"]) {
    const name = textAt(spec, field);
    if (name !== "") invalidNames(report, [...path, field], name, dnsLabelProblems(name));
  }
  if (!has(spec, "runtimeClassName")) return;
  const runtime = textAt(spec, "runtimeClassName");
  invalidNames(report, [...path, "runtimeClassName"], runtime, subdomainProblems(runtime));
}

/** Up to 1.36 the field was part of the security context inside of the server. */
function validateSharedProcesses(report: Report, spec: Fields, path: Path): void {
  if (spec["shareProcessNamespace"] !== true || spec["hostPID"] !== true) return;
  const at = [...path, "shareProcessNamespace"];
  const isNewer = atLeast(report.apiServer.kubernetes, "1.37");
  const named = isNewer ? at : [...path, "securityContext", "shareProcessNamespace"];
  invalid(report, named, true, "ShareProcessNamespace and HostPID cannot both be enabled", { at });
}

function validatePreemption(report: Report, spec: Fields, path: Path): void {
  if (!has(spec, "preemptionPolicy")) return;
  const policy = textAt(spec, "preemptionPolicy");
  if (policy === "") required(report, path);
  else validateWord(report, spec, "preemptionPolicy", path.slice(0, -1), ["PreemptLowerPriority", "Never"]);
}

// Models pkg/apis/core/validation/validation.go validateOS (v1.37.1)
function validateSystem(report: Report, spec: Fields, path: Path): void {
  const system = fieldsAt(spec, "os");
  if (system === undefined) return;
  const at = [...path, "os"];
  const name = textAt(system, "name");
  const isNewer = atLeast(report.apiServer.kubernetes, "1.34");
  if (!requireText(report, system, "name", at, isNewer ? "" : "cannot be empty")) return;
  if (name === "linux") validateLinux(report, spec, path);
  else if (name === "windows") validateWindows(report, spec, path);
  else notSupported(report, at, name, ["linux", "windows"], { at: [...at, "name"] });
}

// Models pkg/apis/core/validation/validation.go validateSchedulingGroup (v1.37.1)
function validateGroup(report: Report, spec: Fields, path: Path): void {
  const group = fieldsAt(spec, "schedulingGroup");
  if (group === undefined || !isEnabled(report.apiServer, "GenericWorkload")) return;
  const at = [...path, "schedulingGroup"];
  const name = textAt(group, "podGroupName");
  if (has(group, "podGroupName")) invalidNames(report, [...at, "podGroupName"], name, subdomainProblems(name));
  else invalid(report, [...at, "podGroupName"], undefined, "must specify one of: `podGroupName`");
  if (listAt(spec, "evictionResponders").length > 0)
    forbidden(report, at, "may not be set when evictionResponders is set");
}
