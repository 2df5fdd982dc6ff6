import { admit } from "../../shared/admission/admit.ts";
import { forecastPod } from "../../shared/forecast/pod.ts";
import { defaultAssumptions } from "../../shared/kubernetes/assumptions.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import type { PodPayload } from "../../shared/protocol/pod.ts";
import { parseScenario, type ScenarioText } from "../../shared/scenario/parse.ts";

/** What the server sends for a pod whose comments say this. */
export function payloadOf(spec: unknown, comments: Readonly<Record<string, string>> = {}): PodPayload {
  const kind = "Deployment";
  const name = "web";
  const assumptions = defaultAssumptions();
  const written = { kind, name, namespace: "default", spec };
  const scenarioTexts = Object.entries(comments).map(
    ([container, text]): ScenarioText => ({ text, container, source: "comment" }),
  );
  return {
    reference: { uri: "file:///w/web.yaml", kind, name, namespace: "default", ordinal: 0 },
    written,
    scenarioTexts,
    assumptions,
    answer: answerTo(written, scenarioTexts),
    assumptionsText: "Kubernetes 1.37 · gates default · kubelet configuration: default",
    locations: [],
    broken: undefined,
  };
}

function answerTo(written: PodPayload["written"], scenarioTexts: readonly ScenarioText[]): string {
  const assumptions = defaultAssumptions();
  const { pod } = admit(written, assumptions.apiServer);
  if (pod === undefined) return "";
  return forecastPod(pod, assumptions, parseScenario(scenarioTexts, allContainers(pod)).scenario).summary;
}

/** An init container, a sidecar, and an app with probes that crashes. */
export const crashing = payloadOf(
  {
    initContainers: [{ name: "db" }, { name: "log", restartPolicy: "Always" }],
    containers: [
      {
        name: "app",
        startupProbe: { httpGet: { path: "/", port: 80 }, periodSeconds: 2 },
        livenessProbe: { httpGet: { path: "/", port: 80 } },
        readinessProbe: { httpGet: { path: "/", port: 80 } },
      },
    ],
  },
  { app: "starts in 3s, exits 1 after 25s" },
);

/** A container that stops answering and does not care for SIGTERM. */
export const hanging = payloadOf(
  { containers: [{ name: "app", livenessProbe: { tcpSocket: { port: 80 } } }, { name: "other" }] },
  { app: "hangs liveness after 2m, ignores SIGTERM" },
);

/** A name that is longer than most. */
export const agent = payloadOf({
  initContainers: [{ name: "in-place-restart-agent", restartPolicy: "Always" }],
  containers: [{ name: "worker" }],
});

export const quiet = payloadOf({ containers: [{ name: "app" }] });

export const manyContainers = payloadOf(
  {
    containers: Array.from({ length: 50 }, (_, index) => ({
      name: `app-${index}`,
      livenessProbe: { tcpSocket: { port: 80 } },
      readinessProbe: { tcpSocket: { port: 80 } },
    })),
  },
  Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`app-${index * 2}`, `crashes after ${5 + index}s`])),
);
