import type { MarkKind } from "./model.ts";

/** Shapes around 0,0, ten pixels wide. Each differs from the others without its color. */
export const signPaths: Readonly<Record<MarkKind, string>> = {
  "exit-ok": "M-4 0L-1 3L4 -3.5",
  "exit-failed": "M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5",
  sigterm: "M0 -5V4M-3.5 0.5L0 4.5L3.5 0.5",
  sigkill: "M1 -5L-3.5 1H0L-1 5L3.5 -1H0Z",
  fault: "M0 -5V1M0 3.5V5",
  "failed-probe": "M0 -3V3",
  "failed-startup": "M0 -3V-1.5M0 1.5V3",
  "attempt-success": "M0 -3.5V3.5",
  "attempt-failure": "M0 -7V7M-2.5 -7H2.5",
  "attempt-error": "M-2 0H2",
  "result-success": "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
  "result-failure": "M-4.5 -4.5H4.5V4.5H-4.5ZM-2 -2L2 2M2 -2L-2 2",
  "condition-true": "M-4 3.5L0 -3.5L4 3.5Z",
  "condition-false": "M-4 -3.5L0 3.5L4 -3.5Z",
  "event-normal": "M-4.5 0L0 -4.5L4.5 0L0 4.5Z",
  "event-warning": "M-3 5V-4.5H4L1.5 -2L4 0.5H-3",
  "observed-start": "M-3 -4L4 0L-3 4Z",
  outside: "M-2.5 -5.5H2.5L5.5 -2.5V2.5L2.5 5.5H-2.5L-5.5 2.5V-2.5ZM0 -3V0.5M0 2.6V2.8",
  note: "M-2.5 0A2.5 2.5 0 1 1 2.5 0A2.5 2.5 0 1 1 -2.5 0Z",
};
