import { expect, test } from "vitest";
import { lineEndOf, lineStartOf } from "../../../../server/manifest/text/text.ts";

test.each([
  ["\n  a: 1\n", 0, "", "the empty first line"],
  ["\n  a: 1\n", 1, "  a: 1", "the start of a line"],
  ["\n  a: 1\n", 4, "  a: 1", "inside of a line"],
  ["\n  a: 1\n", 7, "  a: 1", "the end of a line"],
  ["\n  a: 1\n", 8, "", "the empty last line"],
  ["a\r\nb", 0, "a", "a line with a carriage return"],
  ["a\r\nb", 3, "b", "a last line without a break"],
  ["", 0, "", "no text"],
])("the line of an offset: %j at %i is %j (%s)", (text, offset, line) => {
  expect(text.slice(lineStartOf(text, offset), lineEndOf(text, offset))).toBe(line);
});
