import { describe, expect, it } from "vitest";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import type { FieldValue } from "../../../server/rules/core/model.ts";
import { editsOf } from "../../../server/rules/edits/edits.ts";

const probePath = ["spec", "containers", 0, "livenessProbe"];

interface Change {
  readonly path?: readonly (string | number)[];
  readonly field: string;
  readonly value: FieldValue;
}

/** The text after the fix; undefined: none is offered. */
function apply(text: string, { path = probePath, field, value }: Change): string | undefined {
  const placed = parseManifest(text).documents[0];
  const edits = placed && editsOf(placed.document, { kind: "set-field", title: "", path, field, value });
  return edits?.reduceRight(
    (before, { start, end, newText }) => before.slice(0, start) + newText + before.slice(end),
    text,
  );
}

const pod = (probe: string) => `kind: Pod\nspec:\n  containers:\n  - name: app\n${probe}`;

describe("a fix keeps comments and style", () => {
  it.each<[string, string, Change, string]>([
    [
      "a value is replaced before its comment",
      "    livenessProbe:\n      periodSeconds: 10 # often\n      timeoutSeconds: 15\n",
      { field: "periodSeconds", value: 15 },
      "    livenessProbe:\n      periodSeconds: 15 # often\n      timeoutSeconds: 15\n",
    ],
    [
      "a field goes behind its last sibling and that one's comment",
      "    livenessProbe:\n      timeoutSeconds: 15 # slow\n    # about the image\n    image: app\n",
      { field: "periodSeconds", value: 15 },
      "    livenessProbe:\n      timeoutSeconds: 15 # slow\n      periodSeconds: 15\n    # about the image\n    image: app\n",
    ],
    [
      "a field goes behind a nested sibling",
      "    livenessProbe:\n      exec:\n        command:\n        - cat\n        - /healthy\n",
      { field: "timeoutSeconds", value: 1 },
      "    livenessProbe:\n      exec:\n        command:\n        - cat\n        - /healthy\n      timeoutSeconds: 1\n",
    ],
    [
      "a map in braces gets it in braces",
      "    livenessProbe: {tcpSocket: {port: 80}} # plain\n",
      { field: "timeoutSeconds", value: 5 },
      "    livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 5} # plain\n",
    ],
    [
      "a probe is written as the probe beside it, in braces",
      "    ports: [{containerPort: 80}]\n    livenessProbe: {tcpSocket: {port: 80}}\n",
      { path: probePath.slice(0, -1), field: "startupProbe", value: { tcpSocket: { port: 80 }, failureThreshold: 30 } },
      "    ports: [{containerPort: 80}]\n    livenessProbe: {tcpSocket: {port: 80}}\n    startupProbe: {tcpSocket: {port: 80}, failureThreshold: 30}\n",
    ],
    [
      "a probe is written as the probe beside it, with its check in braces",
      "    livenessProbe:\n      httpGet: {path: /, port: 80}\n",
      { path: probePath.slice(0, -1), field: "startupProbe", value: { tcpSocket: { port: 80 }, failureThreshold: 30 } },
      "    livenessProbe:\n      httpGet: {path: /, port: 80}\n    startupProbe:\n      tcpSocket: {port: 80}\n      failureThreshold: 30\n",
    ],
    [
      "the first probe is written in lines, whatever is in braces beside it",
      "    resources: {limits: {memory: 1Gi}}\n",
      { path: probePath.slice(0, -1), field: "startupProbe", value: { tcpSocket: { port: 80 } } },
      "    resources: {limits: {memory: 1Gi}}\n    startupProbe:\n      tcpSocket:\n        port: 80\n",
    ],
    [
      "an empty map gets it, too",
      "    livenessProbe: {}\n",
      { field: "timeoutSeconds", value: 5 },
      "    livenessProbe: {timeoutSeconds: 5}\n",
    ],
    [
      "a list item's indentation is that of its keys, not of its dash",
      "    image: app\n",
      {
        path: ["spec", "containers", 0],
        field: "startupProbe",
        value: { exec: { command: ["sh", "-c", "true"] }, failureThreshold: 3 },
      },
      '    image: app\n    startupProbe:\n      exec:\n        command:\n        - sh\n        - "-c"\n        - "true"\n      failureThreshold: 3\n',
    ],
    [
      "the last line needs no line break",
      "    livenessProbe:\n      timeoutSeconds: 15",
      { field: "periodSeconds", value: 15 },
      "    livenessProbe:\n      timeoutSeconds: 15\n      periodSeconds: 15",
    ],
  ])("%s", (_, before, change, after) => {
    expect(apply(pod(before), change)).toBe(pod(after));
  });

  it("keeps the line ends of the file", () => {
    const before = pod("    livenessProbe:\n      timeoutSeconds: 15\n").replaceAll("\n", "\r\n");
    const after = pod("    livenessProbe:\n      timeoutSeconds: 15\n      periodSeconds: 15\n").replaceAll(
      "\n",
      "\r\n",
    );
    expect(apply(before, { field: "periodSeconds", value: 15 })).toBe(after);
  });

  it("writes JSON into JSON, on lines of their own where the siblings have them", () => {
    const path = ["spec", "containers", 0];
    const compact = '{"kind": "Pod", "spec": {"containers": [{"name": "app"}]}}';
    expect(apply(compact, { path, field: "startupProbe", value: { tcpSocket: { port: "http" } } })).toBe(
      '{"kind": "Pod", "spec": {"containers": [{"name": "app", "startupProbe": {"tcpSocket": {"port": "http"}}}]}}',
    );
    const pretty = JSON.stringify({ kind: "Pod", spec: { containers: [{ name: "app" }] } }, undefined, "\t");
    const expected = JSON.stringify(
      { kind: "Pod", spec: { containers: [{ name: "app", image: "app" }] } },
      undefined,
      "\t",
    );
    expect(apply(pretty, { path, field: "image", value: "app" })).toBe(expected);
  });
});

describe("no fix is offered", () => {
  it.each([
    ["through an alias", "    image: &probe {timeoutSeconds: 1}\n    livenessProbe: *probe\n"],
    ["where a template decides", "    livenessProbe: {{ .Values.probe }}\n"],
    ["where the value is an alias", "    x: &seconds 3\n    livenessProbe:\n      periodSeconds: *seconds\n"],
    ["behind an anchor, which may be used below", "    livenessProbe:\n      periodSeconds: &often 3\n    x: *often\n"],
    ["behind a tag, which decides what the value is", "    livenessProbe:\n      periodSeconds: !!int '3'\n"],
    ["behind both", "    livenessProbe: {periodSeconds: !!int &often 3}\n"],
    ["where the key is there twice", "    livenessProbe:\n      periodSeconds: 1\n      periodSeconds: 2\n"],
    ["where nothing is written", "    image: app\n"],
    ["where the text cannot be read", "    livenessProbe:\n      timeoutSeconds: 1\n      tcpSocket\n"],
  ])("%s", (_, text) => {
    expect(apply(pod(text), { field: "periodSeconds", value: 15 })).toBeUndefined();
  });
});
