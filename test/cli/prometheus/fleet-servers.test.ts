import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { FleetReport } from "../../../shared/prometheus/fleet/model.ts";
import { createStore, type SeriesStore } from "../../../shared/prometheus/promql/store.ts";
import { answerFrom, formOf, loopingStore } from "../../fake-prometheus.ts";
import { fleetSchema } from "../pages/schemas.ts";
import { runCli } from "../run-cli.ts";

// Servers that answer as Thanos and Mimir do, and proxies before them, over the metrics of one loop.

const scratch = mkdtempSync(join(tmpdir(), "pod-cadence-fleet-servers-"));
afterAll(() => rmSync(scratch, { recursive: true }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server, scheme = "http"): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `${scheme}://127.0.0.1:${typeof address === "object" && address !== null ? address.port : ""}`;
}

function config(name: string, yaml: string): readonly string[] {
  const file = join(scratch, name);
  writeFileSync(file, yaml, { mode: 0o600 });
  return ["--http-config", file];
}

const nowMs = Date.parse("2026-11-20T12:00:10Z");
const store = loopingStore(nowMs);

interface Told {
  readonly status?: number;
  readonly body: object | string;
}

/** Of an answer, what stands there in its place, or beside it. */
type Changed = (answer: Told, asked: { path: string; form: URLSearchParams; request: IncomingMessage }) => Told;

function over(series: SeriesStore, changed: Changed): RequestListener {
  return (request, response) => {
    void formOf(request).then(({ path, form }) => {
      const { status = 200, body } = changed(answerFrom(series, path, form), { path, form, request });
      const isText = typeof body === "string";
      response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json", "retry-after": "0" });
      response.end(isText ? body : JSON.stringify(body));
    });
  };
}

async function ask(address: string, ...args: readonly string[]) {
  const until = new Date(nowMs).toISOString();
  const asked = ["fleet", "--prometheus", address, "--since", "1h", "--until", until, "--format", "json", ...args];
  const { stdout, stderr, code } = await runCli(asked);
  return { code, stderr: stderr.replaceAll(address, "URL"), report: code === 0 ? read(stdout) : undefined };
}

function read(text: string): FleetReport {
  return fleetSchema.parse(JSON.parse(text));
}

/** The loop of the store, found on its workload and node. */
function expectLoop(report: FleetReport | undefined): void {
  expect(report?.loops.map(({ workload, container, node, kubelet }) => [workload, container, node, kubelet])).toEqual([
    ["Deployment/web", "app", "node-1", "v1.37.1"],
  ]);
  expect(report?.loops[0]?.restarts).toBeGreaterThan(8);
}

