import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { everyGateLine } from "../../../shared/kubernetes/gates/feature-gates-all.data.ts";
import {
  atLeast,
  earlierPatches,
  isBefore,
  isPreview,
  isSince,
  type KubernetesVersion,
  kubernetesVersions,
  minorVersions,
  nearestVersion,
  newestVersion,
  parseVersion,
  type Since,
} from "../../../shared/kubernetes/versions.ts";

describe("parseVersion", () => {
  test.each([
    ["1.28", "1.28"],
    ["1.36", "1.36"],
    ["v1.36", "1.36"],
    ["1.36.4", "1.36"],
    ["v1.36.4-gke.1000", "1.36"],
    ["1.36.4+k3s1", "1.36"],
    [" 1.37 ", "1.37"],
    ["1.37.99", "1.37"],
    ["v1.36.2", "1.36.2"],
    ["1.36.02+k3s1", "1.36.2"],
    ["1.36.3-rc.1", "1.36"],
    ["1.35.0", "1.35.0"],
  ])("%j is %s", (text, version) => {
    expect(parseVersion(text)).toBe(version);
  });

  test.each(["", "1", "1.3", "1.27", "1.99", "2.36", "1.36.", "1.36x", "1.36.4x", "latest", "v", "01.36", "1.036"])(
    "%j is none that we know",
    (text) => {
      expect(parseVersion(text)).toBeUndefined();
    },
  );
});

test("versions compare as numbers, oldest first", () => {
  const numbers = minorVersions.map((version) => Number(version.slice(2)));
  expect(numbers).toEqual(numbers.map((_, index) => 28 + index));
  expect(isPreview(newestVersion)).toBe(false);
  expect(
    minorVersions.slice(minorVersions.indexOf(newestVersion) + 1).filter((version) => !isPreview(version)),
  ).toEqual([]);
  expect(minorVersions.filter((version) => atLeast(version, "1.35")).slice(0, 3)).toEqual(["1.35", "1.36", "1.37"]);
});

test.each([
  ["v1.36.2-gke.100", "1.36.2", true],
  ["1.36.4", "1.36", true],
  ["v1.36+", "1.36", true],
  ["1.99.1", minorVersions.at(-1), false],
  ["1.20.3", "1.28", false],
])("a component that says %s is like one of %s", (text, version, isSupported) => {
  expect(nearestVersion(text)).toEqual({ version, isSupported });
});

test.each<[KubernetesVersion, Since, boolean]>([
  ["1.36", "1.36", true],
  ["1.36.0", "1.36", true],
  ["1.35", "1.36", false],
  ["1.36.2", "1.36.3", false],
  ["1.36", "1.36.3", true],
  ["1.37", "1.36.3", true],
  ["1.35", "1.36.3", false],
  ["1.36.2", { "1.35": 0, "1.36": 3 }, false],
  ["1.35.0", { "1.35": 0, "1.36": 3 }, true],
  ["1.36", { "1.35": 0, "1.36": 3 }, true],
  ["1.37", { "1.35": 0, "1.36": 3 }, true],
  ["1.34", { "1.35": 0, "1.36": 3 }, false],
])("%s has what is there since %j: %s", (version, since, expected) => {
  expect(isSince(version, since)).toBe(expected);
});

test("a patch release is before the newest of its minor, and that one before the next minor", () => {
  const sorted = kubernetesVersions.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
  expect(sorted.filter((version) => atLeast(version, "1.35") && !atLeast(version, "1.37"))).toEqual([
    "1.35.0",
    "1.35.1",
    "1.35.2",
    "1.35.3",
    "1.35",
    "1.36.0",
    "1.36.1",
    "1.36.2",
    "1.36",
  ]);
});

test("each patch release that is told apart is before one that changes something", () => {
  const named = ["shared/simulation/world/changes.ts", "shared/controllers/objects/changes.ts"]
    .map((file) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8"))
    .flatMap((text) => [
      ...[...text.matchAll(/"(1\.\d+)\.(\d+)"/g)].map(([, minor, patch]) => [minor, Number(patch)] as const),
      ...[...text.matchAll(/"(1\.\d+)": (\d+)/g)].map(([, minor, patch]) => [minor, Number(patch)] as const),
    ]);
  const ofGates = [...`${everyGateLine}`.matchAll(/ (\d+)\.(\d+)[abgd]/g)].map(
    ([, minor, patch]) => [`1.${minor}`, Number(patch)] as const,
  );
  const last = new Map<string, number>();
  for (const [minor = "", patch] of [...named, ...ofGates]) last.set(minor, Math.max(last.get(minor) ?? 0, patch));
  const expected = [...last].flatMap(([minor, patch]) =>
    Array.from({ length: patch }, (_, each) => `${minor}.${each}`),
  );
  expect(earlierPatches.toSorted()).toEqual(expected.toSorted());
});
