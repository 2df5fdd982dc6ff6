import { describe, expect, it } from "vitest";
import { engineGates } from "../../../../shared/kubernetes/gates/engine-gates.data.ts";
import { gateInfo, isEnabled } from "../../../../shared/kubernetes/gates/feature-gates.ts";
import { type RelevantGate, relevantGates } from "../../../../shared/kubernetes/gates/relevant-gates.ts";
import { minorVersions } from "../../../../shared/kubernetes/versions.ts";
import { expectGolden } from "../../../golden.ts";
import { assume, play, readPod } from "../../simulation/play.ts";

const pods: readonly (readonly [string, string])[] = [
  ["restarts by its policy", "containers: [{name: app, image: app}]"],
  ["is never restarted", "restartPolicy: Never\ncontainers: [{name: app, image: app}]"],
  [
    "has a rule, a sidecar, probes and a hook that sleeps",
    `
restartPolicy: Never
initContainers: [{name: side, image: side, restartPolicy: Always}]
containers:
- name: app
  image: app
  restartPolicy: Never
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]
  readinessProbe: {tcpSocket: {port: 80}}
  lifecycle: {preStop: {sleep: {seconds: 5}}}`,
  ],
];
const versions = ["1.30", "1.35", "1.37"] as const;
/** The pods keep what the gates are about. */
const allOn = { AllAlpha: true, AllBeta: true };

describe("the gates of a version, for one pod", () => {
  it("begin with those that matter, and say why", () => {
    const blocks = pods.flatMap(([title, text]) =>
      versions.map((kubernetes) => {
        const rows = gatesOf(text, kubernetes).map(
          ({ gate, stage, value, locked, matters, why }) =>
            `${matters ? "•" : " "} ${gate}: ${stage}, ${value ? "on" : "off"}${locked ? ", locked" : ""}; ${why}`,
        );
        return [`A pod that ${title}, on ${kubernetes}`, ...rows].join("\n");
      }),
    );
    expectGolden("gates/relevant", blocks.join("\n\n"));
  });

  it.each(minorVersions)(
    "are all that the engine asks for and %s knows, with the states that the whole table has",
    (kubernetes) => {
      const [, text = ""] = pods[0] ?? [];
      const component = { kubernetes, featureGates: {} };
      const found = gatesOf(text, kubernetes);
      const known = Object.keys(engineGates).filter((gate) => gateInfo(gate, kubernetes) !== undefined);
      expect(found.map(({ gate }): string => gate).toSorted()).toEqual(known.toSorted());
      for (const { gate, stage, default: byDefault, locked, value } of found) {
        expect({ stage: stage.toLowerCase(), default: byDefault, locked }).toEqual(gateInfo(gate, kubernetes));
        expect(value).toBe(isEnabled(component, gate));
      }
    },
  );

  it("count one that is set as one that matters, so that it can be set back", () => {
    const [, text = ""] = pods[1] ?? [];
    const set = gatesOf(text, "1.36", { KubeletCrashLoopBackOffMax: false });
    expect(set.find(({ gate }) => gate === "KubeletCrashLoopBackOffMax")).toMatchObject({
      value: false,
      matters: true,
    });
  });
});

// What is said to be of no matter is tried out.
describe("a gate that does not matter", () => {
  it.each(pods)("changes nothing of a pod that %s", (_, text) => {
    const told = `# cadence: app: exits 1 after 20s\n# cadence: at 1m kubelet restarts\n${text}`;
    for (const kubernetes of versions) {
      const run = (featureGates: Readonly<Record<string, boolean>>) =>
        play(told, { kubernetes, featureGates, timing: "kubelet", until: 900 }).timeline;
      for (const { gate, matters, locked, value } of gatesOf(text, kubernetes))
        if (!matters && !locked) expect(run({ [gate]: !value }), `${gate} on ${kubernetes}`).toEqual(run({}));
    }
  });
});

function gatesOf(
  text: string,
  kubernetes: string,
  featureGates: Readonly<Record<string, boolean>> = {},
): readonly RelevantGate[] {
  const { pod } = readPod(text, assume({ featureGates: allOn }));
  return relevantGates(pod, assume({ kubernetes, featureGates }).node);
}
