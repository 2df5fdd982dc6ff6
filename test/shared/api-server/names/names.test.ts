import { describe, expect, it } from "vitest";
import {
  byteLength,
  dnsLabelProblems,
  environmentNameProblems,
  headerNameProblems,
  labelValueProblems,
  portNameProblems,
  qualifiedNameProblems,
  subdomainProblems,
} from "../../../../shared/api-server/names/names.ts";

const long = (length: number) => "a".repeat(length);

describe.each<[string, (text: string) => readonly string[], readonly string[], readonly string[]]>([
  [
    "a name of a container",
    dnsLabelProblems,
    ["a", "a-1", "0", long(63)],
    ["", "A", "a.b", "-a", "a_b", "ä", long(64)],
  ],
  [
    "a name of an object",
    subdomainProblems,
    ["a", "a.b-c", "1.2", long(253)],
    ["", "A", ".a", "a..b", "a_b", long(254)],
  ],
  ["a name of a port", portNameProblems, ["http", "a1", "1a", "a-b"], ["HTTP", "80", "a--b", "-a", "a-", long(16), ""]],
  ["a header", headerNameProblems, ["X-Name", "a"], ["", "X Y", "X:Y"]],
  ["a variable", (text) => environmentNameProblems(text, true), ["A B", "1", "a.b", "~"], ["", "A=B", "ä", "a\tb"]],
  [
    "a variable before 1.32",
    (text) => environmentNameProblems(text, false),
    ["A_B", "a.b-c"],
    ["", "1A", "A B", ".", "..", "..a"],
  ],
  [
    "the key of a label",
    (text) => qualifiedNameProblems(text, "1.37"),
    ["a", "example.com/A_b.c", long(63)],
    ["", "/a", "a/", "a/b/c", "A.b/c", "-a", long(64)],
  ],
  [
    "the value of a label",
    (text) => labelValueProblems(text, "1.37"),
    ["", "a", "A_b.c-1"],
    ["-a", "a b", "a/b", long(64)],
  ],
])("%s", (_, problems, right, wrong) => {
  it.each(right)("%j is right", (text) => expect(problems(text)).toEqual([]));
  it.each(wrong)("%j is wrong", (text) => expect(problems(text).length).toBeGreaterThan(0));
});

it("counts bytes as Go does", () => {
  expect(["a", "ä", "€", "😀"].map(byteLength)).toEqual([1, 2, 3, 4]);
});

it("says bytes since 1.35", () => {
  expect(labelValueProblems(long(64), "1.34")).toEqual(["must be no more than 63 characters"]);
  expect(labelValueProblems(long(64), "1.35")).toEqual(["must be no more than 63 bytes"]);
});
