import { describe, expect, it } from "vitest";
import { alertsText } from "../../../server/cli/alerts/alerts-text.ts";
import { fittedLines } from "../../../server/cli/forecast/screen-text.ts";
import { createStyle } from "../../../server/cli/terminal/style.ts";

const message =
  "  Message  0/6 nodes are available: 3 Insufficient cpu, 3 node(s) had untolerated taint {node-role.kubernetes.io/control-plane: }. preemption: 0/6 nodes are available.";

describe("lines that fit into a terminal", () => {
  it.each([50, 60, 80])("of %d columns lose and add nothing", (columns) => {
    const lines = fittedLines([message], columns);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.map((line) => line.trim()).join(" ")).toBe(message.trim());
  });

  it("are one line each where nobody says how wide", () => {
    expect(fittedLines([message], undefined)).toEqual([message]);
  });

  it("are those of alerts, too", () => {
    const timing = { runs: 20, seed: 1, untilMs: 7_200_000, scrapeMs: 30_000, evaluateMs: 30_000 };
    const lines = alertsText([], timing, { style: createStyle(false), columns: 60 }).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines.length).toBeGreaterThan(4);
  });
});
