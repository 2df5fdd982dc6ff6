import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import * as answers from "./answers.ts";
import { type Editor, startEditor } from "./editor.ts";

const slow = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: registry.example/app
    livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 15}
`;
const fine = slow.replace(", timeoutSeconds: 15", "");
const found = ["7: timeout-exceeds-period"];

const item = z.object({
  kind: z.enum(["full", "unchanged"]),
  uri: z.string(),
  version: z.nullable(z.number()),
  resultId: z.string(),
  items: z.optional(z.array(answers.diagnostic)),
});
const report = z.object({ items: z.array(item), unread: z.number() });
type Item = z.infer<typeof item>;

/** What the workspace is told to hold: name → `line: rule` or that nothing changed. */
async function check(editor: Editor, previous: readonly Item[] = []) {
  const previousResultIds = previous.map(({ uri, resultId }) => ({ uri, value: resultId }));
  const { items, unread } = await editor.ask("workspace/diagnostic", report, { previousResultIds });
  const root = editor.uri("");
  const names = items.map(({ kind, uri, items: diagnostics = [] }) => [
    decodeURIComponent(uri.slice(root.length)).replace(/^\//, ""),
    kind === "unchanged" ? "unchanged" : diagnostics.map(({ range, code }) => `${range.start.line}: ${code}`),
  ]);
  const inFiles: Readonly<Record<string, unknown>> = Object.fromEntries(names);
  return { items, unread, found: inFiles };
}

describe("the workspace", () => {
  test("is checked in files that are not open, as far as git and the project know them", async () => {
    const editor = await startEditor({
      files: {
        ".git/HEAD": "ref: refs/heads/main",
        ".gitignore": "build/\n*.local.yaml\n!kept.local.yaml\n",
        ".pod-cadence.yaml": "ignore: [charts/]\nkubernets: 1\n",
        "a pod.yaml": slow,
        "build/out.yaml": slow,
        "charts/pod.yaml": slow,
        "deep/er/.gitignore": "mine.yml\n",
        "deep/er/mine.yml": slow,
        "deep/er/other.YML": slow,
        "fine.yaml": fine,
        "kept.local.yaml": slow,
        "node_modules/x/pod.yaml": slow,
        "notes.txt": slow,
        "package.json": "{not json",
        "pod.json":
          '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "app", "image": "a", "livenessProbe": {"tcpSocket": {"port": 80}, "timeoutSeconds": 15}}]}}',
        "some.local.yaml": slow,
      },
    });
    expect((await check(editor)).found).toEqual({
      ".pod-cadence.yaml": ["1: project-file"],
      "a pod.yaml": found,
      "charts/pod.yaml": [],
      "deep/er/other.YML": found,
      "fine.yaml": [],
      "kept.local.yaml": found,
      "package.json": [],
      "pod.json": expect.arrayContaining(["0: timeout-exceeds-period"]),
    });
  });

  test("is told to be unchanged, new, or free of what was there", async () => {
    const editor = await startEditor({ files: { "a.yaml": slow, "b.yaml": slow, "c.yaml": slow } });
    const first = await check(editor);
    expect(first.found).toEqual({ "a.yaml": found, "b.yaml": found, "c.yaml": found });
    editor.write("b.yaml", fine);
    rmSync(fileURLToPath(editor.uri("c.yaml")));
    const second = await check(editor, first.items);
    expect(second.found).toEqual({ "a.yaml": "unchanged", "b.yaml": [], "c.yaml": [] });
    editor.configure({ rules: { "timeout-exceeds-period": "off" } });
    expect((await check(editor, second.items)).found).toEqual({ "a.yaml": [], "b.yaml": [], "c.yaml": [] });
  });

  test("has the text of the editor where a file is open", async () => {
    const editor = await startEditor({ files: { "a.yaml": slow } });
    editor.open("a.yaml", fine);
    const { items, found: inFiles } = await check(editor);
    expect(inFiles).toEqual({ "a.yaml": [] });
    expect(items[0]?.version).toBe(1);
    editor.close("a.yaml");
    expect((await check(editor, items)).found).toEqual({ "a.yaml": found });
  });

  test("comes in parts, with progress, and ends early when nobody wants it any more", async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`pod-${100 + index}.yaml`, slow]));
    const editor = await startEditor({ files: many });
    const params = { previousResultIds: [], partialResultToken: "parts", workDoneToken: "work" };
    expect(await editor.ask("workspace/diagnostic", report, params)).toEqual({ items: [], unread: 0 });
    const progress = z.object({ token: z.string(), value: z.looseObject({ kind: z.optional(z.string()) }) });
    const messages: z.infer<typeof progress>[] = [];
    while (editor.mail.waiting("$/progress") > 0) messages.push(progress.parse(await editor.mail.take("$/progress")));
    const parts = messages
      .filter(({ token }) => token === "parts")
      .map(({ value }) => z.object({ items: z.array(item) }).parse(value));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.flatMap(({ items }) => items)).toHaveLength(100);
    const work = messages.filter(({ token }) => token === "work").map(({ value }) => value);
    expect([work[0]?.kind, work.at(-1)?.kind]).toEqual(["begin", "end"]);

    const canceled = editor.ask("workspace/diagnostic", report, params);
    editor.cancelLast();
    expect((await canceled).items).toEqual([]);
    expect(editor.mail.waiting("$/progress")).toBeLessThan(messages.length);
  });

  test("holds files that nobody can read", async () => {
    const editor = await startEditor({
      files: {
        "binary.yaml": "\0\u0001kind: Pod",
        "empty.yaml": "",
        "huge.yaml": `# ${"x".repeat(5_000_000)}`,
        "pod.yaml": slow,
      },
    });
    mkdirSync(fileURLToPath(editor.uri("folder.yaml")));
    writeFileSync(fileURLToPath(editor.uri("latin.yaml")), Buffer.from([0x6b, 0xe9, 0xff, 0x3a, 0x0a]));
    const { found: inFiles, unread } = await check(editor);
    expect(unread).toBe(1);
    expect(inFiles).toMatchObject({ "empty.yaml": [], "latin.yaml": [], "pod.yaml": found });
    expect(Object.keys(inFiles)).toEqual(["binary.yaml", "empty.yaml", "latin.yaml", "pod.yaml"]);
  });

  test("is offered to clients that want to ask for it, and to no others", async () => {
    const provider = z.looseObject({ diagnosticProvider: z.looseObject({ workspaceDiagnostics: z.boolean() }) });
    for (const workspaceDiagnostics of [true, false]) {
      const editor = await startEditor({ initializationOptions: { workspaceDiagnostics } });
      const capabilities = provider.parse(editor.capabilities);
      expect(capabilities.diagnosticProvider.workspaceDiagnostics).toBe(workspaceDiagnostics);
    }
  });
});

test("a file that is not open can be asked for by itself", async () => {
  const editor = await startEditor({ files: { "a.yaml": slow } });
  expect(await editor.diagnostics("a.yaml")).toEqual(found);
  expect(await editor.diagnostics("none.yaml")).toEqual([]);
});
