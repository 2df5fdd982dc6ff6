import { describe, expect, it } from "vitest";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { isRejection, ruleIds } from "../../../server/rule-ids/ids.ts";
import { findingsOf, findingsOfFile, findingsOfProject, severityOf } from "../../../server/rules/findings.ts";
import { allRules, rules } from "../../../server/rules/index.ts";
import { check, settingsOf } from "./check-rules.ts";

const rejections = ruleIds.filter(isRejection);

describe("levels", () => {
  it("what only a cluster writes is a hint in an object that was saved from one", async () => {
    const text = `apiVersion: v1
kind: Pod
metadata: {name: web, uid: 7c2a, resourceVersion: "1", creationTimestamp: "2026-11-01T10:00:00Z"}
spec: {containers: [{name: app, image: x}]}`;
    const settings = await settingsOf("");
    const severities = (yaml: string) =>
      check(yaml, settings).flatMap(({ rule, severity }) => (rule === "object-refused" ? [severity] : []));
    expect(severities(text)).toEqual(["hint"]);
    expect(severities(text.replace("uid: 7c2a, ", ""))).toEqual(["error"]);
  });

  it("nothing is more than an information in inputs of tests, but for what somebody wrote", async () => {
    const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: other}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      # cadence: exits 1 after 10s
      # cadence: expect restarts = 0 within 30m
      - {name: app, image: x}`;
    const settings = await settingsOf("");
    const severities = (more: object) =>
      Object.fromEntries(check(text, { ...settings, ...more }).map(({ rule, severity }) => [rule, severity]));
    expect(severities({})).toMatchObject({ "workload-refused": "error" });
    expect(severities({ purpose: "tests" })).toMatchObject({ "workload-refused": "info" });
    expect(severities({ purpose: "copy" })).toMatchObject({ "workload-refused": "error" });
    const set = { purpose: "tests", rules: { "workload-refused": "error" } };
    expect(severities(set)).toMatchObject({ "workload-refused": "error" });
    const expecting = text.replace("app: other", "app: web");
    const found = check(expecting, { ...settings, purpose: "tests" }).filter(
      ({ rule }) => rule === "expectation-failed",
    );
    expect(found.map(({ severity }) => severity)).toEqual(["error"]);
    const slow = expecting.replace(
      "image: x}",
      "image: x, livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 60}}",
    );
    const copied = check(slow, { ...settings, purpose: "copy" }).filter(
      ({ rule }) => rule === "timeout-exceeds-period",
    );
    expect(copied.map(({ severity }) => severity)).toEqual(["info"]);
  });

  it.each([
    ["of the first", "", "", "warning"],
    ["behind one with ports", "{name: web, image: x, ports: [{containerPort: 80}]}, ", "", "info"],
    ["behind one without ports", "{name: web, image: x}, ", "", "warning"],
    ["of which a Service knows", "{name: web, image: x, ports: [{containerPort: 80}]}, ", "8080", "warning"],
    ["beside the one that a Service knows", "{name: web, image: x, ports: [{containerPort: 80}]}, ", "80", "info"],
  ])("warns of like probes of a container that serves: %s", async (_title, before, target, severity) => {
    const service = `---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 443, targetPort: ${target}}]}
`;
    const probe = "{tcpSocket: {port: 8080}}";
    const text = `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  containers: [${before}{name: app, image: x, ports: [{containerPort: 8080}], livenessProbe: ${probe}, readinessProbe: ${probe}}]
