import { describe, expect, test } from "vitest";
import type { KubernetesVersion } from "../../../../shared/kubernetes/versions.ts";
import { complete } from "../completion/completing.ts";

const before = `apiVersion: v1
kind: Pod
spec:
  containers:
  - name: app
`;

/** What is offered in a container of a pod: the first labels, and the lines after one of them was taken (`|` cursor, `‹10›` typed over). */
const inContainer: readonly (readonly [what: string, written: string, labels: string, taken: string, lines: string])[] =
  [
    [
      "an empty line under a mapping",
      `    livenessProbe:
      |
    image: x`,
      "httpGet tcpSocket exec grpc periodSeconds …",
      "httpGet",
      `    livenessProbe:
      httpGet:
        |
    image: x`,
    ],
    [
      "what is written is left out, and of handlers there is one",
      `    livenessProbe:
      httpGet: {port: 80}
      periodSeconds: 5
      |`,
      "failureThreshold timeoutSeconds initialDelaySeconds terminationGracePeriodSeconds",
      "failureThreshold",
      `    livenessProbe:
      httpGet: {port: 80}
      periodSeconds: 5
      failureThreshold: ‹3›`,
    ],
    [
      "half a word",
      `    livenessProbe:
      tcpSocket: {port: 80}
      time|
    image: x`,
      "periodSeconds failureThreshold timeoutSeconds initialDelaySeconds …",
      "timeoutSeconds",
      `    livenessProbe:
      tcpSocket: {port: 80}
      timeoutSeconds: ‹1›
    image: x`,
    ],
    [
      "half a word above the other fields",
      `    readinessProbe:
      time|
      tcpSocket: {port: 80}`,
      "periodSeconds failureThreshold timeoutSeconds initialDelaySeconds …",
      "timeoutSeconds",
      `    readinessProbe:
      timeoutSeconds: ‹1›
      tcpSocket: {port: 80}`,
    ],
    [
      "half a word with nothing around it",
      `    readinessProbe:
      ht|
    image: x`,
      "httpGet tcpSocket exec grpc periodSeconds …",
      "httpGet",
      `    readinessProbe:
      httpGet:
        |
    image: x`,
    ],
    [
      "in the middle of a key that has a value",
      `    livenessProbe:
      tcpSocket: {port: 80}
      per|odSeconds: 7`,
      "periodSeconds failureThreshold timeoutSeconds initialDelaySeconds …",
      "periodSeconds",
      `    livenessProbe:
      tcpSocket: {port: 80}
      periodSeconds|: 7`,
    ],
    [
      "a new item of a list",
      `    restartPolicyRules:
    - |
    image: x`,
      "exitCodes action",
      "exitCodes",
      `    restartPolicyRules:
    - exitCodes:
        |
    image: x`,
    ],
    [
      "a dash without its blank",
      `    restartPolicyRules:
    -|`,
      "exitCodes action",
      "action",
      `    restartPolicyRules:
    - action: |`,
    ],
    [
      "the dash is missing",
      `    restartPolicyRules:
      |`,
      "exitCodes action",
      "action",
      `    restartPolicyRules:
      - action: |`,
    ],
    [
      "a list that is indented like its others",
      `    args:
      - a
    rest|`,
      "image startupProbe livenessProbe readinessProbe lifecycle restartPolicy …",
      "restartPolicyRules",
      `    args:
      - a
    restartPolicyRules:
      - |`,
    ],
    [
      "behind a key",
      `    restartPolicy: |
    image: x`,
      "Always OnFailure Never",
      "OnFailure",
      `    restartPolicy: OnFailure|
    image: x`,
    ],
    [
      "behind a colon without its blank",
      "    restartPolicy:|",
      "Always OnFailure Never",
      "Never",
      "    restartPolicy: Never|",
    ],
    [
      "half a value, which is a boolean by itself",
      "    restartPolicy: On|",
      "Always OnFailure Never",
      "OnFailure",
      "    restartPolicy: OnFailure|",
    ],
    [
      "a quote that is open",
      '    restartPolicy: "On|',
      "Always OnFailure Never",
      "OnFailure",
      '    restartPolicy: "OnFailure"|',
    ],
    [
      "a quote that is closed",
      '    restartPolicy: "On|"',
      "Always OnFailure Never",
      "OnFailure",
      '    restartPolicy: "OnFailure|"',
    ],
    [
      "between brackets",
      "    startupProbe: {grpc: {port: 1}, fail|}",
      "periodSeconds failureThreshold …",
      "failureThreshold",
      "    startupProbe: {grpc: {port: 1}, failureThreshold: ‹3›}",
    ],
    [
      "between empty brackets",
      "    startupProbe: {|}",
      "httpGet tcpSocket exec grpc …",
      "exec",
      "    startupProbe: {exec: {|}}",
    ],
    [
      "a bracket that is open",
      "    startupProbe: {httpGet: {port: 1, |",
      "path scheme httpHeaders host",
      "scheme",
      "    startupProbe: {httpGet: {port: 1, scheme: |",
    ],
    [
      "a value between brackets",
      "    startupProbe: {httpGet: {scheme: |}}",
      "HTTP HTTPS",
      "HTTPS",
      "    startupProbe: {httpGet: {scheme: HTTPS|}}",
    ],
    [
      "a list between brackets",
      "    restartPolicyRules: [{exitCodes: {operator: In, |}}]",
      "values",
      "values",
      "    restartPolicyRules: [{exitCodes: {operator: In, values: [|]}}]",
    ],
    [
      "between brackets on lines of their own",
      `    startupProbe: {
      periodSeconds: 5,
      ht|
    }`,
      "httpGet tcpSocket exec grpc …",
      "httpGet",
      `    startupProbe: {
      periodSeconds: 5,
      httpGet: {|}
    }`,
    ],
    [
      "between brackets that began on another line",
      `    startupProbe: {
      tcpSocket: {port: 1}, peri|
    }`,
      "periodSeconds failureThreshold …",
      "periodSeconds",
      `    startupProbe: {
      tcpSocket: {port: 1}, periodSeconds: ‹10›
    }`,
    ],
    [
      "one level too deep",
      `    livenessProbe:
      periodSeconds: 5
        time|`,
      "httpGet tcpSocket exec grpc failureThreshold …",
      "timeoutSeconds",
      `    livenessProbe:
      periodSeconds: 5
      timeoutSeconds: ‹1›`,
    ],
    [
      "too deep, on an empty line",
      `    livenessProbe:
      periodSeconds: 5
          |
    image: x`,
      "httpGet tcpSocket exec grpc failureThreshold …",
      "exec",
      `    livenessProbe:
      periodSeconds: 5
      exec:
        |
    image: x`,
    ],
    [
      "between two levels",
      `    livenessProbe:
      periodSeconds: 5
     |
    image: x`,
      "httpGet tcpSocket exec grpc failureThreshold …",
      "exec",
      `    livenessProbe:
      periodSeconds: 5
      exec:
        |
    image: x`,
    ],
    [
      "names and numbers of ports, behind port",
      `    ports: [{name: http, containerPort: 8080}]
    livenessProbe:
      httpGet:
        port: |`,
      "http 8080",
      "http",
      `    ports: [{name: http, containerPort: 8080}]
    livenessProbe:
      httpGet:
        port: http|`,
    ],
    [
      "the first port, for a new one",
      `    ports: [{containerPort: 8080}]
    livenessProbe:
      tcpSocket:
        |`,
      "port host",
      "port",
      `    ports: [{containerPort: 8080}]
    livenessProbe:
      tcpSocket:
        port: ‹8080›`,
    ],
    ["a default", "    livenessProbe: {periodSeconds: |}", "10", "10", "    livenessProbe: {periodSeconds: 10|}"],
  ];

