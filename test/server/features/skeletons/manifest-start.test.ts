import { describe, expect, test } from "vitest";
import { jsonMembers, skeletons, withoutStops } from "../../../../server/features/skeletons/skeletons.ts";
import { minorVersions } from "../../../../shared/kubernetes/versions.ts";
import { complete } from "../completion/completing.ts";
import { contextOf, host, type Situation } from "../harness.ts";

const json = { uri: "file:///w/pod.json", language: "json" };
const kinds = skeletons.map(({ kind }) => kind);

describe("where a manifest begins", () => {
  test.each([
    ["an empty file", "|"],
    ["behind a comment", "# the shop\n\n|\n"],
    ["half a word", "Dep|"],
    ["a second document", "kind: ConfigMap\n---\n|"],
    ["a second document that others follow", "kind: ConfigMap\n---\n|\n---\nkind: Secret"],
  ])("%s: whole objects, and the first keys", async (_, written) => {
    expect((await complete(written)).labels).toEqual([...kinds, "apiVersion", "kind"]);
  });

  test.each([
    [
      "an empty file",
      "|",
      '{\n  "apiVersion": "apps/v1",\n  "kind": "Deployment",\n  "metadata": {\n    "name": "‹web›"',
    ],
    [
      "between braces",
      "{|}",
      '{\n  "apiVersion": "apps/v1",\n  "kind": "Deployment",\n  "metadata": {\n    "name": "‹web›"',
    ],
    [
      "on a line between braces",
      "{\n  |\n}",
      '{\n  "apiVersion": "apps/v1",\n  "kind": "Deployment",\n  "metadata": {',
    ],
    ["in a quote", '{\n  "|"\n}', '{\n  "apiVersion": "apps/v1",\n  "kind": "Deployment",\n  "metadata": {'],
  ])("JSON, %s", async (_, written, begins) => {
    const { taken, labels } = await complete(written, json);
    expect(labels).toEqual(kinds);
    expect(taken("Deployment")).toContain(begins);
    expect(JSON.parse(plainText(taken("Deployment")))).toMatchObject({ kind: "Deployment" });
  });

  test("a line for the kind, below the apiVersion", async () => {
    const { labels, taken } = await complete("apiVersion: batch/v1\n|");
    expect(labels).toEqual(["kind: Job", "kind: CronJob"]);
    expect(taken("kind: Job")).toMatch(/^apiVersion: batch\/v1\nkind: Job\nmetadata:\n {2}name: ‹task›\nspec:\n/);
  });

  test("behind apiVersion: what Kubernetes has, and the line of the kind", async () => {
    const { labels, taken } = await complete("apiVersion: |\n");
    expect(labels).toEqual(["apps/v1", "batch/v1", "v1", "policy/v1", "kubelet.config.k8s.io/v1beta1"]);
    expect(taken("apps/v1")).toBe("apiVersion: apps/v1\nkind: |\n");
    const known = await complete("apiVersion: |\nkind: CronJob\n");
    expect(known.labels).toEqual(["batch/v1"]);
    expect(known.taken("batch/v1")).toBe("apiVersion: batch/v1|\nkind: CronJob\n");
  });

  test("behind kind: the rest of the object", async () => {
    const { labels, taken } = await complete("apiVersion: apps/v1\nkind: |\n");
    expect(labels).toEqual(["Deployment", "StatefulSet", "DaemonSet"]);
    expect(taken("DaemonSet")).toMatch(/^apiVersion: apps\/v1\nkind: DaemonSet\nmetadata:\n {2}name: ‹agent›\nspec:\n/);
  });

  test("behind kind without apiVersion: it comes above", async () => {
    const { items } = await complete("# shop\nkind: Po|");
    const pod = items.find(({ label }) => label === "Pod");
    const start = { line: 1, character: 0 };
    expect(pod?.additionalTextEdits).toEqual([{ range: { start, end: start }, newText: "apiVersion: v1\n" }]);
  });

  test("behind kind where the object goes on: the word alone", async () => {
    const { taken } = await complete("apiVersion: apps/v1\nkind: |\nspec: {}\n");
    expect(taken("Deployment")).toBe("apiVersion: apps/v1\nkind: Deployment|\nspec: {}\n");
  });

  test.each([
    ["in quotes", "apiVersion: v1\nkind: '|'\n", "apiVersion: v1\nkind: 'Pod|'\n"],
    ["in a quote that is not closed", 'apiVersion: v1\nkind: "|\n', 'apiVersion: v1\nkind: "Pod|\n'],
    ["before a comment", "apiVersion: v1\nkind: | # ours\n", "apiVersion: v1\nkind: Pod| # ours\n"],
  ])("behind kind, %s: the word alone", async (_, written, taken) => {
    expect((await complete(written)).taken("Pod")).toBe(taken);
  });

  test("an apiVersion that is a template stays the only one", async () => {
    const { items } = await complete("apiVersion: {{ $.api }}\nkind: |\n");
    expect(items.find(({ label }) => label === "Pod")?.additionalTextEdits).toBeUndefined();
  });

  test.each(["  |", "\t|", "  Po|"])("%j: an object begins at the start of the line", async (written) => {
    expect((await complete(written)).taken("Pod")).toMatch(/^apiVersion: v1\nkind: Pod\nmetadata:\n/);
  });

  test.each([
    ["in its quotes", '{\n  "apiVersion": "v1",\n  "kind": "|"\n}'],
    ["without quotes", '{\n  "apiVersion": "v1",\n  "kind": |\n}'],
    ["on one line", '{"apiVersion": "v1", "kind": "|"}'],
    ["without apiVersion", '{"kind": "|"}'],
  ])("JSON, behind kind, %s: the rest of the object", async (_, written) => {
    const { taken } = await complete(written, json);
    const pod: unknown = JSON.parse(plainText(taken("Pod")));
    expect(pod).toMatchObject({ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } });
  });

  test.each<[what: string, written: string, situation: Situation]>([
    ["in a comment", "# |", {}],
    ["behind another key", "name: |", {}],
    ["in an object of others", "apiVersion: example.com/v1\nkind: |", {}],
    ["in a list", "- |", {}],
    ["behind a separator", "---|", {}],
    ["below a field", "apiVersion: apps/v1\nkind: Deployment\n|", {}],
    ["in text of JSON", '{"name": "|"}', json],
    ["between braces of YAML", "{|}", {}],
    ["a kustomization", "|", { uri: "file:///w/kustomization.yaml" }],
    ["values of a chart", "|", { uri: "file:///w/values-prod.yaml" }],
    ["a workflow", "|", { uri: "file:///w/.github/ci.yaml" }],
  ])("nothing %s", async (_, written, situation) => {
    const { labels } = await complete(written, situation);
    expect(labels.filter((label) => kinds.includes(label.replace("kind: ", "")))).toEqual([]);
  });

  test("an editor without snippets gets the words", async () => {
    const { items } = await complete("|", { client: { snippets: false } });
    const [deployment] = items;
    expect(deployment?.insertTextFormat).toBeUndefined();
    expect(deployment?.textEdit?.newText).toContain("replicas: 2\n");
    expect(deployment?.textEdit?.newText).toContain("      app: web\n");
    expect(deployment?.textEdit?.newText).not.toContain("$");
  });
});

describe("no fault is found with", () => {
  const cases = skeletons.flatMap((skeleton) => minorVersions.map((version) => ({ ...skeleton, version })));
  test.each(cases)("$kind in $version", async ({ apiVersion, kind, fields, version }) => {
    const yaml = withoutStops(`apiVersion: ${apiVersion}\nkind: ${kind}\n${fields}\n`);
    const members = `"apiVersion": "${apiVersion}",\n"kind": "${kind}",\n${jsonMembers(fields)}`;
    const overrides = { kubernetes: version };
    for (const [text, situation] of [
      [yaml, { overrides }],
      [`{${withoutStops(members)}}`, { ...json, overrides }],
    ] as const) {
      const context = await contextOf(text, situation);
      expect(await host.diagnostics(context, () => false)).toEqual([]);
    }
  });
});

/** The words of a snippet that is left as it is. */
function plainText(taken: string | undefined): string {
  return withoutStops(taken?.replace(/‹([^›]*)›/g, "$${1:$1}").replace("|", "") ?? "");
}
