import { describe, expect, test } from "vitest";
import { diagnosticsText } from "../../../server/cli/check/diagnostics-text.ts";
import { createStyle } from "../../../server/cli/terminal/style.ts";
import type { Diagnostic } from "../../../server/exports/schemas/check.ts";

const long = "Startup takes 1m30s, but liveness kills the container after 35–45s, so it never finishes starting.";

function diagnostic(line: number, start: number, end: number, more: Partial<Diagnostic> = {}): Diagnostic {
  return {
    rule: "liveness-kills-start",
    severity: "warning",
    origin: "simulation",
    message: long,
    document: 0,
    fieldPath: "",
    range: { start: { line, character: start }, end: { line, character: end } },
    docs: "",
    ...more,
  };
}

function shown(text: string, found: Diagnostic, columns: number | undefined): string {
  return diagnosticsText("a.yaml", [found], { style: createStyle(false), columns }, () => text);
}

describe("problems on a terminal", () => {
  const probe = "kind: Pod\n    livenessProbe: {tcpSocket: {port: 80}}\n";

  test("are one line each where programs read them", () => {
    expect(shown(probe, diagnostic(1, 4, 17), undefined)).toBe(
      `a.yaml\n  2:5  warning  ${long}  liveness-kills-start\n`,
    );
  });

  test("are wrapped, with their line", () => {
    expect(shown(probe, diagnostic(1, 4, 17), 80)).toBe(`a.yaml
  2:5  warning  Startup takes 1m30s, but liveness kills the container after
                35–45s, so it never finishes starting.  liveness-kills-start
                │ livenessProbe: {tcpSocket: {port: 80}}
                │ ~~~~~~~~~~~~~
`);
  });

  test("are left to a narrow terminal", () => {
    expect(shown(probe, diagnostic(1, 4, 17), 40)).toBe(`a.yaml\n  2:5  warning  ${long}  liveness-kills-start\n`);
  });

  const short = (line: number, start: number, end: number): Diagnostic =>
    diagnostic(line, start, end, { message: "No.", rule: "field-type" });
  const frames: readonly (readonly [what: string, text: string, found: Diagnostic, frame: readonly string[]])[] = [
    ["letters that are two columns wide", "- name: 日本 # x", short(0, 8, 10), ["- name: 日本 # x", "        ~~~~"]],
    ["wide letters before", "- {a: 日本, b: 1}", short(0, 14, 15), ["- {a: 日本, b: 1}", "                ~"]],
    ["a tab and what a terminal obeys", "a:\t\u001b[31m\u202ex", short(0, 3, 4), ["a:  [31m x", "   ~"]],
    [
      "a place of several lines",
      "a: {b: 1,\n c: 2}",
      { ...short(0, 3, 9), range: { start: { line: 0, character: 3 }, end: { line: 1, character: 5 } } },
      ["a: {b: 1,", "   ~~~~~~"],
    ],
    ["an empty place at the end", "a: ", short(0, 2, 2), ["a:", "  ~"]],
    [
      "a line that is too long",
      `a: ${"x".repeat(1e6)}`,
      short(0, 3, 1e6 + 3),
      [`a: ${"x".repeat(58)}…`, `   ${"~".repeat(59)}`],
    ],
    ["a place that is too far to the right", `a: ${"x".repeat(1e6)} b`, short(0, 1e6, 1e6 + 1), []],
    ["a line that is not there", "a: 1", short(7, 0, 1), []],
  ];
  test.each(frames)("%s", (_, text, found, frame) => {
    const [, , ...rest] = shown(text, found, 80).trimEnd().split("\n");
    expect(rest.map((each) => each.replace(/^ *│ /, ""))).toEqual(frame);
  });

  test("words of a file give no orders", () => {
    const found = diagnostic(0, 0, 1, { message: "The name \u001b[31mred\u001b[2J is wrong." });
    const text = diagnosticsText("\u001b[1m.yaml", [found], { style: createStyle(true), columns: undefined }, () => "");
    for (const order of ["\u001b[31m", "\u001b[2J", "\u001b[1m"]) expect(text).not.toContain(order);
    expect(text).toContain("\\u001b[31mred\\u001b[2J");
  });
});
