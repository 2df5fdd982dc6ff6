import { createServer, type IncomingMessage, type Server } from "node:http";
import { promqlDurationMs } from "../server/prometheus/promql/literals.ts";
import { parsePromql } from "../server/prometheus/promql/parse.ts";
import { admit } from "../shared/api-server/admission/admit.ts";
import { defaultAssumptions } from "../shared/kubernetes/assumptions.ts";
import { exportedPods } from "../shared/prometheus/alerts/exported.ts";
import { exportedNode } from "../shared/prometheus/alerts/exported-owners.ts";
import { epochSeconds } from "../shared/prometheus/alerts/play-alerts.ts";
import { scrapeInto } from "../shared/prometheus/alerts/scrape.ts";
import type { MetricSample } from "../shared/prometheus/metrics/model.ts";
import { evaluate } from "../shared/prometheus/promql/evaluate.ts";
import type { Series } from "../shared/prometheus/promql/model.ts";
import { createStore, type SeriesStore, selectFrom } from "../shared/prometheus/promql/store.ts";
import { exitAfter, plainRun } from "../shared/scenario/script.ts";
import { simulate } from "../shared/simulation/index.ts";

// A server that answers like Prometheus over metrics of simulated pods: for what needs no real one.

export interface FakePrometheus {
  readonly address: string;
  /** Paths and forms that were asked for. */
  readonly asked: readonly {
    readonly path: string;
    readonly form: URLSearchParams;
    readonly request: IncomingMessage;
  }[];
  close(): void;
}

/** What stands beside the data of each answer. */
export type Beside = (path: string, form: URLSearchParams) => object;

/** Two hours of a pod that crashes every time after five seconds, scraped every 30s until now; `goneMs`: the pod goes so long before. */
export function loopingStore(nowMs: number, { goneMs = 0 }: { readonly goneMs?: number } = {}): SeriesStore {
  const assumptions = defaultAssumptions();
  const epochMs = epochSeconds * 1000;
  const startMs = Math.floor((nowMs - 2 * 3_600_000) / 30_000) * 30_000;
  const spec = { containers: [{ name: "app", image: "app" }] };
  const { pod } = admit({ kind: "Pod", name: "web-5d4f-abcde", namespace: "shop", spec }, assumptions);
  if (pod === undefined) throw new Error("a pod with one container is admitted");
  const app = { runs: [{ ...plainRun, end: exitAfter(5000, 1) }], image: undefined };
  const scenario = { containers: { app }, events: [], expectations: [] };
  const timeline = simulate({ pod, assumptions, scenario, seed: 1, untilMs: 7_200_000, recording: "statuses" });
  const about = { namespace: "shop", name: pod.name, uid: "uid-1", restartPolicy: "Always" };
  const owner = { kind: "ReplicaSet", name: "web-5d4f" };
  const ofPods = exportedPods([{ ...about, owner, node: "node-1", timeline, createdMs: startMs - epochMs }]);
  const ofNode = exportedNode({ name: "node-1", kubeletVersion: "v1.37.1", capacityPods: 110 }, []);
  const store = createStore();
  const podAt = (tMs: number): readonly MetricSample[] => (tMs > nowMs - goneMs ? [] : ofPods(tMs - epochMs));
  scrapeInto(store, (tMs) => [...podAt(tMs), ...ofNode(tMs - epochMs), ...others], {
    everyMs: 30_000,
    phaseMs: startMs + 7000,
    untilMs: nowMs,
    targetLabels: { job: "kube-state-metrics", instance: "kube-state-metrics:8080" },
  });
  return store;
}

