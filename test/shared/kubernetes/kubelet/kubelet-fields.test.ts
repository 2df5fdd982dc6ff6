import { describe, expect, test } from "vitest";
import { readKubeletConfiguration } from "../../../../shared/kubelet-configuration/read-configuration.ts";
import { gateInfo } from "../../../../shared/kubernetes/gates/feature-gates.ts";
import {
  kubeletDocumentation,
  kubeletValueDocumentation,
} from "../../../../shared/kubernetes/kubelet/kubelet-documentation.ts";
import {
  allKubeletFields,
  defaultOf,
  fieldsBelow,
  kubeletFields,
  valuesOf,
} from "../../../../shared/kubernetes/kubelet/kubelet-fields.ts";
import { minorVersions, newestVersion } from "../../../../shared/kubernetes/versions.ts";

test("there are 167 fields, and each is documented", () => {
  expect(allKubeletFields().length).toBe(167);
  expect(allKubeletFields().filter(({ path }) => (kubeletDocumentation(path)?.text ?? "") === "")).toEqual([]);
});

test("the gate of a field is known where the field is, or is gone because it was always on", () => {
  for (const { gate } of allKubeletFields())
    if (gate !== undefined) expect(minorVersions.some((version) => gateInfo(gate, version) !== undefined)).toBe(true);
});

describe("what a line of the table says", () => {
  test.each([
    ["maxPods", "int32 default 110, 0.."],
    [
      "crashLoopBackOff.maxContainerRestartPeriod",
      "duration* default 5m0s, 1s..300s, since 32, KubeletCrashLoopBackOffMax",
    ],
    ["authorization.mode", "string default Webhook, AlwaysAllow|Webhook"],
    ["logging.vmodule[].verbosity", "uint32, 0..2147483647"],
    [
      "enforceNodeAllocatable",
      "[]string default pods, none|pods|system-reserved|kube-reserved|system-reserved-compressible|kube-reserved-compressible",
    ],
  ])("%s: %s", (path, expected) => {
    const field = kubeletFields(newestVersion).get(path);
    if (field === undefined) throw new Error(`no field ${path}`);
    const value = defaultOf(field, newestVersion);
    const values = valuesOf(field, newestVersion);
    const type = `${field.type}${field.pointer ? "*" : ""}${value === undefined ? "" : ` default ${String(value)}`}`;
    const facts = [
      field.bounds,
      values.join("|") || undefined,
      field.since > 0 ? `since ${field.since}` : undefined,
      field.gate,
    ];
    expect([type, ...facts.filter((fact) => fact !== undefined)].join(", ")).toBe(expected);
  });
});

test("values and defaults follow the version", () => {
  const swap = (version: "1.29" | "1.30") => valuesOf(fieldAt("memorySwap.swapBehavior"), version);
  expect(swap("1.29")).toEqual(["LimitedSwap", "UnlimitedSwap"]);
  expect(swap("1.30")).toEqual(["NoSwap", "LimitedSwap"]);
  const factor = fieldAt("memoryThrottlingFactor");
  expect([defaultOf(factor, "1.36"), defaultOf(factor, "1.37")]).toEqual([0.9, undefined]);
  expect(fieldsBelow("1.31", "crashLoopBackOff")).toEqual([]);
});

test.each(minorVersions)("a kubelet %s starts with its own defaults written out", (version) => {
  const value: Record<string, unknown> = {};
  for (const field of kubeletFields(version).values()) {
    const isGated = field.gate !== undefined;
    if (!field.path.includes(".") && !isGated) value[field.name] = defaultOf(field, version);
  }
  expect(readKubeletConfiguration(value, undefined, version, {}).problems).toEqual([]);
});

test("every value that is offered is documented", () => {
  const undocumented = allKubeletFields().flatMap(({ path, values }) =>
    values
      .filter(({ value }) => kubeletValueDocumentation(path, value) === undefined)
      .map(({ value }) => `${path} ${value}`),
  );
  expect(undocumented).toEqual([
    "apiVersion kubelet.config.k8s.io/v1beta1",
    "kind KubeletConfiguration",
    "tlsMinVersion VersionTLS10",
    "tlsMinVersion VersionTLS11",
    "tlsMinVersion VersionTLS12",
    "tlsMinVersion VersionTLS13",
    ...["client", "server"].flatMap((side) =>
      ["ECDSA-P256", "ECDSA-P384", "RSA-2048", "RSA-3072", "RSA-4096", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87"].map(
        (algorithm) => `${side}CertificateKeyAlgorithm ${algorithm}`,
      ),
    ),
  ]);
});

function fieldAt(path: string) {
  const field = allKubeletFields().find((each) => each.path === path);
  if (field === undefined) throw new Error(`no field ${path}`);
  return field;
}