describe("Thanos", () => {
  // Of pkg/store/proxy.go, where a store does not answer and partial responses are wanted.
  const warning =
    'receive series from Addr: 10.96.192.138:10901 LabelSets: {cluster="a",replica="prometheus-0"} MinTime: 0 MaxTime: 9223372036854775807: rpc error: code = Unavailable desc = connection refused';

  it("answers in part: the report says so, with what the others know", async () => {
    const thanos = over(store, ({ body }) => ({ body: { ...Object(body), warnings: [warning] } }));
    const { code, report } = await ask(await listen(createServer(thanos)));
    expect(code).toBe(0);
    expectLoop(report);
    expect(report?.missing).toEqual([`The server warns: ${warning}`]);
  });

  it("has many stores that do not answer: three are named, and how many more", async () => {
    const warnings = Array.from({ length: 9 }, (_, index) => warning.replace("138", String(index)));
    const infos = ["PromQL info: metric might not be a counter, name does not end in _total/_sum/_count/_bucket"];
    const thanos = over(store, ({ body }) => ({ body: { ...Object(body), warnings: [...infos, ...warnings] } }));
    const { report } = await ask(await listen(createServer(thanos)));
    expect(report?.missing.slice(0, 3)).toEqual(warnings.slice(0, 3).map((text) => `The server warns: ${text}`));
    expect(report?.missing.slice(3)).toEqual(["6 more warnings of the server."]);
  });

  it("is asked for what it has in part, whatever its default is", async () => {
    const asked = new Set<string | null>();
    const thanos = over(store, (answer, { form }) => {
      asked.add(form.get("partial_response"));
      return answer;
    });
    await ask(await listen(createServer(thanos)));
    expect([...asked]).toEqual(["true"]);
  });

  it("is asked for raw samples: downsampled ones have other values", async () => {
    const resolutions = new Set<string | null>();
    const thanos = over(store, (answer, { path, form }) => {
      if (/query(_range)?$/.test(path)) resolutions.add(form.get("max_source_resolution"));
      return answer;
    });
    await ask(await listen(createServer(thanos)));
    expect([...resolutions]).toEqual(["0s"]);
  });

  it("has no store for the time", async () => {
    const error =
      "expanding series: proxy Series(): rpc error: code = Aborted desc = No StoreAPIs matched for this query";
    const thanos = over(store, (answer, { path }) =>
      path.includes("/query") ? { status: 422, body: { status: "error", errorType: "execution", error } } : answer,
    );
    const { code, stderr } = await ask(await listen(createServer(thanos)));
    expect([code, stderr]).toEqual([2, `pod-cadence: the server could not answer: ${error} (422)\n`]);
  });
});

describe("Mimir", () => {
  const tenant = "http_headers: {X-Scope-OrgID: {values: [team-a]}}";
  /** Below `/prometheus`, for a tenant only. */
  const mimir = (changed: Changed): RequestListener =>
    over(store, (answer, asked) => {
      if (!asked.path.startsWith("/prometheus/api/v1/")) return { status: 404, body: "404 page not found" };
      if (asked.request.headers["x-scope-orgid"] !== "team-a") return { status: 401, body: "no org id\n" };
      return changed(answer, asked);
    });

  it("knows its tenants by a header", async () => {
    const address = await listen(createServer(mimir((answer) => answer)));
    const { code, report } = await ask(`${address}/prometheus`, ...config("tenant.yaml", tenant));
    expect(code).toBe(0);
    expectLoop(report);
    const without = await ask(`${address}/prometheus`);
    expect([without.code, without.stderr]).toEqual([
      2,
      "pod-cadence: URL needs a tenant (401): set X-Scope-OrgID in http_headers of --http-config\n",
    ]);
    const prefixless = await ask(address, ...config("tenant.yaml", tenant));
    expect(prefixless.stderr).toContain("check the address, which for Mimir ends in /prometheus");
  });

  it("is busy now and then", async () => {
    let asked = 0;
    const busy = mimir((answer) => {
      asked += 1;
      const error = "too many outstanding requests";
      return asked % 3 === 0
        ? { status: 429, body: { status: "error", errorType: "too_many_requests", error } }
        : answer;
    });
    const address = await listen(createServer(busy));
    const { code, report } = await ask(`${address}/prometheus`, ...config("tenant.yaml", tenant));
    expect(code).toBe(0);
    expectLoop(report);
  });

  // Of pkg/frontend/v2/frontend.go (tooManyRequests), as the query frontend and as the scheduler say it, and of an administrator.
  it.each<[who: string, body: object | string, why: string]>([
    [
      "the frontend",
      { status: "error", errorType: "too_many_requests", error: "too many outstanding requests" },
      "too many outstanding requests",
    ],
    ["the scheduler", "too many outstanding requests", "too many outstanding requests"],
    [
      "an administrator",
      {
        status: "error",
        errorType: "too_many_requests",
        error:
          "the query has been limited by the cluster administrator, and is being run more frequently than the allowed frequency 1m0s against tenant team-a",
      },
      "the query has been limited by the cluster administrator, and is being run more frequently than the allowed frequency 1m0s against tenant team-a",
    ],
  ])("stays busy: the words of %s are told", async (_, body, why) => {
    const busy = mimir((answer, { path }) => (path.includes("/query") ? { status: 429, body } : answer));
    const address = await listen(createServer(busy));
    const { code, stderr } = await ask(`${address}/prometheus`, ...config("tenant.yaml", tenant));
    expect([code, stderr]).toEqual([
      2,
      `pod-cadence: URL is too busy (429, ${why}): try again later, or with a lower --parallel\n`,
    ]);
  });

  it.each<[limit: string, error: string]>([
    [
      "of time",
      "the total query time range exceeds the limit (query length: 1h0m0s, limit: 1m0s) (err-mimir-max-total-query-length). To adjust the related per-tenant limit, configure -query-frontend.max-total-query-length, or contact your service administrator.",
    ],
    [
      "of series",
      "the query exceeded the maximum number of series (limit: 1 series) (err-mimir-max-series-per-query). Consider reducing the time range and/or number of series selected by the query.",
    ],
  ])("has a limit %s that nothing is below", async (_, error) => {
    const limited = mimir((answer, { path }) =>
      path.includes("/query") ? { status: 422, body: { status: "error", errorType: "execution", error } } : answer,
    );
    const address = await listen(createServer(limited));
    const { code, stderr } = await ask(`${address}/prometheus`, ...config("tenant.yaml", tenant));
    expect(code).toBe(2);
    expect(stderr).toContain(error.slice(0, 60));
  });
});