const others: readonly MetricSample[] = [
  {
    name: "kube_replicaset_owner",
    labels: { namespace: "shop", replicaset: "web-5d4f", owner_kind: "Deployment", owner_name: "web" },
    value: 1,
  },
  { name: "up", labels: {}, value: 1 },
];

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Answers a request to the HTTP API. Models github.com/prometheus/prometheus/web/api/v1/api.go (v0.316.0), as far as reports ask. */
export function answerFrom(store: SeriesStore, path: string, form: URLSearchParams): Answer {
  const success = (data: unknown): Answer => ({ status: 200, body: { status: "success", data } });
  const time = (name: string): number => Math.round(Number(form.get(name)) * 1000);
  const label = /\/label\/([^/]+)\/values$/.exec(path)?.[1];
  if (path.endsWith("/series") || label !== undefined) {
    const range = { fromMs: time("start"), untilMs: time("end") };
    const found = form.getAll("match[]").flatMap((text) => seriesOf(store, text));
    const seen = [...new Set(found)].filter((each) => pointsIn(each, range.fromMs - 1, range.untilMs).length > 0);
    if (label === undefined) return success(seen.map(({ labels }) => labels));
    return success([...new Set(seen.flatMap(({ labels }) => labels[label] ?? []))].toSorted());
  }
  const query = form.get("query") ?? "";
  const [, selector, range] = /^(.*)\[(\w+)\]$/s.exec(query) ?? [];
  if (selector !== undefined && range !== undefined) {
    const atMs = time("time");
    const fromMs = atMs - (promqlDurationMs(range) ?? 0);
    const found = seriesOf(store, selector).map((each) => ({
      metric: each.labels,
      values: pointsIn(each, fromMs, atMs),
    }));
    return success({ resultType: "matrix", result: found.filter(({ values }) => values.length > 0) });
  }
  const parsed = parsePromql(query);
  if ("problem" in parsed) return failed(400, "bad_data", parsed.problem.message);
  const { value: expression } = parsed;
  const stepMs = path.endsWith("/query_range") ? time("step") : 1;
  const [fromMs, untilMs] = path.endsWith("/query_range") ? [time("start"), time("end")] : [time("time"), time("time")];
  const bySeries = new Map<string, { metric: object; values: [number, string][] }>();
  for (let tMs = fromMs; tMs <= untilMs; tMs += stepMs) {
    const found = evaluate(expression, { store, tMs, intervalMs: 60_000 });
    if ("error" in found) return failed(422, "execution", found.error);
    for (const { labels, value } of found.vector) {
      const key = JSON.stringify(labels);
      const series = bySeries.get(key) ?? { metric: labels, values: [] };
      series.values.push([tMs / 1000, String(value)]);
      bySeries.set(key, series);
    }
  }
  const result = [...bySeries.values()];
  if (path.endsWith("/query_range")) return success({ resultType: "matrix", result });
  const vector = result.map(({ metric, values: [value] }) => ({ metric, value }));
  return success({ resultType: "vector", result: vector });
}

function failed(status: number, errorType: string, error: string): Answer {
  return { status, body: { status: "error", errorType, error } };
}

function seriesOf(store: SeriesStore, text: string): readonly Series[] {
  const parsed = parsePromql(text);
  return "problem" in parsed || parsed.value.is !== "selector" ? [] : selectFrom(store.all(), parsed.value);
}

function pointsIn({ timesMs, values }: Series, afterMs: number, untilMs: number): [number, string][] {
  return timesMs.flatMap((tMs, index): [number, string][] => {
    const value = values[index];
    return value === undefined || tMs <= afterMs || tMs > untilMs ? [] : [[tMs / 1000, String(value)]];
  });
}

/** Path and form of a request, by GET or POST. */
export async function formOf(request: IncomingMessage): Promise<{ path: string; form: URLSearchParams }> {
  let body = "";
  for await (const part of request) body += String(part);
  const url = new URL(request.url ?? "/", "http://localhost");
  return { path: url.pathname, form: request.method === "POST" ? new URLSearchParams(body) : url.searchParams };
}

/** `beside`: warnings, as Thanos adds them. */
export async function startFakePrometheus(store: SeriesStore, beside: Beside = () => ({})): Promise<FakePrometheus> {
  const asked: { path: string; form: URLSearchParams; request: IncomingMessage }[] = [];
  const server: Server = createServer((request, response) => {
    void formOf(request).then(({ path, form }) => {
      asked.push({ path, form, request });
      const { status, body } = answerFrom(store, path, form);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...body, ...beside(path, form) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}`, asked, close };
}
