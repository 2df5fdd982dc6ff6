import { expect, it } from "vitest";
import { plainLine } from "../../../shared/basics/plain-line.ts";

it.each([
  ["a\u200bb\u00ad\u2060c", "a\\u200bb\\u00ad\\u2060c"],
  ["web\u{e0041}", "web\\udb40\\udc41"],
  ["web\ud800", "web\\ud800"],
  ["\u001b[31mred\u202e", "\\u001b[31mred\\u202e"],
  ["👩\u200d💻 é 名", "👩\u200d💻 é 名"],
  ["a\r\nb", "a b"],
])("%j is shown as it is", (text, shown) => {
  expect(plainLine(text)).toBe(shown);
});
