import type { Api } from "./api.ts";

// Pods of a node that there is not: the API server keeps them, nobody runs them, and the test writes their status.

const startedAt = "2026-11-21T12:00:00Z";

/** The status of a pod whose container was restarted so often. Its condition's message tells when it was written, in ms since 1970. */
function statusOf(restartCount: number): unknown {
  const lastState =
    restartCount === 0 ? {} : { terminated: { exitCode: 1, reason: "Error", startedAt, finishedAt: startedAt } };
  const app = { name: "app", image: "app", imageID: "", ready: true, started: true, restartCount, lastState };
  const conditions = ["Ready", "Initialized", "ContainersReady", "PodScheduled"].map((type) => {
    return { type, status: "True", lastTransitionTime: startedAt, message: `${Date.now()}` };
  });
  return { phase: "Running", conditions, containerStatuses: [{ ...app, state: { running: { startedAt } } }] };
}

/** As long as those of real workloads: environment, volumes, resources, probes. */
export async function createPaperPod(api: Api, namespace: string, name: string): Promise<void> {
  const httpGet = { path: "/healthz", port: 8080 };
  const app = {
    name: "app",
    image: "registry.example/team/app:1.2.3",
    env: Array.from({ length: 20 }, (_, index) => ({ name: `SETTING_${index}`, value: `value ${index} of ${name}` })),
    resources: { requests: { cpu: "250m", memory: "256Mi" }, limits: { memory: "512Mi" } },
    livenessProbe: { httpGet, periodSeconds: 10 },
    readinessProbe: { httpGet, periodSeconds: 5 },
    volumeMounts: [{ name: "settings", mountPath: "/etc/app" }],
  };
  await api.create({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace, labels: { app: name.replace(/-\d+$/, ""), team: namespace } },
    spec: {
      nodeName: "paper",
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      containers: [app],
      volumes: [{ name: "settings", configMap: { name: "settings" } }],
    },
  });
  await setRestarts(api, namespace, name, 0);
}

export async function setRestarts(api: Api, namespace: string, name: string, restarts: number): Promise<void> {
  await api.patch(`/api/v1/namespaces/${namespace}/pods/${name}/status`, { status: statusOf(restarts) });
}

/** An event as a kubelet sends it. */
export async function createEvent(
  api: Api,
  namespace: string,
  { name, uid, count }: { readonly name: string; readonly uid: string; readonly count: number },
): Promise<void> {
  const time = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  await api.create({
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: `${name}.${count}`, namespace },
    involvedObject: { apiVersion: "v1", kind: "Pod", name, namespace, uid, fieldPath: "spec.containers{app}" },
    type: "Warning",
    reason: "Unhealthy",
    message: `event ${count}`,
    source: { component: "kubelet", host: "paper" },
    ...{ count: 1, firstTimestamp: time, lastTimestamp: time },
  });
}

export async function deletePod(api: Api, namespace: string, name: string): Promise<void> {
  await api.delete(`/api/v1/namespaces/${namespace}/pods/${name}`);
}

/** Does the work of each index, so many at a time. */
export async function inParallel(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
