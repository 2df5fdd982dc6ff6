import { expect, it } from "vitest";
import { imagePatternError } from "../../../../shared/kubelet-configuration/rules/image-patterns.ts";

// As the kubelet of 1.37.1 (and, until 1.35, the one of 1.35.4) reads them.

it.each([
  ["registry.example/app", undefined],
  ["app", undefined],
  ["registry.example/*", undefined],
  ["a b/*", undefined],
  ["App/*", undefined],
  ["/*", "at least registry hostname is required"],
  ["*", "not a valid wildcard pattern, only patterns ending with '/*' are allowed: *"],
  ["a*/*", "not a valid wildcard pattern, only patterns ending with '/*' are allowed: a*/*"],
  ["BestEffort", "failed to parse as an image name: repository name must be lowercase"],
  ["a b", "failed to parse as an image name: invalid reference format"],
  ["app:1", "neither tag nor digest is accepted in an image reference: app:1"],
  [" app", "leading/trailing spaces are not allowed:  app"],
  ["", "the supplied pattern is too short: "],
])("%j: %s", (pattern, error) => {
  expect(imagePatternError(pattern, false)).toBe(error);
});

it.each([
  ["app", "neither tag nor digest is accepted in an image reference: app"],
  ["registry.example/app", undefined],
  ["app/*", undefined],
])("until 1.35, %j: %s", (pattern, error) => {
  expect(imagePatternError(pattern, true)).toBe(error);
});