${target === "" ? "" : service}`;
    const found = check(text, await settingsOf("")).filter(({ rule }) => rule === "liveness-equals-readiness");
    expect(found.map((each) => each.severity)).toEqual([severity]);
  });

  it("takes an address that is most likely filled in for less than an error", async () => {
    const addressed = (ip: string) => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {hostAliases: [{ip: ${ip}, hostnames: [a]}], containers: [{name: app, image: x}]}`;
    const settings = await settingsOf("");
    const severities = (ip: string) =>
      check(addressed(ip), settings).map(({ rule, severity }) => `${rule} ${severity}`);
    expect(severities("GATEWAY_IP")).toEqual(["network-refused info"]);
    expect(severities("GATEWAY")).toEqual(["network-refused error"]);
  });

  it("expects what a replacement of a kustomization fills in, and no other value", async () => {
    const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web, version: N/A, build: N/A}}
    spec: {containers: [{name: app, image: x}]}`;
    const patches = [{ target: "web", text: "spec.template.metadata.labels.version" }];
    const kustomize = { as: "patched", labels: {}, patches, scaled: [], reads: [] } as const;
    const found = check(text, { ...(await settingsOf("")), kustomize });
    expect(found.map(({ message }) => /: (\w+) is "N\/A"/.exec(message)?.[1])).toEqual(["build"]);
  });

  it.each([
    ["mysql-exporter", "info"],
    ["exporter-web", "warning"],
  ])("takes the name of a chart's templates for that of what it installs: %s", async (chart, severity) => {
    const found = check(
      `kind: Pod
apiVersion: v1
metadata:
  name: {{ include "${chart}.fullname" . }}
spec:
  containers:
  - name: {{ .Chart.Name }}
    image: x
    livenessProbe:
      httpGet: {path: /, port: 80}
    readinessProbe:
      httpGet: {path: /, port: 80}
`,
      await settingsOf(""),
    );
    expect(found.map((each) => `${each.rule} ${each.severity}`)).toEqual([`liveness-equals-readiness ${severity}`]);
  });

  it("leaves a test alone that has the expected objects behind its own fields", async () => {
    const object =
      "apiVersion: batch/v1\nkind: Job\nspec: {template: {spec: {containers: [{name: app, command: [x]}]}}}";
    const settings = await settingsOf("");
    expect(check(`releaseName: web\nskipTest: false\n${object}\n${object}`, settings)).toEqual([]);
    expect(check(`releaseName: web\n${object}`, settings)).not.toEqual([]);
    expect(check(`spec: {}\nskipTest: false\n${object}`, settings)).not.toEqual([]);
    expect(check(`labels: &labels {app: web}\nimage: &image x\n${object}`, settings)).not.toEqual([]);
  });

  it("takes a number that a script replaces for unknown", async () => {
    const port = (written: string) =>
      `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: x, ports: [{containerPort: ${written}}]}]}`;
    const settings = await settingsOf("");
    expect(check(port("replace_port"), settings)).toEqual([]);
    expect(check(port("replaced"), settings).map(({ rule }) => rule)).toEqual(["field-type"]);
  });

  const same = (probe: string) => `livenessProbe: {${probe}}, readinessProbe: {${probe}}`;
  it.each([
    ["a probe as most are", "liveness-equals-readiness", same("httpGet: {path: /, port: 80}"), ["warning"]],
    [
      "a probe that waits for minutes",
      "liveness-equals-readiness",
      same("httpGet: {path: /, port: 80}, periodSeconds: 30, failureThreshold: 6"),
      ["info"],
    ],
    ["a probe of metrics", "liveness-equals-readiness", same("httpGet: {path: /metrics, port: 80}"), ["info"]],
    [
      "a probe of a port for metrics",
      "liveness-equals-readiness",
      `ports: [{name: metrics, containerPort: 81}], ${same("httpGet: {path: /, port: metrics}")}`,
      ["info"],
    ],
    [
      "both probes alike",
      "timeout-exceeds-period",
      same("tcpSocket: {port: 80}, timeoutSeconds: 30"),
      ["warning", "info"],
    ],
    [
      "probes of other numbers",
      "timeout-exceeds-period",
      "livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 30}, readinessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 20}",
      ["warning", "warning"],
    ],
  ])("warns once for each cause that its author would mend: %s", async (_title, rule, probes, severities) => {
    const text = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, image: x, ${probes}}]}`;
    const found = check(text, await settingsOf("")).filter((each) => each.rule === rule);
    expect(found.map(({ severity }) => severity)).toEqual(severities);
  });

  it.each([
    ["image: ''", "info"],
    ["image: ' '", "error"],
    ["image: x, envFrom: [{configMapRef: {name: config-ENV}}]", "info"],
    ["image: x, envFrom: [{configMapRef: {name: APPNAME}}]", "info"],
    ["image: x, envFrom: [{configMapRef: {name: CONFIG}}]", "error"],
    ["image: x, envFrom: [{configMapRef: {name: config-Env}}]", "error"],
  ])("takes what is most likely filled in for less than an error: %s", async (written, severity) => {
    const text = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: app, ${written}}]}`;
    const found = check(text, await settingsOf("")).filter(({ rule }) => rule === "container-refused");
    expect(found.map((each) => each.severity)).toEqual([severity]);
  });

  it.each([
    ["what Helm rendered", "# Source: web/templates/deployment.yaml\n", ""],
    ["an object with the label of its chart", "", "helm.sh/chart: web-1.2.3"],
    ["an object that Helm manages", "", "app.kubernetes.io/managed-by: Helm"],
    ["a file that says that it is generated", "# This file is auto-generated. DO NOT EDIT\n\n", ""],
    [
      "a file with generated definitions",
      "metadata: {annotations: {controller-gen.kubebuilder.io/version: v0.16}}\n---\n",
      "",
    ],
  ])("advice is an information in %s, unless somebody sets its level", async (_, before, label) => {
    const textOf = (start: string, labels: string) => `${start}apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {${labels}}
