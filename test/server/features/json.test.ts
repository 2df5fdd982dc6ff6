import { describe, expect, it } from "vitest";
import type { InlayHint } from "vscode-languageserver";
import { pinAnswer } from "../../../server/features/actions/pin-forecast.ts";
import { blankJsonComments } from "../../../server/manifest/documents/json-comments.ts";
import { contextOf, host } from "./harness.ts";

const commented = `{
  // The web shop: "not" the API.
  "apiVersion": "v1", /* and
     so on */
  "kind": "Pod",
  "metadata": {"name": "web", "annotations": {"see": "https://example.com/*"}},
  "spec": {
    "containers": [
      {
        "name": "web",
        "image": "registry.example.com/shop/web",
        "livenessProbe": {"tcpSocket": {"port": 80}, "periodSeconds": 5, "timeoutSeconds": 10},
      },
    ],
  },
}
`;
function labelOf(hint: InlayHint | undefined): string {
  return typeof hint?.label === "string" ? hint.label : (hint?.label ?? []).map(({ value }) => value).join("");
}

const everything = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

describe("a manifest in JSON with comments", () => {
  it("is checked, and has hints, lenses and hovers", async () => {
    const context = await contextOf(commented, {
      uri: "file:///w/pod.json",
      language: "jsonc",
      client: { commandLinks: true },
    });
    const diagnostics = await host.diagnostics(context, () => false);
    expect(diagnostics.map(({ range, code }) => [range.start.line, code])).toEqual([[11, "timeout-exceeds-period"]]);
    expect(host.inlayHints(context, everything).map(({ position }) => position.line)).toEqual([9, 11]);
    expect(host.codeLenses(context)).toHaveLength(2);
    expect(host.hover(context, { line: 11, character: 12 })).toBeDefined();
  });

  it("is not written into, because what we write is YAML", async () => {
    const context = await contextOf(commented, { uri: "file:///w/pod.json", language: "jsonc" });
    const diagnostics = await host.diagnostics(context, () => false);
    const asked = { range: everything, diagnostics, wants: () => true };
    const actions = await host.codeActions(context, asked, () => false);
    expect(actions.map(({ title }) => title)).toEqual(["Turn off in the project (timeout-exceeds-period)"]);
    const place = { reference: undefined, position: { line: 9, character: 12 } };
    expect(await pinAnswer(context, { uri: context.document.uri, ...place })).toMatchObject({
      edits: [],
      message: expect.stringContaining("JSON"),
    });
    expect(host.completions(context, { line: 11, character: 26 })).toEqual([]);
  });
});

it("a hint stands behind a line that is too long to be seen, whatever numbers are somewhere on it", async () => {
  const pod = (name: string, args: readonly string[]): string =>
    `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "${name}"}, "spec": {"containers": [{"name": "app", "image": "app", "args": ${JSON.stringify(args)}}]}}`;
  const hintsOf = async (text: string) =>
    host.inlayHints(await contextOf(text, { uri: "file:///w/pod.json", language: "json" }), everything);
  const [shown] = await hintsOf(pod("web", []));
  const numbers = labelOf(shown).match(/\d[\d.a-z–]*/g) ?? [];
  expect(numbers.length).toBeGreaterThan(0);
  expect(await hintsOf(pod("web", numbers))).toEqual([]);
  expect(await hintsOf(pod("web", [...numbers, "x".repeat(1000)]))).toHaveLength(1);
});

it.each([
  ['{"a": "// no", /* yes */ "b": 1} // end', '{"a": "// no",           "b": 1}       '],
  ["/* not closed\n1", "             \n "],
  ['"not closed // 1', '"not closed // 1'],
])("%j without comments", (text, blanked) => {
  expect(blankJsonComments(text)).toBe(blanked);
});
