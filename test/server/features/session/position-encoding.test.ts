import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type Position,
  type Range,
  TextDocument,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver-textdocument";
import { encodingOf, type PositionEncoding, textDocumentsIn } from "../../../../server/features/core/text-documents.ts";
import { podPayload } from "../../../../server/features/requests/pod-payload.ts";
import { writeScenarioAnswer } from "../../../../server/features/requests/write-scenario.ts";
import { actionsOf, contextOf, host } from "../harness.ts";

const encodings: readonly PositionEncoding[] = ["utf-8", "utf-16", "utf-32"];

/** How far a text reaches, counted by others than the server. */
const lengthIn: Readonly<Record<PositionEncoding, (text: string) => number>> = {
  "utf-8": (text) => Buffer.byteLength(text, "utf8"),
  "utf-16": (text) => text.length,
  "utf-32": (text) => [...text].length,
};

/** A position of a client that counts in UTF-16, as another client says it. */
function inEncoding(text: string, { line, character }: Position, encoding: PositionEncoding): Position {
  const written = text.split(/\r\n|\r|\n/)[line] ?? "";
  return { line, character: lengthIn[encoding](written.slice(0, character)) };
}

/** The same answer as another client reads it: each position in it, however deep. */
function answerIn(text: string, answer: unknown, encoding: PositionEncoding): unknown {
  if (Array.isArray(answer)) return answer.map((each) => answerIn(text, each, encoding));
  if (typeof answer !== "object" || answer === null) return answer;
  const { line, character } = { line: undefined, character: undefined, ...answer };
  if (typeof line === "number" && typeof character === "number") return inEncoding(text, { line, character }, encoding);
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, answerIn(text, value, encoding)]));
}

const letters = fc.constantFrom("a", "é", "漢", "🚀", "👩‍🚀", "e\u0301", "\u{10ffff}");
const word = fc.array(letters, { minLength: 1, maxLength: 4 }).map((chosen) => chosen.join(""));

/** What is wrong, hinted at and hovered over stands behind the words, on their lines. */
const manifestOf = ([one = "", two = "", three = ""]: readonly string[]): string => `# ${one}
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {"${one}": "${two}"}, annotations: {"${two}": "${three}"}}
spec:
  containers:
  - {workingDir: "/${one}", name: app, livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 15}} # cadence: crashes
  - name: "${three}" # cadence: crashes x3, then runs
    command: ["${two}", "${one}"]
    "${one}": ${three}
    readinessProbe: {exec: {command: ["${two}"]}, periodSeconds: 5, timeoutSeconds: 9, "${two}": 1}
---
{"${two}": "${one}", "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "${three}"}, "spec": {"containers": [{"name": "${two}", "livenessProbe": {"tcpSocket": {"port": 80}, "timeoutSeconds": 15}}]}}
`;

describe("positions", () => {
  it("are counted as the client likes best of what the server knows", () => {
    expect(encodingOf(["utf-8", "utf-16"])).toBe("utf-8");
    expect(encodingOf(["utf-7", "utf-32", "utf-8"])).toBe("utf-32");
    expect(encodingOf(["utf-16"])).toBe("utf-16");
    expect(encodingOf(undefined)).toBe("utf-16");
    expect(encodingOf(["utf-7"])).toBe("utf-16");
  });

  it("inside of a character are the ones before it", () => {
    const document = textDocumentsIn("utf-8").create("file:///w/pod.yaml", "yaml", 1, "é🚀x\n");
    expect(Array.from({ length: 9 }, (_, character) => document.offsetAt({ line: 0, character }))).toEqual([
      0, 0, 1, 1, 1, 1, 3, 4, 4,
    ]);
    expect([0, 1, 2, 3, 4, 5].map((offset) => document.positionAt(offset))).toEqual([
      { line: 0, character: 0 },
      { line: 0, character: 2 },
      { line: 0, character: 2 },
      { line: 0, character: 6 },
      { line: 0, character: 7 },
      { line: 1, character: 0 },
    ]);
  });
});

const line = fc.array(letters, { maxLength: 6 }).map((chosen) => chosen.join(""));
const text = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 5 })
  .map((lines) => lines.flat().join(""));
