import type { WorkloadKind } from "../../../shared/controllers/objects/model.ts";
import type { AlertsAnswer, AlertsParams } from "../../../shared/protocol/panel/alerts.ts";
import type { AlertRuleSource } from "../../../shared/protocol/values/alert-rule-sources.ts";
import { alertJudge } from "../../analysis/alert-judge.ts";
import { readPlay } from "../../exports/export.ts";
import { playedNode, playPods } from "../../prometheus/alerts/played-run.ts";
import type { RuleFile, RuleFiles } from "./rule-files.ts";

/** More sentences about rules are of no use in a panel. */
const problemsMax = 5;

/** What alerts do in a run of the panel. Null: there is no container, or alerts cannot be evaluated here. */
export async function shownAlertsAnswer(ruleFiles: RuleFiles, params: AlertsParams): Promise<AlertsAnswer | null> {
  const [judge, files] = await Promise.all([alertJudge(), ruleFiles.read()]);
  const play = readPlay({ play: params.play });
  if (judge === undefined || play === undefined) return null;
  const { input, kind } = play;
  const rules = sourceOf(params, files);
  const run = playPods({ ...input, ownerKind: isOwner(kind) ? kind : undefined, replicas: 1 });
  const node = playedNode(input, false);
  const played = { ...run, node, others: [] };
  const { alerts, problems } = judge.shown(played, rules === "workspace" ? files : rules, input.untilMs);
  return { rules, hasFiles: files.length > 0, problems: problems.slice(0, problemsMax), alerts: [...alerts] };
}

/** Rules of one's own count more than those that many clusters have. */
function sourceOf({ rules }: AlertsParams, files: readonly RuleFile[]): AlertRuleSource {
  if (files.length === 0) return rules === "aks" ? rules : "mixin";
  return rules ?? "workspace";
}

function isOwner(kind: string): kind is WorkloadKind {
  return kind === "Deployment" || kind === "StatefulSet" || kind === "DaemonSet";
}