spec: {containers: [{name: app, image: x, livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 60}}]}`;
    const text = textOf(before, label);
    const settings = await settingsOf("");
    const severities = (yaml: string, more: object = {}) =>
      check(yaml, { ...settings, ...more }).map(({ severity }) => severity);
    expect(severities(text)).toEqual(["info"]);
    expect(severities(textOf("", "app: web"))).toEqual(["warning"]);
    // What somebody warns of by hand is no mark of a tool.
    expect(severities(textOf("# Do not change the name, clients depend on it\n", "app: web"))).toEqual(["warning"]);
    // Of what is piped in or rendered just now, somebody has the source.
    expect(severities(text, { purpose: "output" })).toEqual(["warning"]);
    expect(severities(text.replace("name: web\n", "name: WEB\n"))).toContain("error");
    expect(severities(text, { rules: { "timeout-exceeds-period": "warning" } })).toEqual(["warning"]);
  });

  it("only what is refused, promised, unreadable or wrong in the project file is an error", () => {
    const errors = allRules.filter(({ id, level }) => level === "error" && !isRejection(id)).map(({ id }) => id);
    expect(errors).toEqual([
      "rollout-expectation-failed",
      "expectation-failed",
      "unknown-field",
      "field-too-new",
      "project-file",
      "yaml-syntax",
    ]);
    expect(rejections.map((id) => rules[id].level)).toEqual(rejections.map(() => "error"));
  });

  it.each(rejections)("%s is an error or off", (id) => {
    expect(severityOf(rules[id], {})).toBe("error");
    expect(severityOf(rules[id], { [id]: "hint" })).toBe("error");
    expect(severityOf(rules[id], { [id]: "off" })).toBeUndefined();
  });

  it("others have the level that somebody sets", () => {
    const rule = rules["liveness-equals-readiness"];
    expect(severityOf(rule, {})).toBe("warning");
    expect(severityOf(rule, { "liveness-equals-readiness": "hint" })).toBe("hint");
    expect(severityOf(rule, { "liveness-equals-readiness": "off" })).toBeUndefined();
  });
});

describe("errors with one cause", () => {
  const text =
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {selector: {matchLabels: {app: web}}}\n";
  const shown = async (project: string) =>
    check(text, await settingsOf(project)).map(
      ({ rule, message, also }) => `${rule} and ${also?.length ?? 0}: ${message}`,
    );

  it("are told by the rule of the first one, and of those that are left where that rule is off", async () => {
    const all = await shown("");
    expect(all).toEqual([
      "workload-refused and 1: The API server (1.37) rejects the object: spec.template is missing, including metadata.labels and spec.containers. Add it.",
    ]);
    expect(await shown("rules: {workload-refused: off}")).toEqual([
      "container-refused and 0: The API server (1.37) rejects the object: spec.template is missing, including spec.containers. Add it.",
    ]);
  });
});

describe("a file as a whole", () => {
  it("is told to be too large or binary in one finding", async () => {
    const settings = await settingsOf("");
    const large = findingsOfFile(parseManifest("kind: Pod\n".repeat(3_000_000)), settings);
    expect(large).toMatchObject([{ rule: "document-too-large", severity: "info", start: 0 }]);
    const binary = findingsOfFile(parseManifest("kind: Pod\u0000"), settings);
    expect(binary).toMatchObject([{ rule: "yaml-syntax", severity: "error", start: 9, end: 10 }]);
    expect(findingsOfFile(parseManifest("kind: Pod\u0000"), await settingsOf("rules: {yaml-syntax: off}"))).toEqual([]);
  });
});

describe("a pod of many containers", () => {
  const podOf = (count: number): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n${Array.from({ length: count }, (_, index) => `  - {name: c${index}, image: b}\n`).join("")}`;

  it("is not simulated, and says so", async () => {
    const settings = await settingsOf("");
    expect(check(podOf(100), settings)).toEqual([]);
    expect(check(podOf(101), settings)).toMatchObject([
      {
        rule: "document-too-large",
        severity: "info",
        path: ["spec"],
        message: expect.stringContaining("100 containers"),
      },
    ]);
  });

  it("is checked all the same", async () => {
    const found = check(podOf(101).replace("image: b", "imag: b"), await settingsOf(""));
    expect(found.map(({ rule }) => rule)).toContain("unknown-field");
  });
});