/** Where something starts, where it ends, and what takes its place; the places are shares of the text. */
const edit = fc.record({ from: fc.nat(1000), to: fc.nat(1000), by: text });

/** Not within a character: an editor's cursor cannot stand there. */
function cursorAt(written: string, share: number): number {
  const offset = Math.floor((written.length * share) / 1000);
  const isInside = /[\udc00-\udfff]/.test(written[offset] ?? "") || written.slice(offset - 1, offset + 1) === "\r\n";
  return isInside ? offset - 1 : offset;
}

test("the same edits leave the same text, whatever the client counts", () => {
  const property = fc.property(
    text,
    fc.array(fc.array(edit, { maxLength: 3 }), { maxLength: 3 }),
    (start, notifications) => {
      for (const encoding of encodings) {
        const documents = textDocumentsIn(encoding);
        let ours = documents.create("file:///w/pod.yaml", "yaml", 1, start);
        let expected = start;
        for (const [index, edits] of notifications.entries()) {
          const changes: TextDocumentContentChangeEvent[] = edits.map(({ from, to, by }) => {
            const before = TextDocument.create("", "", 1, expected);
            const [low, high] = [from, to].map((share) => cursorAt(expected, share)).sort((one, other) => one - other);
            const at = (offset = 0) => inEncoding(expected, before.positionAt(offset), encoding);
            const range: Range = { start: at(low), end: at(high) };
            expected = expected.slice(0, low) + by + expected.slice(high);
            return { range, text: by };
          });
          ours = documents.update(ours, changes, index + 2);
          expect([ours.getText(), ours.version]).toEqual([expected, index + 2]);
        }
        const [plain, cursor] = [TextDocument.create("", "", 1, expected), cursorAt(expected, 500)];
        expect(ours.positionAt(cursor)).toEqual(inEncoding(expected, plain.positionAt(cursor), encoding));
        expect(ours.offsetAt(ours.positionAt(cursor))).toBe(plain.offsetAt(plain.positionAt(cursor)));
        expect(ours.lineCount).toBe(plain.lineCount);
      }
    },
  );
  fc.assert(property);
});

test("every answer has the same places, whatever the client counts", async () => {
  const property = fc.asyncProperty(
    fc.array(word, { minLength: 3, maxLength: 3 }),
    fc.nat(1000),
    async (words, share) => {
      const manifest = manifestOf(words);
      const offset = cursorAt(manifest, share);
      const usual = await answersOf(manifest, offset, "utf-16");
      for (const encoding of ["utf-8", "utf-32"] as const)
        expect(await answersOf(manifest, offset, encoding)).toEqual(answerIn(manifest, usual, encoding));
    },
  );
  await fc.assert(property, { numRuns: 4 });
});

/** Everything that a client with this encoding gets about the file and about one place. */
async function answersOf(manifest: string, offset: number, positionEncoding: PositionEncoding): Promise<unknown> {
  const client = { positionEncoding, commandLinks: true, lazyEdits: true };
  const context = await contextOf(manifest, { client });
  const everything = { start: { line: 0, character: 0 }, end: { line: context.document.lineCount, character: 0 } };
  const plain = TextDocument.create("", "", 1, manifest);
  const position = inEncoding(manifest, plain.positionAt(offset), positionEncoding);
  const { uri } = context.document;
  const pod = podPayload(context, { uri, position });
  const diagnostics = await host.diagnostics(context, () => false);
  const asked = { range: { start: position, end: position }, diagnostics: [], wants: () => true };
  const refactorings = await host.codeActions(context, asked, () => false);
  expect(diagnostics.length).toBeGreaterThan(2);
  return {
    diagnostics,
    hints: host.inlayHints(context, everything),
    hover: host.hover(context, position),
    completions: host.completions(context, position),
    lenses: host.codeLenses(context),
    fixes: await actionsOf(context, diagnostics),
    refactorings,
    edit: host.resolveAction(context, refactorings.find(({ data }) => data !== undefined)?.data),
    symbols: host.symbols(context),
    pod,
    written: pod && writeScenarioAnswer(context, { uri, reference: pod.reference, lines: [{ text: "app: exits 1" }] }),
  };
}
