import { describe, expect, test } from "vitest";
import { mayPatchValue } from "../../../../server/schema/files/patched-values.ts";

const probe = { timeoutSeconds: 0 };
const owner = {
  metadata: { name: "web" },
  spec: {
    template: {
      spec: {
        containers: [
          { name: "app", livenessProbe: probe },
          { name: "log", args: ["x"] },
        ],
      },
    },
  },
};
const path = ["spec", "template", "spec", "containers", 0, "livenessProbe", "timeoutSeconds"];

const merge = (containers: string, more = "") =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    spec:\n      containers: ${containers}\n${more}`;
const operation = (pointer: string, op = "replace") => `- {op: ${op}, path: ${pointer}, value: {timeoutSeconds: 1}}`;

const cases: readonly (readonly [what: string, text: string, may: boolean])[] = [
  ["the field of this container", merge("[{name: app, livenessProbe: {timeoutSeconds: 1}}]"), true],
  ["the field of another container", merge("[{name: log, livenessProbe: {timeoutSeconds: 1}}]"), false],
  ["the field of another probe", merge("[{name: app, readinessProbe: {timeoutSeconds: 1}}]"), false],
  ["the probe is removed", merge("[{name: app, livenessProbe: null, readinessProbe: {timeoutSeconds: 1}}]"), true],
  ["a directive for the container", merge("[{name: app, $patch: replace, readinessProbe: {timeoutSeconds: 1}}]"), true],
  ["a directive for the list", merge("[{$patch: replace}, {name: x, livenessProbe: {timeoutSeconds: 1}}]"), true],
  [
    "another object",
    merge("[{name: app, livenessProbe: {timeoutSeconds: 1}}]").replace("{name: web}", "{name: web-2}"),
    false,
  ],
  [
    "a second document",
    `${merge("[]").replace("{name: web}", "{name: api}")}---\n${merge("[{name: app, livenessProbe: {timeoutSeconds: 1}}]")}`,
    true,
  ],
  ["an operation on the field", operation("/spec/template/spec/containers/0/livenessProbe/timeoutSeconds"), true],
  ["an operation on the probe", operation("/spec/template/spec/containers/0/livenessProbe"), true],
  ["an operation on another container", operation("/spec/template/spec/containers/1/livenessProbe"), false],
  ["an operation on what is added", operation("/spec/template/spec/containers/-", "add"), false],
  ["an operation that tests", operation("/spec/template/spec/containers/0/livenessProbe", "test"), false],
  ["what is no YAML: {", "web: {timeoutSeconds", true],
  ["another field", merge("[{name: app, livenessProbe: {periodSeconds: 1}}]"), false],
];

describe("a patch", () => {
  test.each(cases)("%s", (_, text, may) => {
    // An operation names no object: its target does.
    const target = text.startsWith("- {op") ? "web" : undefined;
    const role = { as: "patched", labels: {}, patches: [{ target, text }], scaled: [], reads: [] } as const;
    expect(mayPatchValue(role, "web", owner, path)).toBe(may);
    expect(mayPatchValue({ ...role, patches: [] }, "web", owner, path)).toBe(false);
  });

  test("lists of other things are taken to be replaced", () => {
    const text = merge("[{name: log, args: [y]}]");
    const role = { as: "patched", labels: {}, patches: [{ target: undefined, text }], scaled: [], reads: [] } as const;
    expect(mayPatchValue(role, "web", owner, ["spec", "template", "spec", "containers", 1, "args", 0])).toBe(false);
    const anywhere = merge("[{name: log, args: [0, y]}]");
    const more = { ...role, patches: [{ target: undefined, text: anywhere }] };
    expect(mayPatchValue(more, "web", owner, ["spec", "template", "spec", "containers", 1, "args", 0])).toBe(true);
  });
});
