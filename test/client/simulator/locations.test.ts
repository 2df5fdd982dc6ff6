import { describe, expect, it } from "vitest";
import { locationOf, pathAt } from "../../../client/simulator/locations.ts";
import type { PathLocation } from "../../../shared/protocol/pod/pod.ts";

function location(
  path: PathLocation["path"],
  from: readonly [number, number],
  to: readonly [number, number],
): PathLocation {
  const [start, end] = [from, to].map(([line = 0, character = 0]) => ({ line, character }));
  return { path, range: { start: start ?? { line: 0, character: 0 }, end: end ?? { line: 0, character: 0 } } };
}

// 3 containers:
// 4 - name: app # cadence: crashes
// 5   livenessProbe:
// 6     tcpSocket: {port: 80}
// 7 - {name: log, livenessProbe: {}}
const locations = [
  location(["containers", 0], [4, 2], [7, 0]),
  location(["containers", 0, "livenessProbe"], [6, 4], [7, 0]),
  location(["containers", 1], [7, 2], [7, 34]),
  location(["containers", 1, "livenessProbe"], [7, 29], [7, 31]),
];

describe("the lane of the editor's cursor", () => {
  it.each([
    [3, 4, undefined],
    [4, 0, "containers.0"],
    [4, 30, "containers.0"],
    [6, 8, "containers.0.livenessProbe"],
    [7, 10, "containers.1"],
    [7, 30, "containers.1.livenessProbe"],
    [8, 0, undefined],
  ])("line %i, character %i: %s", (line, character, expected) => {
    expect(pathAt(locations, { line, character })?.join(".")).toBe(expected);
  });
});

describe("the place of an entry", () => {
  it.each([
    [["containers", 0, "livenessProbe"], 6],
    [["containers", 0, "lifecycle", "preStop"], 4],
    [["containers", 1], 7],
    [["initContainers", 0], undefined],
  ])("%o is on line %s", (path, line) => {
    expect(locationOf(locations, path)?.start.line).toBe(line);
  });
});
