import { describe, expect, test } from "vitest";
import { type PageContent, pageText } from "../../../client/basics/page-text.ts";

const words = { gone: "The manifest no longer contains this pod." };
const before = "Pod/web\n0s  web starts.\n";

/** What is known now, the last good text, and what the page shows. */
const table: readonly (readonly [string, PageContent, string | undefined, string])[] = [
  ["a text", { text: "Pod/web\n" }, before, "Pod/web\n"],
  [
    "a broken manifest keeps the last text",
    { problem: "The manifest is not valid: Line 4: A key stands here twice." },
    before,
    `The manifest is not valid: Line 4: A key stands here twice. The following is from before.\n\n${before}`,
  ],
  ["no answer, and nothing from before", { problem: "The server is silent." }, undefined, "The server is silent.\n"],
  ["nothing there any more", "gone", before, "The manifest no longer contains this pod.\n"],
];

describe("a page that follows a manifest shows", () => {
  test.each(table)("%s", (_, finding, last, shown) => {
    expect(pageText(finding, last, words)).toBe(shown);
  });
});
