/** Odd texts that people and tools make, each in about the length that is asked for. Rows of the same kind, so that work can be compared between lengths. */
export interface OddText {
  readonly name: string;
  readonly uri?: string;
  readonly make: (length: number) => string;
}

const head = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n";
const pod = `${head}  containers:\n`;
const container = "  - name: app\n    image: example/app\n";

/** What `row` writes, as often as it fits. */
function rows(length: number, row: (index: number) => string): string {
  const parts: string[] = [];
  for (let index = 0, written = 0; written < length; index += 1) {
    const part = row(index);
    parts.push(part);
    written += part.length;
  }
  return parts.join("");
}

const list = (length: number, row: (index: number) => string): string => rows(length, row).slice(0, -1);
const podJson = (index: number): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `p${index}` },
    spec: { containers: [{ name: "a", image: "b", livenessProbe: { tcpSocket: { port: 80 }, periodSeconds: 5 } }] },
  });
export const application = (index: number): string => `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: d${index}}
spec:
  strategy: {rollingUpdate: {maxUnavailable: 100%}}
  replicas: 2
  selector: {matchLabels: {app: d${index}}}
  template:
    metadata: {labels: {app: d${index}}}
    spec:
      containers: [{name: app, image: app}]
---
apiVersion: v1
kind: Service
metadata: {name: d${index}}
spec: {selector: {app: d${index}}, ports: [{port: 80}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: d${index}}
spec: {selector: {matchLabels: {app: d${index}}}, maxUnavailable: 0}
`;
const item = (index: number): string => `- apiVersion: v1
  kind: Pod
  metadata:
    name: p${index}
  spec:
    containers:
    - name: a
      image: b
      livenessProbe:
        tcpSocket: {port: 80}
        periodSeconds: 5
`;
const document = (index: number): string => `---\n${item(index).replace(/^(?:- | {2})/gm, "")}`;

