import { describe, expect, test } from "vitest";
import { problemsOf, readDocument, readValue } from "./read.ts";

interface Broken {
  readonly title: string;
  readonly text: string;
  readonly problems: readonly string[];
  /** What counts all the same. */
  readonly value: unknown;
}

const halfTyped: readonly Broken[] = [
  {
    title: "a key that has just begun",
    text: "- name: app\n  ima\n  image: a:1\n",
    problems: ['2: «ima» "ima" is not a key/value pair.'],
    value: [{ name: "app", image: "a:1" }],
  },
  {
    title: "the first key of an item",
    text: "- na\n  image: a:1\n",
    problems: ['1: «na» "na" is not a key/value pair.'],
    value: [{ image: "a:1" }],
  },
  {
    title: "the first key of a document",
    text: "apiV\nkind: Pod\n",
    problems: ['1: «apiV» "apiV" is not a key/value pair.'],
    value: { kind: "Pod" },
  },
  {
    title: "a key without its colon",
    text: "livenessProbe\n  httpGet: {path: /}\nname: app\n",
    problems: ['1: «livenessProbe» "livenessProbe" needs a colon: what stands below it is its value.'],
    value: { livenessProbe: { httpGet: { path: "/" } }, name: "app" },
  },
  {
    title: "the key of a list without its colon",
    text: "spec:\n  containers\n  - name: app\n    image: a\n  - name: b\n  volumes: []\n",
    problems: ['2: «containers» "containers" needs a colon: what stands below it is its value.'],
    value: { spec: { containers: [{ name: "app", image: "a" }, { name: "b" }], volumes: [] } },
  },
  {
    title: "the key of an indented list of lists without its colon",
    text: "a\n  - - b: 1\n      c: 2\n  - d\n",
    problems: ['1: «a» "a" needs a colon: what stands below it is its value.'],
    value: { a: [[{ b: 1, c: 2 }], "d"] },
  },
  {
    title: "a colon without its space",
    text: "name:app\nimage: a\n",
    problems: ['1: «name:app» "name:app" needs a space after the colon; otherwise, YAML reads it as one word.'],
    value: { image: "a" },
  },
  {
    title: "a quote that is open, with quotes below",
    text: 'name: "app\nimage: "a"\n',
    problems: ['1: «"app» The quote " is never closed: add " at the end of the text.'],
    value: { name: "app", image: "a" },
  },
  {
    title: "a quote that is open, without any below",
    text: "a:\n- name: 'app\n  image: a\n",
    problems: ["2: «'app» The quote ' is never closed: add ' at the end of the text."],
    value: { a: [{ name: "app", image: "a" }] },
  },
  {
    title: "a bracket that is open",
    text: "spec:\n  args: [a, [b\n  image: a\nkind: Pod\n",
    problems: ['2: «[» This "[" is never closed: add "]".'],
    value: { spec: { args: ["a", ["b"]], image: "a" }, kind: "Pod" },
  },
  {
    title: "a bracket that is open at the end",
    text: "args: {a: [b",
    problems: ['1: «[» This "[" is never closed: add "]".'],
    value: { args: { a: ["b"] } },
  },
];

