import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { answerOf, looping } from "../../server/features/alerts/panel-alerts.ts";
import { runJson } from "../run-cli.ts";

const scratch = mkdtempSync(join(tmpdir(), "pod-cadence-shown-alerts-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const kubelet = join(scratch, "kubelet.yaml");
writeFileSync(
  kubelet,
  "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff: {maxContainerRestartPeriod: 30s}\n",
);

const cliSchema = z.object({
  alerts: z.array(
    z.object({
      name: z.string(),
      outcome: z.string(),
      pending: z.nullable(z.object({ nominalMs: z.number() })),
      fires: z.nullable(z.object({ nominalMs: z.number() })),
      because: z.string(),
    }),
  ),
});

const pods: readonly (readonly [string, string, readonly string[]])[] = [
  ["a crash loop", "exits 1 after 5s", []],
  ["a crash loop with a short maximum", "exits 1 after 5s", ["--kubelet-config", kubelet]],
  ["long runs", "exits 1 after 4m", []],
  ["out of memory", "oom after 70s", []],
  ["an image that is missing", "image missing", []],
];

describe("alerts in the panel are those of `pod-cadence alerts`", () => {
  it.each(pods)("%s", async (_, script, flags) => {
    const file = join(scratch, "pod.yaml");
    writeFileSync(
      file,
      `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: app # cadence: ${script}\n    image: app\n`,
    );
    const options = ["--rules", "mixin", "--runs", "1", "--until", "1h"];
    const { alerts } = cliSchema.parse(await runJson(["alerts", ...options, ...flags, file]));
    const maxContainerRestartPeriodMs = flags.length > 0 ? 30_000 : undefined;
    const node = maxContainerRestartPeriodMs === undefined ? {} : { maxContainerRestartPeriodMs };
    const answer = await answerOf(looping, script, node);
    const shown = answer.alerts.map(({ name, periods, because }) => ({
      name,
      pendingMs: periods[0]?.fromMs,
      firesMs: periods.find(({ is }) => is === "firing")?.fromMs,
      because,
    }));
    const expected = alerts
      .filter(({ name }) => shown.some((each) => each.name === name))
      .map(({ name, pending, fires, because }) => ({
        name,
        pendingMs: pending?.nominalMs,
        firesMs: fires?.nominalMs,
        because,
      }));
    expect(shown).toEqual(expected);
    expect(alerts.filter(({ pending }) => pending !== null).map(({ name }) => name)).toEqual(
      shown.filter(({ pendingMs }) => pendingMs !== undefined).map(({ name }) => name),
    );
    expect(shown.length).toBeGreaterThan(0);
  });
});
