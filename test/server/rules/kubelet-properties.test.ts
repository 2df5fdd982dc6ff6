import * as fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { editsOf } from "../../../server/rules/edits/edits.ts";
import { findingsOf } from "../../../server/rules/findings.ts";
import { kubeletCases } from "../../truth/validation/kubelet-cases.ts";
import { contextOf, host } from "../features/harness.ts";
import { check, settingsOf } from "./check-rules.ts";

const texts = kubeletCases("1.37").map(({ text }) => text);

/** The text as a file of its own, and in a ConfigMap. */
const files = fc.tuple(fc.constantFrom(...texts), fc.boolean()).map(([text, isEmbedded]) => {
  if (!isEmbedded) return text;
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  return `kind: ConfigMap\ndata:\n  kubelet: |\n${lines.map((line) => `    ${line}`).join("\n")}\nother: 1\n`;
});

/** One cut, one copy or one odd character. */
const mutated = fc
  .tuple(
    files,
    fc.nat(),
    fc.nat(40),
    fc.constantFrom("cut", "copy", "insert"),
    fc.constantFrom("\t", "{", "}", ":", "- ", "&a ", "é", "\u0000"),
  )
  .map(([text, at, length, how, odd]) => {
    const start = text.length === 0 ? 0 : at % text.length;
    const part = text.slice(start, start + length);
    const between = how === "cut" ? "" : how === "copy" ? part + part : odd + part;
    return text.slice(0, start) + between + text.slice(start + length);
  });

test("whatever is written, findings stand in the text, and nothing throws", async () => {
  const settings = await settingsOf("");
  fc.assert(
    fc.property(fc.oneof(files, mutated), (text) => {
      for (const { fileStart, fileEnd } of check(text, settings)) {
        expect(0 <= fileStart && fileStart <= fileEnd && fileEnd <= text.length).toBe(true);
      }
    }),
  );
});

test("after a repair the text is YAML where it was before", async () => {
  const settings = await settingsOf("");
  fc.assert(
    fc.property(files, (text) => {
      for (const { document, startOffset } of parseManifest(text).documents) {
        const before = findingsOf(analyzeDocument(document, settings)).flatMap(({ fix }) => fix ?? []);
        if (document.problems.length > 0) continue;
        for (const fix of before) {
          const edits = editsOf(document, fix)?.toSorted((left, right) => right.start - left.start);
          // A place that cannot be edited alone.
          if (edits === undefined) continue;
          const repaired = edits.reduce(
            (at, { start, end, newText }) => at.slice(0, startOffset + start) + newText + at.slice(startOffset + end),
            text,
          );
          expect(repaired).not.toBe(text);
          expect(problemsOf(repaired)).toBe(0);
        }
      }
    }),
  );
});

test("completion and hover answer at every place", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(files, mutated), fc.nat(), async (text, at) => {
      const context = await contextOf(text);
      const position = context.document.positionAt(text.length === 0 ? 0 : at % text.length);
      host.hover(context, position);
      for (const item of host.completions(context, position).slice(0, 3)) {
        // What carries nothing for later is whole as it is: the kinds and versions that begin a manifest.
        const resolved = item.data === undefined ? item : host.resolveCompletion(item);
        expect(resolved?.label).toBe(item.label);
      }
    }),
  );
});

function problemsOf(text: string): number {
  return parseManifest(text).documents.reduce((count, { document }) => count + document.problems.length, 0);
}
