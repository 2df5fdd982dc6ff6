import { describe, expect, it } from "vitest";
import { formatPath, type Path } from "../../../shared/basics/path.ts";

/** As the API server writes them (pkg/apis/core/validation/validation.go, v1.37.1). */
const written: readonly (readonly [Path, string])[] = [
  [["spec", "containers", 0, "livenessProbe"], "spec.containers[0].livenessProbe"],
  [["metadata", "labels", "app"], "metadata.labels[app]"],
  [["spec", "containers", 0, "resources", "limits", "cpu"], "spec.containers[0].resources.limits[cpu]"],
  [["spec", "overhead", "limits", "cpu"], "spec.overhead.limits[cpu]"],
  [["spec", "containers", 0, "resources", "claims", 1, "request"], "spec.containers[0].resources.claims[1].request"],
  [["spec", "resources", "claims", 1, "request"], "spec.resources.claims[1].request"],
  [["spec", "resources", "containers", 2, "cpu", "limits"], "spec.resources.containers[2][cpu].limits"],
];

describe("formatPath", () => {
  it.each(written)("%j", (path, text) => {
    expect(formatPath(path)).toBe(text);
  });
});
