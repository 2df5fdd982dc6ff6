import type { Path } from "../../basics/path.ts";
import { type Fields, fieldsAt, has, numberAt, textAt } from "../types/fields.ts";
import { forbidden, notSupported, type Report } from "../types/report.ts";
import { validateExec, validateHttpGet, validateOneHandler, validateSleep, validateTcpSocket } from "./handlers.ts";

export const windowsSignals: readonly string[] = ["SIGKILL", "SIGTERM"];
const numbered = (name: string, sign: string, last: number) =>
  Array.from({ length: last }, (_, index) => `${name}${sign}${index + 1}`);
export const linuxSignals: readonly string[] = [
  ..."SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL".split(
    " ",
  ),
  ..."SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN".split(
    " ",
  ),
  ..."SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ".split(" "),
  ...numbered("SIGRTMAX", "-", 14),
  ...numbered("SIGRTMIN", "+", 15),
].sort();

// Models pkg/apis/core/validation/validation.go validateLifecycle (v1.37.1)
export function validateLifecycle(report: Report, lifecycle: Fields, path: Path, spec: Fields): void {
  const graceSeconds = numberAt(spec, "terminationGracePeriodSeconds") ?? 0;
  for (const field of ["postStart", "preStop"]) {
    const hook = fieldsAt(lifecycle, field);
    if (hook === undefined) continue;
    validateOneHandler(
      report,
      hook,
      [...path, field],
      [
        ["exec", validateExec],
        ["httpGet", validateHttpGet],
        ["tcpSocket", validateTcpSocket],
        ["sleep", (at, sleep, sleepPath) => validateSleep(at, sleep, sleepPath, graceSeconds)],
      ],
    );
  }
  if (has(lifecycle, "stopSignal")) validateStopSignal(report, lifecycle, [...path, "stopSignal"], spec);
}

function validateStopSignal(report: Report, lifecycle: Fields, path: Path, spec: Fields): void {
  const system = textAt(fieldsAt(spec, "os"), "name");
  const signal = textAt(lifecycle, "stopSignal");
  if (!has(spec, "os")) {
    forbidden(report, path, "may not be set for containers with empty `spec.os.name`");
    return;
  }
  const supported = system === "windows" ? windowsSignals : linuxSignals;
  if ((system === "windows" || system === "linux") && !supported.includes(signal))
    notSupported(report, path, signal, supported);
}
