import { describe, expect, test } from "vitest";
import { atLeast, minorVersions, newestVersion, parseVersion } from "../../../shared/kubernetes/versions.ts";

describe("parseVersion", () => {
  test.each([
    ["1.28", "1.28"],
    ["1.36", "1.36"],
    ["v1.36", "1.36"],
    ["1.36.4", "1.36"],
    ["v1.36.4-gke.1000", "1.36"],
    ["1.36.4+k3s1", "1.36"],
    [" 1.37 ", "1.37"],
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
  expect(minorVersions.at(-1)).toBe(newestVersion);
  expect(minorVersions.filter((version) => atLeast(version, "1.35")).slice(0, 3)).toEqual(["1.35", "1.36", "1.37"]);
});