const shown = (labels: readonly string[], expected: string) =>
  expected.endsWith(" …") ? `${labels.slice(0, expected.split(" ").length - 1).join(" ")} …` : labels.join(" ");

describe("in a container", () => {
  test.each(inContainer)("%s", async (_, written, labels, label, lines) => {
    const found = await complete(`${before}${written}\n`);
    expect(shown(found.labels, labels)).toBe(labels);
    expect(found.taken(label)).toBe(`${before}${lines}\n`);
  });

  test.each(inContainer)("with CRLF: %s", async (_, written, labels, label, lines) => {
    const found = await complete(`${before}${written}\n`.replaceAll("\n", "\r\n"));
    expect(shown(found.labels, labels)).toBe(labels);
    expect(found.taken(label)).toBe(`${before}${lines}\n`.replaceAll("\n", "\r\n"));
  });

  test.each([
    ["a comment", "    livenessProbe:\n      # per|"],
    ["a text of lines", "    env:\n    - name: A\n      value: |-\n        first\n        sec|"],
    ["an empty line of such a text", "    env:\n    - name: A\n      value: |-\n        first\n        |"],
    ["what stands behind a value", "    restartPolicy: Always |"],
    ["a line that has more", "    | livenessProbe: {}"],
    ["a template", "    livenessProbe: {{ .Values.pro| }}"],
    ["a field that nobody knows", "    livenesProbe:\n      |"],
    ["a list of texts", "    command:\n    - |"],
  ])("nothing in %s", async (_, written) => {
    expect((await complete(`${before}${written}\n`)).labels).toEqual([]);
  });

  test("JSON", async () => {
    const json = '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a", "livenessProbe": {|}}]}}';
    expect((await complete(json)).taken("periodSeconds")).toBe(json.replace("|", '"periodSeconds": ‹10›'));
  });

  test("an editor without snippets gets plain text", async () => {
    const client = { snippets: false };
    const { items, taken } = await complete(`${before}    livenessProbe:\n      |\n`, { client });
    expect(items.every(({ insertTextFormat }) => insertTextFormat === undefined)).toBe(true);
    expect(taken("periodSeconds")).toBe(`${before}    livenessProbe:\n      periodSeconds: |\n`);
    expect(taken("httpGet")).toBe(`${before}    livenessProbe:\n      httpGet:\n        |\n`);
  });

  test.each([
    ["periodSeconds", "    livenessProbe:\n      |", /^[^\n]+\n\ninteger \(seconds\) · default `10` · at least 1$/],
    [
      "port",
      "    livenessProbe:\n      tcpSocket:\n        |",
      /^Port number \(1–65535\) or the name of a container port\.$/,
    ],
  ])("the documentation of %s says nothing that stands above it already", async (label, written, expected) => {
    expect((await complete(`${before}${written}\n`)).documentation(label)).toMatch(expected);
  });

  test("a document that indents by four goes on so", async () => {
    const four = "kind: Pod\nspec:\n    containers:\n        - name: a\n          |\n";
    expect((await complete(four)).taken("livenessProbe")).toBe(four.replace("|", "livenessProbe:\n              |"));
  });
});

describe("what is offered depends on", () => {
  const container = (...lines: readonly string[]) => `${before}${lines.map((line) => `    ${line}\n`).join("")}`;
  const job = "apiVersion: batch/v1\nkind: Job\nspec:\n";

  test.each<[string, string, string, KubernetesVersion, KubernetesVersion]>([
    ["the version: sleep", container("lifecycle:", "  preStop:", "    |"), "sleep", "1.30", "1.28"],
    ["the version: restart rules", container("|"), "restartPolicyRules", "1.35", "1.33"],
    ["the version: a restartPolicy of the container's own", container("|"), "restartPolicy", "1.35", "1.33"],
    ["the version: an action", container("restartPolicyRules:", "- action: |"), "RestartAllContainers", "1.36", "1.35"],
    ["the version: a field of a Job", `${job}  |`, "successPolicy", "1.31", "1.29"],
  ])("%s", async (_, text, label, since, before) => {
    const labelsIn = async (kubernetes: KubernetesVersion) =>
      (await complete(text, { overrides: { kubernetes } })).labels;
    expect(await labelsIn(since)).toContain(label);
    expect(await labelsIn(before)).not.toContain(label);
  });
});
