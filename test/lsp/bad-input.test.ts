import { describe, expect, test } from "vitest";
import { type Editor, startEditor } from "./editor.ts";

const everything = `# cadence: at 5m kubelet restarts
apiVersion: apps/v1
kind: Deployment
metadata: &meta {name: web, namespace: shop}
spec:
  template:
    metadata: *meta
    spec:
      restartPolicy: Always
      initContainers:
      - {name: log, image: l, restartPolicy: Always} # cadence: starts in 5s
      containers:
      - name: app # cadence: crashes x2, then exits 3 after 1m
        image: "app:1"
        startupProbe: &probe
          httpGet: {path: /, port: 80}
          failureThreshold: 30
        livenessProbe:
          <<: *probe
          periodSeconds: 7
        restartPolicyRules:
        - action: RestartAllContainers
          exitCodes: {operator: In, values: [3]}
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
crashLoopBackOff: {maxContainerRestartPeriod: 30s}
featureGates: {ReduceDefaultCrashLoopBackOffDecay: true}
`;

const chart = `{{- if .Values.enabled }}
apiVersion: v1
kind: Pod
metadata:
  name: {{ include "x" . }}
spec:
  containers:
  {{- range .Values.containers }}
  - name: {{ .name | quote }}
    livenessProbe: {{ toYaml . | nindent 6 }}
  {{- end }}
{{- end }}
`;

const json =
  '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a", "livenessProbe": {"tcpSocket": {"port": 1}}}]}}';

const project = `kubernetes: "1.36"
featureGates: {A: true}
kubeletConfiguration: [a.yaml, b.yaml]
nodes: {gpu: {kubernetes: "1.37"}}
rules: {liveness-kills-start: off}
scenarios: {Pod/a: {a: "crashes x5, then runs"}}
`;

async function askEverything(editor: Editor, name: string): Promise<void> {
  await Promise.all([editor.hints(name), editor.diagnostics(name), editor.hover(name, "app"), editor.links(name)]);
}

describe("a file that is typed letter by letter is answered at every letter", () => {
  test.each([
    ["all.yaml", everything],
    ["windows.yaml", everything.replaceAll("\n", "\r\n").slice(0, 700)],
    ["chart.yaml", chart],
    ["pod.json", json],
    [".pod-cadence.yaml", project],
  ])("%s", async (name, text) => {
    const editor = await startEditor();
    editor.open(name, "");
    for (const letter of text) {
      editor.append(name, letter);
      await askEverything(editor, name);
    }
    expect(editor.text(name)).toBe(text);
    expect(editor.mail.waiting("window/logMessage")).toBe(0);
  });
});

test("a file from which every line is taken in turn is answered", async () => {
  const editor = await startEditor();
  editor.open("all.yaml", everything);
  const lines = everything.split("\n");
  for (const [index] of lines.entries()) {
    editor.change("all.yaml", { text: lines.filter((_, line) => line !== index).join("\n") });
    await askEverything(editor, "all.yaml");
  }
  expect(editor.mail.waiting("window/logMessage")).toBe(0);
});

describe("whatever is opened is answered", () => {
  const pod = "kind: Pod\napiVersion: v1\nspec:\n  containers:\n";
  const bomb = Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`);
  test.each([
    ["an alias bomb", `a0: &a0 [x]\n${bomb.join("\n")}\n${pod}  - *a30\n`],
    ["an alias of itself", `${pod}  - &a {name: a, livenessProbe: *a}\n`],
    ["bytes", `${pod}\u0000\u0001\u0002\uFFFD`],
    ["deep nesting", `${pod}  - ${"[".repeat(3000)}`],
    ["deep maps", `${pod}  - ${"{a: ".repeat(3000)}`],
    ["merge conflict markers", `${pod}<<<<<<< HEAD\n  - name: a\n=======\n  - name: b\n>>>>>>> theirs\n`],
    ["tabs", `${pod}\t- name: a\n`],
    [
      "a probe with numbers that are none",
      `${pod}  - name: app\n    livenessProbe: {periodSeconds: .nan, timeoutSeconds: -5, failureThreshold: 1e99}\n`,
    ],
    [
      "names of JavaScript",
      `${pod}  - name: __proto__ # cadence: constructor: crashes\n  - name: constructor\n    __proto__: {}\n`,
    ],
    ["containers without end", `${pod}${"  - name: app\n".repeat(300)}`],
    [
      "a billion seconds",
      `${pod}  - name: app\n    livenessProbe: {periodSeconds: 1000000000, failureThreshold: 1000000000, tcpSocket: {port: 1}}\n`,
    ],
  ])("%s", async (_, text) => {
    const editor = await startEditor();
    editor.open("pod.yaml", text);
    await askEverything(editor, "pod.yaml");
    expect(editor.mail.waiting("window/logMessage")).toBe(0);
  });

  test("a file of 50 MB is told in one diagnostic", async () => {
    const editor = await startEditor();
    editor.open("large.yaml", `${pod}  - name: app\n`.padEnd(50_000_000, `# ${"padding".repeat(99)}\n`));
    expect(await editor.diagnostics("large.yaml")).toEqual(["0: document-too-large"]);
    expect(await editor.hints("large.yaml")).toEqual([]);
  });
});
