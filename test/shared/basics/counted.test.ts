import { expect, it } from "vitest";
import { agreeing, counted, inNumber } from "../../../shared/basics/counted.ts";

it.each([
  [counted(0, "loop"), "0 loops"],
  [counted(1, "loop"), "1 loop"],
  [counted(2, "loop"), "2 loops"],
  [counted("3–5", "restart"), "3–5 restarts"],
  [counted("1", "failed pod"), "1 failed pod"],
  [counted("1,204", "container"), "1,204 containers"],
  [counted(1, "loop", "are"), "1 loop is"],
  [counted(2, "loop", "are"), "2 loops are"],
  [counted(1, "more change", "do"), "1 more change does"],
  [counted(3, "entry"), "3 entries"],
  [counted(2, "day"), "2 days"],
  [counted(2, "address"), "2 addresses"],
  [inNumber(1, "rule"), "rule"],
  [inNumber(2, "rule"), "rules"],
  [agreeing(1, "take"), "takes"],
  [agreeing(1, "crash"), "crashes"],
  [agreeing(1, "were"), "was"],
  [agreeing(2, "were"), "were"],
])("%s", (text, expected) => {
  expect(text).toBe(expected);
});
