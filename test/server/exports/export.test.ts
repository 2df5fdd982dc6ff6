import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { exportRun } from "../../../server/exports/export.ts";
import type { ExportParams, PlayParams } from "../../../shared/protocol/panel/export.ts";
import { horizonLimitMs } from "../../../shared/simulation/index.ts";
import { edited, webPlay } from "./play-params.ts";

const anyJson = z.looseObject({ pod: z.looseObject({ fieldPath: z.string() }), untilMs: z.number() });

async function textOf(params: Omit<ExportParams, "play">, changes: Partial<PlayParams> = {}): Promise<string> {
  const answer = await exportRun({ ...params, play: { ...webPlay, ...changes } }, async () => undefined);
  return answer?.text ?? "";
}

async function jsonOf(changes: Partial<PlayParams>) {
  return anyJson.parse(JSON.parse(await textOf({ format: "json" }, changes)));
}

const ofKind = (kind: string): Pick<PlayParams, "written"> => ({ written: { ...webPlay.written, kind } });

describe("the pod spec's place", () => {
  it.each<readonly [string, Partial<PlayParams>, string]>([
    ["a pod", {}, "spec"],
    ["a CronJob", ofKind("CronJob"), "spec.jobTemplate.spec.template.spec"],
    [
      "a custom resource, as it is told",
      { ...ofKind("Rollout"), specPath: ["spec", "template", "spec"] },
      "spec.template.spec",
    ],
    ["a custom resource of which nothing is known", ofKind("Rollout"), ""],
  ])("%s", async (_, changes, fieldPath) => {
    expect((await jsonOf(changes)).pod.fieldPath).toBe(fieldPath);
  });
});

it("plays no longer than the engine can", async () => {
  expect((await jsonOf({ untilMs: horizonLimitMs * 2 })).untilMs).toBe(horizonLimitMs);
});

it("has no answer for a pod without containers", async () => {
  const written = { ...webPlay.written, spec: { containers: [] } };
  for (const format of ["svg", "markdown", "json", "kubectl", "cli"] as const)
    expect(await exportRun({ format, play: { ...webPlay, written } }, async () => undefined)).toBeUndefined();
});

it("lets others in between the runs", async () => {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  await exportRun({ format: "json", play: webPlay, runs: 7 }, pause);
  expect(pauses).toBe(7);
});

describe("Markdown", () => {
  it("shows what people write as it is", async () => {
    const text = await textOf(
      { format: "markdown" },
      { ...edited("app: crashes|after <b>1s</b>"), assumptionsText: "gates *A* [x](y) & `z`", untilMs: 1000 },
    );
    expect(text).toContain('\n\nIgnored "crashes\\|after \\<b\\>1s\\</b\\>": ');
    expect(text).toContain("\n\ngates \\*A\\* \\[x\\](y) \\& \\`z\\` · seed 1\n\n| Container |");
  });

  it("has one row for each run before its entries", async () => {
    const text = await textOf({ format: "markdown" }, { ...edited("app: exits 3 after 5s"), untilMs: 30_000 });
    const rows = text.split("\n").filter((line) => line.startsWith("| app | "));
    expect(rows.map((row) => row.replace(/\d+(\.\d+)?(ms|s)/g, "T")).slice(0, 3)).toEqual([
      "| app | 1 | T | T | exit 3 | T |",
      "| app | 2 | T | T | exit 3 | T |",
      "| app | 3 | T | T | exit 3 | T |",
    ]);
    expect(text.indexOf("| Container | Run |")).toBeLessThan(text.indexOf("| Time |"));
  });

  it("ends with the expectations", async () => {
    const text = await textOf(
      { format: "markdown" },
      { ...edited("app: crashes after 1s", "expect ready within 1m", "expect no crash loop within 1m"), untilMs: 1000 },
    );
    expect(text).toMatch(
      /\n\nSimulated until 1s\.\n\n- "expect ready within 1m" holds in all 20 runs\n- "expect no crash loop within 1m" fails in 20 of 20 runs: crash loop after \S+ \(expected none within 1m\)\n$/,
    );
  });
});

it("a picture shows the part of time that was asked for", async () => {
  const view = { fromMs: 60_000, toMs: 120_000 } as const;
  const text = await textOf({ format: "svg", view }, edited("app: crashes after 5s"));
  expect(text).toContain(">1m30s</text>");
  expect(text).not.toContain(">0s</text>");
});
