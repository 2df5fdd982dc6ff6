import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { DocumentSymbol, Range } from "vscode-languageserver";
import { contextOf, host } from "../harness.ts";

/** The outline as text: `name (detail) first–last line: what is marked`. Lines count from 1. */
async function outline(text: string): Promise<string[]> {
  const context = await contextOf(text);
  const drawn = (depth: number, { name, detail, range, selectionRange, children = [] }: DocumentSymbol): string[] => {
    const lines = `${range.start.line + 1}–${range.end.line + 1}`;
    const about = detail === undefined ? "" : ` (${detail})`;
    const head = context.document.getText(selectionRange);
    return [
      `${"  ".repeat(depth)}${name}${about} ${lines}: ${head}`,
      ...children.flatMap((each) => drawn(depth + 1, each)),
    ];
  };
  return host.symbols(context).flatMap((symbol) => drawn(0, symbol));
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  template:
    spec:
      initContainers:
      - name: schema
        image: registry.example/schema
      - {name: proxy, image: registry.example/proxy, restartPolicy: Always}
      containers:
      - name: app
        image: registry.example/app
        livenessProbe:
          httpGet: {path: /, port: 80}
        startupProbe: {tcpSocket: {port: 80}}
        # a comment
      - image: registry.example/nameless
`;
const kubelet = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nsyncFrequency: 1m\n";

describe("the outline", () => {
  test("holds pods, containers and probes", async () => {
    expect(await outline(deployment)).toEqual([
      "Deployment/web (shop) 1–18: web",
      "  schema (init container) 8–9: schema",
      "  proxy (sidecar) 10–10: proxy",
      "  app 12–16: app",
      "    startupProbe 16–16: startupProbe",
      "    livenessProbe 14–15: livenessProbe",
      "  containers[1] 18–18: - image: registry.example/nameless",
    ]);
  });

  test("is right in the documents that follow, and in kubelet configurations of every kind", async () => {
    const configMap = `kind: ConfigMap\napiVersion: v1\ndata:\n  kubelet: |\n${kubelet.replace(/^(?=.)/gm, "    ")}`;
    const text = `# nothing\n---\n${kubelet}---\n${configMap}---\n${deployment.replace(/\n/g, "\r\n")}`;
    expect((await outline(text)).filter((line) => !line.startsWith(" "))).toEqual([
      "KubeletConfiguration 3–5: KubeletConfiguration",
      "KubeletConfiguration (data.kubelet) 10–13: kubelet",
      "Deployment/web (shop) 15–32: web",
    ]);
  });

  test("has the items of a list, and each pod of a custom resource under its one object", async () => {
    const list = `kind: List\napiVersion: v1\nitems:\n- kind: Pod\n  apiVersion: v1\n  metadata: {name: a}\n  spec: {containers: [{name: x, image: i}]}\n- kind: Pod\n  apiVersion: v1\n  spec: {containers: [{name: z, image: i}]}\n`;
    expect(await outline(list)).toEqual(["Pod/a 4–7: a", "  x 7–7: x", "Pod 8–10: Pod", "  z 10–10: z"]);
    const fleet = `kind: Fleet\napiVersion: example.com/v1\nmetadata: {name: f}\nspec:\n  one: {template: {spec: {containers: [{name: x, image: i}]}}}\n  two: {template: {spec: {containers: [{name: z, image: i}]}}}\n`;
    expect(await outline(fleet)).toEqual([
      "Fleet/f 1–6: f",
      "  x (spec.one.template.spec) 5–5: x",
      "  z (spec.two.template.spec) 6–6: z",
    ]);
  });

  test("is there for templates, broken text and JSON, and empty for everything else", async () => {
    expect(await outline(deployment.replace("name: web", "name: '{{ .Values.name }}'"))).toContain("  app 12–16: app");
    expect((await outline(`${deployment}          a: [\n`))[0]).toMatch(/^Deployment\/web/);
    expect(await outline('{"kind": "Pod", "apiVersion": "v1", "spec": {"containers": [{"name": "app"}]}}')).toEqual([
      'Pod 1–1: "Pod"',
      '  app 1–1: "app"',
    ]);
    expect(await outline("kind: Service\nmetadata: {name: web}\n")).toEqual([]);
  });

  test("leads to the place of use where something comes through an anchor", async () => {
    const text =
      "kind: Pod\napiVersion: v1\nmetadata: &m {name: a}\nx: &c\n- {name: shared, image: i}\nspec:\n  containers: *c\n";
    expect(await outline(text)).toEqual(["Pod/a 1–7: a", "  shared 7–7: *c"]);
  });
});

test("in every file of the tests, what is marked lies in its symbol, and that in its parent's", async () => {
  const inside = (outer: Range, inner: Range): boolean =>
    before(outer.start, inner.start) && before(inner.end, outer.end);
  const check = (symbol: DocumentSymbol, parent: Range | undefined): void => {
    expect(inside(symbol.range, symbol.selectionRange), symbol.name).toBe(true);
    if (parent !== undefined) expect(inside(parent, symbol.range), symbol.name).toBe(true);
    for (const child of symbol.children ?? []) check(child, symbol.range);
  };
  let count = 0;
  const cases = path.join(import.meta.dirname, "../../rules/cases");
  for (const name of readdirSync(cases, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".yaml")) continue;
    for (const symbol of host.symbols(await contextOf(readFileSync(path.join(cases, name), "utf8")))) {
      check(symbol, undefined);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(100);
});

function before(left: Range["start"], right: Range["start"]): boolean {
  return left.line < right.line || (left.line === right.line && left.character <= right.character);
}