const mistakes: readonly Broken[] = [
  {
    title: "a tab that indents",
    text: "a:\n\tb: 1\n",
    problems: ["2: «\t» A tab stands where YAML indents, and kubectl refuses it: write spaces instead."],
    value: { a: { b: 1 } },
  },
  {
    title: "a key that is indented too much",
    text: "a: 1\n  b: 2\nc: 3\n",
    problems: ['2: «b» "b" is indented by 2, its neighbors by 0: indent it as they are.'],
    value: { a: 1, b: 2, c: 3 },
  },
  {
    title: "a block that is indented too much",
    text: "a: 1\n  b:\n    c: 2\n  d: 3\n",
    problems: ['2: «b» "b" is indented by 2, its neighbors by 0: indent it as they are.'],
    value: { a: 1, b: { c: 2 }, d: 3 },
  },
  {
    title: "blocks that are indented too much, one independent of the other",
    text: "a: 1\n  b:\n    c: 2\n  d: 3\ne: 4\n   f: 5\n",
    problems: [
      '2: «b» "b" is indented by 2, its neighbors by 0: indent it as they are.',
      '6: «f» "f" is indented by 3, its neighbors by 0: indent it as they are.',
    ],
    value: { a: 1, b: { c: 2 }, d: 3, e: 4, f: 5 },
  },
  {
    title: "a key that is indented too little for its neighbours, too much for the others",
    text: "a:\n    b: 1\n  c: 2\nd: 3\n",
    problems: ['3: «c» "c" is indented by 2, its neighbors by 4: indent it as they are.'],
    value: { a: { b: 1, c: 2 }, d: 3 },
  },
  {
    title: "an item that is indented too little",
    text: "a:\n  - b\n - c\nd: 1\n",
    problems: ['3: «-» "-" is indented by 1, its neighbors by 2: indent it as they are.'],
    value: { a: ["b", "c"], d: 1 },
  },
  {
    title: "a colon in a value",
    text: "image: a: 1\nname: app\n",
    problems: [
      '1: «:» A value cannot hold ": ": put the value in quotes, or write what follows the colon on a line of its own.',
    ],
    value: { image: "a", name: "app" },
  },
  {
    title: "text after a value in quotes",
    text: 'args: "a" b\nname: app\n',
    problems: ['1: «b» "b" follows a value that is complete: put the whole value in quotes or start a new line.'],
    value: { args: "a", name: "app" },
  },
  {
    title: "a list on the line of its key",
    text: "args: - a\nname: app\n",
    problems: ["1: «-» A list cannot start on the line of its key: write it on the next line."],
    value: { args: ["a"], name: "app" },
  },
  {
    title: "an item among keys",
    text: "a: 1\n- b\nc: 2\n",
    problems: ["2: «-» A list item is where a key is expected. Indent it below its key."],
    value: { a: 1, c: 2 },
  },
  {
    title: "items of several lines among keys",
    text: "a: 1\n- b: 2\n  c:\n    x: 3\n  d: 4\n- e: 5\n  f: 6\ng: 7\n",
    problems: ["2: «-» A list item is where a key is expected. Indent it below its key."],
    value: { a: 1, c: { x: 3 }, d: 4, f: 6, g: 7 },
  },
  {
    title: "characters that start nothing",
    text: "a: @b\nc: `d`\n",
    problems: [
      '1: «@b» A value cannot start with "@": put "@b" in quotes.',
      '2: «`d`» A value cannot start with "`": put "`d`" in quotes.',
    ],
    value: { a: "@b", c: "`d`" },
  },
  {
    title: "commas that are missing or too many",
    text: "a: ['b' 'c', , d]\n",
    problems: [
      '1: «\'c\'» A comma is missing before "\'c\'": write "," between the entries, or close with "]".',
      '1: «,» Nothing stands before this comma: remove it, or write the entry. The "[" closes with "]".',
    ],
    value: { a: ["b", "c", "d"] },
  },
  {
    title: "the wrong bracket",
    text: "a: [b}\nc: 1\n",
    problems: ['1: «}» This closes a "[": write "]" instead of "}".'],
    value: { a: ["b"], c: 1 },
  },
  {
    title: "a directive",
    text: "%YAML 1.2\n",
    problems: [
      '1: «%YAML 1.2» kubectl reads a line with "%" as a document of its own and refuses it: remove the line.',
    ],
    value: null,
  },
  {
    title: "a separator that is indented",
    text: "a:\n  b: 1\n  ---\nc: 2\n",
    problems: ['3: «---» "---" separates documents only at the start of a line. Remove the spaces before it.'],
    value: { a: { b: 1 }, c: 2 },
  },
  {
    title: "a control character",
    text: "a: b\u007fc\n",
    problems: [
      '1: «\u007f» The control character U+007F is not allowed in YAML: remove it, or write "\\u007F", in double quotes.',
    ],
    value: { a: "b\u007fc" },
  },
  {
    title: "an escape that does not exist",
    text: 'a: "\\q"\nb: 1',
    problems: ['1: «"\\q"» YAML cannot read this text: Invalid escape sequence \\q.'],
    value: { a: "\\q", b: 1 },
  },
  {
    title: "merge conflicts, once each",
    text: "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\nc: 4\n<<<<<<< HEAD\n=======\nd: 5\n>>>>>>> other\n=======\n",
    problems: ["2: «<<<<<<< HEAD»", "8: «<<<<<<< HEAD»", "12: «=======»"].map(
      (place) =>
        `${place} This marks a merge conflict that is not resolved yet: keep one of the two sides and remove the marker lines.`,
    ),
    value: { a: 1, b: 3, c: 4, d: 5 },
  },
];

describe.each([
  ["half-typed lines", halfTyped],
  ["mistakes", mistakes],
])("%s: the problem is told, the rest counts", (_group, cases) => {
  test.each(cases)("$title", ({ text, problems, value }) => {
    expect(problemsOf(text)).toEqual(problems);
    expect(readValue(text)).toEqual(value);
  });
});

test("lines in a row that make no sense are told once", () => {
  expect(problemsOf("a: 1\nb\nc\nd\ne: 2\nf\n").map((problem) => problem.split(" ")[1])).toEqual(["«b»", "«f»"]);
});

test("equal keys are no problem of YAML: kubectl keeps the last", () => {
  const text = "a: 1\nb: 2\na: 3\n";
  expect(readDocument(text).duplicateKeys).toEqual([{ key: "a", start: 10, end: 11, earlier: { start: 0, end: 1 } }]);
  expect(problemsOf(text)).toEqual([]);
});

test("equal keys are not told where lines stand wrong: they are a consequence", () => {
  expect(readDocument("a: {b: 1}\n  ---\na: 2\n").duplicateKeys).toEqual([]);
});
