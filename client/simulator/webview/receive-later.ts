import type { ToPage } from "../../../shared/protocol/panel.ts";
import { receiveAlerts } from "./alerts/ask-alerts.ts";
import type { BackgroundRuns } from "./comparison/background-runs.ts";
import { receiveFindings } from "./model/findings.ts";
import { receiveObserved } from "./observed/observe.ts";

/** Messages about what is not in the first picture. */
export function receiveLater(
  message: Extract<ToPage, { readonly type: "observed" | "findings" | "alerts" }>,
  page: BackgroundRuns,
): void {
  if (message.type === "observed") receiveObserved(message.overlay, page);
  else if (message.type === "findings") receiveFindings(message.findings, page);
  else receiveAlerts(message.answer, page);
}
