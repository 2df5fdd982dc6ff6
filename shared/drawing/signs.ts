import type { MarkKind } from "./model.ts";

/** Shapes around 0,0, ten pixels wide. Each differs from the others without its colour. */
export const signPaths: Readonly<Record<MarkKind, string>> = {
  "exit-ok": "M-4 0L-1 3L4 -3.5",
  "exit-failed": "M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5",
  sigterm: "M-4 -4H4L0 4Z",
  sigkill: "M1 -5L-3.5 1H0L-1 5L3.5 -1H0Z",
  fault: "M0 -5V1M0 3.5V5",
  "attempt-success": "M0 -3.5V3.5",
  "attempt-failure": "M0 -7V7",
  "attempt-error": "M-2 0H2",
  "result-success": "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
  "result-failure": "M-4.5 -4.5H4.5V4.5H-4.5ZM-2 -2L2 2M2 -2L-2 2",
  "condition-true": "M-4 3.5L0 -3.5L4 3.5Z",
  "condition-false": "M-4 -3.5L0 3.5L4 -3.5Z",
  "event-normal": "M-4.5 0L0 -4.5L4.5 0L0 4.5Z",
  "event-warning": "M-4.5 0L0 -4.5L4.5 0L0 4.5ZM0 -2V2",
  "observed-start": "M-3 -4L4 0L-3 4Z",
  outside: "M0 -5.5L6 5H-6ZM0 -1.5V1.5M0 3.2V3.4",
  note: "M-2.5 0A2.5 2.5 0 1 1 2.5 0A2.5 2.5 0 1 1 -2.5 0Z",
};
