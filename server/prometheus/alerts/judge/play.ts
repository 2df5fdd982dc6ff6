import { memoBounded } from "../../../../shared/basics/memo-bounded.ts";
import { memo } from "../../../../shared/basics/once.ts";
import { evaluateGroups } from "../../../../shared/prometheus/alerts/evaluate-groups.ts";
import { exportedPods } from "../../../../shared/prometheus/alerts/exported.ts";
import type { AlertingRule, AlertRun } from "../../../../shared/prometheus/alerts/model.ts";
import { epochSeconds, phasesOf } from "../../../../shared/prometheus/alerts/play-alerts.ts";
import { scrapeInto } from "../../../../shared/prometheus/alerts/scrape.ts";
import type { TroubledPod } from "../../../../shared/prometheus/alerts/troubled-pods.ts";
import type { Steps } from "../../../../shared/prometheus/promql/evaluate.ts";
import { createStore, type SeriesStore } from "../../../../shared/prometheus/promql/store.ts";
import { identityFor, withIdentity } from "./identity.ts";

/** The intervals of kube-prometheus. */
export const scrapeMs = 30_000;
export const evaluateMs = 30_000;

/** Phases of scrapes and evaluations in which each pod is looked at. */
export const phasesPerPod = 2;

const epochMs = epochSeconds * 1000;

/** What was scraped of a pod, by its phases, is kept with it. */
const storesOf = memo((pod: TroubledPod) =>
  memoBounded(runsMax, (run: number, untilMs: number) => scrapedStore(pod, run, untilMs)),
);
/** More than anybody asks for. */
const runsMax = 100;

/** What one rule does over a pod. `run`: its phases. */
export function runOver(
  rule: AlertingRule,
  pod: TroubledPod,
  { intervalMs, untilMs, run, steps }: { intervalMs: number | undefined; untilMs: number; run: number; steps: Steps },
): AlertRun {
  const { evaluatePhaseMs } = phasesOf(run, scrapeMs, evaluateMs);
  const store = withIdentity(storesOf(pod)(run, untilMs), identityFor(rule.expression));
  const schedule = { evaluateMs, evaluatePhaseMs, untilMs };
  const [done] = evaluateGroups([{ name: "", intervalMs, rules: [rule] }], store, schedule, { epochMs, steps });
  if (done === undefined) throw new Error("an alerting rule has a run");
  return done;
}

function scrapedStore(pod: TroubledPod, run: number, untilMs: number): SeriesStore {
  const store = createStore();
  const about = { namespace: "default", name: "app", uid: "uid-1", owner: undefined, restartPolicy: pod.restartPolicy };
  const exported = exportedPods([{ ...about, node: "node-1", timeline: pod }]);
  scrapeInto(store, (tMs) => exported(tMs - epochMs), {
    everyMs: scrapeMs,
    phaseMs: epochMs + phasesOf(run, scrapeMs, evaluateMs).scrapePhaseMs,
    untilMs: epochMs + untilMs,
    targetLabels: { job: "kube-state-metrics", instance: "kube-state-metrics:8080" },
  });
  return store;
}
