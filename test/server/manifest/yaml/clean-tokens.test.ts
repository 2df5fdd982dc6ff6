import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitDocuments } from "../../../../server/manifest/text/split.ts";
import { walkCleanText } from "../../../../server/manifest/yaml/clean-tokens.ts";
import { scan, scanWithLibrary } from "../../../../server/manifest/yaml/tokens.ts";
import { corpusFiles, hasCorpus, readCorpus } from "../../../corpus/sources.ts";
import { numRunsOf } from "../../../extent.ts";

// The tree, its comments and its problems are made of what `scan` gives, and of nothing else: text that is scanned equally is read equally.

const root = path.join(import.meta.dirname, "../../../..");

function documentsOf(text: string): readonly string[] {
  return splitDocuments(text).chunks.map(({ start, end }) => text.slice(start, end));
}

function textsIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .map((file) => readFileSync(path.join(root, folder, file), "utf8"));
}

const own = ["examples", "test/bench", "test/server/rules/cases"].flatMap(textsIn).flatMap(documentsOf);
const corpus = hasCorpus ? corpusFiles().flatMap(({ file }) => documentsOf(readCorpus(file))) : [];

function withCarriageReturns(text: string): string {
  return text.replaceAll(/\r?\n/g, "\r\n");
}

function isClean(text: string): boolean {
  return walkCleanText(text, false) !== undefined;
}

describe("the tokens of clean text are those of the YAML library's lexer", () => {
  test("in manifests", () => {
    const documents = [...own, ...corpus];
    const different = documents.filter((text) => JSON.stringify(scan(text)) !== JSON.stringify(scanWithLibrary(text)));
    expect(different).toEqual([]);
    // Templates, tags and tabs are for the library.
    expect(documents.filter(isClean).length).toBeGreaterThan(0.85 * documents.length);
  });

  test("in manifests with the line breaks of Windows", () => {
    const documents = own.map(withCarriageReturns);
    const different = documents.filter((text) => JSON.stringify(scan(text)) !== JSON.stringify(scanWithLibrary(text)));
    expect(different).toEqual([]);
    expect(documents.filter(isClean).length).toBeGreaterThan(0.85 * documents.length);
  });

  const written = `a: b # c
# d
"e f": 'it''s'
g: "h \\" i
  j"
k:
- l
- - m: |-
      n

     o
  p: >2+
    q
- {r: [s, "t":u, v: w], x: }
y: &z [1, *z,
  2]
aa: bb
  cc
#dd
---
ee:    ff

`;
  const pieces = fc.constantFrom(
    ..."\n|\n\n|\n  |\n    | |  |\t|#| #|:|: |- |-|? |'|\"|[|]|{|}|,|>|&a|*a|!t|---\n|...\n|\\|\r\n|a|%|@|${|{{|\uFEFF".split(
      "|",
    ),
    "|",
    "|-\n",
    "|2+ # b\n",
  );
  const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 8 }), insert: pieces });
  const edited = (from: readonly string[]) =>
    fc.tuple(fc.constantFrom(...from), fc.nat(), fc.array(edit, { maxLength: 6 })).map(([text, at, edits]) =>
      edits.reduce(
        (before, { at: place, remove, insert }) => {
          const offset = place % (before.length + 1);
          return before.slice(0, offset) + insert + before.slice(offset + remove);
        },
        text.slice(at % text.length).slice(0, 400),
      ),
    );
  const invented = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(""));

  test("in text that was broken at random, and in text of nothing but marks", () => {
    fc.assert(
      fc.property(fc.oneof(edited([written]), edited(own), invented), (text) => {
        expect(scan(text)).toEqual(scanWithLibrary(text));
      }),
      { numRuns: numRunsOf(5000), examples: [['- [a, "b":*c: d]\n']] },
    );
  });

  test("in such text with the line breaks of Windows", () => {
    fc.assert(
      fc.property(fc.oneof(edited([written]), edited(own), invented), (text) => {
        const windows = withCarriageReturns(text);
        expect(scan(windows)).toEqual(scanWithLibrary(windows));
      }),
      { numRuns: numRunsOf(5000), examples: [["    - name\n\ni\n ? port # c\n"]] },
    );
  });

  test("also where only a part of a clean document stands", () => {
    const parts = Array.from({ length: written.length }, (_, at) => [written.slice(at), written.slice(0, at)]).flat();
    for (const text of [...parts, ...parts.map(withCarriageReturns)]) expect(scan(text)).toEqual(scanWithLibrary(text));
    expect(isClean(written)).toBe(true);
    expect(isClean(withCarriageReturns(written))).toBe(true);
  });
});
