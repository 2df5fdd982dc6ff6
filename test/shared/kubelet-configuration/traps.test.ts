import { describe, expect, test } from "vitest";
import { parseKubelet, startKubelet } from "../../../server/schema/kubelet-start.ts";
import { hostOf } from "../../../shared/kubelet-configuration/read-configuration.ts";
import type { KubernetesVersion } from "../../../shared/kubernetes/versions.ts";

// What a careful author would still get wrong, as observed on real kubelets.

const header = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

/** Why the kubelet does not start, and what it ignores (`ignored: …`) or says only after a repair; nothing: it starts. */
function started(version: KubernetesVersion, main: string, ...dropIns: string[]): readonly string[] {
  const host = hostOf(version, {});
  return startKubelet(
    parseKubelet(header + main),
    dropIns.map((text) => parseKubelet(header + text)),
    host,
  ).problems.map(({ problem: { origin, reason, isNext } }) => {
    if (origin === "strict") return `ignored: ${reason}`;
    return isNext === true ? `after a repair: ${reason}` : reason;
  });
}

describe("trap 12: gates that need others", () => {
  test("AllAlpha alone stops 1.37, not 1.34 to 1.36", () => {
    const allAlpha = "featureGates: {AllAlpha: true}";
    expect(started("1.37", allAlpha)).toEqual([
      expect.stringContaining(
        "WorkloadWithJob is enabled, but depends on features that are disabled: [GenericWorkload]",
      ),
    ]);
    for (const version of ["1.34", "1.35", "1.36"] as const) expect(started(version, allAlpha)).toEqual([]);
    expect(started("1.37", "featureGates: {AllAlpha: true, AllBeta: true}")).toEqual([]);
  });

  test.each(["GracefulNodeShutdown", "PodLevelResources"])("%s: false alone is refused", (gate) => {
    expect(started("1.37", `featureGates: {${gate}: false}`)).toEqual([
      expect.stringContaining(`depends on features that are disabled: [${gate}]`),
    ]);
  });
});

test("trap 13: a bad gate stops the kubelet, even where a drop-in takes it back", () => {
  const bad = "featureGates: {Foo: true}";
  expect(started("1.37", bad, "featureGates: {Foo: null}")).toEqual(["unrecognized feature gate: Foo"]);
  expect(started("1.37", "maxPods: -5", "maxPods: 5")).toEqual([]);
});

describe("trap 14: what is read of a file", () => {
  test("only its first document, of the main file and of a drop-in", () => {
    const second = `---\n${header}maxPods: -5`;
    expect(started("1.37", `maxPods: 5\n${second}`)).toEqual([]);
    expect(started("1.37", "", `maxPods: 5\n${second}`)).toEqual([]);
  });

  test("keys match in any case in a drop-in, exactly in the main file", () => {
    const crashLoop = "crashloopbackoff: {maxcontainerrestartperiod: 10m}";
    const reason = "CrashLoopBackOff.MaxContainerRestartPeriod (got: 600 seconds) must be set between 1s and 300s";
    expect(started("1.37", crashLoop)).toEqual(['ignored: unknown field "crashloopbackoff"']);
    expect(started("1.37", "", crashLoop)).toEqual([`invalid configuration: ${reason}`]);
    // A key that sorts before the right one is overridden by the base.
    expect(started("1.37", "", "MAXPODS: -5")).toEqual([]);
    expect(started("1.37", "", "maxpods: -5")).toHaveLength(1);
  });

  test("unknown fields are logged in the main file, ignored without a word in a drop-in", () => {
    expect(started("1.37", "foo: 1")).toEqual(['ignored: unknown field "foo"']);
    expect(started("1.37", "", "foo: 1")).toEqual([]);
  });

  test("equal keys are logged in the main file, fatal in a drop-in", () => {
    expect(started("1.37", "maxPods: 5\nmaxPods: 6")).toEqual(['ignored: key "maxPods" already set in map']);
    expect(started("1.37", "", "maxPods: 5\nmaxPods: 6")).toEqual(['key "maxPods" already set in map']);
  });
});

describe("trap 15: the longest restart delay", () => {
  test.each([
    ["300.0001s", true],
    ["300.001s", false],
    ["0s", false],
    ["0.9999s", false],
    ["1s", true],
    ["null", true],
  ])("%s", (period, isRight) => {
    expect(started("1.37", `crashLoopBackOff: {maxContainerRestartPeriod: ${period}}`)).toHaveLength(isRight ? 0 : 1);
  });

  test("a drop-in that only turns the gate off keeps the default of the base, and that is refused", () => {
    const off = "featureGates: {KubeletCrashLoopBackOffMax: false}";
    expect(started("1.37", "", off)).toEqual([
      "invalid configuration: FeatureGate KubeletCrashLoopBackOffMax not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set",
    ]);
    expect(started("1.37", off)).toEqual([]);
    expect(started("1.37", "", `${off}\ncrashLoopBackOff: {maxContainerRestartPeriod: null}`)).toEqual([]);
  });
});

describe("trap 16: what passes validation and stops the kubelet", () => {
  test.each([
    ["containerLogMaxSize: 1.5Gi", 'failed to parse container log max size "1.5Gi": invalid max log size'],
    ['evictionHard: {memory.available: "0"}', "eviction threshold memory.available must be positive: 0"],
    ["qosReserved: {cpu: 50%}", '--qos-reserved value failed to parse: cannot reserve "cpu" resource'],
  ])("%s", (text, reason) => {
    expect(started("1.37", text)).toEqual([reason]);
  });

  test("a logging error hides all other errors", () => {
    const logging = "logging: {format: xml}";
    const hidden = "maxPods: -1\ncontainerLogMaxSize: 1.5Gi";
    expect(started("1.37", `${logging}\n${hidden}`)).toEqual([
      'logging.format: Invalid value: "xml": Unsupported log format',
      "after a repair: invalid configuration: maxPods (--max-pods) -1 must not be a negative number",
      'after a repair: failed to parse container log max size "1.5Gi": invalid max log size',
    ]);
    expect(started("1.37", hidden)).toEqual([
      "invalid configuration: maxPods (--max-pods) -1 must not be a negative number",
      'after a repair: failed to parse container log max size "1.5Gi": invalid max log size',
    ]);
  });
});
