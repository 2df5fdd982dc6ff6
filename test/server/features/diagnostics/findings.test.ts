import { describe, expect, test } from "vitest";
import { DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { readManifest } from "../../../../server/features/core/read-manifest.ts";
import { newestVersion } from "../../../../shared/kubernetes/versions.ts";
import { actionsOf, contextOf, diagnosticsOf, host, type Situation, withDiagnostics } from "../harness.ts";

async function checkDiagnostics(marked: string, situation: Situation = {}): Promise<void> {
  expect(await withDiagnostics(withoutMarks(marked), situation)).toBe(marked);
}

function withoutMarks(marked: string): string {
  return marked.replace(/^ *# \^.*\n/gm, "");
}

const slow = `
kind: Pod
apiVersion: v1
metadata: {name: web}
spec:
  containers:
  - name: app
    image: registry.example/app
    readinessProbe:
      httpGet: {path: /, port: 80}
      periodSeconds: 10
      timeoutSeconds: 15
                    # ^^ timeout-exceeds-period: …
`;

describe("diagnostics", () => {
  test("stand under the place that is wrong", () => checkDiagnostics(slow));

  test("are silenced by a comment with the rule's id", () =>
    checkDiagnostics(
      withoutMarks(slow).replace("15\n", "15 # cadence: ignore timeout-exceeds-period — the server is slow\n"),
    ));

  test("say who, what, how bad, and where to read more", async () => {
    const [diagnostic] = await diagnosticsOf(withoutMarks(slow));
    expect(diagnostic).toMatchObject({
      source: "pod-cadence",
      code: "timeout-exceeds-period",
      severity: DiagnosticSeverity.Warning,
      codeDescription: {
        href: "https://github.com/pod-cadence/pod-cadence/blob/main/docs/rules/timeout-exceeds-period.md",
      },
    });
  });

  test("lead an editor that has the pages of the package to them", async () => {
    const context = await contextOf(withoutMarks(slow), { client: { commandLinks: true } });
    const [diagnostic] = await host.diagnostics(context, () => false);
    const href = "pod-cadence-rule:/timeout-exceeds-period.md";
    expect(diagnostic?.codeDescription).toEqual({ href });
  });

  test("have the level that the settings give the rule", async () => {
    const rules = { "timeout-exceeds-period": "hint" } as const;
    const [diagnostic] = await diagnosticsOf(withoutMarks(slow), { overrides: { rules } });
    expect(diagnostic?.severity).toBe(DiagnosticSeverity.Hint);
    expect(
      await diagnosticsOf(withoutMarks(slow), { overrides: { rules: { "timeout-exceeds-period": "off" } } }),
    ).toEqual([]);
  });

  test("are information where a hang is noticed only a little later than the period says", async () => {
    const text = withoutMarks(slow).replace("timeoutSeconds: 15", "timeoutSeconds: 13");
    const [diagnostic] = await diagnosticsOf(text);
    expect(diagnostic).toMatchObject({ code: "timeout-exceeds-period", severity: DiagnosticSeverity.Information });
  });

  test("are shown faded where the cluster drops the field", async () => {
    const text = `
kind: Pod
apiVersion: v1
metadata: {name: web}
spec:
  containers:
  - name: app
    image: registry.example/app
    restartPolicy: Never
    restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}]
`;
    const dropped = await diagnosticsOf(text, { overrides: { kubernetes: "1.34" } });
    expect(dropped.map(({ code, tags }) => [code, tags])).toContainEqual([
      "feature-dropped",
      [DiagnosticTag.Unnecessary],
    ]);
  });

  test("through an alias, tell where the anchor is", async () => {
    const text = `
kind: Pod
apiVersion: v1
metadata: {name: web}
spec:
  containers:
  - name: one
    image: registry.example/app
    readinessProbe: &slow {httpGet: {path: /, port: 80}, periodSeconds: 10, timeoutSeconds: 15}
  - name: two
    image: registry.example/app
    readinessProbe: *slow
`;
    const diagnostic = (await diagnosticsOf(text)).at(-1);
    expect(diagnostic?.range).toEqual({ start: { line: 11, character: 20 }, end: { line: 11, character: 25 } });
    expect(diagnostic?.relatedInformation).toEqual([
      {
        location: {
          uri: "file:///w/pod.yaml",
          range: { start: { line: 8, character: 92 }, end: { line: 8, character: 94 } },
        },
        message: "The value is defined at this anchor.",
      },
    ]);
  });

  test("none in a file that the project file ignores", () =>
    checkDiagnostics(withoutMarks(slow), { files: { "/w/.pod-cadence.yaml": "ignore: ['*.yaml']" } }));
});

describe("after an edit in another document", () => {
  const second = withoutMarks(slow).trimStart();

  /** The diagnostics before and after, of one open file. */
  async function edited(before: string, after: string) {
    const context = await contextOf(`${before}---\n${second}`);
    const old = await host.diagnostics(context, () => false);
    const document = TextDocument.create(context.document.uri, "yaml", 2, `${after}---\n${second}`);
    const manifest = readManifest(document, context.settings, context.manifest);
    return { old, now: await host.diagnostics({ ...context, document, manifest }, () => false) };
  }

  test("diagnostics are the same objects where nothing has moved", async () => {
    const { old, now } = await edited("a: 1\n", "a: 22\n");
    expect(old).toHaveLength(1);
    expect(now[0]).toBe(old[0]);
  });

  test("they move with their lines", async () => {
    const { old, now } = await edited("a: 1\n", "a: 1\nb: 2\n");
    const line = old[0]?.range.start.line ?? Number.NaN;
    expect(now).toMatchObject([{ ...old[0], range: { start: { line: line + 1 }, end: { line: line + 1 } } }]);
  });

  test("their quick fixes know which document is meant", async () => {
    const { now } = await edited("a: 1\n", "a: 1\n---\nb: 2\n");
    expect(now).toMatchObject([{ data: { document: 2 } }]);
  });
});

describe("quick fixes", () => {
  async function fixed(text: string): Promise<string[]> {
    const context = await contextOf(text);
    const diagnostics = await host.diagnostics(context, () => false);
    const actions = await actionsOf(context, diagnostics);
    return actions.map(({ title, edit }) => {
      const edits = edit?.changes?.[context.document.uri] ?? [];
      return `${title}\n${TextDocument.applyEdits(context.document, edits)}`;
    });
  }

  test("repair the place that the diagnostic names, in the second document, too", async () => {
    const text = `kind: ConfigMap\n---${withoutMarks(slow)}`;
    expect(await fixed(text)).toEqual([
      `Set periodSeconds to 15\n${text.replace("periodSeconds: 10", "periodSeconds: 15")}`,
    ]);
  });

  test("are preferred, which editors make without asking, but for those that remove a field", async () => {
    const text = withoutMarks(slow).replace("{name: web}", '{name: web, resourceVersion: "1234"}');
    const context = await contextOf(text);
    const actions = await actionsOf(context, await host.diagnostics(context, () => false));
    expect(actions.map(({ title, isPreferred }) => `${isPreferred ? "preferred" : "offered"}: ${title}`)).toEqual([
      "offered: Remove resourceVersion",
      "preferred: Set periodSeconds to 15",
    ]);
  });

  test("write the word that was probably meant in a scenario, and leave everything else", async () => {
    const text = `kind: ConfigMap\n---${withoutMarks(slow)}`.replace("timeoutSeconds: 15\n", "");
    const before = text.replace("name: app", "name: app # cadence: crashs after 5s, hangs livenessProbe, exits 300");
    expect(await fixed(before)).toEqual([
      `Replace with "crashes"\n${before.replace("crashs", "crashes")}`,
      `Replace with "liveness"\n${before.replace("livenessProbe", "liveness")}`,
    ]);
  });

  test("take away no more than the comment where a lone carriage return stands before it", async () => {
    const text = "apiVersion: v1\nkind: Pod\nmetadata:\r # cadence: ignore field-type\n  name: web\nspec: {}\n";
    expect(await fixed(text)).toContain(`Remove this comment\n${text.replace(" # cadence: ignore field-type", "")}`);
  });

  test("none where the word is another by now", async () => {
    const text = withoutMarks(slow).replace("timeoutSeconds: 15", "");
    const at = (comment: string) => contextOf(text.replace("name: app", `name: app # cadence: ${comment}`));
    const diagnostics = await host.diagnostics(await at("crashs"), () => false);
    expect(await actionsOf(await at("crashs"), diagnostics)).toHaveLength(1);
    expect(await actionsOf(await at("runs, crashs"), diagnostics)).toEqual([]);
  });

  test("none for a diagnostic of somebody else, or with data that is not ours", async () => {
    const context = await contextOf(withoutMarks(slow));
    const [ours] = await host.diagnostics(context, () => false);
    if (ours === undefined) throw new Error("no diagnostic");
    const strange = [
      { ...ours, source: "yaml" },
      { ...ours, data: { document: 0, fix: { kind: "rm -rf" } } },
      { ...ours, data: { ...ours.data, document: 7 } },
      { ...ours, data: undefined },
    ];
    expect(await actionsOf(context, [ours])).toHaveLength(1);
    expect(await actionsOf(context, strange)).toEqual([]);
  });
});

describe("project file", () => {
  const situation = { uri: "file:///w/.pod-cadence.yaml", files: { "/w/nodes/gpu.yaml": "kind: Node" } };

  test("its mistakes stand in their places", () =>
    checkDiagnostics(
      `
kubernets: "1.36"
# ^^^^^^^^^ project-file: Unknown key "kubernets". Did you mean "kubernetes"?
timing: slow
      # ^^^^ project-file: "timing" cannot be "slow". Write kubelet or ideal.
rules: {livenes-kills-start: off}
      # ^^^^^^^^^^^^^^^^^^^ project-file: Unknown rule "livenes-kills-start". Did you mean "liveness-kills-start"?
nodes:
  gpu:
    kubeletConfiguration: nodes/gpu.yaml
                        # ^^^^^^^^^^^^^^ project-file: gpu.yaml is not a KubeletConfiguration, so it is ignored. Use the path of a file with "kind: KubeletConfiguration".
`,
      situation,
    ));

  test("quick fixes write the words that were meant, in their quotes", async () => {
    const text = `---
kubernets: "1.36"
featureGates: {"reduceDefaultCrashLoopBackoffDecay": true, EnableKubeletCrashLoopBackoffMax: false}
rules:
  'livenes-kills-start': off
timing: slow
`;
    const context = await contextOf(text, situation);
    const found = await host.diagnostics(context, () => false);
    expect(found.map(({ message }) => message)).toContain(
      `A node with Kubernetes ${newestVersion} does not start with these feature gates: unrecognized feature gate: reduceDefaultCrashLoopBackoffDecay. Did you mean ReduceDefaultCrashLoopBackOffDecay?`,
    );
    const actions = await actionsOf(context, found);
    const edits = actions.flatMap(({ edit }) => edit?.changes?.[context.document.uri] ?? []);
    expect(TextDocument.applyEdits(context.document, edits)).toBe(`---
kubernetes: "1.36"
featureGates: {"ReduceDefaultCrashLoopBackOffDecay": true, KubeletCrashLoopBackOffMax: false}
rules:
  'liveness-kills-start': off
timing: slow
`);
  });

  test("links lead to the kubelet configurations that it names", async () => {
    const text = "kubeletConfiguration: [a.yaml, b.yaml]\nnodes: {gpu: {kubeletConfiguration: nodes/gpu.yaml}}\n";
    const context = await contextOf(text, situation);
    const links = host.documentLinks(context).map(({ target, range }) => [target, context.document.getText(range)]);
    expect(links).toEqual([
      ["file:///w/a.yaml", "a.yaml"],
      ["file:///w/b.yaml", "b.yaml"],
      ["file:///w/nodes/gpu.yaml", "nodes/gpu.yaml"],
    ]);
  });
});
