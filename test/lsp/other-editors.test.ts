import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { startEditor } from "./editor.ts";

const pods = `apiVersion: v1
kind: Pod
metadata: {name: web/../x}
spec:
  containers:
  - {name: app, image: "app:1"}
---
apiVersion: v1
kind: Pod
metadata: {name: empty}
spec: {}
`;
const lens = z.object({ command: z.looseObject({ title: z.string() }) });
const action = z.looseObject({ title: z.string() });
const shown = z.object({ uri: z.string(), takeFocus: z.boolean() });

describe("the timeline as text in editors without our panel", () => {
  test("is offered above each pod and at the cursor, and opens as a file that the editor's user alone can read", async () => {
    const editor = await startEditor({ showsDocuments: true });
    expect(editor.capabilities["executeCommandProvider"]).toEqual({ commands: ["podCadence.showTimeline"] });
    editor.open("pod.yaml", pods);
    const textDocument = { uri: editor.uri("pod.yaml") };
    const lenses = await editor.ask("textDocument/codeLens", z.array(lens), { textDocument });
    expect(lenses.map(({ command }) => command.title)).toEqual(["Show timeline as text", "Show timeline as text"]);
    const position = { line: 2, character: 0 };
    const range = { start: position, end: position };
    const params = { textDocument, range, context: { diagnostics: [] } };
    const actions = await editor.ask("textDocument/codeAction", z.array(action), params);
    const found = actions.find(({ title }) => title === "Show timeline as text");
    expect(found?.["command"]).toEqual(lenses[0]?.command);

    await editor.ask("workspace/executeCommand", z.unknown(), lenses[0]?.command);
    const { uri } = shown.parse(await editor.mail.take("window/showDocument"));
    const path = fileURLToPath(uri);
    expect(path).toMatch(/pod-cadence-\w+[\\/]Timeline-of-Pod-web-..-x\.txt$/);
    expect(readFileSync(path, "utf8")).toMatch(/^Pod\/web\/\.\.\/x\nKubernetes 1\.\d+ .*app starts/s);
    expect(statSync(fileURLToPath(new URL(".", uri))).mode & 0o077).toBe(0);

    await editor.ask("workspace/executeCommand", z.unknown(), lenses[1]?.command);
    const { message } = z.object({ message: z.string() }).parse(await editor.mail.take("window/showMessageRequest"));
    expect(message).toBe("Pod/empty has no containers to simulate.");
  });

  test.each([
    { command: "podCadence.showTimeline" },
    { command: "podCadence.showTimeline", arguments: [{ uri: 7 }] },
    { command: "podCadence.showTimeline", arguments: [{ uri: "file:///not/open.yaml" }] },
    { command: "rm", arguments: ["-rf", "/"] },
  ])("nothing comes of %j", async (command) => {
    const editor = await startEditor({ showsDocuments: true });
    expect(await editor.ask("workspace/executeCommand", z.unknown(), command)).toBeNull();
  });

  test("is not offered where it could not be shown", async () => {
    const editor = await startEditor();
    expect(editor.capabilities).not.toHaveProperty("executeCommandProvider");
    expect(editor.capabilities).not.toHaveProperty("codeLensProvider");
  });
});

describe("where another YAML language server completes fields", () => {
  const fields = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: app\n    ";
  const completions = z.array(z.looseObject({ label: z.string() }));

  test("they are offered until the editor says so, and again when it is gone", async () => {
    const editor = await startEditor();
    editor.open("pod.yaml", fields);
    const labels = async (): Promise<readonly string[]> => {
      const params = { textDocument: { uri: editor.uri("pod.yaml") }, position: { line: 6, character: 4 } };
      return (await editor.ask("textDocument/completion", completions, params)).map(({ label }) => label);
    };
    expect(await labels()).toContain("livenessProbe");
    editor.notify("podCadence/yamlCompletion", { yamlCompletion: "kubernetes" });
    expect(await labels()).not.toContain("livenessProbe");
    editor.notify("podCadence/yamlCompletion", { yamlCompletion: "none" });
    expect(await labels()).toContain("livenessProbe");
  });
});