describe("a TLS proxy with its own CA, which wants a certificate", () => {
  const tls = join(import.meta.dirname, "../../fixtures/tls");
  const [certificate, key] = [join(tls, "certificate.pem"), join(tls, "key.pem")];
  const pem = { cert: readFileSync(certificate), key: readFileSync(key) };
  const proxy = () =>
    https.createServer(
      { ...pem, ca: pem.cert, requestCert: true, rejectUnauthorized: true },
      over(store, (answer) => answer),
    );
  const ca = `ca_file: ${certificate}`;

  it("is passed with both", async () => {
    const address = await listen(proxy(), "https");
    // The key of the fixtures is no secret, and everybody may read it.
    const yaml = `tls_config: {${ca}, cert_file: ${certificate}, key_file: ${key}}`;
    const { code, report, stderr } = await ask(address, ...config("tls.yaml", yaml));
    expect([code, stderr.replace(/^.*holds a secret that others can read.*\n/, "")]).toEqual([0, ""]);
    expectLoop(report);
  });

  it("is not trusted without its CA", async () => {
    const { code, stderr } = await ask(await listen(proxy(), "https"));
    expect([code, stderr]).toEqual([
      2,
      "pod-cadence: the certificate of URL is not trusted: set ca_file in tls_config of --http-config\n",
    ]);
  });

  it("lets nobody in without a certificate", async () => {
    const { code, stderr } = await ask(await listen(proxy(), "https"), ...config("ca.yaml", `tls_config: {${ca}}`));
    const sentence = "URL rejected the TLS connection: check cert_file and key_file in --http-config";
    expect([code, stderr]).toEqual([2, `pod-cadence: ${sentence}\n`]);
  });
});

describe("a pod that went within the last step of the range", () => {
  it("does not wait on until its end", async () => {
    const goneMs = 4 * 60_000;
    const [there, gone] = await Promise.all(
      [store, loopingStore(nowMs, { goneMs })].map(async (series) => {
        const { report } = await ask(await listen(createServer(over(series, (answer) => answer))));
        return report?.loops[0];
      }),
    );
    expect([there?.state, gone?.state]).toEqual(["looping", "gone"]);
    expect((there?.downMs ?? 0) - (gone?.downMs ?? 0)).toBeGreaterThan(goneMs - 60_000);
  });
});

