import { describe, expect, test } from "vitest";
import { pathAt } from "../../../../server/manifest/text/position.ts";
import { isUnknownAt, nodeAt, rangeOf } from "../../../../server/manifest/text/ranges.ts";
import type { Path } from "../../../../shared/basics/path.ts";
import { placeOf, readDocument } from "../read.ts";

const pod = `apiVersion: v1
kind: Pod
spec:
  containers:
  - name: app # the one
    image: a:1
    livenessProbe: &probe
      httpGet: {path: /, port: 80}
      periodSeconds: 5
    readinessProbe: *probe
    startupProbe:
      <<: *probe
      failureThreshold: 30
    lifecycle:
  - {name: b, image: c}
`;

function at(text: string, path: Path, on: "key" | "value"): string {
  const document = readDocument(text);
  const { related, ...range } = rangeOf(document, path, on);
  return placeOf(document, range) + (related === undefined ? "" : ` → ${placeOf(document, related)}`);
}

describe("where a path stands", () => {
  const app = ["spec", "containers", 0];
  test.each<[string, Path, string, string]>([
    ["a scalar", ["kind"], "2: «kind»", "2: «Pod»"],
    ["a number in flow style", [...app, "livenessProbe", "httpGet", "port"], "8: «port»", "8: «80»"],
    [
      "a list item: its first line",
      [...app],
      "5: «- name: app»",
      `5: «${pod.slice(pod.indexOf("name: app"), pod.indexOf("lifecycle:") + 10)}»`,
    ],
    [
      "a list item in flow style",
      ["spec", "containers", 1],
      "15: «- {name: b, image: c}»",
      "15: «{name: b, image: c}»",
    ],
    ["an empty value: its key", [...app, "lifecycle"], "14: «lifecycle»", "14: «lifecycle»"],
    [
      "a missing field: the key of what lacks it",
      [...app, "livenessProbe", "exec", "command"],
      "7: «livenessProbe»",
      "7: «livenessProbe»",
    ],
    ["a missing field of an item", [...app, "ports", 0], "5: «- name: app»", "5: «- name: app»"],
    [
      "a missing field of the document: its first line",
      ["metadata", "name"],
      "1: «apiVersion: v1»",
      "1: «apiVersion: v1»",
    ],
    [
      "an alias: the use, and its anchor",
      [...app, "readinessProbe"],
      "10: «readinessProbe»",
      `10: «*probe» → 8: «${pod.slice(pod.indexOf("httpGet"), pod.indexOf("periodSeconds: 5") + 16)}»`,
    ],
    [
      "through an alias",
      [...app, "readinessProbe", "periodSeconds"],
      "10: «*probe» → 9: «periodSeconds»",
      "10: «*probe» → 9: «5»",
    ],
    [
      "through a merge",
      [...app, "startupProbe", "periodSeconds"],
      "12: «*probe» → 9: «periodSeconds»",
      "12: «*probe» → 9: «5»",
    ],
    ["beside a merge", [...app, "startupProbe", "failureThreshold"], "13: «failureThreshold»", "13: «30»"],
    ["missing behind an alias", [...app, "readinessProbe", "exec"], "10: «readinessProbe»", "10: «readinessProbe»"],
    [
      "missing far behind an alias",
      [...app, "readinessProbe", "httpGet", "host"],
      "10: «*probe» → 8: «httpGet»",
      "10: «*probe» → 8: «httpGet»",
    ],
  ])("%s", (_title, path, key, value) => {
    expect(at(pod, path, "key")).toBe(key);
    expect(at(pod, path, "value")).toBe(value);
  });

  test("of equal keys, at the one that counts", () => {
    expect(at("a: 1\nb: 2\na: 3\n", ["a"], "key")).toBe("3: «a»");
  });

  test("in a document that holds nothing, at its start", () => {
    expect(at("# nothing\n", ["a"], "value")).toBe("1: «»");
  });

  test("nodes are found through aliases", () => {
    expect(nodeAt(readDocument(pod), [...app, "readinessProbe", "periodSeconds"])).toMatchObject({ value: 5 });
    expect(nodeAt(readDocument(pod), [...app, "nothing"])).toBeUndefined();
  });
});

describe("whether a path is unknown", () => {
  test.each<[string, Path, boolean]>([
    ["a: {{ b }}", ["a"], true],
    ["a: {{ b }}", ["a", "deep", 0], true],
    ["a: {{ b }}\nc: {d: 1}", ["c", "d"], false],
    ["a: {{ b }}\nc: {d: 1}", ["c", "missing"], true],
    [`a: \${B}`, ["a"], true],
    [`a: \${B}`, ["c"], false],
    ["a: 1", ["a"], false],
  ])("%s: %j %s", (text, path, unknown) => {
    expect(isUnknownAt(readDocument(text), path)).toBe(unknown);
  });
});

describe("the path at a cursor ($0)", () => {
  const containers = (lines: string) => `spec:\n  containers:\n  - name: app\n${lines}  - name: b\n`;
  test.each<[string, string, string]>([
    ["on a key", "spec:\n  no$0de: a\n", "key spec.node"],
    ["at the end of a key", "spec:\n  node$0: a\n", "key spec.node"],
    ["on a value", "spec:\n  node: a$0b\n", "value spec.node"],
    ["before a value", "spec:\n  node: $0 a\n", "value spec.node"],
    ["after a colon", "spec:\n  node:$0\n", "value spec.node"],
    ["where a value is missing", "spec:\n  node: $0\nkind: Pod\n", "value spec.node"],
    ["in flow style", "spec: {a: 1, b: [c, d$0]}\n", "value spec.b.1"],
    ["between entries in flow style", "spec: {a: 1,$0 b: 2}\n", "value spec"],
    ["on an item", containers("").replace("b", "b$0"), "value spec.containers.1.name"],
    ["on the dash of an item", containers("").replace("- name: b", "-$0 name: b"), "value spec.containers.1"],
    ["on an alias", "a: &x {b: 1}\nc: *$0x\n", "value c"],
    ["on the key of an equal pair", "a$0: 1\na: 2\n", "key a"],
    ["on a blank line, indented as the keys of an item", containers("    $0\n"), "value spec.containers.0"],
    ["on a blank line, indented as the items", containers("  $0\n"), "value spec"],
    ["on a blank line, indented between", containers("   $0\n"), "value spec.containers.0"],
    [
      "on a blank line below a key without value",
      containers("    livenessProbe:\n      $0\n"),
      "value spec.containers.0.livenessProbe",
    ],
    [
      "on a blank line below a block",
      containers("    livenessProbe:\n      exec: {}\n      $0\n"),
      "value spec.containers.0.livenessProbe",
    ],
    ["on a blank line at the end, not indented", `${containers("")}$0`, "value "],
    ["on a key that has just begun", containers("    ima$0\n    image: a\n"), "value spec.containers.0"],
    ["in a comment", containers("    # no$0te\n"), "value spec.containers.0"],
    ["in a text of several lines", "a: |\n  b\n  c$0\n", "value a"],
    ["in an empty document", "# a\n$0", "value "],
  ])("%s", (_title, marked, expected) => {
    const { path, on } = pathAt(readDocument(marked.replace("$0", "")), marked.indexOf("$0"));
    expect(`${on} ${path.join(".")}`).toBe(expected);
  });
});
