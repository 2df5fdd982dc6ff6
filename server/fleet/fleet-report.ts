import type { FleetReport } from "../../shared/fleet/model.ts";
import { Prometheus, type Transport } from "./prometheus.ts";
import type { FleetQuestion } from "./question.ts";
import { selectorText } from "./selectors.ts";

export interface Surroundings {
  /** Ms since 1970. */
  readonly now: () => number;
  readonly onProgress: (done: number, total: number) => void;
}

export type Answered = { readonly value: FleetReport } | { readonly problem: string };

/** Asks the server and makes the report. The problem is a sentence without secrets. */
export async function fleetReport(
  transport: Transport,
  question: FleetQuestion,
  { now }: Surroundings,
): Promise<Answered> {
  const prometheus = new Prometheus(transport);
  const untilMs = question.untilMs ?? now();
  const range = { fromMs: untilMs - question.sinceMs, untilMs };
  const selectors = [
    "kube_pod_container_status_last_terminated_reason",
    "kube_pod_init_container_status_last_terminated_reason",
  ];
  const found = await prometheus.series(
    selectors.map((metric) => selectorText(metric, question.match.matchers)),
    range,
  );
  if ("failure" in found) return { problem: found.failure.problem };
  const sums = { loops: 0, restarts: 0, downMs: 0, atMaximum: 0, atMaximumMs: 0, apiWrites: 0, whatIf: null };
  return {
    value: {
      version: 1,
      prometheus: transport.address,
      match: question.match.text,
      range: {
        from: new Date(range.fromMs).toISOString(),
        until: new Date(untilMs).toISOString(),
        sinceMs: question.sinceMs,
        scrapeMs: 30_000,
      },
      whatIf: null,
      loops: [],
      nodes: [],
      totals: {
        ...sums,
        restarted: found.value.length,
        fit: null,
        backOff: [],
        clusters: [],
        namespaces: [],
        workloads: [],
        kubelets: [],
        history: { stepMs: 3_600_000, restarts: [], downMs: [] },
      },
      silentAlerts: [],
      assumed: [],
      missing: [
        ...prometheus.warnings,
        ...(found.value.length === 0
          ? []
          : [`${found.value.length} series of restarted containers were not looked at`]),
      ],
    },
  };
}
