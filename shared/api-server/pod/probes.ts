import type { Path } from "../../basics/path.ts";
import { validateLeast } from "../types/bounds.ts";
import { type Fields, fieldsAt, numberAt } from "../types/fields.ts";
import { invalid, type Report } from "../types/report.ts";
import { validateExec, validateGrpc, validateHttpGet, validateOneHandler, validateTcpSocket } from "./handlers.ts";
import { probeFields } from "./init-container.ts";

/** The probes of a container that may have some. */
// Models pkg/apis/core/validation/validation.go validateLivenessProbe, validateReadinessProbe, validateStartupProbe (v1.37.1)
export function validateProbes(report: Report, container: Fields, path: Path): void {
  for (const field of probeFields) {
    const probe = fieldsAt(container, field);
    if (probe === undefined) continue;
    const at = [...path, field];
    validateProbe(report, probe, at);
    if (field === "readinessProbe") validateReadiness(report, probe, at);
    else if (numberAt(probe, "successThreshold") !== 1)
      invalid(report, [...at, "successThreshold"], numberAt(probe, "successThreshold"), "must be 1");
  }
}

function validateProbe(report: Report, probe: Fields, path: Path): void {
  validateOneHandler(report, probe, path, [
    ["exec", validateExec],
    ["httpGet", validateHttpGet],
    ["tcpSocket", validateTcpSocket],
    ["grpc", validateGrpc],
  ]);
  validateLeast(report, "Probe", probe, path);
}

function validateReadiness(report: Report, probe: Fields, path: Path): void {
  const grace = numberAt(probe, "terminationGracePeriodSeconds");
  if (grace !== undefined)
    invalid(report, [...path, "terminationGracePeriodSeconds"], grace, "must not be set for readinessProbes");
}
