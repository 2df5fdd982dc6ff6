import { admit } from "../../shared/api-server/admission/admit.ts";
import { once } from "../../shared/basics/once.ts";
import { readJob } from "../../shared/controllers/job/read-job.ts";
import { forecastPod } from "../../shared/forecast/pod/pod.ts";
import { defaultAssumptions, defaultKubeletConfiguration } from "../../shared/kubernetes/assumptions.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import type { PodPayload } from "../../shared/protocol/pod/pod.ts";
import { parseScenario, type ScenarioText } from "../../shared/scenario/language/parse.ts";

/** Tests open the panel with this horizon, so that the payload's answer is the run's. */
export const payloadHorizonMs = 600_000;

/** What is said of the pod beside its containers. */
export interface PayloadOptions {
  /** Scenario lines of the whole pod. */
  readonly lines?: readonly string[];
  readonly name?: string;
  /** Of the kubelet's crash loop. */
  readonly maxContainerRestartPeriodMs?: number;
  /** Default: images are on the node. */
  readonly imagePull?: Assumptions["imagePull"];
  /** The spec of the Job that creates the pod, without its template; else it is a Deployment's. */
  readonly job?: object;
}

/** What the server sends for a pod whose comments say this. */
export function payloadOf(
  spec: unknown,
  comments: Readonly<Record<string, string>> = {},
  { lines = [], name = "web", maxContainerRestartPeriodMs, imagePull, job: jobSpec }: PayloadOptions = {},
): PodPayload {
  const kind = jobSpec === undefined ? "Deployment" : "Job";
  const assumptions = assumptionsOf(maxContainerRestartPeriodMs, imagePull);
  const job = jobSpec && readJob({ ...jobSpec, template: { spec } }, assumptions.apiServer);
  const written = { kind, name, namespace: "default", spec };
  const scenarioTexts = [
    ...Object.entries(comments).map(([container, text]): ScenarioText => ({ text, container, source: "comment" })),
    ...lines.map((text): ScenarioText => ({ text, container: undefined, source: "comment" })),
  ];
  const answer = once(() => answerTo(written, { scenarioTexts, assumptions, job }));
  return {
    reference: { uri: "file:///w/web.yaml", kind, name, namespace: "default", ordinal: 0 },
    written,
    scenarioTexts,
    assumptions,
    job,
    // Most payloads of a file are not opened in it.
    get answer() {
      return answer();
    },
    assumptionsText: "Kubernetes 1.37 · gates default · kubelet configuration: default",
    locations: [],
    broken: undefined,
  };
}

function assumptionsOf(
  maxContainerRestartPeriodMs: number | undefined,
  imagePull: Assumptions["imagePull"],
): Assumptions {
  const assumptions: Assumptions = { ...defaultAssumptions(), imagePull };
  if (maxContainerRestartPeriodMs === undefined) return assumptions;
  const kubeletConfiguration = { ...defaultKubeletConfiguration, maxContainerRestartPeriodMs };
  return { ...assumptions, node: { ...assumptions.node, kubeletConfiguration } };
}

function answerTo(
  written: PodPayload["written"],
  { scenarioTexts, assumptions, job }: Pick<PodPayload, "scenarioTexts" | "assumptions" | "job">,
): PodPayload["answer"] {
  const { pod } = admit(written, assumptions);
  if (pod === undefined) return undefined;
  const { scenario } = parseScenario(scenarioTexts, allContainers(pod));
  return forecastPod(pod, assumptions, scenario, { horizonMs: payloadHorizonMs, job }).answer;
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

/** It is late, and it restarts seldom enough. */
export const expecting = payloadOf(
  { containers: [{ name: "app", readinessProbe: { httpGet: { path: "/", port: 80 } } }] },
  { app: "starts in 2m, exits 1 after 4m" },
  { lines: ["expect ready within 90s", "expect restarts <= 3 within 5m"] },
);

/** The watcher's exit restarts all of them. */
const trainingSpec = {
  initContainers: [{ name: "prepare" }],
  containers: [
    { name: "worker" },
    {
      name: "watcher",
      restartPolicy: "Never",
      restartPolicyRules: [{ action: "RestartAllContainers", exitCodes: { operator: "In", values: [88] } }],
    },
  ],
};
const trainingScripts = { watcher: "exits 88 after 1m, then runs", prepare: "exits 0 after 2s" };

export const restartingAll = payloadOf({ restartPolicy: "Never", ...trainingSpec }, trainingScripts);

/** The same, and its worker restarts alone, too. */
export const restartingBothWays = payloadOf({ restartPolicy: "Always", ...trainingSpec }, trainingScripts);

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

/** Its second pod completes. */
export const retriedJob = payloadOf(
  { restartPolicy: "Never", containers: [{ name: "app" }] },
  { app: "exits 1 after 20s, then exits 0 after 1m" },
  { name: "report", job: { backoffLimit: 3 } },
);

/** Long names, two of which begin with the same words, and which restart at different times. */
export const reconciliation = payloadOf(
  {
    initContainers: [{ name: "fetch-certificates-from-vault" }],
    containers: [{ name: "payments-reconciliation-api" }, { name: "payments-reconciliation-worker" }],
  },
  {
    "fetch-certificates-from-vault": "crashes after 3s x2, then completes after 4s",
    "payments-reconciliation-api": "crashes after 70s x3, then runs",
    "payments-reconciliation-worker": "oom after 4m, then runs",
  },
);

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

/** A watcher whose exit restarts all containers of the pod. */
export const training = payloadOf(
  {
    restartPolicy: "Never",
    initContainers: [
      { name: "setup" },
      {
        name: "watcher",
        restartPolicy: "Always",
        restartPolicyRules: [{ action: "RestartAllContainers", exitCodes: { operator: "In", values: [88] } }],
      },
    ],
    containers: [{ name: "main" }],
  },
  { setup: "completes after 20s", watcher: "exits 88 after 2m, then runs", main: "stops in 1s" },
);

/** As long as the API server allows. */
const longest = (letter: string): string => letter.repeat(62);

export const longNames = payloadOf(
  {
    initContainers: [{ name: `${longest("i")}1` }],
    containers: [
      { name: `${longest("w")}1`, livenessProbe: { tcpSocket: { port: 80 } } },
      { name: `${longest("w")}2`, readinessProbe: { tcpSocket: { port: 80 } } },
    ],
  },
  { [`${longest("w")}1`]: "crashes after 10s" },
  { name: `${longest("d")}1` },
);

/** The API server refuses such names, but a manifest may have them. */
export const otherScripts = payloadOf(
  {
    containers: [
      { name: "تطبيق" },
      { name: "🚀-app" },
      { name: "приложение", livenessProbe: { tcpSocket: { port: 80 } } },
    ],
  },
  { تطبيق: "مرحبا بالعالم 👋" },
);

export const wrongScenario = payloadOf(
  { containers: [{ name: "app" }, { name: "log" }] },
  { app: "exits 1 after 5s", log: "exits 1 aftr 5s" },
  { lines: ["at noon kubelet restarts"] },
);
