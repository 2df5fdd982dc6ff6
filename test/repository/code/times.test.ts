import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// One module rounds times for people: shared/basics/span-words.ts, with sum-words.ts. Whoever rounds or writes one by itself says another number than the others.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const files = globSync("{shared,http,server,client}/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));

/** A number with its unit as the text of a template: `${seconds}s`, or of a translated text: `{0}s`. */
const unitInTemplate = /\$\{[^}]{1,80}\}(?:ms|s|m|h|d)(?![\w"])/;
const unitInTranslation = /"[^"]{0,200}\{\d\}(?:ms|s|m|h|d)(?!\w)[^"]{0,200}"/;
/** What is rounded before it is written, or cut to places. */
const roundedBefore = /\bformat(?!WallTime)\w+\([^()]{0,60}Math\.(?:round|floor|ceil)\(/;
const places = /(?:[mM]s|[sS]econds|[mM]inutes)(?: \/ [\w.]+)?\)?\.to(?:Fixed|Precision)\(/;
/** `formatDuration` of a value that the text takes from a range: its ends are rounded outwards. */
const endOfRange = /\bformatDuration\([^()]{0,60}\b(?:earliestMs|latestMs|nominalMs|p50|p50Ms|minMs|maxMs)\)/;
const patterns = [unitInTemplate, unitInTranslation, roundedBefore, places, endOfRange];

/** What writes a unit for somebody else than a person, or in the words of somebody else. */
const others: Readonly<Record<string, string>> = {
  "shared/basics/durations.ts": "writes and reads Go's durations",
  "shared/basics/span-words.ts": "the module",
  "shared/basics/sum-words.ts": "its part for sums",
  "shared/kubernetes/pull-range.ts": "writes a setting as somebody wrote it",
  "shared/scenario/language/format-time.ts": "writes a scenario as somebody wrote it",
  "shared/scenario/reading/range.ts": "reads a range as somebody wrote it",
  "shared/kubelet-configuration/advice/advice-types.ts": "writes a field",
  "shared/kubelet-configuration/rules/crash-loop.ts": "writes a field",
  "shared/simulation/probing/unhealthy.ts": "the kubelet's words",
  "shared/simulation/status/kubectl.ts": "kubectl's words",
  "server/prometheus/fleet/activity.ts": "writes PromQL",
  "server/prometheus/fleet/read-histories.ts": "writes PromQL",
  "server/prometheus/fleet/survey.ts": "writes PromQL",
  "shared/drawing/svg/svg-items.ts": "writes a path of SVG",
  "server/cli/terminal/style.ts": "colors of a terminal",
};

const offends = (text: string): boolean => patterns.some((pattern) => pattern.test(text));

it("no door rounds or writes a time by itself", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => !(file in others)).flatMap(linesThatOffend);
  expect(found).toEqual([]);
});

it("each file that may write a unit still does", () => {
  expect(Object.keys(others).filter((file) => linesThatOffend(file).length === 0)).toEqual([]);
});

it.each([
  "`$" + "{seconds}s`",
  "`in $" + "{Math.round(ms / 1000)}s.`",
  't("Slow (probes take {0}s)", seconds)',
  "formatDuration(Math.round(p50 / 1000) * 1000)",
  "(tookMs / 1000).toFixed(1)",
  "formatDuration(everyMs.latestMs)",
])("this would be found: %s", (line) => {
  expect(offends(line)).toBe(true);
});

function linesThatOffend(file: string): readonly string[] {
  return readFileSync(`${root}/${file}`, "utf8")
    .split("\n")
    .flatMap((line, index) => (offends(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
}
