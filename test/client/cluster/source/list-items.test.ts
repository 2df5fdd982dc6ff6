import { describe, expect, it } from "vitest";
import { ListItems } from "../../../../client/cluster/source/api/list-items.ts";

/** What is given on of a list that comes in parts of so many characters. */
function taken(text: string, size: number): { items: readonly string[]; rest: string } {
  const list = new ListItems();
  const items: string[] = [];
  for (let at = 0; at < text.length; at += size) items.push(...list.take(text.slice(at, at + size)));
  return { items, rest: list.rest };
}

describe.each([1, 2, 3, 7, 1000])("in parts of %i characters", (size) => {
  it.each<[what: string, text: string, items: readonly string[], rest: string]>([
    ["two objects", '{"items":[{"a":1},{"b":[{}]}]}', ['{"a":1}', '{"b":[{}]}'], '{"items":[0,0]}'],
    ["metadata behind them", '{"items": [{}], "metadata":{"x":[{}]}}', ["{}"], '{"items": [0], "metadata":{"x":[{}]}}'],
    ["a list of another name", '{"others":[{}],"items":[{}]}', ["{}"], '{"others":[{}],"items":[0]}'],
    ["items further down", '{"metadata":{"items":[{}]},"items":[]}', [], '{"metadata":{"items":[{}]},"items":[]}'],
    ["brackets in texts", '{"items":[{"a":"}]\\"{["}]}', ['{"a":"}]\\"{["}'], '{"items":[0]}'],
    ["a text that ends with a backslash", '{"items":[{"a":"\\\\"}]}', ['{"a":"\\\\"}'], '{"items":[0]}'],
    ["the name as a text", '{"a":"\\"items\\":","b":[{}]}', [], '{"a":"\\"items\\":","b":[{}]}'],
    ["what is no object", '{"items":[null,[{}],{}]}', ["{}"], '{"items":[null,[{}],0]}'],
    ["objects without a comma", '{"items":[{}{}]}', ["{}", "{}"], '{"items":[00]}'],
    ["no items", '{"items":null}', [], '{"items":null}'],
    ["half an object", '{"items":[{"a":', [], '{"items":[0{"a":'],
    ["a page of a proxy", "<html>{[</html>", [], "<html>{[</html>"],
    ["more ends than starts", "]]}}{[", [], "]]}}{["],
  ])("%s", (_what, text, items, rest) => {
    expect(taken(text, size)).toEqual({ items, rest });
  });
});
