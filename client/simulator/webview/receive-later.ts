import type { ToPage } from "../../../shared/protocol/panel/panel.ts";
import { receiveAlerts } from "./background/ask-alerts.ts";
import type { BackgroundRuns } from "./background/background-page.ts";
import { receiveFindings } from "./background/findings.ts";
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
