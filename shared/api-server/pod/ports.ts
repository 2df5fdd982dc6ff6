import type { Path } from "../../basics/path.ts";
import { portNameProblems, portNumberProblems } from "../names/names.ts";
import { type Fields, numberAt, objectsAt, textAt } from "../types/fields.ts";
import { duplicate, invalid, invalidNames, notSupported, type Report, required } from "../types/report.ts";

// Models pkg/apis/core/validation/validation.go validateContainerPorts (v1.37.1)
export function validatePorts(report: Report, container: Fields, path: Path): void {
  const names = new Set<string>();
  for (const [index, port] of objectsAt(container, "ports").entries()) {
    const at = [...path, "ports", index];
    validateName(report, textAt(port, "name"), names, [...at, "name"]);
    validateNumbers(report, port, at);
    const protocol = textAt(port, "protocol");
    if (!["SCTP", "TCP", "UDP"].includes(protocol))
      notSupported(report, [...at, "protocol"], protocol, ["SCTP", "TCP", "UDP"]);
  }
}

function validateName(report: Report, name: string, names: Set<string>, path: Path): void {
  if (name === "") return;
  const problems = portNameProblems(name);
  invalidNames(report, path, name, problems);
  if (problems.length > 0) return;
  if (names.has(name)) duplicate(report, path, name);
  names.add(name);
}

function validateNumbers(report: Report, port: Fields, path: Path): void {
  const containerPort = numberAt(port, "containerPort") ?? 0;
  const hostPort = numberAt(port, "hostPort") ?? 0;
  if (containerPort === 0) required(report, [...path, "containerPort"]);
  else invalidNumber(report, [...path, "containerPort"], containerPort);
  if (hostPort !== 0) invalidNumber(report, [...path, "hostPort"], hostPort);
}

export function invalidNumber(report: Report, path: Path, port: number): void {
  for (const problem of portNumberProblems(port)) invalid(report, path, port, problem);
}

/** Two containers of a list cannot have the same port of the host. */
// Models pkg/apis/core/validation/validation.go checkHostPortConflicts (v1.37.1)
export function validateHostPorts(report: Report, containers: readonly Fields[], path: Path): void {
  const taken = new Set<string>();
  for (const [index, container] of containers.entries()) {
    for (const [portIndex, port] of objectsAt(container, "ports").entries()) {
      const hostPort = numberAt(port, "hostPort") ?? 0;
      if (hostPort === 0) continue;
      const key = `${textAt(port, "protocol")}/${textAt(port, "hostIP")}/${hostPort}`;
      if (taken.has(key)) duplicate(report, [...path, index, "ports", portIndex, "hostPort"], key);
      taken.add(key);
    }
  }
}

/** On the network of the host a port is the same on both sides. A template need not say it. */
// Models pkg/apis/core/validation/validation.go validatePodHostNetworkDeps (v1.37.1)
export function validateHostNetwork(
  report: Report,
  containers: readonly Fields[],
  path: Path,
  isTemplate: boolean,
): void {
  for (const [index, container] of containers.entries()) {
    for (const [portIndex, port] of objectsAt(container, "ports").entries()) {
      const hostPort = numberAt(port, "hostPort") ?? 0;
      if (hostPort === (numberAt(port, "containerPort") ?? 0) || (isTemplate && hostPort === 0)) continue;
      const at = [...path, index, "ports", portIndex, "hostPort"];
      invalid(report, at, hostPort, "must match `containerPort` when `hostNetwork` is true");
    }
  }
}
