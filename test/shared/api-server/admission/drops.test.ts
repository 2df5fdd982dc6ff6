import { describe, expect, test } from "vitest";
import type { Admission } from "../../../../shared/api-server/admission/admit.ts";
import { formatPath } from "../../../../shared/basics/path.ts";
import { allContainers, type Container } from "../../../../shared/kubernetes/pod.ts";
import type { KubernetesVersion } from "../../../../shared/kubernetes/versions.ts";
import { admitBy, admitYaml, present, written } from "./admission.ts";

const everything = `
initContainers:
- name: init
  restartPolicy: OnFailure
- name: sidecar
  restartPolicy: Always
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}]
  livenessProbe: {exec: {command: [a]}}
  lifecycle: {postStart: {exec: {command: [a]}}}
containers:
- name: app
  restartPolicy: Never
  restartPolicyRules:
  - {action: Restart, exitCodes: {operator: In, values: [1]}}
  - {action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}
  lifecycle: {preStop: {sleep: {seconds: 5}}}
`;

const rulesOff = "the feature gate ContainerRestartRules is off on the API server";
const sleepOff = "the feature gate PodLifecycleSleepAction is off on the API server";

describe("what does not reach the node", () => {
  test.each<[string, KubernetesVersion, Record<string, boolean>, string[], string[]]>([
    [
      "everything is known",
      "1.37",
      {},
      [],
      [
        "init init OnFailure",
        "sidecar sidecar Always RestartAllContainers",
        "app regular Never Restart RestartAllContainers",
      ],
    ],
    [
      "… 1.36 too",
      "1.36",
      {},
      [],
      [
        "init init OnFailure",
        "sidecar sidecar Always RestartAllContainers",
        "app regular Never Restart RestartAllContainers",
      ],
    ],
    [
      "rules are known, RestartAllContainers is not",
      "1.35",
      {},
      [
        "initContainers[1].restartPolicyRules: Kubernetes 1.35 rejects this: restartPolicyRules are not allowed for init containers with restart policy Always",
        'containers[0].restartPolicyRules[1].action: Kubernetes 1.35 rejects this: supported values: "Restart"',
      ],
      ["init init OnFailure", "sidecar sidecar Always", "app regular Never Restart ?"],
    ],
    [
      "… but with its gate",
      "1.35",
      { RestartAllContainersOnContainerExits: true },
      [],
      [
        "init init OnFailure",
        "sidecar sidecar Always RestartAllContainers",
        "app regular Never Restart RestartAllContainers",
      ],
    ],
    [
      "fields are dropped silently",
      "1.34",
      {},
      [
        `initContainers[0].restartPolicy: Kubernetes 1.34 drops this field because ${rulesOff}`,
        `initContainers[1].restartPolicyRules: Kubernetes 1.34 drops this field because ${rulesOff}`,
        `containers[0].restartPolicy: Kubernetes 1.34 drops this field because ${rulesOff}`,
        `containers[0].restartPolicyRules: Kubernetes 1.34 drops this field because ${rulesOff}`,
      ],
      ["init init", "sidecar sidecar Always", "app regular"],
    ],
    [
      "a policy is refused, rules are unknown",
      "1.33",
      {},
      [
        'initContainers[0].restartPolicy: Kubernetes 1.33 rejects this: supported values: "Always"',
        "initContainers[1].restartPolicyRules: Kubernetes 1.33 does not know this field and drops it",
        "containers[0].restartPolicy: Kubernetes 1.33 rejects this: may not be set for non-init containers",
        "containers[0].restartPolicyRules: Kubernetes 1.33 does not know this field and drops it",
      ],
      ["init init", "sidecar sidecar Always", "app regular"],
    ],
    [
      "sleep is off",
      "1.29",
      {},
      [
        'initContainers[0].restartPolicy: Kubernetes 1.29 rejects this: supported values: "Always"',
        "initContainers[1].restartPolicyRules: Kubernetes 1.29 does not know this field and drops it",
        "containers[0].restartPolicy: Kubernetes 1.29 rejects this: may not be set for non-init containers",
        "containers[0].restartPolicyRules: Kubernetes 1.29 does not know this field and drops it",
        `containers[0].lifecycle.preStop.sleep: Kubernetes 1.29 drops this field because ${sleepOff}`,
      ],
      ["init init", "sidecar sidecar Always", "app regular"],
    ],
    [
      "no sidecars: what is left is an init container, which may have no probe and no hook",
      "1.28",
      {},
      [
        "initContainers[0].restartPolicy: Kubernetes 1.28 drops this field because the feature gate SidecarContainers is off on the API server",
        "initContainers[1].restartPolicy: Kubernetes 1.28 drops this field because the feature gate SidecarContainers is off on the API server",
        "initContainers[1].restartPolicyRules: Kubernetes 1.28 does not know this field and drops it",
        "initContainers[1].livenessProbe: Kubernetes 1.28 rejects this: may not be set for init containers without restartPolicy=Always",
        "initContainers[1].lifecycle: Kubernetes 1.28 rejects this: may not be set for init containers without restartPolicy=Always",
        "containers[0].restartPolicy: Kubernetes 1.28 rejects this: may not be set for non-init containers",
        "containers[0].restartPolicyRules: Kubernetes 1.28 does not know this field and drops it",
        "containers[0].lifecycle.preStop.sleep: Kubernetes 1.28 does not know this field and drops it",
      ],
      ["init init", "sidecar init", "app regular"],
    ],
  ])("%s: %s %j", (_, kubernetes, featureGates, dropped, containers) => {
    const admission = admitYaml(everything, { kubernetes, featureGates });
    expect(droppedText(admission).toSorted()).toEqual(dropped.toSorted());
    expect(allContainers(present(admission.pod)).map(policyText)).toEqual(containers);
    // Whatever is refused is named with the words of the API server.
    const refused = dropped.filter((line) => line.includes("rejects this"));
    expect(
      admission.errors
        .map(({ path, detail }) => `${formatPath(path)}: Kubernetes ${kubernetes} rejects this: ${detail}`)
        .toSorted(),
    ).toEqual(refused.toSorted());
  });

  test("gates that are set win over the version", () => {
    const on = admitYaml(everything, { kubernetes: "1.34", featureGates: { ContainerRestartRules: true } });
    expect(droppedText(on).map((line) => line.split(":")[0])).toEqual([
      "initContainers[1].restartPolicyRules",
      "containers[0].restartPolicyRules[1].action",
    ]);
    const off = admitYaml(everything, { kubernetes: "1.33", featureGates: { PodLifecycleSleepAction: false } });
    expect(droppedText(off)).toContain(
      `containers[0].lifecycle.preStop.sleep: Kubernetes 1.33 drops this field because ${sleepOff}`,
    );
    expect(present(off.pod?.containers[0]).preStop).toBeUndefined();
  });

  test("an init container without a policy of its own may carry any rules: nobody looks", () => {
    const rules = "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [1]}}]";
    const { pod, errors } = admitYaml(`initContainers: [{name: a, ${rules}}]`, {
      kubernetes: "1.35",
      featureGates: {},
    });
    expect([errors, policyText(present(pod?.initContainers[0]))]).toEqual([[], "a init RestartAllContainers"]);
  });

  test("a StatefulSet was accepted with any template before 1.34, but its pods were not", () => {
    const spec = { containers: [{ name: "app", restartPolicy: "Never" }] };
    const { errors, dropped } = admitBy(written(spec, "StatefulSet"), { kubernetes: "1.33", featureGates: {} });
    expect([errors.length, dropped.length]).toEqual([0, 1]);
  });

  test("a sidecar in the wrong letter case is an init container with a probe", () => {
    const { pod, errors } = admitYaml("initContainers: [{name: a, restartPolicy: ALWAYS, startupProbe: {}}]", {
      kubernetes: "1.34",
      featureGates: {},
    });
    expect(errors).toMatchObject([
      {
        path: ["initContainers", 0, "startupProbe"],
        errorType: "Forbidden",
        detail: "may not be set for init containers without restartPolicy=Always",
      },
    ]);
    expect(present(pod?.initContainers[0])).toMatchObject({ kind: "init", probes: {} });
  });
});

function policyText({ name, kind, restartPolicy, restartPolicyRules }: Container): string {
  const rules = restartPolicyRules.map(({ action }) => action || "?");
  return [name, kind, restartPolicy, ...rules].filter((word) => word !== undefined).join(" ");
}

function droppedText({ dropped }: Admission): string[] {
  return dropped.map(({ path, reason }) => `${formatPath(path)}: ${reason}`);
}
