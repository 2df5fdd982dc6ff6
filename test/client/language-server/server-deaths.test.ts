import { expect, it } from "vitest";
import { createDeathWatch } from "../../../client/language-server/server-deaths.ts";

it("restarts a server once, and says whether it was restarted", () => {
  const died = createDeathWatch();
  expect([died(), died(), died()].map(({ restart }) => restart)).toEqual([true, false, false]);
  expect(createDeathWatch()().message).toMatch(/was restarted\.$/);
  expect(died().message).toMatch(/was not restarted/);
});
