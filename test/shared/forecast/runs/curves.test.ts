import { describe, expect, it } from "vitest";
import { restartsWithin } from "../../../../shared/backoff/play-curve.ts";
import { compareContainer, compareKubelet, curveWindowsMs } from "../../../../shared/forecast/runs/curves.ts";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import { assume, readPod } from "../../simulation/play.ts";

const resetAll =
  "restartPolicy: Never, restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [1]}}]";
const resetOn88 =
  "restartPolicy: Always, restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}]";
const never = "restartPolicy: Never";

/** What the container does, its fields → what was compared, and the restarts on the node's curve in 5, 10, 30 and 60 minutes. */
const table: readonly (readonly [string, string, string])[] = [
  ["app: exits 1 after 10s", "", "scenario 5 6 10 16"],
  ["app: exits 1 after 10s x2, then exits 0 after 1m", "", "scenario 4 6 9 14"],
  ["app: crashes x3, then runs", "", "scenario 3 3 3 3"],
  // Without a restart there is nothing to compare.
  ["app: runs", "", "crash 5 6 10 16"],
  ["app: hangs after 1m", "", "crash 5 6 10 16"],
  // A probe may end it, and no curve knows when.
  ["app: starts in 1m, crashes after 2m", "livenessProbe: {tcpSocket: {port: 80}}", "crash 5 6 10 16"],
  ["app: starts in 1m, crashes after 2m", "readinessProbe: {tcpSocket: {port: 80}}", "scenario 2 4 7 12"],
  ["app: cannot be started", "", "crash 5 6 10 16"],
  ["app: exits 1 after 10s x2, then exits 88 after 10s", resetOn88, "crash 5 6 10 16"],
  ["app: crashes", resetAll, "nothing"],
  ["app: crashes", never, "nothing"],
];

describe("a container on other curves", () => {
  it.each(table)("%s, {%s}: %s", (runs, fields, expected) => {
    expect(compared(runs, fields)).toBe(expected);
  });

  it("ends with an exit that is not restarted", () => {
    const text =
      "# cadence: app: crashes x2, then completes after 10s\nrestartPolicy: OnFailure\ncontainers: [{name: app, image: app}]";
    expect(comparedText(text)).toBe("scenario 2 2 2 2");
  });
});

it("a kubelet is compared by a container that crashes at once, under the rules of the semantics", () => {
  const { node } = assume({});
  const delays = (["released", "kep"] as const).map((semantics) => {
    const { of, plays } = compareKubelet(node, semantics);
    return `${of} ${plays[0]?.waitsMs.slice(0, 3).join(" ")}`;
  });
  expect(delays).toEqual(["crash 0 10000 20000", "crash 10000 20000 40000"]);
});

function compared(runs: string, fields: string): string {
  const extra = fields === "" ? "" : `, ${fields}`;
  return comparedText(`# cadence: ${runs}\ncontainers: [{name: app, image: app${extra}}]`);
}

function comparedText(text: string): string {
  const assumptions = assume({ timing: "ideal" });
  const { pod, scenario } = readPod(text, assumptions);
  const [container] = allContainers(pod);
  const comparison = container && compareContainer(pod, assumptions, scenario, container);
  const own = comparison?.plays.find(({ id }) => id === "node");
  if (comparison === undefined || own === undefined) return "nothing";
  return [comparison.of, ...curveWindowsMs.map((windowMs) => restartsWithin(own, windowMs))].join(" ");
}
