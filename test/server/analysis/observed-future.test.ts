import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { observedFutureOf, observedOf } from "../../../server/analysis/observed.ts";
import { isRunnable } from "../../../server/analysis/subject.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { resolveSettings } from "../../../server/schema/resolve.ts";

// What an observed pod goes on with, for each status that is kept here and several seeds.

const folder = new URL("observed/", import.meta.url);
const horizonMs = 20 * 60_000;
const settings = await resolveSettings(
  { fileUri: "file:///w/a.yaml", rootUri: undefined, baseUri: undefined, overrides: {}, projectFile: "none" },
  { read: async () => undefined },
);

const cases = readdirSync(folder).flatMap((file) => {
  const manifest = parseManifest(readFileSync(new URL(file, folder), "utf8"));
  return manifest.documents.flatMap(({ document }) =>
    analyzeDocument(document, settings)
      .pods.filter(isRunnable)
      .flatMap((pod) => {
        const report = observedOf(pod, { manifest });
        const future = observedFutureOf(pod, { manifest }, { seed: 1, horizonMs });
        const timelines = [1, 2, 3].flatMap((seed) => future?.(seed, horizonMs) ?? []);
        return report === undefined || timelines.length === 0
          ? []
          : [{ name: `${file} ${pod.located.name}`, report, timelines }];
      }),
  );
});

describe("what an observed pod goes on with", () => {
  it("is known for many of the statuses", () => {
    expect(cases.length).toBeGreaterThan(15);
  });

  it.each(cases)("$name begins with what was observed", ({ report: { look }, timelines }) => {
    for (const { statuses } of timelines) {
      const [first] = statuses;
      const told = [...(first?.status.initContainerStatuses ?? []), ...(first?.status.containerStatuses ?? [])];
      expect(first?.tMs).toBe(0);
      for (const { name, restartCount, ready, state } of told) {
        const own = look.pod.containers.find((each) => each.name === name);
        expect({ restartCount, ready, is: state.is }).toEqual({
          restartCount: own?.restartCount,
          ready: own?.ready,
          is: own?.state.is,
        });
      }
    }
  });

  it.each(cases)("$name is in order, and each time within its bounds", ({ timelines }) => {
    for (const { entries, untilMs } of timelines) {
      const ids = new Set<string>();
      let lastMs = 0;
      for (const { id, tMs, at, cause } of entries) {
        expect(tMs >= lastMs && tMs <= untilMs && at.earliestMs <= tMs && tMs <= at.latestMs).toBe(true);
        expect(cause === undefined || ids.has(cause)).toBe(true);
        ids.add(id);
        lastMs = tMs;
      }
    }
  });

  it.each(cases)("$name counts its restarts on from those that were observed", ({ report: { look }, timelines }) => {
    for (const { entries } of timelines)
      for (const { name, restartCount } of look.pod.containers) {
        const starts = entries.filter(
          ({ kind, container, data }) => kind === "container-started" && container === name && data.wasBefore !== true,
        );
        const [first] = starts;
        if (first !== undefined && restartCount > 0) expect(first.run).toBe(restartCount + 2);
      }
  });
});
