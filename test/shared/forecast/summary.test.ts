import { describe, expect, it } from "vitest";
import { forecastPod } from "../../../shared/forecast/index.ts";
import { assume, readPod } from "../simulation/play.ts";

const all = "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}]";

/** What the containers do, fields of the pod's container → the answer, in ideal time. */
const table: readonly (readonly [string, string, string])[] = [
  [
    "app: starts in 45m",
    "readinessProbe: {exec: {command: [up]}}",
    "app starts in 45m: no restart within 30m; the pod is not ready within 30m.",
  ],
  ["app: runs", "", "app runs: no restart within 30m; the pod is ready after 0s."],
  ["app: crashes x2, then runs", "", "app crashes x2, then runs: 2 restarts. The pod stays ready from 10s on."],
  [
    "app: exits 1 after 5s",
    "",
    "app crashes after 5s: 10 restarts in 30m. From 5m40s on: one every 5m5s. The pod is ready 3% of the time.",
  ],
  [
    "app: exits 88 after 5m, then runs",
    `restartPolicy: Never, ${all}`,
    "app exits 88 after 5m, then runs: restarts all containers once. The pod stays ready from 5m on.",
  ],
];

describe("the answer for a pod", () => {
  it.each(table)("%s, {%s}", (runs, fields, summary) => {
    const assumptions = assume({ timing: "ideal" });
    const extra = fields === "" ? "" : `, ${fields}`;
    const { pod, scenario } = readPod(`# cadence: ${runs}\ncontainers: [{name: app, image: app${extra}}]`, assumptions);
    expect(forecastPod(pod, assumptions, scenario).summary).toBe(summary);
  });
});
