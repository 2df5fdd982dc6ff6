import { explain, type KnownWay } from "./explain.ts";
import { knownWays, writeKnownWays } from "./known-ways.ts";
import { inputsOf, recordedOf } from "./play.ts";
import { mixedNames, readRecording, recordingNames } from "./recording.ts";

// Prints how far the engine explains each recording: runs, recorded items, paths that were tried, what is left.
// With an argument only those whose name holds it; `--write` keeps what long searches found.
const [, , part = ""] = process.argv.filter((argument) => argument !== "--write");
const found = new Map<string, KnownWay>();
let explained = 0;
let runs = 0;
const isSearched = (name: string): boolean => name.includes(part);
for (const name of [...recordingNames, ...mixedNames].filter(isSearched)) {
  const recording = readRecording(name);
  const results = recording.runs.map((run, index) => {
    const recorded = recordedOf(recording, run);
    const result = explain(inputsOf(recording, run), recorded, knownWays(name, index));
    const { problem, way } = result;
    if (problem === undefined && (way.taken.length > 0 || way.keepsPhase)) found.set(`${name}#${index}`, way);
    return { ...result, items: recorded.items.length + recorded.statuses.length };
  });
  const good = results.filter(({ problem }) => problem === undefined).length;
  const items = results.reduce((sum, result) => sum + result.items, 0);
  const tries = Math.max(...results.map((result) => result.tries));
  explained += good;
  runs += results.length;
  process.stdout.write(`${name.padEnd(58)} ${good}/${results.length} runs ${items} items, up to ${tries} paths\n`);
  results.forEach(({ problem }, index) => {
    if (problem !== undefined) process.stdout.write(`  run ${index}: ${problem}\n`);
  });
}
process.stdout.write(`${explained} of ${runs} runs explained\n`);
if (process.argv.includes("--write")) writeKnownWays(found, isSearched);
