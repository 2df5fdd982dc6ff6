import { type PanelFindings, panelFindingsSchema } from "../../../../shared/protocol/pod/judge.ts";
import { parseMessage } from "../../../../shared/protocol/values/parse.ts";
import type { Model } from "../model/model.ts";
import type { BackgroundRuns } from "./background-page.ts";

/** Who types a scenario is asked about it when they pause. */
const pauseMs = 200;

/** Has the pod judged as it is played now, as soon as it stays so for a moment. */
export function askFindings({ run, setup }: Model, { model, send }: BackgroundRuns): void {
  setTimeout(() => {
    if (model()?.run !== run) return;
    const { assumptions } = run;
    send({ type: "judge", assumptions, ...(setup.lines !== undefined && { lines: setup.lines }) });
  }, pauseMs);
}

export function receiveFindings(message: unknown, { show, send }: BackgroundRuns): void {
  const { value, problem } = parseMessage(panelFindingsSchema, message, "findings for the panel");
  if (value === undefined) send({ type: "ignored", problem });
  else show({ findings: value });
}

const ranks = ["error", "warning", "info", "hint"] as const;

/** The worst first, each with its place in the answer. */
export function rankedFindings({ findings }: PanelFindings) {
  const placed = findings.map((finding, index) => ({ finding, index }));
  return placed.toSorted((one, other) => ranks.indexOf(one.finding.severity) - ranks.indexOf(other.finding.severity));
}
