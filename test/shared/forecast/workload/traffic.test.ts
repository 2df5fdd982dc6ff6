import { describe, expect, it } from "vitest";
import { forecastWorkload } from "../../../../shared/forecast/workload/forecast.ts";
import { rolloutFigures, rolloutOutlook } from "../../../../shared/forecast/workload/headline.ts";
import { workloadRows } from "../../../../shared/forecast/workload/words.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { assume } from "../../simulation/play.ts";

const exact = assume({ timing: "ideal" });

const deployment = (spec: string, comment: string, sleep: number): string => `kind: Deployment
spec:
  ${spec}
  template:
    spec:
      containers:
      ${comment}
      - name: app
        image: a
        lifecycle: {preStop: {sleep: {seconds: ${sleep}}}}
        readinessProbe: {httpGet: {path: /ready, port: 8080}, periodSeconds: 2}
`;
const atOnce = "replicas: 2\n  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 2}}";

function played(text: string, more: { readonly trafficDelayMs?: number } = {}) {
  const workload = { ...readWorkload(text, exact), ...more };
  const forecast = forecastWorkload(workload, exact);
  const rows = Object.fromEntries(workloadRows(workload, forecast).map(({ id, text: said }) => [id, said]));
  return { workload, forecast, rows };
}

describe("a rollout that leaves no pod ready", () => {
  it("has traffic as long as old pods serve until new ones are ready", () => {
    const { workload, forecast, rows } = played(deployment(atOnce, "# cadence: app: starts in 8s", 20));
    expect(forecast.rollout).toMatchObject({ endpointsAtLeast: 0, usableAtLeast: 1, unusable: undefined });
    expect(rolloutOutlook(forecast)).toBe("completes");
    expect(rolloutFigures(workload, forecast)[1]).toEqual({ what: "Serving", text: "≥ 1 of 2 (0 ready)" });
    expect(rows["available"]).toMatch(
      /; kube-proxy sends connections for Service web to old pods while they terminate$/,
    );
  });

  it("has none between the end of the old pods and the start of the new ones", () => {
    const { workload, forecast, rows } = played(deployment(atOnce, "# cadence: app: starts in 40s", 20));
    expect(forecast.rollout).toMatchObject({ usableAtLeast: 0, unusable: { runs: 1, span: { nominalMs: 20_000 } } });
    expect(rolloutOutlook(forecast)).toBe("disrupts");
    expect(rolloutFigures(workload, forecast)[1]).toEqual({ what: "Serving", text: "≥ 0 of 2" });
    expect(rows["available"]).toMatch(/; Service web has no usable endpoint for 20s$/);
  });

  it("says how long the old ones serve where nobody says how long a start takes", () => {
    expect(played(deployment(atOnce, "", 20)).rows["available"]).toMatch(/ while they terminate, for 20s$/);
  });
});

describe("the only pod of a Service", () => {
  it("gets new connections until another pod is ready", () => {
    const { rows } = played(deployment("replicas: 1", "# cadence: app: starts in 8s", 15));
    expect(rows["endpoints"]).toBe(
      "the only pod: kube-proxy sends new connections for web to it until another pod is ready (after 8s) or it has stopped (after 15s)",
    );
  });

  it("leaves nobody to serve where it stops before that", () => {
    const { rows } = played(deployment("replicas: 1", "# cadence: app: starts in 40s", 15));
    expect(rows["endpoints"]).toMatch(/; without traffic for up to 25s$/);
  });

  it("has requests cut that a load balancer sends until it has heard of the other one", () => {
    const described = deployment("replicas: 1", "# cadence: app: starts in 8s", 15);
    expect(played(described, { trafficDelayMs: 10_000 }).rows["requests"]).toBe(
      "still come for 10s after another pod is ready (trafficDelay); cut for up to 5s, from SIGTERM on: add a preStop sleep of 20s or more",
    );
    expect(played(described, { trafficDelayMs: 5000 }).rows["requests"]).toMatch(/; none is cut, /);
    expect(played(deployment("replicas: 1", "", 15), { trafficDelayMs: 10_000 }).rows["requests"]).toBe(
      "still come for 10s after another pod is ready (trafficDelay); none is cut if another pod is ready 5s after the deletion",
    );
    expect(played(deployment("replicas: 1", "", 5), { trafficDelayMs: 10_000 }).rows["requests"]).toMatch(
      /: add a preStop sleep that is 10s longer than the start of a new pod$/,
    );
  });

  it("is not alone where pods of another workload serve", () => {
    const workload = readWorkload(deployment("replicas: 1", "# cadence: app: starts in 8s", 15), exact);
    const others = [{ workload: "Deployment/stable", pods: 3, healthy: 3, scale: 3 }];
    const services = [{ name: "web", publishNotReadyAddresses: false, others }];
    const shared = { ...workload, services };
    const rows = workloadRows(shared, forecastWorkload(shared, exact));
    expect(rows.find(({ id }) => id === "endpoints")?.text).toMatch(/^no traffic from web immediately; /);
  });
});
