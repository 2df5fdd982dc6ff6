import { describe, expect, test } from "vitest";
import { keyName, resolvePlain, resolveTagged } from "../../../../server/manifest/yaml/scalars.ts";
import { problemsOf, readSound } from "../read.ts";

describe("what kubectl makes of a word without quotes", () => {
  test.each([
    [true, ["y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"]],
    [false, ["n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"]],
    [null, ["", "~", "null", "Null", "NULL"]],
    [8, ["010", "0o10", "0O10", "0_1_0", "8", "+8", "8.", "8e0", "0x8", "0b1000", "080e-1"]],
    [9, ["09", "9", "9.0"]],
    [-8, ["-8", "-010", "-0x8"]],
    [0, ["0", "-0", "+0", "0x0", "00"]],
    [1000, ["1e3", "1E+3", "1_000", "1000.0"]],
    [0.5, [".5", "0.5", "5e-1"]],
  ])("%j: %j", (value, words) => {
    expect(words.map(resolvePlain)).toEqual(words.map(() => value));
  });

  test.each([
    ["1:30", "1,000", "5%", "5s", "0x", "0b2", "1e", "--1", "1.2.3", ".", "-", "+", "5\u00a0", "５"],
    [
      "tRue",
      "nULL",
      "yEs",
      "oN",
      "2024-01-01",
      "2024-01-01T00:00:00Z",
      "<<",
      "=",
      "Infinity",
      "NaN",
      "1e400",
      ".5e999",
    ],
  ])("these stay text: %j", (...words) => {
    expect(words.map(resolvePlain)).toEqual(words);
  });

  test("a tag decides, even of a text in quotes", () => {
    expect(
      readSound(
        `a: !!int "5"\nb: !!str no\nc: !!float 5\nd: !!bool "true"\ne: !!null ""\nf: !x 5\ng: ! "5"\nh: !!merge 5`,
      ),
    ).toEqual({ a: 5, b: "no", c: 5, d: true, e: null, f: "5", g: "5", h: "5" });
    expect(resolveTagged("!!int", "0x1e")).toEqual({ value: 30, refused: undefined });
    expect(resolveTagged("!!int", "5.0").refused).toBeDefined();
    expect(resolveTagged("!!int", "five").refused).toBe(
      '"five" is not what the tag !!int promises: remove the tag, or write a value of that type.',
    );
  });

  test("!!binary is decoded from Base64, which has to be right", () => {
    expect(readSound("a: !!binary aGVsbG8=\nb: !!binary |\n  aGVs\n  bG8=\nc: !!binary w6k=\nd: !!binary ''")).toEqual({
      a: "hello",
      b: "hello",
      c: "é",
      d: "",
    });
    expect(["hello", "a b", "aGVsbG8"].map((text) => resolveTagged("!!binary", text).refused !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
    expect(resolveTagged("!!binary", "hello").refused).toBe(
      '"hello" is not Base64, which the tag !!binary promises, so kubectl rejects the document. Remove the tag, or encode the value.',
    );
  });

  test("numbers that JSON does not know are refused", () => {
    expect(problemsOf("a: .inf")).toEqual([
      '1: «.inf» ".inf" is a number that JSON does not know, so kubectl refuses the document: put it in quotes if it is meant as text.',
    ]);
    expect(readSound('a: ".inf"')).toEqual({ a: ".inf" });
  });

  test("keys become text as in JSON; an empty one is refused", () => {
    expect([keyName(1, "1"), keyName(8.5, "8.50"), keyName(true, "on"), keyName("a", "a")]).toEqual([
      "1",
      "8.5",
      "true",
      "a",
    ]);
    expect(readSound("on: 1\n010: 2\n'on ': 3")).toEqual({ true: 1, 8: 2, "on ": 3 });
    expect(problemsOf("{a: b}: c")).toEqual([
      "1: «{a: b}» A key must be a word, a number or a text in quotes: kubectl refuses the document.",
    ]);
  });

  test("a number with a point or beyond 64 bits is a key in 32 bits", () => {
    const keys = [
      "1e6",
      "1000000",
      "1.50",
      "0.00001",
      "123456789.5",
      "99999999999999999999",
      "9223372036854775807",
      "-0x10",
    ];
    expect(keys.map((key) => keyName(resolvePlain(key), key))).toEqual([
      "1e+06",
      "1000000",
      "1.5",
      "1e-05",
      "1.2345679e+08",
      "1e+20",
      "9223372036854775807",
      "-16",
    ]);
  });

  test("a key that JavaScript would take for something else stays a key", () => {
    expect(Object.keys(Object(readSound("__proto__: 1\nconstructor: 2")))).toEqual(["__proto__", "constructor"]);
  });
});

describe("texts", () => {
  test.each([
    ["folded over lines", "a: one\n  two\n\n  three", "one two\nthree"],
    ["in double quotes with an escape that only goyaml knows", `a: "it\\'s \\\\\\'"`, "it's \\'"],
    ["in double quotes with escapes", 'a: "\\x41\\u0042\\n\\\n  c"', "AB\nc"],
    ["in single quotes", "a: 'it''s\n  so'", "it's so"],
    ["literal", "a: |\n  one\n   two\n", "one\n two\n"],
    ["literal, stripped", "a: |-\n  one\n\n", "one"],
    ["literal, kept", "a: |+\n  one\n\n", "one\n\n"],
    ["literal with an indent of its own", "a: |2\n    one\n", "  one\n"],
    ["literal in a list", "a:\n- |1\n   one\n", undefined],
    ["folded", "a: >\n  one\n  two\n", "one two\n"],
    ["with a hash that starts no comment", "a: b#c # d", "b#c"],
    ["with line ends of Windows", "a: |\r\n  one\r\n  two\r\nb: c\r\n", "one\ntwo\n"],
  ])("%s", (_title, text, value) => {
    expect(readSound(text)).toMatchObject(value === undefined ? { a: ["  one\n"] } : { a: value });
  });

  test("lines that end in a carriage return alone are lines", () => {
    expect(readSound("a: 1\rb:\r  c: 2\r")).toEqual({ a: 1, b: { c: 2 } });
  });
});

describe("structure", () => {
  test.each([
    ["a list as far left as its key", "a:\n- b\n- c: 1\n  d: 2\ne: 3", { a: ["b", { c: 1, d: 2 }], e: 3 }],
    ["lists in lists", "- - a\n  - b\n-\n  - c", [["a", "b"], ["c"]]],
    ["flow style", "{a: [b, {c: 1}, d: 2, ], e, 'f':1, g: }", { a: ["b", { c: 1 }, { d: 2 }], e: null, f: 1, g: null }],
    ["flow style that is indented too little", "a: [\n'b',\n{c: 1}\n]\nd: 2", { a: ["b", { c: 1 }], d: 2 }],
    [
      "words between brackets at the left margin",
      "a:\n  b: [c,\nd\ne, f: g] # h\n  i: 1",
      { a: { b: ["c", "d e", { f: "g" }], i: 1 } },
    ],
    [
      "maps between brackets at the left margin",
      "a:\n- b: {c: d, # e\nf: 1,\n? g : h\n}\n  i: 2",
      { a: [{ b: { c: "d", f: 1, g: "h" }, i: 2 }] },
    ],
    [
      "quotes that close at the left margin",
      'a:\n  b: \'c\nd\'\n  e: ["f\ng"]\n  h: "i\u2028j" # k\n  l: 1',
      { a: { b: "c d", e: ["f g"], h: "i j", l: 1 } },
    ],
    ["colons that are letters between brackets", "a: [b:,c, {d:e: f}]", { a: ["b:", "c", { "d:e": "f" }] }],
    ["a tag that has a comma", "a: [!!str, b]\nc: !d,[e]", { a: ["b"], c: "" }],
    ["a question mark in a list", "a: [? b : c, ? d]", { a: [{ b: "c" }, { d: null }] }],
    [
      "a tag without a value",
      "a: !!str\nb: !c # d\ne: [!!str , f]\ng: !!null",
      { a: "", b: "", e: ["", "f"], g: null },
    ],
    ["braces of a template that are none", "a: '{%}'", { a: "{%}" }],
    ["a dash alone between brackets", "a: [cat, -]\nb: {c: -}", { a: ["cat", "-"], b: { c: "-" } }],
    ["JSON with an escape that YAML does not have", '{"a": "b\\/c"}', { a: "b/c" }],
    ["explicit keys", "? a\n: b\n? c", { a: "b", c: null }],
    ["comments everywhere", "# x\na: # y\n  # z\n  - b # c\n# d\n", { a: ["b"] }],
    ["JSON", '{\n\t"a": [1, true, null],\n\t"b": {}\n}', { a: [1, true, null], b: {} }],
    ["nothing", "", undefined],
  ])("%s", (_title, text, value) => {
    expect(text === "" ? undefined : readSound(text)).toEqual(value);
  });
});

describe("what only kubectl refuses", () => {
  test.each([
    [
      "a: [--url=/x?y=1]",
      '1: «--url=/x?y=1» kubectl cannot read a text with "?" between brackets: put "--url=/x?y=1" in quotes.',
    ],
    ["a: {b: c?}", '1: «c?» kubectl cannot read a text with "?" between brackets: put "c?" in quotes.'],
    ["a: [|, b]", '1: «|» A block of lines cannot stand between brackets: put "|" in quotes.'],
    ['a: "^\\/b"', '1: «"^\\/b"» YAML cannot read this text: "\\/" has no meaning in YAML, write "/".'],
    [
      "a: &x.y b",
      "1: «&x.y» The name of an anchor has letters, digits, hyphens, and underscores: put the value in quotes if it is meant as text.",
    ],
    [
      "a: [!]",
      '1: «!» kubectl cannot read the tag "!": write "!!" and the name of a type, with a space after it, or put the value in quotes.',
    ],
    [
      "a: !b!c d",
      '1: «!b!c» kubectl cannot read the tag "!b!c": write "!!" and the name of a type, with a space after it, or put the value in quotes.',
    ],
    ["a: !!int", '1: «!!int» "" is not what the tag !!int promises: remove the tag, or write a value of that type.'],
    ["a: !!str !!int 5", "1: «!!int» A value has one tag: remove this one."],
    ["a: &b - c", "1: «-» A list cannot start on the line of its key: write it on the next line."],
    ["a: {b:[c]}", "1: «:» Between brackets, kubectl needs a space after this colon."],
    ["a: {b\n  : c}", "2: «:» Between brackets, a colon must be on the line of its key."],
    ["a: [:b]", '1: «:b» A text between brackets cannot start with ":": put ":b" in quotes.'],
    ["a: [b\n\t]", "2: «\t» A tab stands where YAML indents, and kubectl refuses it: write spaces instead."],
    ["a: |\n  \tb", "2: «\t» A tab stands where a block of text is indented: write spaces instead."],
    [
      "a: |0\n  b",
      "1: «|0» The text of a block begins on the next line: put it there, or write the value without this mark.",
    ],
    ['a: "\\ud83d"', '1: «"\\ud83d"» YAML cannot read this text: "\\ud83d" is half a letter, write the letter itself.'],
    [
      "9223372036854775808: a",
      "1: «9223372036854775808» A number above 9223372036854775807 cannot be a key: put it in quotes.",
    ],
  ])("%s", (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test.each([
    "a: @B@",
    "a: @B@-c",
    "a: b?",
    "a: [b]\n?: c",
    "a: ['x?', \"y?\"]",
    "a: &x-y_1 b",
    "- ?x",
    '{"a": "\\ud83d\\ude00"}',
    "a: [\n\tb]",
  ])("not %s", (text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe("aliases and merges", () => {
  test.each([
    ["an alias is what its anchor holds", "a: &x {b: 1}\nc: *x", { a: { b: 1 }, c: { b: 1 } }],
    ["the latest anchor of a name counts", "a: &x 1\nb: *x\nc: &x 2\nd: *x", { a: 1, b: 1, c: 2, d: 2 }],
    ["an anchor on the line of a key is the key's", "&x a: 1\nb: *x", { a: 1, b: "a" }],
    ["an alias is a key", "a: &x web\nb:\n  *x:\n    c: 1\nd:\n- *x: 1\n", { b: { web: { c: 1 } }, d: [{ web: 1 }] }],
    [
      "an alias is a key between brackets",
      "a: &x web\nb: {*x: 1, c: 2}\nd: {e: [*x: 1]}",
      { b: { web: 1, c: 2 }, d: { e: [{ web: 1 }] } },
    ],
    [
      "an alias is a key in text that is not clean",
      "a: &x web\nb: !!map\n  *x:\n    c: 1\nd: {*x: !!int 1}",
      { b: { web: { c: 1 } } },
    ],
    ["a key below a merge overrides it", "p: &p {a: 1, b: 1}\nq: {<<: *p, b: 2}", { q: { a: 1, b: 2 } }],
    ["a merge below a key overrides the key", "p: &p {a: 1}\nq:\n  a: 2\n  <<: *p", { q: { a: 1 } }],
    [
      "of a list of maps the first counts",
      "p: &p {a: 1}\nr: &r {a: 2, b: 2}\nq: {<<: [*p, *r]}",
      { q: { a: 1, b: 2 } },
    ],
    ["of two merges the last counts", "p: &p {a: 1}\nr: &r {a: 2}\nq: {<<: *p, <<: *r}", { q: { a: 2 } }],
    ["a merge of a map that merges", "p: &p {a: 1}\nr: &r {<<: *p, b: 2}\nq: {<<: *r}", { q: { a: 1, b: 2 } }],
    ["a merge key in quotes is a key", "q: {'<<': 1}", { q: { "<<": 1 } }],
    ["of equal keys the last counts", "q: {a: 1, a: 2}", { q: { a: 2 } }],
  ])("%s", (_title, text, value) => {
    expect(readSound(text)).toMatchObject(value);
  });

  test.each([
    [
      "a: *x",
      '1: «*x» No "&x" stands above this alias, so kubectl refuses the document: write the value itself, or name an anchor of this document.',
    ],
    ["a: &x [*x]", '1: «*x» "*x" stands inside of the value that it means, so it has no end: write the value itself.'],
    [
      "a: {<<: 5}",
      '1: «<<» "<<" takes the keys of a map, or of a list of maps: write an alias of a map ("<<: *name").',
    ],
  ])("%s", (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });
});
