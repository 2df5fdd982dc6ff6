import { expect, it } from "vitest";
import { startKubelet } from "../../../../server/schema/kubelet-start.ts";

// What the topology manager of 1.37.1 (`NewManager`, run with these policies and options) said; "": it was created.
const options: readonly (readonly [policy: string, option: string, value: string, problem: string])[] = [
  ["none", "prefer-closest-numa-nodes", "truex", ""],
  ["none", "max-allowable-numa-nodes", "true", ""],
  ["none", "max-allowable-numa-nodes", "7", ""],
  ...["best-effort", "restricted", "single-numa-node"].flatMap((policy) =>
    (
      [
        [
          "prefer-closest-numa-nodes",
          "truex",
          'bad value for option "prefer-closest-numa-nodes": strconv.ParseBool: parsing "truex": invalid syntax',
        ],
        ["max-allowable-numa-nodes", "+8", ""],
        ["max-allowable-numa-nodes", "-9", tooFew()],
        ["max-allowable-numa-nodes", "7", tooFew()],
        ["max-allowable-numa-nodes", "true", noNumber("true", "invalid syntax")],
        ["max-allowable-numa-nodes", "1_0", noNumber("1_0", "invalid syntax")],
        ["max-allowable-numa-nodes", " 8", noNumber(" 8", "invalid syntax")],
        ["max-allowable-numa-nodes", "0x10", noNumber("0x10", "invalid syntax")],
        ["max-allowable-numa-nodes", "", noNumber("", "invalid syntax")],
        ["max-allowable-numa-nodes", "9223372036854775807", ""],
        ["max-allowable-numa-nodes", "9223372036854775808", noNumber("9223372036854775808", "value out of range")],
      ] as const
    ).map(([option, value, problem]) => [policy, option, value, problem] as const),
  ),
];

it.each(options)("%s, %s: %s", (policy, option, value, problem) => {
  const text = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
topologyManagerPolicy: ${policy}
topologyManagerPolicyOptions: {${option}: ${JSON.stringify(value)}}
`;
  const host = { kubernetes: "1.37", featureGates: {}, semantics: "released", cgroups: "v2" } as const;
  const { problems } = startKubelet(text, [], { ...host, directory: "/etc/kubelet" });
  const refused = problems.filter(({ problem: { origin } }) => origin === "kubelet");
  expect(refused.map(({ problem: { reason } }) => reason).join("\n")).toBe(problem);
});

function noNumber(value: string, reason: string): string {
  return `unable to convert policy option to integer "max-allowable-numa-nodes": strconv.Atoi: parsing ${JSON.stringify(value)}: ${reason}`;
}

function tooFew(): string {
  return 'the minimum value of "max-allowable-numa-nodes" should not be less than 8';
}
