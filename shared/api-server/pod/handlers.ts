import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { headerNameProblems, portNameProblems } from "../names/names.ts";
import { type Fields, fieldsAt, has, listAt, numberAt, objectsAt, textAt } from "../types/fields.ts";
import { forbidden, invalid, invalidNames, notSupported, type Report, required } from "../types/report.ts";
import { invalidNumber } from "./ports.ts";

type Check = (report: Report, handler: Fields, path: Path) => void;

/** In the order in which the API server looks: the first one is checked, the others must not be there. */
export function validateOneHandler(
  report: Report,
  owner: Fields,
  path: Path,
  checks: readonly (readonly [string, Check])[],
): void {
  let seen = 0;
  for (const [name, check] of checks) {
    const handler = fieldsAt(owner, name);
    if (handler === undefined) continue;
    seen += 1;
    if (seen === 1) check(report, handler, [...path, name]);
    else forbidden(report, [...path, name], "may not specify more than 1 handler type");
  }
  if (seen === 0) required(report, path, "must specify a handler type");
}

export function validateExec(report: Report, exec: Fields, path: Path): void {
  if (listAt(exec, "command").length === 0) required(report, [...path, "command"]);
}

// Models pkg/apis/core/validation/validation.go validateHTTPGetAction (v1.37.1)
export function validateHttpGet(report: Report, http: Fields, path: Path): void {
  validateIntOrName(report, http["port"], [...path, "port"]);
  const scheme = textAt(http, "scheme");
  if (scheme !== "HTTP" && scheme !== "HTTPS") notSupported(report, [...path, "scheme"], scheme, ["HTTP", "HTTPS"]);
  for (const [index, header] of objectsAt(http, "httpHeaders").entries()) {
    const name = textAt(header, "name");
    const at = [...path, "httpHeaders", index, "name"];
    invalidNames(report, [...path, "httpHeaders"], name, headerNameProblems(name), { at });
  }
  if (isEnabled(report.apiServer, "H2CContainerProbe")) validateProtocol(report, http, path);
}

function validateProtocol(report: Report, http: Fields, path: Path): void {
  if (!has(http, "protocol")) return;
  const protocol = textAt(http, "protocol");
  const at = [...path, "protocol"];
  if (protocol === "HTTP1") return;
  if (protocol !== "HTTP2") notSupported(report, at, protocol, ["HTTP1", "HTTP2"]);
  else if (textAt(http, "scheme") !== "HTTP") invalid(report, at, protocol, "is only supported with HTTP (H2C)");
  else if (textAt(http, "host") !== "")
    invalid(report, [...path, "host"], textAt(http, "host"), 'must be empty when `protocol` is "HTTP2"');
}

export function validateTcpSocket(report: Report, tcp: Fields, path: Path): void {
  validateIntOrName(report, tcp["port"], [...path, "port"]);
}

export function validateGrpc(report: Report, grpc: Fields, path: Path): void {
  invalidNumber(report, [...path, "port"], numberAt(grpc, "port") ?? 0);
  const mode = textAt(grpc, "mode");
  if (
    isEnabled(report.apiServer, "GRPCContainerProbeTLS") &&
    has(grpc, "mode") &&
    mode !== "Plaintext" &&
    mode !== "TLS"
  )
    notSupported(report, [...path, "mode"], mode, ["Plaintext", "TLS"]);
}

/** `graceSeconds`: that of the pod. The word "less" in the text is the server's; equal is accepted. */
// Models pkg/apis/core/validation/validation.go validateSleepAction (v1.37.1)
export function validateSleep(report: Report, sleep: Fields, path: Path, graceSeconds: number): void {
  const seconds = numberAt(sleep, "seconds") ?? 0;
  const { apiServer } = report;
  const allowsZero = isEnabled(apiServer, "PodLifecycleSleepActionAllowZero");
  if (seconds <= graceSeconds && (allowsZero ? seconds >= 0 : seconds > 0)) return;
  const least = allowsZero ? "non-negative" : "greater than 0";
  const hint =
    !allowsZero && atLeast(apiServer.kubernetes, "1.32")
      ? ". Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep."
      : "";
  const detail = `must be ${least} and less than terminationGracePeriodSeconds (${graceSeconds})${hint}`;
  invalid(report, path, seconds, detail, { at: [...path, "seconds"] });
}

function validateIntOrName(report: Report, port: unknown, path: Path): void {
  if (typeof port === "string") invalidNames(report, path, port, portNameProblems(port));
  else invalidNumber(report, path, typeof port === "number" ? port : 0);
}
