import { expect, it } from "vitest";
import { createDeathWatch } from "../../client/server-deaths.ts";

it("restarts a server once, says so, and then says that it stays off", () => {
  const died = createDeathWatch();
  expect([died(), died(), died()].map(({ restart }) => restart)).toEqual([true, false, false]);
  expect(createDeathWatch()().message).toMatch(/was started again\.$/);
  expect(died().message).toMatch(/stays off/);
});
