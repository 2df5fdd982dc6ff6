import { describe, expect, it } from "vitest";
import { forecastPod } from "../../../shared/forecast/index.ts";
import { assume, readPod } from "../simulation/play.ts";

const all = "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}]";

/** What the containers do, fields of the pod's container or `$` and the pod's restart policy → the answer, in ideal time. */
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
  [
    "app: crashes after 20s x2, then completes after 1m",
    "$OnFailure",
    "app crashes after 20s x2, then completes after 1m: 2 restarts. The pod has succeeded after 1m50s.",
  ],
  ["at 5m node reboots", "", "app: 1 restart. The pod stays ready from 6m on."],
  ["at 5m kubelet restarts", "", "app: no restart within 30m; the pod is ready after 0s."],
  ["at 1m pod is deleted", "", "app: no restart. The pod is gone after 1m."],
  ["app: exits 3 after 20s", "$Never", "app exits 3 after 20s: no restart. The pod has failed after 20s."],
];

describe("the answer for a pod", () => {
  it.each(table)("%s, {%s}", (runs, fields, summary) => {
    const assumptions = assume({ timing: "ideal" });
    const policy = fields.startsWith("$") ? `restartPolicy: ${fields.slice(1)}\n` : "";
    const extra = fields === "" || policy !== "" ? "" : `, ${fields}`;
    const manifest = `# cadence: ${runs}\n${policy}containers: [{name: app, image: app${extra}}]`;
    const { pod, scenario } = readPod(manifest, assumptions);
    expect(forecastPod(pod, assumptions, scenario).summary).toBe(summary);
  });
});
