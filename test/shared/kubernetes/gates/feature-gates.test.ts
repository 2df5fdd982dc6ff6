import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { engineGateTable } from "../../../../shared/kubernetes/gates/engine-gates.ts";
import { decodeGates, stateIn } from "../../../../shared/kubernetes/gates/feature-gate-table.ts";
import { gateLines } from "../../../../shared/kubernetes/gates/feature-gates.data.ts";
import {
  checkFeatureGates,
  dependenciesOf,
  gateInfo,
  gateNames,
  gateSummary,
  isEnabled,
} from "../../../../shared/kubernetes/gates/feature-gates.ts";
import {
  isPreview,
  type KubernetesVersion,
  kubernetesVersions,
  minorVersions,
  parseVersion,
} from "../../../../shared/kubernetes/versions.ts";

const truth = readFileSync(new URL("../../../truth/kubelet/feature-gates.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

describe("every recorded kubelet takes or refuses a gate as we say", () => {
  const [header = "", ...rows] = truth;
  const versions = header
    .split(/ +/)
    .slice(2)
    .map(parseVersion)
    .filter((version) => version !== undefined);

  test("all of them were read", () => {
    // A minor that was just added is recorded last ("Add a Kubernetes version").
    expect(versions).toEqual(minorVersions.slice(1, versions.length + 1));
    const released = minorVersions.filter((version) => !isPreview(version));
    expect(versions.length).toBeGreaterThanOrEqual(released.length - 2);
    expect(rows.length).toBe(224);
  });

  test.each(versions)("%s", (version) => {
    const column = 2 + versions.indexOf(version);
    const recorded = rows.map((row) => {
      const [, name = "", rest = ""] = /^("[^"]*"|\S+) +(.*)$/.exec(row) ?? [];
      const words = [name, ...rest.split(/ +/)];
      return `${name}=${words[1]} ${words[column]}`;
    });
    const ours = recorded.map((line) => {
      const [, name = "", value] = /^(.*)=(true|false) /.exec(line) ?? [];
      const gate = name.replaceAll('"', "");
      return `${name}=${value} ${verdict(version, { [gate]: value === "true" })}`;
    });
    expect(ours).toEqual(recorded);
  });
});

describe("isEnabled", () => {
  test.each<[string, KubernetesVersion, Record<string, boolean>, string, boolean]>([
    ["an alpha gate is off", "1.34", {}, "ContainerRestartRules", false],
    ["a beta gate is on", "1.35", {}, "ContainerRestartRules", true],
    ["not before it exists", "1.33", {}, "ContainerRestartRules", false],
    ["not before it exists, whatever is set", "1.33", { ContainerRestartRules: true }, "ContainerRestartRules", false],
    ["what is set wins over the default", "1.35", { ContainerRestartRules: false }, "ContainerRestartRules", false],
    ["AllAlpha turns alpha gates on", "1.34", { AllAlpha: true }, "ContainerRestartRules", true],
    ["AllAlpha says nothing about beta gates", "1.35", { AllAlpha: false }, "ContainerRestartRules", true],
    ["AllBeta turns beta gates off", "1.35", { AllBeta: false }, "ContainerRestartRules", false],
    [
      "what is set wins over AllAlpha",
      "1.34",
      { AllAlpha: true, ContainerRestartRules: false },
      "ContainerRestartRules",
      false,
    ],
    ["a patch release has its own default", "1.35.3", {}, "MaxUnavailableStatefulSet", true],
    ["… which the newest one does not have", "1.35", {}, "MaxUnavailableStatefulSet", false],
    ["a locked gate stays", "1.36", { SidecarContainers: false }, "SidecarContainers", true],
    ["a gate that was removed as ga stays on", "1.37", {}, "SidecarContainers", true],
    ["… whatever is set", "1.37", { SidecarContainers: false }, "SidecarContainers", true],
    [
      "a gate that was removed as alpha stays off",
      "1.28",
      { PodHasNetworkCondition: true },
      "PodHasNetworkCondition",
      false,
    ],
    ["beta and off", "1.37", {}, "GenericWorkload", false],
    ["names are exact", "1.37", { containerrestartrules: false }, "ContainerRestartRules", true],
    ["unknown", "1.37", { Foo: true }, "Foo", false],
    ["not fooled by inherited names", "1.37", {}, "constructor", false],
  ])("%s", (_, kubernetes, featureGates, gate, expected) => {
    expect(isEnabled({ kubernetes, featureGates }, gate)).toBe(expected);
  });

  test("the small tables agree with the one of all gates, in every minor", () => {
    for (const [gate, history] of [...engineGateTable(), ...decodeGates(gateLines)]) {
      for (const version of kubernetesVersions) {
        const state = { ...gateInfo(gate, version) };
        const { since, ...modelled } = { since: "", ...stateIn(history, version) };
        expect([gate, version, state]).toEqual([gate, version, modelled]);
      }
    }
  });
});

describe("checkFeatureGates", () => {
  test.each<[KubernetesVersion, Record<string, boolean>, [string, string][]]>([
    ["1.37", {}, []],
    [
      "1.37",
      { ReduceDefaultCrashLoopBackoffDecay: true },
      [["ReduceDefaultCrashLoopBackoffDecay", "unrecognized feature gate: ReduceDefaultCrashLoopBackoffDecay"]],
    ],
    [
      "1.37",
      { NodeDeclaredFeatures: false, Foo: true },
      [
        ["NodeDeclaredFeatures", "cannot set feature gate NodeDeclaredFeatures to false, feature is locked to true"],
        ["Foo", "unrecognized feature gate: Foo"],
      ],
    ],
    [
      "1.36",
      { ContainerRestartRules: false },
      [
        [
          "ContainerRestartRules",
          "RestartAllContainersOnContainerExits is enabled, but depends on features that are disabled: [ContainerRestartRules]",
        ],
      ],
    ],
    ["1.35", { ContainerRestartRules: false }, []],
    ["1.36", { ContainerRestartRules: false, RestartAllContainersOnContainerExits: false }, []],
    ["1.34", { AllAlpha: true }, []],
    [
      "1.37",
      { AllAlpha: true },
      [
        ["AllAlpha", "CompositePodGroup is enabled, but depends on features that are disabled: [GenericWorkload]"],
        [
          "AllAlpha",
          "PodGroupPreemptionPolicy is enabled, but depends on features that are disabled: [GenericWorkload]",
        ],
        [
          "AllAlpha",
          "TopologyAwareWorkloadScheduling is enabled, but depends on features that are disabled: [GenericWorkload]",
        ],
        ["AllAlpha", "WorkloadWithJob is enabled, but depends on features that are disabled: [GenericWorkload]"],
      ],
    ],
    ["1.37", { AllAlpha: true, AllBeta: true }, []],
  ])("%s with %j", (kubernetes, featureGates, expected) => {
    const problems = checkFeatureGates({ kubernetes, featureGates });
    expect(problems.map(({ gate, message }) => [gate, message])).toEqual(expected);
  });
});

test.each(minorVersions)("the defaults of %s need nothing that is off", (kubernetes) => {
  // Set to what it is anyway, so that the gates are looked at.
  expect(checkFeatureGates({ kubernetes, featureGates: { AllAlpha: false } })).toEqual([]);
});

test("what is known of a gate", () => {
  expect(gateInfo("KubeletCrashLoopBackOffMax", "1.31")).toBeUndefined();
  expect(gateInfo("KubeletCrashLoopBackOffMax", "1.34")).toMatchObject({
    stage: "alpha",
    default: false,
    locked: false,
  });
  expect(gateInfo("KubeletCrashLoopBackOffMax", "1.35")).toMatchObject({ stage: "beta", default: true, locked: false });
  expect(gateInfo("SidecarContainers", "1.36")).toMatchObject({ stage: "ga", default: true, locked: true });
  expect(gateInfo("SidecarContainers", "1.37")).toBeUndefined();
  expect(gateSummary("SidecarContainers")).toMatch(/sidecars: .* Also enables .* on them\.$/);
  expect(gateSummary("VolumeAttributesClass")).toBe("");
  for (const gate of engineGateTable().keys()) expect([gate, gateSummary(gate)]).not.toEqual([gate, ""]);
  expect(dependenciesOf("RestartAllContainersOnContainerExits")).toEqual([
    "ContainerRestartRules",
    "NodeDeclaredFeatures",
  ]);
  expect(dependenciesOf("PodCertificateRequest")).toEqual([]);
  expect(dependenciesOf("Foo")).toEqual([]);
});

test("the names of a minor: none of yesterday, none of tomorrow", () => {
  expect(gateNames("1.37")).toEqual(expect.arrayContaining(["AllAlpha", "AllBeta", "H2CContainerProbe"]));
  expect(gateNames("1.37")).not.toContain("SidecarContainers");
  expect(gateNames("1.36")).not.toContain("H2CContainerProbe");
  // The registry of a real 1.37.1 holds 254 names, AllAlpha and AllBeta among them.
  expect(gateNames("1.37").length).toBe(254);
});

function verdict(kubernetes: KubernetesVersion, featureGates: Record<string, boolean>): string {
  const [problem] = checkFeatureGates({ kubernetes, featureGates });
  if (problem === undefined) return "ok";
  if (problem.message.startsWith("unrecognized")) return "unknown";
  return problem.message.startsWith("cannot set") ? "locked" : "needs";
}
