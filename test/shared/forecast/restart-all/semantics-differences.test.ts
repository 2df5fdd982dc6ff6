import { expect, it } from "vitest";
import { semanticsDifferences } from "../../../../shared/forecast/restart-all/semantics-differences.ts";
import { expectGolden } from "../../../golden.ts";
import { assume, type PlayOptions, readPod } from "../../simulation/play.ts";

const rule = "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]";
const pods = {
  "restarts by its policy": "containers: [{name: app, image: app}]",
  "never restarts": "restartPolicy: Never\ncontainers: [{name: app, image: app}]",
  "restarts all": `restartPolicy: Never\ncontainers: [{name: app, image: app, restartPolicy: Never, ${rule}}, {name: peer, image: peer}]`,
  "restarts itself only": `restartPolicy: Never\ncontainers: [{name: app, image: app, restartPolicy: Never, ${rule}}]`,
  "does both": `containers: [{name: app, image: app, restartPolicy: Never, ${rule}}, {name: peer, image: peer}]`,
};
const bothGates = { ReduceDefaultCrashLoopBackOffDecay: true, KubeletCrashLoopBackOffMax: true };
const off = { RestartAllContainersOnContainerExits: false, NodeDeclaredFeatures: false };
const nodes: readonly (readonly [string, PlayOptions])[] = [
  ["1.37", {}],
  ["1.37 with both gates", { featureGates: bothGates }],
  ["1.36 without restarts of all", { kubernetes: "1.36", featureGates: off }],
  ["1.31", { kubernetes: "1.31" }],
];

it("says what the proposals would change for a pod on a node", () => {
  const blocks = Object.entries(pods).flatMap(([title, text]) =>
    nodes.map(([on, options]) => {
      const { pod } = readPod(text, assume({}));
      const differences = semanticsDifferences(pod, assume(options).node);
      return [`A pod that ${title}, on ${on}`, ...(differences.length === 0 ? ["nothing"] : differences)].join("\n  ");
    }),
  );
  expectGolden("backoff/semantics-of-pods", blocks.join("\n"));
});

it("begins its sentences with what is released", () => {
  const { pod } = readPod(pods["does both"], assume({}));
  for (const text of semanticsDifferences(pod, assume({}).node)) expect(text).toMatch(/[iI]n KEP-(4603|5532)/);
});
