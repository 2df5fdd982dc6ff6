import { describe, expect, it } from "vitest";
import { couldBeOurs } from "../../../client/basics/our-documents.ts";
import { createDocument } from "../../../server/manifest/documents/document.ts";
import { typingAt } from "../../../server/manifest/documents/typing.ts";
import { staticPodPlace } from "../../../server/schema/files/static-pod-folder.ts";
import { wordAt } from "../../../shared/scenario/language/insert.ts";

// A pattern that starts again at each letter takes hours for these texts: such a test does not end.
const count = 2_000_000;

/** Whether anything can be typed behind the text. */
function canTypeAfter(text: string): boolean {
  return typingAt(createDocument(text, { all: true }), text.length) !== undefined;
}

describe("a long text is read once", () => {
  it.each<readonly [string, () => unknown, unknown]>([
    ["a certificate on the line that is typed", () => canTypeAfter(`{"a": "${"L".repeat(count)}", "b": `), true],
    ["JSON in JSON on that line", () => canTypeAfter(`{"a": "${'{\\"'.repeat(count / 4)}", "b": `), true],
    [
      "a line of a scenario",
      () => wordAt(`${"a".repeat(count)} `, count + 1, false),
      { start: count + 1, end: count + 1 },
    ],
    ["its blanks", () => wordAt(`${" ".repeat(count)}:`, count + 1, true), { start: count + 1, end: count + 1 }],
    ["a file of empty lines", () => couldBeOurs("a.yaml", `${"\n".repeat(count)}a`), false],
    ["a file of blanks", () => couldBeOurs("a.yaml", `${" ".repeat(count)}a`), false],
    [
      "a path of slashes",
      () => staticPodPlace("file:///a/b.yaml", `${"/".repeat(count)}a`, "file:///a/k.yaml"),
      undefined,
    ],
  ])("%s", (_, read, expected) => {
    expect(read()).toEqual(expected);
  });
});
