import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CodeActionKind } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { fixAll, hidingRules } from "../../../server/repairs/fix-all.ts";
import { actionsOf, contextOf, diagnosticsOf, type Situation } from "../features/harness.ts";
import { check, settingsOf, unmarked } from "../rules/check-rules.ts";

const saved = ["source.fixAll.podCadence"];

/** The text after `Fix all`; the text itself where nothing is offered. */
async function fixedAll(text: string, situation: Situation = {}): Promise<string> {
  const context = await contextOf(text, situation);
  const [action] = await actionsOf(context, [], saved);
  return TextDocument.applyEdits(context.document, action?.edit?.changes?.[context.document.uri] ?? []);
}

const head = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n";
const app = "  containers:\n  - name: app\n    image: registry.example/app\n";

describe("fix all makes every repair that loses nothing", () => {
  it.each<[string, string, string]>([
    [
      "in all documents, next to comments, whatever the rule",
      `${head.replace("Pod", "pod")}  restartPolicy: never # once\n${app}---\n${head}${app}    livenessprobe: {exec: {command: [check]}}\n`,
      `${head}  restartPolicy: Never # once\n${app}---\n${head}${app}    livenessProbe: {exec: {command: [check]}}\n`,
    ],
    [
      "also what a repair brings to light",
      `${head}${app}    livenessProbe:\n      tcpSocket: {port: 8080}\n      periodSeconds: "10"\n      successThreshold: 2\n`,
      `${head}${app}    livenessProbe:\n      tcpSocket: {port: 8080}\n      periodSeconds: 10\n      successThreshold: 1\n`,
    ],
    [
      "in JSON",
      '{"apiVersion": "apps/v1beta1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": "2", "selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "app", "image": "x"}]}}}}',
      '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": 2, "selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "app", "image": "x"}]}}}}',
    ],
    [
      "in a KubeletConfiguration inside of a ConfigMap",
      "kind: ConfigMap\ndata:\n  kubelet: |\n    apiVersion: kubelet.config.k8s.io/v1beta1\n    kind: KubeletConfiguration\n    featureGates:\n      kubeletCrashLoopBackoffMax: true\n    crashLoopBackOff:\n      maxContainerRestartPeriod: 4\n",
      'kind: ConfigMap\ndata:\n  kubelet: |\n    apiVersion: kubelet.config.k8s.io/v1beta1\n    kind: KubeletConfiguration\n    featureGates:\n      KubeletCrashLoopBackOffMax: true\n    crashLoopBackOff:\n      maxContainerRestartPeriod: "4s"\n',
    ],
    [
      "of the proposals' shapes",
      `${head}  restartPolicy: Never\n${app}    restartPolicy: never\n    restartPolicyRules:\n    - action: restart\n      onExit:\n        exitCodes: {operator: in, values: [42]}\n`,
      `${head}  restartPolicy: Never\n${app}    restartPolicy: Never\n    restartPolicyRules:\n    - action: Restart\n      exitCodes: {operator: In, values: [42]}\n`,
    ],
  ])("%s", async (_, before, after) => {
    expect(await fixedAll(before)).toBe(after);
    expect(await fixedAll(after)).toBe(after);
    expect(await fixedAll(before.replaceAll("\n", "\r\n"))).toBe(after.replaceAll("\n", "\r\n"));
    expect((await diagnosticsOf(after)).filter(({ severity }) => severity === 1)).toEqual([]);
  });
});

