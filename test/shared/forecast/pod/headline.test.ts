import { describe, expect, it } from "vitest";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import { assume, readPod } from "../../simulation/play.ts";

const all = "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}]";

/** What the containers do, fields of the pod's container or `$` and the pod's restart policy → the answer, in ideal time. */
const table: readonly (readonly [string, string, string])[] = [
  ["app: starts in 45m", "readinessProbe: {exec: {command: [up]}}", "The pod is never ready in 30m."],
  [
    "app: hangs postStart",
    "readinessProbe: {exec: {command: [up]}}, lifecycle: {postStart: {exec: {command: [clone]}}}",
    "The pod is never ready in 30m: the postStart hook of app does not return.",
  ],
  [
    "app: runs",
    "lifecycle: {postStart: {exec: {command: [sleep, infinity]}}}",
    "The pod is never ready in 30m: the postStart hook of app does not return.",
  ],
  [
    "app: crashes after 1m, then hangs postStart",
    "lifecycle: {postStart: {exec: {command: [clone]}}}",
    "The pod is not ready from 1m on, after 1 restart: the postStart hook of app does not return.",
  ],
  ["app: runs", "", "Ready after 0s, with no restarts in 30m."],
  ["app: crashes x2, then runs", "", "app crashes 2 times, then keeps running: ready for good after 10s."],
  [
    "app: exits 1 after 5s",
    "",
    "app crashes 5s after each start, then waits up to 5m. After 5m40s it restarts every 5m5s. The pod is ready 3% of the time.",
  ],
  [
    "app: exits 88 after 5m, then runs",
    `restartPolicy: Never, ${all}`,
    "app exits with 88 and restarts all containers once after 5m; ready for good after 5m.",
  ],
  [
    "app: crashes after 20s x2, then completes after 1m",
    "$OnFailure",
    "The pod completes after 1m50s, after 2 restarts.",
  ],
  ["at 5m node reboots", "", "The node reboots once; ready for good after 6m."],
  ["at 5m kubelet restarts", "", "Ready after 0s, with no restarts in 30m."],
  ["at 1m pod is deleted", "", "The pod is gone after 1m."],
  ["app: exits 3 after 20s", "$Never", "The pod fails after 20s: app exits with 3."],
];

describe("a postStart hook that never returns", () => {
  const assumptions = assume({ timing: "ideal" });
  const probes = "readinessProbe: {tcpSocket: {port: 80}}, livenessProbe: {tcpSocket: {port: 80}}";
  const forecastOf = (does: string) => {
    const hook = "lifecycle: {postStart: {exec: {command: [clone]}}}";
    const text = `# cadence: app: ${does}\ncontainers: [{name: app, image: app, ${probes}, ${hook}}, {name: next, image: next}]`;
    const { pod, scenario } = readPod(text, assumptions);
    return forecastPod(pod, assumptions, scenario);
  };

  it("is why, where the manifest has it", () => {
    expect(forecastOf("hangs postStart").answer.why).toMatchObject({
      text: "The postStart hook of app does not return. Until it does, the kubelet runs no probe of app and starts no further container.",
      path: ["containers", 0, "lifecycle", "postStart"],
    });
  });

  it("leaves no limit that a probe would set", () => {
    const limitsOf = (does: string) => {
      const [app] = forecastOf(does).containers;
      return [app?.startupBudget, app?.hangToSigterm, app?.hangToDead, app?.unreadyAfter].map(Boolean);
    };
    expect(limitsOf("hangs postStart")).toEqual([false, false, false, false]);
    expect(limitsOf("answers postStart in 25s")).toEqual([true, true, true, true]);
  });
});

describe("the answer for a pod", () => {
  it.each(table)("%s, {%s}", (runs, fields, headline) => {
    const assumptions = assume({ timing: "ideal" });
    const policy = fields.startsWith("$") ? `restartPolicy: ${fields.slice(1)}\n` : "";
    const extra = fields === "" || policy !== "" ? "" : `, ${fields}`;
    const manifest = `# cadence: ${runs}\n${policy}containers: [{name: app, image: app${extra}}]`;
    const { pod, scenario } = readPod(manifest, assumptions);
    expect(forecastPod(pod, assumptions, scenario).answer.headline).toBe(headline);
  });
});
