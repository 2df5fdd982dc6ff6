import { expect, it } from "vitest";
import { exportRollout } from "../../../server/exports/rollout.ts";
import { unchangedRollout } from "../../../shared/protocol/pod/rollout.ts";
import { rolloutOf } from "../../panel/rollout-payloads.ts";

function exported(format: "svg" | "markdown" | "json", name = "web"): string {
  const edits = [{ kind: "drain", atMs: 40_000, node: "node-1" }] as const;
  const setup = { ...unchangedRollout, edits };
  return exportRollout({ format, setup, payload: rolloutOf({ replicas: 2, minAvailable: 1, name }) })?.text ?? "";
}

it("writes a rollout as Markdown: what decides, what was let happen, the answers, and each step with its cause", () => {
  const text = exported("markdown");
  expect(text).toContain("# Rollout of Deployment/web");
  expect(text).toContain("2 replicas · maxSurge 1 · maxUnavailable 0 · minReadySeconds 10");
  expect(text).toContain("- 40s: node node-1 drains");
  expect(text).toMatch(/\| rollout \| .* one pod at a time/);
  expect(text).toMatch(/\| 40s \| web \| Node node-1 is drained\. \| external \|/);
});

it("writes it as JSON, with everything that the run depends on", () => {
  const { workload, setup, entries, counts, seed, completesMs } = JSON.parse(exported("json"));
  expect(workload).toMatchObject({ kind: "Deployment", name: "web", spec: { replicas: 2 } });
  expect(setup.edits).toEqual([{ kind: "drain", atMs: 40_000, node: "node-1" }]);
  expect(seed).toBe(1);
  expect(completesMs).toBeGreaterThan(60_000);
  expect(entries[0]).toMatchObject({ id: "w1", tMs: 0, kind: "workload-seen", text: "The controller sees web." });
  expect(counts.at(-1)).toMatchObject({ available: 2, updated: 2 });
});

it("says from the start what people assume, and answers with it", () => {
  const setup = { ...unchangedRollout, crashAfterMs: 35_000, trafficDelayMs: 15_000 };
  const { text = "" } = exportRollout({ format: "markdown", setup, payload: rolloutOf({ replicas: 2 }) }) ?? {};
  expect(text).toContain("- new version crashes 35s after each start");
  expect(text).toContain("- requests still come for 15s after a pod is deleted");
  expect(text).toMatch(/\| requests \| still come for 15s after the deletion .*; cut for up to 15s, from SIGTERM on/);
});

it("draws it, with the chart, and takes no markup from names", () => {
  const text = exported("svg", "<script>");
  expect(text).toContain("Rollout of Deployment/&lt;script&gt;");
  expect(text).not.toContain("<script");
  expect(text).toContain("usable endpoints");
  expect(text).toContain("keep ≥ 1");
});