describe("fix all leaves to people", () => {
  it.each<[string, string]>([
    ["a default that is not written", `${head}${app}    livenessProbe: {exec: {command: [check]}}\n`],
    ["numbers that work", `${head}${app}    readinessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 15}\n`],
    [
      "words in comments",
      `${head}${app}    # cadence: crashs after 5s\n    # cadence: ignore timeout-exceeds-period — slow\n`,
    ],
    ["names that are only near", `${head}${app}    livenessProb: {tcpSocket: {port: 80}}\n`],
    [
      "gates that could be set the other way round",
      "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfeatureGates: {GracefulNodeShutdown: false}\n",
    ],
    [
      "fields that a kubelet ignores: they would begin to count",
      "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashloopbackoff: {maxSeconds: 4}\n",
    ],
    [
      "a repair behind which something else is wrong",
      "apiVersion: batch/v1\nkind: Job\nmetadata: {name: sum}\nspec:\n  parallelism: 2\n  completionMode: indexed\n  template: {spec: {restartPolicy: Never, containers: [{name: c, image: x}]}}\n",
    ],
    ["Helm templates", `${head}  restartPolicy: {{ .Values.policy }}\n${app}    livenessProb: {{ .Values.probe }}\n`],
  ])("%s", async (_, text) => {
    expect(await fixedAll(text)).toBe(text);
  });

  it("rules that are off or ignored, and files that the project ignores", async () => {
    const text = `${head}  restartPolicy: never\n${app}`;
    expect(await fixedAll(text, { overrides: { rules: { "restart-policy-refused": "off" } } })).toBe(text);
    const ignoring = text.replace("never\n", "never # cadence: ignore restart-policy-refused — as we wish\n");
    expect(await fixedAll(ignoring)).toBe(ignoring);
    expect(await fixedAll(text, { files: { "/w/.pod-cadence.yaml": 'ignore: ["*.yaml"]' } })).toBe(text);
  });

  it("makes those that can be made where another cannot", async () => {
    const job = (mode: string, policy: string) =>
      `apiVersion: batch/v1\nkind: Job\nmetadata: {name: sum}\nspec:\n  parallelism: 2\n  completionMode: ${mode}\n  template: {spec: {restartPolicy: ${policy}, containers: [{name: c, image: x}]}}\n`;
    expect(await fixedAll(job("indexed", "never"))).toBe(job("indexed", "Never"));
  });
});

describe("fix all is offered", () => {
  const text = `${head}  restartPolicy: never\n${app}`;

  it.each<[string, readonly string[], number]>([
    ["on save", saved, 1],
    ["to Fix All", [CodeActionKind.SourceFixAll], 1],
    ["to Source Action", [CodeActionKind.Source], 1],
    ["not as a quick fix", [CodeActionKind.QuickFix], 0],
    ["not to the fixes of others", ["source.fixAll.eslint"], 0],
  ])("%s", async (_, kinds, count) => {
    const actions = await actionsOf(await contextOf(text), [], kinds);
    expect(actions.map(({ kind }) => kind)).toEqual(new Array(count).fill("source.fixAll.podCadence"));
  });

  it("not where there is nothing to do", async () => {
    expect(await actionsOf(await contextOf(head + app), [], saved)).toEqual([]);
  });
});

describe("in the cases of all rules", () => {
  const cases = fileURLToPath(new URL("../rules/cases", import.meta.url));
  const files = readdirSync(cases).flatMap((rule) =>
    readdirSync(`${cases}/${rule}`).flatMap((name) => (name.endsWith(".fixed.yaml") ? [] : [`${rule}/${name}`])),
  );

  it.each(files)("%s: one round is enough, the text can be read, and nothing new is wrong", async (name) => {
    const text = unmarked(readFileSync(`${cases}/${name}`, "utf8"));
    const project = [...text.matchAll(/^#\| (.*)$/gm)].map(([, line]) => line).join("\n");
    const settings = await settingsOf(project);
    const manifest = parseManifest(text, undefined, { podTemplates: settings.podTemplates });
    const edits = fixAll(manifest, settings);
    const after = edits.reduceRight(
      (all, { start, end, newText }) => all.slice(0, start) + newText + all.slice(end),
      text,
    );
    const again = parseManifest(after, undefined, { podTemplates: settings.podTemplates });
    expect(fixAll(again, settings)).toEqual([]);
    const broken = (all: typeof manifest): number => all.documents.flatMap(({ document }) => document.problems).length;
    expect(broken(again)).toBe(broken(manifest));
    const before = check(text, settings);
    if (before.some(({ rule, fix }) => fix !== undefined && hidingRules.has(rule))) return;
    const known = new Set(before.map(({ rule, path }) => `${rule} ${path.join(".")}`));
    expect(check(after, settings).filter(({ rule, path }) => !known.has(`${rule} ${path.join(".")}`))).toEqual([]);
  });
});
