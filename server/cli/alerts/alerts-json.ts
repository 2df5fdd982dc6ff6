import { prettyJson } from "../../exports/pretty-json.ts";
import type { AlertsJson } from "../../exports/schemas/alerts.ts";
import type { PlayedSubject } from "./alerts-text.ts";

/** The document of `alerts --format json`. */
export function alertsJson(played: readonly PlayedSubject[]): string {
  const json: AlertsJson = {
    version: 1,
    alerts: played.flatMap(({ subject, results }) =>
      results.map(({ rule, outcome, pending, fires, share, because }) => ({
        name: rule.name,
        from: rule.from,
        expression: rule.text,
        forMs: rule.forMs,
        [subject.workload === undefined ? "pod" : "workload"]: subject.name,
        outcome,
        pending: pending ?? null,
        fires: fires ?? null,
        share: fires === undefined ? 1 - share : share,
        because,
      })),
    ),
  };
  return prettyJson(json);
}
