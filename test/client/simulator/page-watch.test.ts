import { describe, expect, it } from "vitest";
import { PageWatch, readyWithinMs } from "../../../client/simulator/page-watch.ts";

/** A page that writes down what is done to it, and whose clock is turned by hand. */
function createPage() {
  const did: string[] = [];
  let waiting: { readonly ms: number; readonly callback: () => void } | undefined;
  const watch = new PageWatch({
    load: () => did.push("load"),
    report: (message) => did.push(message),
    after: (ms, callback) => {
      waiting = { ms, callback };
      return () => {
        waiting = undefined;
      };
    },
  });
  return { watch, did, waitsFor: () => waiting?.ms, timePasses: () => waiting?.callback() };
}

const silentOnce = "The simulator did not start and was reloaded.";
const silentTwice = "The simulator did not start again. Close the panel and reopen it.";

describe("a page that", () => {
  it("speaks in time is left alone", () => {
    const { watch, did, waitsFor, timePasses } = createPage();
    watch.loading();
    expect(waitsFor()).toBe(readyWithinMs);
    watch.ready();
    timePasses();
    expect(did).toEqual([]);
  });

  it("says nothing is loaded again once, and reported", () => {
    const { watch, did, timePasses } = createPage();
    watch.loading();
    timePasses();
    expect(did).toEqual(["load", silentOnce].toReversed());
    timePasses();
    timePasses();
    expect(did).toEqual([silentOnce, "load", silentTwice]);
  });

  it("fails is loaded again once, and a page that goes on failing is told once more", () => {
    const { watch, did } = createPage();
    watch.loading();
    watch.ready();
    watch.failed("x is undefined");
    watch.ready();
    watch.failed("x is undefined");
    watch.failed("x is undefined");
    expect(did).toEqual([
      "The simulator failed and was reloaded: x is undefined",
      "load",
      "The simulator failed again (x is undefined). Close the panel and reopen it.",
    ]);
  });

  it("is hidden may be silent", () => {
    const { watch, did, timePasses } = createPage();
    watch.loading();
    watch.hidden();
    timePasses();
    expect(did).toEqual([]);
  });
});
