import { expect, test } from "vitest";
import { formatSum } from "../../../../shared/basics/sum-words.ts";
import { niceLevels } from "../../../../shared/drawing/report/charts.ts";
import { fleetPage } from "../../../../shared/drawing/report/page.ts";
import { change, percent } from "../../../../shared/prometheus/fleet/quantities.ts";
import { sampleReport } from "./sample-report.ts";

const page = fleetPage(sampleReport(), { surface: "file" });

test.each([
  "<h1>Crash loops of the last 7d</h1>",
  "12 containers restarted in loops, 4,312 times, and were down for 10d 13h. 4 containers are at the maximum back-off.",
  "20,112 restarts and 3d 12h down.",
  "9 of 12",
  "<h2>Time in each back-off</h2>",
])("the page says %s", (text) => {
  expect(page).toContain(text);
});

test("the page stands alone: nothing is fetched, and nothing runs", () => {
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<(?:script|img|link|iframe|object|base|a)\b|\bon[a-z]+=|url\(|@import|\sstyle=/);
});

test("a page of the editor has styles with its nonce only, and its colors", () => {
  const text = fleetPage(sampleReport(), { surface: { nonce: "abc123" } });
  expect(text).toContain("style-src 'nonce-abc123'");
  expect(text).toContain('<style nonce="abc123">');
  expect(text).toContain("var(--vscode-editor-background)");
  expect(text).not.toContain("unsafe-inline");
});

test("names are text, whatever they are", () => {
  const hostile = `</code><script>alert("1")</script>&amp;\u0000'`;
  const [loop] = sampleReport().loops;
  if (loop === undefined) throw new Error("no loop");
  const names = { cluster: hostile, namespace: hostile, workload: hostile, pod: hostile, container: hostile };
  const text = fleetPage(
    sampleReport({
      prometheus: hostile,
      match: hostile,
      loops: [{ ...loop, ...names, node: hostile, kubelet: hostile, reasons: [hostile], exitCodes: { [hostile]: 1 } }],
      assumed: [hostile],
      missing: [hostile],
      totals: { ...sampleReport().totals, workloads: [{ ...loop, loops: 1, atMaximum: 1, name: hostile }] },
    }),
    { surface: "file" },
  );
  expect(text).not.toContain("<script");
  expect(text).not.toContain("\u0000");
  expect(text.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(10);
});

test("a fleet without loops has an answer, and no empty plots", () => {
  const { totals } = sampleReport();
  const none = { loops: 0, restarts: 0, downMs: 0, atMaximum: 0, atMaximumMs: 0, apiWrites: 0, whatIf: null };
  const lists = { backOff: [], clusters: [], namespaces: [], workloads: [], kubelets: [] };
  const history = { ...totals.history, restarts: [], downMs: [] };
  const report = sampleReport({
    loops: [],
    silentAlerts: [],
    missing: [],
    totals: { ...totals, ...none, ...lists, history },
  });
  const text = fleetPage(report, { surface: "file" });
  expect(text).toContain("No container was in a crash loop.");
  expect(text.match(/<h2>.*?<\/h2>/g)).toEqual(["<h2>What this rests on</h2>"]);
  expect(text).not.toMatch(/NaN|Infinity|undefined/);
});

test("long lists end with how much is left out", () => {
  const [loop] = sampleReport().loops;
  if (loop === undefined) throw new Error("no loop");
  const loops = Array.from({ length: 1234 }, (_, index) => ({ ...loop, restarts: index }));
  expect(fleetPage(sampleReport({ loops }), { surface: "file" })).toContain("1,134 more: see the JSON of this report.");
});

test.each([
  [45_400, "45s"],
  [720_000, "12m"],
  [59_900, "1m"],
  [3_599_999, "1h"],
  [12_000_000, "3h 20m"],
  [172_800_000, "2d"],
  [1_231_200_000, "14d 6h"],
])("%i ms is %s", (ms, text) => {
  expect(formatSum(ms)).toBe(text);
});

test.each([
  [change(100, 40), "×0.40"],
  [change(100, 4000), "×40"],
  [change(7, 7), "same"],
  [change(0, 5), ""],
  [percent(0.99996), "99.9 %"],
  [percent(1), "100 %"],
])("%s", (text, expected) => {
  expect(text).toBe(expected);
});

test.each([
  [90, [0, 50, 100]],
  [7, [0, 5, 10]],
  [0, [0]],
])("the levels of a chart up to %d", (most, levels) => {
  expect(niceLevels(most)).toEqual(levels);
});
