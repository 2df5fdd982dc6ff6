import { expect, it } from "vitest";
import { memoBounded } from "../../../shared/basics/memo-bounded.ts";
import { memo, once } from "../../../shared/basics/once.ts";

it("once asks once, also for undefined", () => {
  let asked = 0;
  const value = once(() => {
    asked += 1;
    return undefined;
  });
  expect([value(), value(), asked]).toEqual([undefined, undefined, 1]);
});

it("memo asks once for each object, and what is given besides makes no difference", () => {
  const asked: string[] = [];
  const nameOf = memo((object: { readonly name: string | undefined }, why: string) => {
    asked.push(why);
    return object.name;
  });
  const [one, other, nameless] = [{ name: "a" }, { name: "a" }, { name: undefined }];
  expect([nameOf(one, "first"), nameOf(one, "again"), nameOf(other, "other")]).toEqual(["a", "a", "a"]);
  expect([nameOf(nameless, "nameless"), nameOf(nameless, "again")]).toEqual([undefined, undefined]);
  expect(asked).toEqual(["first", "other", "nameless"]);
});

it("memoBounded forgets what nobody has asked for longest", () => {
  const asked: string[] = [];
  const lengthOf = memoBounded(2, (text: string) => {
    asked.push(text);
    return text.length;
  });
  for (const text of ["a", "bb", "a", "ccc", "a", "bb"]) expect(lengthOf(text)).toBe(text.length);
  expect(asked).toEqual(["a", "bb", "ccc", "bb"]);
});