describe("renamed labels", () => {
  it("of a scrape without honor_labels are understood", async () => {
    const renamed = createStore();
    const names = new Set(["namespace", "pod", "container"]);
    for (const { labels, timesMs, values } of store.all()) {
      const own = Object.entries(labels).map(([name, value]) => [names.has(name) ? `exported_${name}` : name, value]);
      const target = { namespace: "monitoring", pod: "kube-state-metrics-0", container: "kube-state-metrics" };
      const all = { ...target, ...Object.fromEntries(own) };
      timesMs.forEach((tMs, index) => void renamed.append(all, tMs, values[index]));
    }
    const { code, report } = await ask(await listen(createServer(over(renamed, (answer) => answer))));
    expect(code).toBe(0);
    expectLoop(report);
    expect(report?.loops[0]).toMatchObject({ namespace: "shop", pod: "web-5d4f-abcde" });
  });
});

describe("kubelets that count probes", () => {
  it("tell which ones a container has", async () => {
    const made = createStore();
    for (const { labels, timesMs, values } of store.all())
      timesMs.forEach((tMs, index) => void made.append(labels, tMs, values[index]));
    const loop = { namespace: "shop", pod: "web-5d4f-abcde", container: "app", pod_uid: "uid-1" };
    for (const probe_type of ["Readiness", "Liveness"])
      made.append({ __name__: "prober_probe_total", ...loop, probe_type, result: "successful" }, nowMs - 60_000, 7);
    const asked = async (series: SeriesStore) =>
      (await ask(await listen(createServer(over(series, (answer) => answer))))).report;
    const [plain, probed] = [await asked(store), await asked(made)];
    expect([plain?.loops[0]?.probes, probed?.loops[0]?.probes]).toEqual([null, ["readiness", "liveness"]]);
    expect(probed?.loops[0]?.apiWrites).toBeGreaterThan(plain?.loops[0]?.apiWrites ?? 0);
    expect(plain?.assumed.join()).toContain("Its probes are not known without prober_probe_total of the kubelets");
    expect(probed?.assumed.join()).toContain("Probes are those that kubelets count (prober_probe_total).");
  });
});

describe("a store that is younger than the range", () => {
  const young = (pod: { readonly createdMs: number; readonly before: number }): SeriesStore => {
    const made = createStore();
    const { labels } = store.all().find((each) => each.labels["__name__"] === restartsTotal) ?? { labels: {} };
    const created = { ...labels, __name__: "kube_pod_created" };
    const firstMs = Math.min(...store.all().map(({ timesMs }) => timesMs[0] ?? nowMs));
    for (const series of store.all())
      series.timesMs.forEach((tMs, index) => {
        const value = series.values[index];
        const isCount = series.labels["__name__"] === restartsTotal && value !== undefined;
        made.append(series.labels, tMs, isCount ? value + pod.before : value);
        if (isCount) made.append(created, tMs, (firstMs - pod.createdMs) / 1000);
      });
    return made;
  };
  const asked = async (series: SeriesStore, ...args: readonly string[]) =>
    (await ask(await listen(createServer(over(series, (answer) => answer))), ...args)).report;

  it("does not know restarts before it", async () => {
    const dayMs = 86_400_000;
    const fresh = await asked(young({ createdMs: 0, before: 0 }), "--since", "7d");
    const old = await asked(young({ createdMs: 9 * dayMs, before: 700 }), "--since", "7d");
    expect(fresh?.loops[0]?.restarts).toBeGreaterThan(15);
    expect(old?.loops[0]?.restarts).toBe(fresh?.loops[0]?.restarts);
    expect(old?.missing.join()).toMatch(
      /^The metrics begin at 2026-11-20 10:\d\d UTC, within the range: restarts before are not counted\.$/,
    );
  });

  it("knows a pod that was created in its first hour", async () => {
    const report = await asked(young({ createdMs: -1_800_000, before: 3 }), "--since", "7d");
    const fresh = await asked(young({ createdMs: -1_800_000, before: 0 }), "--since", "7d");
    expect((report?.loops[0]?.restarts ?? 0) - (fresh?.loops[0]?.restarts ?? 0)).toBe(3);
  });
});

const restartsTotal = "kube_pod_container_status_restarts_total";
