import { alertsAnswerSchema } from "../../../../shared/protocol/panel/alerts.ts";
import { parseMessage } from "../../../../shared/protocol/values/parse.ts";
import { exportRequest } from "../model/export-request.ts";
import type { Model } from "../model/model.ts";
import { alertsOver } from "../run/alerts-run.ts";
import type { BackgroundRuns } from "./background-page.ts";

/** Who types a scenario is asked about it when they pause. */
const pauseMs = 200;
/** The part of the page in which alerts are listed. While it is closed, they are not drawn, and nobody is asked. */
export const alertsPart = "alerts";

/** Has the alerts evaluated over the run that is shown, as soon as it stays for a moment. */
export function askAlerts({ run, closed, alertRules }: Model, { model, send }: BackgroundRuns): void {
  if (closed.has(alertsPart)) return;
  setTimeout(() => {
    const now = model();
    if (now?.run !== run || now.alertRules !== alertRules || now.closed.has(alertsPart)) return;
    const { play } = exportRequest(now, "json");
    send({ type: "ask-alerts", play, ...(alertRules !== undefined && { rules: alertRules }) });
  }, pauseMs);
}

/** Null: there is nothing to say of alerts. */
export function receiveAlerts(message: unknown, { model, show, send }: BackgroundRuns): void {
  const run = model()?.run;
  if (message === null || run === undefined) {
    show({ alerts: undefined });
    return;
  }
  const { value, problem } = parseMessage(alertsAnswerSchema, message, "alerts for the panel");
  if (value === undefined) send({ type: "ignored", problem });
  else show({ alerts: alertsOver(run, value) });
}
