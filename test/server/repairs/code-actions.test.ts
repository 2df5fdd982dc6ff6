import { describe, expect, it } from "vitest";
import { CodeActionKind } from "vscode-languageserver";
import { abilitiesOf } from "../../../server/features/core/client-abilities.ts";
import { requestedKinds } from "../../../server/features/requests/requests.ts";
import { actionsOf, contextOf, diagnosticsOf, host, type Situation } from "../features/harness.ts";
import { appliedAt, isOurs, refactoringsIn } from "./check-refactorings.ts";

// How refactorings reach an editor.

const head =
  "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: app\n    image: registry.example/app\n";
const delayed =
  `${head}    livenessProbe:\n      exec: {command: [sh, -c, "test $A }"], x: 1}\n      timeoutSeconds: 1\n      initialDelaySeconds: 60$0\n`.replace(
    ", x: 1",
    "",
  );
const alone = `${head}    livenessProbe:$0\n      exec:\n        command: [check]\n      timeoutSeconds: 1\n`;
const plainEditor: Situation = { client: { snippetEdits: false } };

describe("an edit with places for the cursor", () => {
  it("is a snippet that begins at the start of a line, where VS Code adds no blanks, and escapes what snippets read", async () => {
    const [action] = await refactoringsIn(delayed);
    expect(action).toEqual({
      title: "Add startup probe from liveness delay",
      kind: "refactor.rewrite",
      edit: {
        documentChanges: [
          {
            textDocument: { uri: "file:///w/pod.yaml", version: 1 },
            edits: [
              {
                range: { start: { line: 10, character: 0 }, end: { line: 10, character: 29 } },
                snippet: {
                  kind: "snippet",
                  value: `    startupProbe:\n      exec: {command: [sh, -c, "test \\$A \\}"]\\}\n      timeoutSeconds: 1\n      failureThreshold: \${1:10}`,
                },
              },
            ],
          },
        ],
      },
    });
  });

  it("is a plain one for an editor that knows no snippets", async () => {
    const [action] = await refactoringsIn(delayed, plainEditor);
    expect(action?.edit?.documentChanges).toBeUndefined();
    expect(action === undefined ? "" : appliedAt(delayed, action)).toContain("      failureThreshold: 10\n");
  });

  it("is not offered to such an editor if it asks something that only people can answer", async () => {
    expect((await refactoringsIn(alone)).map(({ title }) => title)).toEqual(["Split liveness and readiness"]);
    expect(await refactoringsIn(alone, plainEditor)).toEqual([]);
  });

  it.each<[string, object, boolean]>([
    ["with both abilities", { documentChanges: true, snippetEditSupport: true }, true],
    ["not without versions", { snippetEditSupport: true }, false],
    ["not without snippets", { documentChanges: true }, false],
  ])("%s of the editor", (_, workspaceEdit, expected) => {
    const abilities = abilitiesOf(
      { processId: null, rootUri: null, capabilities: { workspace: { workspaceEdit } } },
      true,
    );
    expect(abilities.snippetEdits).toBe(expected);
  });
});

describe("a refactoring is offered", () => {
  it("in the second document of a file, at its own lines", async () => {
    const text = `kind: ConfigMap\n---\n${delayed}`;
    const [action] = await refactoringsIn(text);
    const after = action === undefined ? "" : appliedAt(text, action);
    expect(after.startsWith(`kind: ConfigMap\n---\n${head}`)).toBe(true);
  });

  it("for a selection in one container, not for one over two or over two documents", async () => {
    const probe = "    livenessProbe:\n      tcpSocket: {port: 80}\n      initialDelaySeconds: 60\n";
    const both = `${head}${probe}  - name: other\n    image: registry.example/app\n${probe}`;
    const context = await contextOf(`${both}---\n${head}${probe}`);
    const titles = async (first: number, last: number) => {
      const range = { start: { line: first, character: 0 }, end: { line: last, character: 3 } };
      const wants = requestedKinds([CodeActionKind.RefactorRewrite]);
      const actions = await host.codeActions(context, { range, diagnostics: [], wants }, () => false);
      return actions.filter(isOurs).map(({ title }) => title);
    };
    const expected = ["Add startup probe from liveness delay", "Split liveness and readiness"];
    expect(await titles(7, 9)).toEqual(expected);
    expect(await titles(5, 9)).toEqual(expected);
    expect(await titles(9, 10)).toEqual([]);
    expect(await titles(12, 25)).toEqual([]);
    expect(await titles(12, 14)).toEqual(expected);
  });

  it("in the lightbulb without a wish, and not among the fixes of a file", async () => {
    const context = await contextOf(delayed.replace("$0", ""));
    const range = { start: { line: 10, character: 0 }, end: { line: 10, character: 0 } };
    const all = await host.codeActions(
      context,
      { range, diagnostics: [], wants: requestedKinds(undefined) },
      () => false,
    );
    expect(all.map(({ kind }) => kind)).toContain("refactor.rewrite");
    const asked = { range, diagnostics: [], wants: requestedKinds(["source.fixAll"]) };
    const fixes = await host.codeActions(context, asked, () => false);
    expect(fixes).toEqual([]);
  });

  it.each([
    ["initial-delay-hides-hangs", "Add startup probe from liveness delay", "initialDelaySeconds: 120", "tcpSocket"],
    ["liveness-equals-readiness", "Split liveness and readiness", "failureThreshold: 3", "httpGet"],
  ])("as the quick fix of %s", async (rule, title, field, handler) => {
    const probe = handler === "httpGet" ? "httpGet: {path: /healthz, port: 80}" : "tcpSocket: {port: 80}";
    const readiness = handler === "httpGet" ? `    readinessProbe:\n      ${probe}\n` : "";
    const text = `${head}    livenessProbe:\n      ${probe}\n      ${field}\n${readiness}`;
    const mine = (await diagnosticsOf(text)).filter(({ code }) => code === rule);
    const actions = await actionsOf(await contextOf(text), mine);
    expect(mine).toHaveLength(1);
    expect(actions).toMatchObject([{ title, kind: CodeActionKind.QuickFix, diagnostics: mine }]);
    // A menu that has both kinds shows it once.
    const asked = { range: mine[0]?.range ?? range0, diagnostics: mine, wants: requestedKinds(undefined) };
    const inMenu = await host.codeActions(await contextOf(text), asked, () => false);
    expect(inMenu.filter((action) => action.title === title)).toMatchObject([{ kind: CodeActionKind.QuickFix }]);
    expect(
      await actionsOf(await contextOf(text), [
        { ...mine[0], source: "other", message: "", range: mine[0]?.range ?? range0 },
      ]),
    ).toEqual([]);
  });
});

const range0 = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
