import { parseManifest } from "../../manifest/documents/parse.ts";

/** An object to begin a manifest with. */
export interface Skeleton {
  readonly kind: string;
  readonly apiVersion: string;
  /** What is in it that somebody would not expect of its kind. */
  readonly detail: string;
  /** Its fields behind `kind`, in the syntax of snippets; `${1:web}` is a place to type over, `$1` the same word once more. */
  readonly fields: string;
}

/** The probes ask each question often enough, and give an app two minutes to start. */
const probes = `startupProbe:
  httpGet:
    path: \${4:/healthz}
    port: http
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 24
livenessProbe:
  httpGet:
    path: $4
    port: http
  periodSeconds: 10
  timeoutSeconds: 3
  failureThreshold: 3
readinessProbe:
  httpGet:
    path: \${5:/ready}
    port: http
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 3`;

const server = `- name: $1
  image: \${2:registry.example/web:1.0.0}
  ports:
    - name: http
      containerPort: \${3:8080}
${below("  ", probes)}`;

function template(containers: string): string {
  return `template:
  metadata:
    labels:
      app: $1
  spec:
    containers:
${below("      ", containers)}`;
}

const selector = `selector:
  matchLabels:
    app: $1`;

const task = `backoffLimit: 3
activeDeadlineSeconds: \${3:1800}
template:
  spec:
    restartPolicy: Never
    containers:
      - name: $1
        image: \${2:registry.example/task:1.0.0}`;

function named(name: string, spec: string): string {
  return `metadata:
  name: \${1:${name}}
spec:
${below("  ", spec)}`;
}

/** Pod Cadence finds no fault with any of them. */
export const skeletons: readonly Skeleton[] = [
  {
    kind: "Deployment",
    apiVersion: "apps/v1",
    detail: "with three probes",
    fields: named("web", `replicas: \${6:2}\n${selector}\n${template(server)}`),
  },
  {
    kind: "StatefulSet",
    apiVersion: "apps/v1",
    detail: "with three probes",
    fields: named("web", `serviceName: $1\nreplicas: \${6:2}\n${selector}\n${template(server)}`),
  },
  {
    kind: "DaemonSet",
    apiVersion: "apps/v1",
    detail: "with three probes",
    fields: named("agent", `${selector}\n${template(server)}`),
  },
  {
    kind: "Job",
    apiVersion: "batch/v1",
    detail: "with a limit of tries and a deadline",
    fields: named("task", task),
  },
  {
    kind: "CronJob",
    apiVersion: "batch/v1",
    detail: "every night, one run at a time",
    fields: named(
      "task",
      `schedule: \${4:"0 3 * * *"}\nconcurrencyPolicy: Forbid\njobTemplate:\n  spec:\n${below("    ", task)}`,
    ),
  },
  {
    kind: "Pod",
    apiVersion: "v1",
    detail: "with three probes",
    fields: named("web", `containers:\n${below("  ", server)}`),
  },
  {
    kind: "PodDisruptionBudget",
    apiVersion: "policy/v1",
    detail: "one pod at a time may be evicted",
    fields: named("web", `maxUnavailable: \${2:1}\n${selector}`),
  },
  {
    kind: "KubeletConfiguration",
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    detail: "with a graceful shutdown of the node",
    fields: `shutdownGracePeriod: \${1:60s}\nshutdownGracePeriodCriticalPods: \${2:15s}`,
  },
];

/** Each line with the blanks before it. */
function below(blanks: string, lines: string): string {
  return lines.replace(/^/gm, blanks);
}

/** Members of a JSON object, a line each, as a snippet. */
export function jsonMembers(yaml: string): string {
  const value = parseManifest(yaml).documents[0]?.document.value();
  const lines = JSON.stringify(value, null, 2).split("\n").slice(1, -1);
  return lines
    .map((line) => line.slice(2))
    .join("\n")
    .replace(/"(\$\{\d:-?\d+\})"/g, "$1")
    .replace(/"(\$\{\d:)\\"([^"\\]*)\\"\}"/g, '"$1$2}"');
}

/** The snippet as it stands when nothing of it is typed over. */
export function withoutStops(snippet: string): string {
  const words = new Map([...snippet.matchAll(/\$\{(\d):([^{}]*)\}/g)].map(([, stop = "", word = ""]) => [stop, word]));
  return snippet
    .replace(/\$\{\d:([^{}]*)\}/g, "$1")
    .replace(/\$([1-9])/g, (_, stop: string) => words.get(stop) ?? "")
    .replace(/\$0/g, "");
}
