import { describe, expect, it } from "vitest";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { editsOf } from "../../../server/rules/edits/edits.ts";

const path = ["spec", "containers", 0];

/** The text without the image; undefined: nothing is offered. */
function withoutImage(text: string): string | undefined {
  const placed = parseManifest(text).documents[0];
  const edits = placed && editsOf(placed.document, { kind: "remove-field", title: "", path, field: "image" });
  return edits?.reduceRight(
    (before, { start, end, newText }) => before.slice(0, start) + newText + before.slice(end),
    text,
  );
}

const head = "kind: Pod\nspec:\n  containers:\n";

describe("a field goes", () => {
  it.each<[string, string, string]>([
    [
      "with its line and what is said behind it",
      "  - name: app\n    image: app # old\n    tty: true\n",
      "  - name: app\n    tty: true\n",
    ],
    [
      "with what is below it",
      "  - name: app\n    image:\n      a: 1\n\n      b: 2\n    # new\n    tty: true\n",
      "  - name: app\n    # new\n    tty: true\n",
    ],
    ["from behind a dash", "  - image: app # old\n    name: app\n", "  - name: app\n"],
    ["from the end of a text without a line break", "  - name: app\n    image: app", "  - name: app"],
    ["from braces, with the comma behind it", "  - {image: app, name: app}\n", "  - {name: app}\n"],
    ["from the end of braces, with the comma before it", "  - {name: app, image: app }\n", "  - {name: app }\n"],
  ])("%s", (_, before, after) => {
    expect(withoutImage(head + before)).toBe(head + after);
    expect(withoutImage((head + before).replaceAll("\n", "\r\n"))).toBe((head + after).replaceAll("\n", "\r\n"));
  });
});

describe("no removal is offered", () => {
  it.each([
    ["of the only field", "  - image: app\n"],
    ["of a field that is there twice", "  - name: app\n    image: a\n    image: b\n"],
    ["of an anchor", "  - name: app\n    image: &image app\n  - {name: b, image: *image}\n"],
    ["over a comment behind a dash", "  - image: app\n    # the name\n    name: app\n"],
    ["over a comment in braces", "  - {image: app, # old\n    name: app}\n"],
    ["of a field that is not there", "  - name: app\n    tty: true\n"],
  ])("%s", (_, text) => {
    expect(withoutImage(head + text)).toBeUndefined();
  });
});
