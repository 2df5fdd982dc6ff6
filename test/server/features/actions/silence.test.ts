import { describe, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { silenceKind } from "../../../../server/features/actions/silence.ts";
import { requestedKinds } from "../../../../server/features/requests/requests.ts";
import { contextOf, fileAccess, host, type Situation } from "../harness.ts";

const head = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: registry.example/app:1
    readinessProbe:
      httpGet: {path: /, port: 80}
      periodSeconds: 10
`;
const slow = `${head}      timeoutSeconds: 15\n`;
const rule = "timeout-exceeds-period";

/** The text of the file after each action, by its title without the rule. */
async function silenced(text: string, situation: Situation = {}): Promise<Readonly<Record<string, string>>> {
  const context = await contextOf(text, situation);
  const found = await host.diagnostics(context, () => false);
  const diagnostics = found.filter(({ code }) => code === rule);
  const [first] = diagnostics;
  if (first === undefined) throw new Error("nothing is found");
  const wants = requestedKinds([silenceKind]);
  const actions = await host.codeActions(context, { range: first.range, diagnostics, wants }, () => false);
  const results = actions.map(async ({ title, edit }) => {
    const [uri = "", edits = []] = Object.entries(edit?.changes ?? {})[0] ?? [];
    const before = uri === context.document.uri ? text : ((await fileAccess(situation.files ?? {}).read(uri)) ?? "");
    const after = TextDocument.applyEdits(TextDocument.create(uri, "yaml", 0, before), edits);
    return [
      title.replace(` (${rule})`, ""),
      edit?.documentChanges ? JSON.stringify(edit.documentChanges) : after,
    ] as const;
  });
  return Object.fromEntries(await Promise.all(results));
}

async function isSilent(text: string, situation: Situation = {}): Promise<boolean> {
  const found = await host.diagnostics(await contextOf(text, situation), () => false);
  return found.length === 0;
}

describe("somebody disagrees with a finding", () => {
  test("in a file with one document", async () => {
    const after = await silenced(slow);
    expect(after["Ignore here"]).toBe(`${head}      # cadence: ignore ${rule}\n      timeoutSeconds: 15\n`);
    expect(after["Ignore in this file"]).toBe(`# cadence: ignore ${rule}\n${slow}`);
    expect(JSON.parse(after["Turn off in the project"] ?? "")).toEqual([
      { kind: "create", uri: "file:///w/.pod-cadence.yaml", options: { ignoreIfExists: true } },
      {
        textDocument: { uri: "file:///w/.pod-cadence.yaml", version: null },
        edits: [
          {
            range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
            newText: `rules:\n  ${rule}: off\n`,
          },
        ],
      },
    ]);
    for (const title of ["Ignore here", "Ignore in this file"]) expect(await isSilent(after[title] ?? "")).toBe(true);
  });

  test.each([
    ["CRLF", slow.replaceAll("\n", "\r\n")],
    ["a comment above the line", slow.replace("      timeout", "      # measured\n      timeout")],
    [
      "a comment of ours above the line",
      slow.replace("      timeout", "      # cadence: ignore unused-ignore\n      timeout"),
    ],
    ["a comment at its end", slow.replace("15", "15 # measured")],
    ["a comment above all", `# the shop\n${slow}`],
    ["a comment of ours above all", `# cadence: ignore liveness-equals-readiness, unused-ignore\n${slow}`],
    [
      "one line",
      `{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "a:1", readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 10, timeoutSeconds: 15}}]}}\n`,
    ],
    [
      "flow style in lines",
      slow.replace(
        "readinessProbe:\n      httpGet: {path: /, port: 80}\n      periodSeconds: 10\n      timeoutSeconds: 15",
        "readinessProbe: {\n      httpGet: {path: /, port: 80},\n      periodSeconds: 10,\n      timeoutSeconds: 15}",
      ),
    ],
    ["no line break at the end", slow.trimEnd()],
    ["a separator above", `---\n${slow}`],
  ])("%s: what is written silences the rule", async (_, text) => {
    const after = await silenced(text);
    const written = Object.entries(after).filter(([title]) => title.startsWith("Ignore"));
    expect(written.length).toBeGreaterThan(0);
    for (const [title, each] of written) expect([title, each, await isSilent(each)]).toEqual([title, each, true]);
  });

  test("one of several documents", async () => {
    const after = await silenced(`kind: ConfigMap\n---\n${slow}`);
    expect(after["Ignore in this document"]).toBe(`kind: ConfigMap\n---\n# cadence: ignore ${rule}\n${slow}`);
  });

  test.each([
    ["an empty file", "", `rules:\n  ${rule}: off\n`],
    ["only comments", "# ours\n", `# ours\nrules:\n  ${rule}: off\n`],
    ["other keys", "timing: ideal\n", `timing: ideal\nrules:\n  ${rule}: off\n`],
    [
      "other rules",
      "rules:\n  unused-ignore: off\ntiming: ideal\n",
      `rules:\n  unused-ignore: off\n  ${rule}: off\ntiming: ideal\n`,
    ],
    ["rules in braces", "rules: {unused-ignore: off}\n", `rules: {unused-ignore: off, ${rule}: off}\n`],
    ["another level", `rules:\n  ${rule}: warning\n`, `rules:\n  ${rule}: off\n`],
  ])("a project file with %s", async (_, project, wanted) => {
    const after = await silenced(slow, { files: { "/w/.pod-cadence.yaml": project } });
    expect(after["Turn off in the project"]).toBe(wanted);
    expect(await isSilent(slow, { files: { "/w/.pod-cadence.yaml": wanted } })).toBe(true);
  });

  test("JSON has no comments", async () => {
    const text = JSON.stringify({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web" },
      spec: {
        containers: [
          {
            name: "app",
            image: "a:1",
            readinessProbe: { tcpSocket: { port: 80 }, periodSeconds: 10, timeoutSeconds: 15 },
          },
        ],
      },
    });
    const after = await silenced(text, { uri: "file:///w/pod.json", language: "json" });
    expect(Object.keys(after)).toEqual(["Turn off in the project"]);
  });

  test("an editor that creates no files is not asked to", async () => {
    expect(Object.keys(await silenced(slow, { client: { createsFiles: false } }))).toEqual([
      "Ignore here",
      "Ignore in this file",
    ]);
  });
});
