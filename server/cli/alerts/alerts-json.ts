import { prettyJson } from "../../exports/pretty-json.ts";
import type { AlertsJson } from "../../exports/schemas/alerts.ts";
import type { PlayedSubject } from "./alerts-text.ts";

/** The document of `alerts --format json`. */
export function alertsJson(played: readonly PlayedSubject[], notes: readonly string[]): string {
  const json: AlertsJson = {
    version: 1,
    pods: played.map(({ subject }) => {
      const { horizonMs, runs, restarts } = subject.answer();
      return { ...nameJson(subject), headline: subject.headline(), horizonMs, runs, restarts };
    }),
    alerts: played.flatMap(({ subject, results }) =>
      results.map(({ rule, outcome, pending, fires, share, because }) => ({
        name: rule.name,
        from: rule.from,
        expression: rule.text,
        forMs: rule.forMs,
        ...nameJson(subject),
        outcome,
        pending: pending ?? null,
        fires: fires ?? null,
        share: fires === undefined ? 1 - share : share,
        because,
      })),
    ),
    notes,
  };
  return prettyJson(json);
}

function nameJson({ name, workload, observedOwner }: PlayedSubject["subject"]) {
  return workload === undefined && observedOwner === undefined ? { pod: name } : { workload: name };
}