export const oddTexts: readonly OddText[] = [
  { name: "a Deployment with a Service and a budget in each document", make: (length) => rows(length, application) },
  { name: "one pod in each document", make: (length) => rows(length, document) },
  { name: "a list of pods", make: (length) => `apiVersion: v1\nkind: List\nitems:\n${rows(length, item)}` },
  {
    name: "JSON in one line",
    make: (length) => `{"apiVersion":"v1","kind":"List","items":[${list(length, (index) => `${podJson(index)},`)}]}`,
  },
  { name: "an array of JSON objects", make: (length) => `[${list(length, (index) => `${podJson(index)},`)}]` },
  { name: "JSON objects in a row", make: (length) => rows(length, (index) => `${podJson(index)}\n`) },
  {
    name: "conflict markers",
    make: (length) => pod + rows(length, () => `<<<<<<< HEAD\n${container}=======\n${container}>>>>>>> theirs\n`),
  },
  {
    name: "unknown fields",
    make: (length) => `${pod}${container}${rows(length, (index) => `    field${index}: 1\n`)}`,
  },
  {
    name: "unknown fields in a list",
    make: (length) => `${pod}${rows(length, (index) => `  - name: c${index}\n    imag: example/app\n`)}`,
  },
  { name: "equal keys", make: (length) => `${pod}${container}${rows(length, () => "    image: b\n")}` },
  {
    name: "restart rules",
    make: (length) =>
      `${pod}${container}    restartPolicy: Never\n    restartPolicyRules:\n${rows(length, (index) => `    - action: Restart\n      exitCodes: {operator: In, values: [${index % 255}]}\n`)}`,
  },
  {
    name: "sidecars",
    make: (length) =>
      `${head}  initContainers:\n${rows(length, (index) => `  - {name: s${index}, image: b, restartPolicy: Always}\n`)}  containers:\n${container}`,
  },
  {
    name: "init containers",
    make: (length) =>
      `${head}  initContainers:\n${rows(length, (index) => `  - {name: s${index}, image: b}\n`)}  containers:\n${container}`,
  },
  {
    name: "containers with probes",
    make: (length) =>
      `${pod}${rows(length, (index) => `  - name: c${index}\n    image: b\n    livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 3}\n`)}`,
  },
  { name: "equal names", make: (length) => `${pod}${rows(length, () => container)}` },
  { name: "comments", make: (length) => `${pod}${container}${rows(length, () => "    # a comment\n")}    tty: true\n` },
  {
    name: "a box of #",
    make: (length) =>
      `${pod}${container}    livenessProbe:\n      # a\n      ${"#".repeat(length)}\n      tcpSocket: {port: 80}\n      initialDelaySeconds: 30\n`,
  },
  {
    name: "lines of scenarios",
    make: (length) => pod + container + rows(length, () => "  # cadence: app: crashes after 5s x3, then runs\n"),
  },
  {
    name: "mistakes in scenarios",
    make: (length) => pod + container + rows(length, () => "  # cadence: app: crshes aftr 5s\n"),
  },
  {
    name: "one long scenario",
    make: (length) => `${pod}  - name: app # cadence: ${list(length, () => "crashes, ")}\n    image: b\n`,
  },
  {
    name: "ignore comments",
    make: (length) => pod + container + rows(length, () => "  # cadence: ignore unknown-field\n"),
  },
  {
    name: "templates",
    make: (length) =>
      pod + rows(length, (index) => `  - name: {{ .Values.a${index} | quote }}\n    image: {{ include "x" . }}\n`),
  },
  { name: "templates that nobody closes", make: (length) => pod + rows(length, () => "  - name: {{ 'a \"b\n") },
  { name: "quotes in a template", make: (length) => `${pod}  - name: {{ ${"%\\'\\\"".repeat(length / 5)}\n` },
  { name: "brackets that nobody closes", make: (length) => pod + rows(length, () => "  - {name: a, args: [\n") },
  { name: "quotes that nobody closes", make: (length) => pod + rows(length, () => "  - name: 'a\n    image: \"b\n") },
  { name: "tabs", make: (length) => pod + rows(length, () => "\t- name: a\n") },
  {
    name: "wrong indentation",
    make: (length) =>
      pod + rows(length, (index) => `${" ".repeat(index % 9)}- name: a\n${" ".repeat((index * 5) % 11)}image: b\n`),
  },
  {
    name: "anchors and aliases",
    make: (length) =>
      pod +
      rows(length, (index) => `  - &a${index} {name: c${index}, image: b}\n  - {<<: *a${index}, name: d${index}}\n`),
  },
  { name: "an empty line after another", make: (length) => `${pod}${container}${"\n".repeat(length)}    tty: true\n` },
  {
    name: "blanks at the ends of lines",
    make: (length) => pod + container + rows(length, () => `    # ${" ".repeat(200)}\n`),
  },
  { name: "one long value", make: (length) => `${pod}  - name: ${"a".repeat(length)}\n    image: b\n` },
  {
    name: "one long quantity",
    make: (length) => `${pod}${container}    resources: {limits: {memory: ${"1".repeat(length)}e}}\n`,
  },
  {
    name: "one long duration",
    make: (length) =>
      `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff: {maxContainerRestartPeriod: ${"1".repeat(length)}s}\n`,
  },
  {
    name: "unknown feature gates",
    make: (length) =>
      `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfeatureGates:\n${rows(length, (index) => `  Gate${index}: true\n`)}`,
  },
  {
    name: "environment",
    make: (length) =>
      `${pod}${container}    env:\n${rows(length, (index) => `    - {name: V${index}, value: $(V${index - 1})}\n`)}`,
  },
  {
    name: "ports",
    make: (length) =>
      `${pod}${container}    ports:\n${rows(length, (index) => `    - {name: p${index}, containerPort: ${index}}\n`)}`,
  },
  {
    name: "a long command",
    make: (length) =>
      `${pod}${container}    command: [sh, -c, ${JSON.stringify(`while true; do ${list(length, () => "sleep 1; ")} done`)}]\n`,
  },
  { name: "documents of separators", make: (length) => rows(length, () => "---\n") },
  {
    name: "kubelet configurations inside ConfigMaps",
    make: (length) =>
      rows(
        length,
        (index) =>
          `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a${index}}\ndata:\n  kubelet: |\n    apiVersion: kubelet.config.k8s.io/v1beta1\n    kind: KubeletConfiguration\n    maxPods: 5\n`,
      ),
  },
  {
    name: "a status with many containers",
    make: (length) =>
      `${pod}${container}status:\n  containerStatuses:\n${rows(length, (index) => `  - {name: app, restartCount: ${index}, state: {waiting: {reason: CrashLoopBackOff}}}\n`)}`,
  },
  {
    name: "a project file",
    uri: "file:///w/.pod-cadence.yaml",
    make: (length) => `rules:\n${rows(length, (index) => `  rule-${String(index).padStart(5, "0")}: off\n`)}`,
  },
  {
    name: "profiles of a project file",
    uri: "file:///w/.pod-cadence.yaml",
    make: (length) =>
      `nodes:\n${rows(length, (index) => `  n${index}: {kubernetes: "1.36", kubeletConfiguration: [k${index}.yaml]}\n`)}`,
  },
];
