import { provideAlertJudge } from "../../../../server/analysis/alert-judge.ts";
import type { RuleFile } from "../../../../server/features/alerts/rule-files.ts";
import { shownAlertsAnswer } from "../../../../server/features/alerts/shown-alerts.ts";
import { alertJudge } from "../../../../server/prometheus/alerts/judge/main.ts";
import type { AlertsAnswer, AlertsParams } from "../../../../shared/protocol/panel/alerts.ts";
import type { PodPayload } from "../../../../shared/protocol/pod/pod.ts";
import { type PayloadOptions, payloadOf } from "../../../panel/payloads.ts";

provideAlertJudge(async () => alertJudge);

export const untilMs = 3_600_000;
export const looping = { containers: [{ name: "app", image: "app" }] };

/** What alerts do for a pod as the panel plays it. */
export async function answerAbout(
  payload: PodPayload,
  horizonMs: number,
  files: readonly RuleFile[] = [],
): Promise<AlertsAnswer> {
  const { written, scenarioTexts, assumptions, assumptionsText, reference, job } = payload;
  const about = { written, scenarioTexts, assumptions, assumptionsText, job };
  const file = reference.uri;
  const play: AlertsParams["play"] = { ...about, seed: 1, untilMs: horizonMs, file, hasManifestScenario: true };
  const answer = await shownAlertsAnswer({ read: async () => files, clear: () => {} }, { play });
  if (answer === null) throw new Error("there is an answer");
  return answer;
}

/** What alerts do for a pod with a container `app` that plays the script, for an hour. */
export async function answerOf(
  spec: object,
  script: string,
  options: PayloadOptions = {},
  files: readonly RuleFile[] = [],
): Promise<AlertsAnswer> {
  const payload = payloadOf(spec, { app: script }, options);
  return answerAbout({ ...payload, written: { ...payload.written, kind: "Pod" } }, untilMs, files);
}
