import { expect, test } from "vitest";
import { fleetMarkdown, fleetText } from "../../../../server/cli/fleet/fleet-text.ts";
import { createStyle } from "../../../../server/cli/terminal/style.ts";
import { expectGolden } from "../../../golden.ts";
import { sampleReport } from "../../../shared/prometheus/fleet/sample-report.ts";

const style = createStyle(false);

test("the report fits into a terminal", () => {
  const text = fleetText(sampleReport(), style);
  expectGolden("cli/fleet", text);
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("the report is a page of Markdown", () => {
  expectGolden("cli/fleet-markdown", fleetMarkdown(sampleReport()), "md");
});

test("names are text, whatever they are", () => {
  const hostile = "a|b](http://x)<script>\n# \u001b[31m";
  const report = sampleReport();
  const loops = report.loops.map((loop) => ({ ...loop, namespace: hostile, pod: hostile, container: hostile }));
  const changed = { ...report, loops, assumed: [hostile], missing: [hostile], match: hostile };
  const markdown = fleetMarkdown(changed);
  expect(markdown).not.toMatch(/[^\\]<script|[^\\]\]\(http/);
  expect(markdown).not.toContain("\u001b");
  expect(fleetText(changed, style)).not.toContain("\u001b");
});
