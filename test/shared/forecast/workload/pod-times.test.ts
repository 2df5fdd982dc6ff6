import { expect, it } from "vitest";
import { answerPod } from "../../../../shared/forecast/answer/answer.ts";
import { forecastWorkload } from "../../../../shared/forecast/workload/forecast.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { assume } from "../../simulation/play.ts";

const horizonMs = 1_800_000;

const web = (spec: string, scenario: string): string => `kind: Deployment
spec:
  replicas: 3
  ${spec}
  template:
    spec:
      containers:
      # cadence: app: ${scenario}
      - {name: app, image: a, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 10}}
`;

it.each([
  ["a start", web("paused: false", "starts in 40s")],
  ["a range", web("paused: false", "starts in 20s–40s")],
  ["a fault that ends", web("paused: false", "cannot be created until 3m")],
])("a new pod is ready when the answer about the pod says, with %s", (_, text) => {
  const assumptions = assume({ timing: "kubelet" });
  const workload = readWorkload(text, assumptions);
  const { pod, scenario } = workload;
  const { firstReadyMs } = answerPod({ pod, assumptions, scenario, horizonMs });
  const { ready, available } = forecastWorkload(workload, assumptions).pod;
  const span = { nominalMs: firstReadyMs?.p50, earliestMs: firstReadyMs?.min, latestMs: firstReadyMs?.max };
  expect(ready?.span).toEqual(span);
  expect(available?.span).toEqual(span);
  expect(ready?.bounds.earliestMs).toBeLessThanOrEqual(span.earliestMs ?? 0);
  expect(ready?.bounds.latestMs).toBeGreaterThanOrEqual(span.latestMs ?? 0);
});

it("a pod is available minReadySeconds later, of a clock of whole seconds", () => {
  const assumptions = assume({ timing: "kubelet" });
  const workload = readWorkload(web("minReadySeconds: 30", "starts in 40s"), assumptions);
  const { ready, available } = forecastWorkload(workload, assumptions).pod;
  const later = (available?.span.nominalMs ?? 0) - (ready?.span.nominalMs ?? 0);
  expect(later).toBeGreaterThan(28_900);
  expect(later).toBeLessThanOrEqual(30_000);
});
