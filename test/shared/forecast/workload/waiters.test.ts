import { describe, expect, test } from "vitest";
import { type Waiter, waiters } from "../../../../shared/controllers/waiters/waiters.ts";
import { forecastWorkload } from "../../../../shared/forecast/workload/forecast.ts";
import { rolloutFigures } from "../../../../shared/forecast/workload/headline.ts";
import { workloadRows } from "../../../../shared/forecast/workload/words.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { assume } from "../../simulation/play.ts";

const assumptions = assume({ timing: "ideal" });
const container = "- {name: app, image: a, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 5}}";
const workload = (kind: string, spec: string, scenario: string): string =>
  `kind: ${kind}\nspec:\n  ${spec}\n  template:\n    spec:\n      containers:\n      # cadence: app: ${scenario}\n      ${container}\n`;

function forecastOf(text: string, waiter?: Waiter) {
  const played = { ...readWorkload(text, assumptions), waiter };
  const forecast = forecastWorkload(played, assumptions);
  const rows = workloadRows(played, forecast).filter(({ id }) => id === "waiter");
  return { said: Object.fromEntries(rows.map(({ what, text: words }) => [what, words])), played, forecast };
}

const saidTo = (text: string) =>
  Object.fromEntries(waiters.flatMap((waiter) => Object.entries(forecastOf(text, waiter).said)));

describe("those who wait for a rollout", () => {
  test("are both releases of Helm, or the one of the project file", () => {
    const { said, played, forecast } = forecastOf(workload("Deployment", "replicas: 2", "starts in 5s"));
    expect(Object.keys(said)).toEqual(["Helm 3 --wait", "Helm 4 --wait"]);
    expect(rolloutFigures(played, forecast).at(-1)?.what).toBe("Helm 3 --timeout");
    const flux = forecastOf(workload("Deployment", "replicas: 2", "starts in 5s"), "flux");
    expect(Object.keys(flux.said)).toEqual(["Flux"]);
    expect(rolloutFigures(flux.played, flux.forecast).at(-1)?.what).toBe("Flux spec.timeout");
  });

  test("of a DaemonSet wait until its last pod is updated: nodes whose old pods stop count", () => {
    const text = workload("DaemonSet", "updateStrategy: {type: RollingUpdate}", "starts in 5s, stops in 20s");
    const { waits } = forecastOf(text).forecast.rollout ?? {};
    const atMs = (waiter: Waiter) => waits?.find((wait) => wait.waiter === waiter)?.returns?.span.nominalMs;
    expect(atMs("helm-3")).toBeGreaterThan(60_000);
    expect(atMs("helm-4")).toBeGreaterThan(atMs("helm-3") ?? Number.POSITIVE_INFINITY);
  });

  test("end differently where the deadline is exceeded and the rollout completes later", () => {
    const text = workload("Deployment", "replicas: 2\n  progressDeadlineSeconds: 60", "starts in 3m");
    expect(saidTo(text)).toEqual({
      "Helm 3 --wait": "needs --timeout 7m plus the image pulls; the default 5m gives up at 1 of 2",
      "Helm 4 --wait": "fails after 1m1s, when the deadline is exceeded",
      Flux: "fails after 1m1s, when the deadline is exceeded",
      "Argo CD": "is Degraded after 1m1s, when the deadline is exceeded",
      "kubectl rollout status": "fails after 1m1s, when the deadline is exceeded",
      "kubectl wait": "returns immediately: the default timeout of 30s has at least 30s to spare for image pulls",
    });
  });

  test("end differently where nothing is replaced", () => {
    expect(saidTo(workload("DaemonSet", "updateStrategy: {type: OnDelete}", "starts in 5s"))).toEqual({
      "Helm 3 --wait": "returns immediately: the default timeout of 5m has at least 4m55s to spare for image pulls",
      "Helm 4 --wait": "times out: only pods that you delete are replaced",
      Flux: "times out: only pods that you delete are replaced",
      "Argo CD": "is Healthy immediately",
      "kubectl rollout status": "ends with an error: it is only for RollingUpdate",
      "kubectl wait": "times out: only pods that you delete are replaced",
    });
  });

  test("wait in vain for pods that are never ready for long, and the deadline never comes", () => {
    const text = workload("Deployment", "replicas: 1\n  minReadySeconds: 30", "crashes after 10s");
    const { played, forecast, said } = forecastOf(text, "argo-cd");
    expect(said).toEqual({ "Argo CD": "stays Progressing" });
    expect(rolloutFigures(played, forecast)[2]).toEqual({ what: "Deadline", text: "never exceeded" });
    expect(workloadRows(played, forecast).find(({ id }) => id === "deadline")?.text).toMatch(
      /never reported as failed/,
    );
  });
});

describe("those who wait for a first install", () => {
  const firstOf = (text: string) => {
    const played = readWorkload(text, assumptions);
    return workloadRows(played, forecastWorkload(played, assumptions)).find(({ id }) => id === "first-deployment")
      ?.text;
  };

  test("of a StatefulSet do not wait until its last pod is available", () => {
    expect(firstOf(workload("StatefulSet", "replicas: 2\n  minReadySeconds: 60", "starts in 5s"))).toBe(
      "all 2 available after 2m10s, plus the image pull; Helm 3 --wait returns after 1m10s; Helm 4 --wait returns after 1m10s",
    );
  });

  test("of a slow Deployment fail with the deadline, but for Helm 3", () => {
    expect(firstOf(workload("Deployment", "replicas: 2\n  progressDeadlineSeconds: 60", "starts in 3m"))).toBe(
      "all 2 available after 3m, plus the image pull; Helm 3 --wait returns after 3m; Helm 4 --wait fails after 1m1s",
    );
  });

  test("that never ends are kept until they time out", () => {
    expect(firstOf(workload("DaemonSet", "minReadySeconds: 30", "crashes after 2s"))).toBe(
      "never fully available; Helm 3 --wait returns immediately; Helm 4 --wait times out",
    );
  });
});
