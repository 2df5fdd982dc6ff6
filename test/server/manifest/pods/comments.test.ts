import { describe, expect, test } from "vitest";
import { cadenceComments } from "../../../../server/manifest/pods/comments.ts";
import { placeOf, readDocument } from "../read.ts";

/** `2: «crashes» app (containers.0 of pod 0)`, or `elsewhere`. */
function commentsOf(text: string): readonly string[] {
  const document = readDocument(text);
  return cadenceComments(document).map((comment) => {
    const place = comment.containerOf;
    const container = place === undefined ? "elsewhere" : `${place.name} (${place.path.join(".")} of pod ${place.pod})`;
    expect(document.text.slice(comment.start, comment.end)).toBe(comment.text);
    return `${placeOf(document, comment)} ${container}`;
  });
}

const header = "apiVersion: v1\nkind: Pod\nspec:\n";

describe("the container that a comment is about", () => {
  test("every place of a pod in block style", () => {
    const text = `# cadence: top
apiVersion: v1
kind: Pod # cadence: kind
spec: # cadence: spec
  # cadence: above the list
  initContainers:
  - name: setup # cadence: its first line
    image: a
  # cadence: above the first line
  # cadence: above it, with another between
  - name: proxy
    image: b
    # cadence: above a line of the entry
    env:
    - name: X
      value: x # cadence: deep in the entry
  # cadence: a blank line follows

  containers: # cadence: the list
  - # cadence: the dash
    name: app
    args: |
      # cadence: text, no comment
    image: c #cadence:close
# cadence: the end
`;
    expect(commentsOf(text)).toEqual([
      "1: «top» elsewhere",
      "3: «kind» elsewhere",
      "4: «spec» elsewhere",
      "5: «above the list» elsewhere",
      "7: «its first line» setup (initContainers.0 of pod 0)",
      "9: «above the first line» proxy (initContainers.1 of pod 0)",
      "10: «above it, with another between» proxy (initContainers.1 of pod 0)",
      "13: «above a line of the entry» proxy (initContainers.1 of pod 0)",
      "16: «deep in the entry» proxy (initContainers.1 of pod 0)",
      "17: «a blank line follows» elsewhere",
      "19: «the list» elsewhere",
      "20: «the dash» app (containers.0 of pod 0)",
      "24: «close» app (containers.0 of pod 0)",
      "25: «the end» elsewhere",
    ]);
  });

  test.each([
    ["one container on the line", "  containers: [{name: a}] # cadence: x\n", ["4: «x» a (containers.0 of pod 0)"]],
    ["several on the line", "  containers: [{name: a}, {name: b}] # cadence: x\n", ["4: «x» elsewhere"]],
    [
      "each on a line of its own",
      "  containers: [\n    {name: a}, # cadence: x\n    {name: b} # cadence: y\n  ]\n",
      ["5: «x» a (containers.0 of pod 0)", "6: «y» b (containers.1 of pod 0)"],
    ],
    ["no text", "  containers:\n  - name: a # cadence:\n", ["5: «» a (containers.0 of pod 0)"]],
    ["another comment", "  containers:\n  - name: a # kadence: x\n", []],
    ["no name", "  containers:\n  - image: a # cadence: x\n", ["5: «x» containers[0] (containers.0 of pod 0)"]],
    [
      "line ends of Windows",
      "  containers:\r\n  # cadence: x\r\n  - name: a # cadence: y\r\n",
      ["5: «x» a (containers.0 of pod 0)", "6: «y» a (containers.0 of pod 0)"],
    ],
  ])("%s", (_title, text, comments) => {
    expect(commentsOf(header + text)).toEqual(comments);
  });

  test("in each pod of a custom resource", () => {
    const spec = (name: string) => `    spec:\n      containers:\n      - name: ${name} # cadence: ${name}\n`;
    const text = `apiVersion: example.com/v1\nkind: Ring\nspec:\n  leader:\n${spec("a")}  worker:\n${spec("b")}`;
    expect(commentsOf(text)).toEqual(["7: «a» a (containers.0 of pod 0)", "11: «b» b (containers.0 of pod 1)"]);
  });

  test("of an anchor that two pods use, neither", () => {
    const text =
      "apiVersion: example.com/v1\nkind: Ring\nspec:\n  a: &a\n    containers:\n    - name: x # cadence: y\n  b: *a\n";
    expect(commentsOf(text)).toEqual(["6: «y» elsewhere"]);
  });
});

test("comments know their line and the line that they speak of", () => {
  const text = "# a\n# b\nx: 1 # c\n# d\n\n# e\ny: 2\n# f\n";
  expect(
    readDocument(text).comments.map((comment) => [comment.text, comment.ownLine, comment.line, comment.subjectLine]),
  ).toEqual([
    ["a", true, 0, 2],
    ["b", true, 1, 2],
    ["c", false, 2, 2],
    ["d", true, 3, undefined],
    ["e", true, 5, 6],
    ["f", true, 7, undefined],
  ]);
});