describe("a project file", () => {
  const problem = { path: ["kubernets"], start: 0, end: 9, message: "Unknown key." };

  it("has its mistakes as errors, or as what somebody set", () => {
    expect(findingsOfProject([problem], {})).toMatchObject([
      { rule: "project-file", origin: "config", severity: "error", start: 0, end: 9, path: ["kubernets"] },
    ]);
    expect(findingsOfProject([problem], { "project-file": "warning" })).toMatchObject([{ severity: "warning" }]);
    expect(findingsOfProject([problem], { "project-file": "off" })).toEqual([]);
  });
});

describe("findings", () => {
  const text = `kind: List
apiVersion: v1
items:
- apiVersion: v1
  kind: Pod
  metadata: {name: a}
  spec:
    containers:
    - name: app
      image: app
      readinessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 20}
      livenessProbe: {tcpSocket: {port: 81}, timeoutSeconds: 15}
`;

  it("come in the order of the text, with paths of the document and the item", async () => {
    const found = check(text, await settingsOf(""));
    expect(found.map(({ rule, path, item }) => ({ rule, path: path.join("."), item }))).toEqual([
      { rule: "timeout-exceeds-period", path: "items.0.spec.containers.0.readinessProbe.timeoutSeconds", item: 0 },
      { rule: "timeout-exceeds-period", path: "items.0.spec.containers.0.livenessProbe.timeoutSeconds", item: 0 },
    ]);
    expect(found[0]?.fix).toMatchObject({ path: ["items", 0, "spec", "containers", 0, "readinessProbe"] });
  });

  it("are worked out once", async () => {
    const document = parseManifest(text).documents[0]?.document;
    if (document === undefined) throw new Error("no document");
    const analyzed = analyzeDocument(document, await settingsOf(""));
    expect(findingsOf(analyzed)).toBe(findingsOf(analyzed));
  });

  it("is said to be cut off where its objects are JSON in one line", async () => {
    const cut = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"containers":[{"name":"app","ima';
    expect(check(cut, await settingsOf("")).map(({ rule }) => rule)).toContain("yaml-syntax");
    expect(check('{"name":"app","ima', await settingsOf(""))).toEqual([]);
  });
});
