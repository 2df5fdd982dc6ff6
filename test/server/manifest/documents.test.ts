import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";

/** `#index line+1 text` of each document, `-` for one that kubectl does not count. */
function split(text: string): readonly string[] {
  return parseManifest(text).documents.map(
    ({ document, index, startLine }) => `#${index ?? "-"} line ${startLine + 1}: ${JSON.stringify(document.text)}`,
  );
}

describe("documents of a file", () => {
  test.each([
    ["empty", "", []],
    ["only a separator", "---\n", ['#- line 1: "---\\n"']],
    ["two", "a: 1\n---\nb: 2\n", ['#0 line 1: "a: 1\\n"', '#1 line 3: "b: 2\\n"']],
    ["with a separator above", "---\na: 1\n", ['#0 line 1: "---\\na: 1\\n"']],
    ["with a comment behind the separator", "a: 1\n--- # x\nb: 2", ['#0 line 1: "a: 1\\n"', '#1 line 3: "b: 2"']],
    [
      "with nothing between",
      "a: 1\n---\n\n---\nb: 2\n",
      ['#0 line 1: "a: 1\\n"', '#- line 3: "\\n"', '#1 line 5: "b: 2\\n"'],
    ],
    [
      "that are null or comments",
      "~\n---\n# x\n---\nnull # y\n---\na",
      ['#- line 1: "~\\n"', '#- line 3: "# x\\n"', '#- line 5: "null # y\\n"', '#0 line 7: "a"'],
    ],
    ["in text", "a: |\n  b\n---\nc\n", ['#0 line 1: "a: |\\n  b\\n"', '#1 line 4: "c\\n"']],
    ["with line ends of Windows", "a: 1\r\n---\r\nb: 2\r\n", ['#0 line 1: "a: 1\\r\\n"', '#1 line 3: "b: 2\\r\\n"']],
    [
      "in a row of JSON objects",
      '{"a": "}{"}\n{"b": {}}\n',
      ['#0 line 1: "{\\"a\\": \\"}{\\"}\\n"', '#1 line 2: "{\\"b\\": {}}\\n"'],
    ],
    ["in JSON, then YAML", '{"a": 1}\n---\nb: 2', ['#0 line 1: "{\\"a\\": 1}\\n"', '#1 line 2: "---\\nb: 2"']],
    ["in flow style", "{a: 1}\n---\n{b: 2}", ['#0 line 1: "{a: 1}\\n"', '#1 line 3: "{b: 2}"']],
  ])("%s", (_title, text, documents) => {
    expect(split(text)).toEqual(documents);
  });

  test("a broken separator is told where it stands", () => {
    const text = "a: 1\n----\nb: 2\n--- c\nd: 3\n";
    expect(
      parseManifest(text).problems.map(({ start, end, message }) => `«${text.slice(start, end)}» ${message}`),
    ).toEqual([
      '«----» A line that starts with "---" separates documents, and more dashes after it is an error: kubectl refuses the document above. Write "---" alone.',
      '«--- c» A line that starts with "---" separates documents, and text after it is an error: kubectl refuses the document above. Write "---" alone.',
    ]);
    expect(split(text)).toHaveLength(3);
  });

  test("text below `...` is dropped, as kubectl does", () => {
    const { document } = parseManifest("a: 1\n...\nb: [\n", undefined, { all: true }).documents[0] ?? {};
    expect([document?.value(), document?.problems]).toEqual([{ a: 1 }, []]);
  });
});

describe("a document that cannot be of interest", () => {
  test("is not parsed before somebody asks for its tree", () => {
    const [placed] = parseManifest("kind: Service\nspec: {ports: [\n").documents;
    expect(placed?.document).toMatchObject({ ours: false, problems: [], pods: [], templated: false });
    expect(placed?.document.value()).toEqual({ kind: "Service", spec: { ports: [] } });
  });

  test.each([
    "containers: []",
    "initContainers: []",
    "kind: Pod",
    '{"kind":"CronJob"}',
    "# cadence: x",
    "kind: KubeletConfiguration",
  ])("does not hold `%s`", (text) => {
    expect(parseManifest(text).documents[0]?.document.ours).toBe(true);
  });

  test("may hold `kind: PodDisruptionBudget`", () => {
    expect(parseManifest("kind: PodDisruptionBudget").documents[0]?.document.ours).toBe(false);
  });
});

const caseSchema = z.object({
  id: z.string(),
  text: z.string(),
  documents: z.array(
    z.object({
      index: z.number(),
      line: z.optional(z.number()),
      item: z.optional(z.number()),
      kind: z.string(),
      name: z.string(),
      decode: z.optional(z.string()),
      duplicates: z.optional(z.array(z.string())),
    }),
  ),
});

// What kubectl 1.37.1 made of 209 odd files: how it counts documents, and which it cannot read.
const recorded = readFileSync(new URL("../../truth/manifest/yaml.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => caseSchema.parse(JSON.parse(line)));

describe("recorded from kubectl", () => {
  test.each(recorded.map((each) => [each.id, each] as const))("%s", (_id, { text, documents }) => {
    const manifest = parseManifest(text, undefined, { all: true });
    const counted = manifest.documents.filter(({ index }) => index !== undefined);
    const expected = documents.filter(({ item }) => item === undefined);
    expect(counted.map(({ index }) => index)).toEqual(expected.map(({ index }) => index));
    for (const [position, { line, decode, kind, name }] of expected.entries()) {
      const placed = counted[position];
      if (line !== undefined) expect(placed?.startLine).toBe(line - 1);
      const problems = [...(placed?.document.problems ?? []), ...(position === 0 ? manifest.problems : [])];
      expect(problems.length > 0, decode ?? "kubectl reads it").toBe(decode !== undefined);
      if (decode === undefined && kind !== "") expect(placed?.document.value()).toMatchObject(objectOf(kind, name));
    }
  });

  test("all of them were read", () => {
    expect(recorded).toHaveLength(209);
  });
});

function objectOf(kind: string, name: string): object {
  return name === "" ? { kind } : { kind, metadata: { name } };
}
