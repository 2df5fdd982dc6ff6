import { describe, expect, it } from "vitest";
import { decideRestart, restartingExit } from "../../../shared/restart/decision.ts";
import { assume, readPod } from "../simulation/play.ts";

const rules = {
  restart42: "restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]",
  all88: "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}]",
  allButZero: "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: NotIn, values: [0]}}]",
  firstWins:
    "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [7]}}, {action: Restart, exitCodes: {operator: In, values: [7]}}]",
  never: "restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: []}}]",
};

/** Kubernetes, pod policy, fields of the container, exit code → decision. */
const table: readonly (readonly [string, string, string, number, string])[] = [
  ["1.37", "Always", "", 0, "restart"],
  ["1.37", "Always", "", 1, "restart"],
  ["1.37", "OnFailure", "", 0, "final"],
  ["1.37", "OnFailure", "", 137, "restart"],
  ["1.37", "Never", "", 1, "final"],
  ["1.37", "Never", "restartPolicy: Always", 0, "restart"],
  ["1.37", "Always", "restartPolicy: Never", 1, "final"],
  ["1.33", "Always", "restartPolicy: Never", 1, "restart"],
  ["1.37", "Never", `restartPolicy: Never, ${rules.restart42}`, 42, "restart"],
  ["1.37", "Never", `restartPolicy: Never, ${rules.restart42}`, 1, "final"],
  ["1.37", "Never", `restartPolicy: OnFailure, ${rules.restart42}`, 1, "restart"],
  ["1.37", "Always", `restartPolicy: Always, ${rules.all88}`, 88, "restart-all"],
  ["1.37", "Always", `restartPolicy: Always, ${rules.all88}`, 1, "restart"],
  ["1.37", "Never", `restartPolicy: Never, ${rules.firstWins}`, 7, "restart-all"],
  ["1.37", "Never", `restartPolicy: Never, ${rules.never}`, 1, "final"],
];

describe("what follows an exit", () => {
  it.each(table)("Kubernetes %s, pod %s, {%s}, exit code %i → %s", (kubernetes, policy, fields, exitCode, decision) => {
    const { pod, app, node } = podOf(kubernetes, policy, fields);
    expect(decideRestart(app, pod, node, exitCode).decision).toBe(decision);
  });

  it("looks at no later rule, even when the node cannot do what the first says", () => {
    const gates = { RestartAllContainersOnContainerExits: false };
    const { pod, app } = podOf("1.37", "Never", `restartPolicy: Never, ${rules.firstWins}`);
    expect(decideRestart(app, pod, assume({ featureGates: gates }).node, 7).decision).toBe("final");
  });
});

describe("the exit that a forecast speaks of", () => {
  it.each([
    ["Always", "", { exitCode: 1, decision: "restart" }],
    ["Never", "", undefined],
    ["Never", `restartPolicy: Never, ${rules.restart42}`, { exitCode: 42, decision: "restart" }],
    ["Never", `restartPolicy: Never, ${rules.allButZero}`, { exitCode: 1, decision: "restart-all" }],
    ["Never", `restartPolicy: Never, ${rules.never}`, undefined],
  ])("pod %s, {%s}", (policy, fields, exit) => {
    const { pod, app, node } = podOf("1.37", policy, fields);
    expect(restartingExit(app, pod, node)).toEqual(exit);
  });
});

function podOf(kubernetes: string, policy: string, fields: string) {
  const assumptions = assume({ kubernetes });
  const text = `restartPolicy: ${policy}\ncontainers: [{name: app, image: app${fields === "" ? "" : `, ${fields}`}}]`;
  const { pod } = readPod(text, assumptions);
  const [app] = pod.containers;
  if (app === undefined) throw new Error("no container");
  return { pod, app, node: assumptions.node };
}
