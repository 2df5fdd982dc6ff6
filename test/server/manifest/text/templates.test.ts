import { describe, expect, test } from "vitest";
import { blankTemplates } from "../../../../server/manifest/text/templates.ts";
import { podsOf, problemsOf, readDocument } from "../read.ts";

const unknown = "‹unknown›";

/** The value with the places of templates made visible. */
function shownValue(text: string): unknown {
  const value = readDocument(text).value();
  return JSON.parse(JSON.stringify(value, (_key, each: unknown) => (each === undefined ? unknown : each)));
}

const helm = `{{- if .Values.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "chart.fullname" . }}
  labels:
    {{- include "chart.labels" . | nindent 4 }}
spec:
  {{- if not .Values.autoscaling.enabled }}
  replicas: {{ .Values.replicaCount }}
  {{- end }}
  template:
    spec:
      containers:
        - name: app
          image: "{{ .Values.image.repository }}:{{ .Values.tag | default "latest" }}"
          args:
            {{- range .Values.args }}
            - {{ . | quote }}
            {{- end }}
            - --port={{ .Values.port }}
          livenessProbe:
            {{- toYaml .Values.livenessProbe | nindent 12 }}
          readinessProbe:
            httpGet: {path: /, port: {{ .Values.port }}}
            periodSeconds: 5
          {{- /* a comment
            of two lines */}}
          {{- with .Values.resources }}
          resources: {{ toYaml . | nindent 12 }}
          {{- end }}
{{- end }}
`;

describe("a Helm template", () => {
  test("is read around its expressions", () => {
    const probe = { httpGet: { path: "/", port: unknown }, periodSeconds: 5 };
    const container = {
      name: "app",
      image: unknown,
      args: [unknown, unknown],
      livenessProbe: unknown,
      readinessProbe: probe,
      resources: unknown,
    };
    expect(shownValue(helm)).toEqual({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: unknown, labels: unknown },
      spec: { replicas: unknown, template: { spec: { containers: [container] } } },
    });
  });

  test("has a pod, of which nothing is certain to be absent", () => {
    expect(podsOf(helm)).toEqual(["Deployment  spec.template.spec partial"]);
    expect(readDocument(helm)).toMatchObject({ templated: true, problems: [] });
  });

  test("keeps every offset", () => {
    const { root, text } = readDocument(helm);
    const kind = root?.type === "map" ? root.entries.find(({ key }) => key === "kind") : undefined;
    expect(text.slice(kind?.value.start, kind?.value.end)).toBe("Deployment");
  });
});

describe("what counts as a template", () => {
  test.each([
    ["an expression alone", "{{ include }}\na: 1\n", true],
    ["in a value", "a: {{ b }}\n", true],
    ["in the middle of a value", "a: b-{{ c }}\n", true],
    ["in a list in flow style", "a: [b, {{ c }}]\n", true],
    ["of Jinja", "{% if a %}\na: 1\n{% endif %}\n", true],
    ["a comment of Jinja", "{# a #}\nb: 1\n", true],
    ["a variable between brackets", `a: [\${B}]\n`, true],
    ["in quotes", "a: \"{{ b }}\"\nc: '{% d %}'\n", false],
    ["in a comment", "a: 1 # {{ b }}\n", false],
    ["in a text of several lines", "a: |\n  {{ b }}\n", false],
    ["a variable", `a: \${B}\n`, false],
    ["flow style", "a: {b: {c: 1}}\n", false],
  ])("%s", (_title, text, templated) => {
    expect(readDocument(text).templated).toBe(templated);
  });

  test("once it is one, texts with expressions are unknown too", () => {
    expect(shownValue('a: {{ b }}\nc: "{{ d }}"\ne: |\n  {{ f }}\ng: h\n')).toEqual({
      a: unknown,
      c: unknown,
      e: unknown,
      g: "h",
    });
  });

  test("a variable keeps its text, but is known to be unknown", () => {
    const { root } = readDocument(`a: \${A}\nb: \${B:-x}\nc: d-\${C}\nd: echo \${D}\n`);
    const scalars = root?.type === "map" ? root.entries.map(({ value }) => value) : [];
    expect(scalars).toMatchObject([
      { value: `\${A}`, unknown: true },
      { value: `\${B:-x}`, unknown: true },
      { value: `d-\${C}`, unknown: true },
      { value: `echo \${D}`, unknown: false },
    ]);
  });
});

describe("what others fill in", () => {
  test.each([
    ["what YAML reads as a comment", "a: #{IMAGE}\n", true],
    ["a property of Maven", `a: \${deployment.replicas}\n`, true],
    ["a value of ytt", "a: #@ data.values.image\n", true],
    ["a comment", "a: # {IMAGE}\n", false],
    ["a field of Python's format", "a: {self.name}\n", true],
    ["a map", "a: {limits}\n", false],
    ["a map with a value", "a: {self.name: b}\n", false],
    ["an expression of Chainsaw", "a: ($namespace)\n", true],
    ["a text in brackets", "a: (none)\n", false],
    ["a mark of a configure script", "a: @NODE_NAME@\n", true],
    ["a mark with more after it", "a: @NODE_NAME@-0\n", true],
  ])("%s", (_, text, unknown) => {
    const { root } = readDocument(text);
    const [value] = root?.type === "map" ? root.entries.map((entry) => entry.value) : [];
    expect(value?.type === "scalar" && value.unknown).toBe(unknown);
  });
});

describe("how expressions are taken out", () => {
  test.each([
    ["a line of its own", "  {{- if a }}\nb: 1", "             \nb: 1"],
    ["several on one line", "{{ a }} {{ b }} # c\n", "                # c\n"],
    ["a value", "a: {{ b }}", "a: xxxxxxx"],
    ["a key", "{{ a }}: b", "xxxxxxx: b"],
    ["control in front of a line", "{{ if a }}b: c", "          b: c"],
    ["after a value in quotes", 'a: "b" {{ end }}', 'a: "b"          '],
    ["quotes in a text in quotes", 'a: "{{ b "c" }}"', 'a: "xxxxxxxxxxx"'],
    ["braces in a text of Go", 'a: {{ "}}" }}b', "a: xxxxxxxxxxb"],
    ["over two lines", "{{ a\n}}\nb: c", "    \n  \nb: c"],
    ["not closed", "a: {{ b\nc: d", "a: xxxx\nc: d"],
    ["not closed before the next", "a: {{ b\nc: {{ d }}", "a: xxxx\nc: xxxxxxx"],
    ["a block of Jinja", "{% if a -%}\nb: c\n{% endif %}", "           \nb: c\n           "],
    ["a variable", `a: [\${B}]`, "a: [xxxx]"],
  ])("%s", (_title, text, blanked) => {
    expect(blankTemplates(text).text).toBe(blanked);
  });
});

test("nothing is said about the YAML of a template, but about a conflict in it", () => {
  expect(problemsOf("a: {{ b }}\n  c: [\n\td\n")).toEqual([]);
  expect(problemsOf("a: {{ b }}\n<<<<<<< HEAD\nc: 1\n")).toHaveLength(1);
});

test("comments keep their words", () => {
  expect(readDocument("a: {{ b }} # cadence: {{ c }}\n").comments.map(({ text }) => text)).toEqual([
    "cadence: {{ c }}",
  ]);
});
