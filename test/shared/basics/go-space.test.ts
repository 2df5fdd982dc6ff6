import { expect, it } from "vitest";
import { spaceSeparated, trimSpace } from "../../../shared/basics/go-space.ts";

it.each([
  [" a b\t\n", "a b", ["a", "b"]],
  ["\u0085a\u00a0", "a", ["a"]],
  ["\u3000a\u2003b\u2028", "a\u2003b", ["a", "b"]],
  ["\ufeffa\u200b", "\ufeffa\u200b", ["\ufeffa\u200b"]],
  [" \t ", "", []],
  ["", "", []],
])("%j is trimmed and split as Go does", (text, trimmed, parts) => {
  expect(trimSpace(text)).toBe(trimmed);
  expect(spaceSeparated(text)).toEqual(parts);
});
