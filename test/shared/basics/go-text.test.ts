import { expect, it } from "vitest";
import { goQuoted, isPrintable, spaceSeparated, trimSpace } from "../../../shared/basics/go-text.ts";

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

it.each([
  ['a"b\\', '"a\\"b\\\\"'],
  ["\u0007\b\f\n\r\t\u000b\u0000\u007f", '"\\a\\b\\f\\n\\r\\t\\v\\x00\\x7f"'],
  ["é\u00a0\u200b\ufeff名", '"é\\u00a0\\u200b\\ufeff名"'],
  ["🙂\u{e0001}", '"🙂\\U000e0001"'],
])("%j is quoted as Go does", (text, quoted) => {
  expect(goQuoted(text)).toBe(quoted);
});

it("what Go prints is no control and no blank but one", () => {
  expect([..."aé名🙂 ~"].every(isPrintable)).toBe(true);
  expect([..."\t\u00a0\u200b\ufeff\u3000\u2028"].some(isPrintable)).toBe(false);
});
