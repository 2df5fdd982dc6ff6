import { expect, it } from "vitest";
import { complete, drawn, opened } from "../bench/page-steps.ts";
import { panelDriver } from "./driver.ts";
import { crashing } from "./payloads.ts";

// `npm run bench` waits for parts of the page: without them it would measure nothing.

const { open } = panelDriver();

it("the page has what its benchmark waits for", async () => {
  const page = await open(crashing);
  await complete(page);
  for (const selector of opened) await drawn(page, selector);
});

it("a wait for what the page does not have ends after its frames", async () => {
  const page = await open(crashing);
  const wait = drawn(page, ".no-such-part", { framesMax: 10 });
  await expect(wait).rejects.toThrow("the page has no .no-such-part after 10 frames");
  const other = drawn(page, ".answer", { isGone: true, framesMax: 10 });
  await expect(other).rejects.toThrow("the page has still .answer after 10 frames");
});
