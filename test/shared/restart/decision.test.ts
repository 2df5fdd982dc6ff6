import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideRestart } from "../../../shared/restart/decision.ts";
import { restartingExit } from "../../../shared/restart/restarting.ts";
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

describe("whatever the rules are", () => {
  const exitCode = fc.integer({ min: 0, max: 5 });
  const rule = fc.record({
    action: fc.constantFrom("Restart", "RestartAllContainers"),
    exitCodes: fc.record({
      operator: fc.constantFrom("In", "NotIn"),
      values: fc.uniqueArray(exitCode, { maxLength: 3 }),
    }),
  });
  const cases = fc.record({
    list: fc.array(rule, { maxLength: 4 }),
    policy: fc.constantFrom("Always", "OnFailure", "Never"),
    code: exitCode,
  });
  type Rules = readonly { readonly action: string }[];
  const decide = (list: Rules, policy: string, code: number, canResetAll = true) => {
    const { pod, app } = podOf(
      "1.37",
      "Always",
      `restartPolicy: ${policy}, restartPolicyRules: ${JSON.stringify(list)}`,
    );
    const { node } = assume({ featureGates: { RestartAllContainersOnContainerExits: canResetAll } });
    return decideRestart(app, pod, node, code);
  };

  it("what stands behind the first that matches changes nothing", () => {
    fc.assert(
      fc.property(cases, ({ list, policy, code }) => {
        const { decision, rule: first } = decide(list, policy, code);
        if (first === undefined) return;
        expect(decide(list.slice(0, first + 1), policy, code)).toEqual({ decision, rule: first });
        expect(decide([...list.slice(0, first + 1), ...list.slice(first + 1).reverse()], policy, code).decision).toBe(
          decision,
        );
      }),
    );
  });

  it("a match that the node cannot act on is no match, and no later rule counts", () => {
    fc.assert(
      fc.property(cases, ({ list, policy, code }) => {
        if (decide(list, policy, code).decision !== "restart-all") return;
        expect(decide(list, policy, code, false).decision).toBe(decide([], policy, code).decision);
      }),
    );
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
