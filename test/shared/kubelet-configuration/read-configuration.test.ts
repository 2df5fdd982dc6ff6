import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { kubeletSentence } from "../../../shared/kubelet-configuration/model/words.ts";
import { readKubeletConfiguration } from "../../../shared/kubelet-configuration/read-configuration.ts";
import { defaultAssumptions, makeNode } from "../../../shared/kubernetes/assumptions.ts";
import { atLeast, type KubernetesVersion, minorVersions } from "../../../shared/kubernetes/versions.ts";

const caseSchema = z.object({
  value: z.unknown(),
  verdicts: z.array(
    z.object({
      kubernetes: z.tuple([z.enum(minorVersions), z.enum(minorVersions)]),
      accepted: z.boolean(),
      strict: z.array(z.string()),
      text: z.string(),
    }),
  ),
});

const recorded = readFileSync(new URL("../../truth/kubelet/configurations.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => caseSchema.parse(JSON.parse(line)));

describe("every recorded kubelet starts, ignores and refuses what we say", () => {
  test("all of them were read", () => {
    expect(recorded.length).toBe(200);
  });

  // A minor that was just added is recorded last ("Add a Kubernetes version").
  test.each(minorVersions.slice(1).filter((version) => atLeast("1.37", version)))("%s", (version) => {
    for (const { value, verdicts } of recorded) {
      const verdict = verdicts.find(({ kubernetes: [first, last] }) => between(version, first, last));
      const { problems } = readKubeletConfiguration(value, undefined, version, {});
      const refusals = problems.filter(({ origin }) => origin === "kubelet").map(({ reason }) => reason);
      const found = { value, accepted: refusals.length === 0, reason: agreed(refusals, verdict?.text ?? "") };
      expect(found).toEqual({ value, accepted: verdict?.accepted, reason: verdict?.text });
      // A file that cannot be decoded at all is never looked at strictly.
      if (verdict?.text.startsWith("failed to")) continue;
      const ignored = problems.filter(({ origin }) => origin === "strict").map(({ reason }) => reason);
      expect({ value, ignored: ignored.map(fieldOf) }).toEqual({ value, ignored: verdict?.strict.map(fieldOf) });
    }
  });
});

// Said by the validation of v1.38.0-beta.0.
test.each<[KubernetesVersion, object, readonly string[]]>([
  [
    "1.38",
    { clientCertificateKeyAlgorithm: "RSA-1024" },
    ['clientCertificateKeyAlgorithm "RSA-1024" is not a supported algorithm'],
  ],
  ["1.38", { clientCertificateKeyAlgorithm: "" }, ['clientCertificateKeyAlgorithm "" is not a supported algorithm']],
  ["1.38", { clientCertificateKeyAlgorithm: "ML-DSA-87" }, []],
  ["1.38", { clientCertificateKeyAlgorithm: null }, []],
  [
    "1.38",
    { serverCertificateKeyAlgorithm: "ML-DSA-65" },
    ['tlsMinVersion "" is incompatible with serverCertificateKeyAlgorithm "ML-DSA-65", ML-DSA requires VersionTLS13'],
  ],
  [
    "1.38",
    { serverCertificateKeyAlgorithm: "ML-DSA-44", tlsMinVersion: "VersionTLS12" },
    [
      'tlsMinVersion "VersionTLS12" is incompatible with serverCertificateKeyAlgorithm "ML-DSA-44", ML-DSA requires VersionTLS13',
    ],
  ],
  ["1.38", { serverCertificateKeyAlgorithm: "ML-DSA-65", tlsMinVersion: "VersionTLS13" }, []],
  ["1.38", { featureGates: { NodeSwap: true } }, ["unrecognized feature gate: NodeSwap"]],
  [
    "1.38",
    { featureGates: { EnvFiles: false } },
    ["cannot set feature gate EnvFiles to false, feature is locked to true"],
  ],
  ["1.38", { memorySwap: { swapBehavior: "LimitedSwap" } }, []],
  ["1.37", { featureGates: { DRAConsumableCapacity: false } }, []],
  [
    "1.38",
    { featureGates: { DRAConsumableCapacity: false } },
    ["DRAFractionalCapacityRange is enabled, but depends on features that are disabled: [DRAConsumableCapacity]"],
  ],
])("a kubelet of %s with %j says %j", (version, fields, expected) => {
  const value = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration", ...fields };
  const reasons = messages(value, version, {});
  expect(reasons.length).toBe(expected.length);
  for (const [index, reason] of expected.entries()) expect(reasons[index]).toContain(reason);
});

describe("what the engine gets", () => {
  test.each<[string, unknown, { periodMs?: number; syncFrequencyMs?: number; featureGates?: Record<string, boolean> }]>(
    [
      ["nothing", {}, {}],
      ["no document", undefined, {}],
      ["a text", "maxPods", {}],
      ["the period", { crashLoopBackOff: { maxContainerRestartPeriod: "1m30s" } }, { periodMs: 90_000 }],
      ["whole milliseconds", { crashLoopBackOff: { maxContainerRestartPeriod: "300.0009s" } }, { periodMs: 300_000 }],
      ["a period that is refused", { crashLoopBackOff: { maxContainerRestartPeriod: "301s" } }, {}],
      ["a number", { crashLoopBackOff: { maxContainerRestartPeriod: 4 } }, {}],
      ["the resync interval", { syncFrequency: "2m" }, { syncFrequencyMs: 120_000 }],
      ["zero is not set", { syncFrequency: "0s" }, {}],
      [
        "gates",
        { featureGates: { A: true, B: false, C: null, D: "true" } },
        { featureGates: { A: true, B: false, C: false } },
      ],
      ["a gate that cannot be written as a text", { featureGates: { A: { toString: false } } }, {}],
      ["a half-typed document", { crashLoopBackOff: null, featureGates: null, syncFrequency: null }, {}],
    ],
  )("%s", (_, value, { periodMs, syncFrequencyMs, featureGates }) => {
    const reading = readKubeletConfiguration(value, "kubelet.yaml", "1.37", {});
    expect(reading.configuration).toEqual({
      name: "kubelet.yaml",
      maxContainerRestartPeriodMs: periodMs,
      syncFrequencyMs,
    });
    expect(reading.featureGates).toEqual(featureGates ?? {});
  });
});

describe("problems say what happens, why, and what to write instead", () => {
  test.each<[unknown, string, string]>([
    [
      { crashLoopBackOff: { maxContainerRestartPeriod: 4 } },
      "kubelet crashLoopBackOff.maxContainerRestartPeriod",
      "The kubelet does not start: failed to decode: json: cannot unmarshal number into Go struct field CrashLoopBackOffConfig.crashLoopBackOff.maxContainerRestartPeriod of type string. maxContainerRestartPeriod must have a unit. Set it to 4s.",
    ],
    [
      { syncFrequency: "1w" },
      "kubelet syncFrequency",
      'The kubelet does not start: failed to decode: time: unknown unit "w" in duration "1w". syncFrequency must have a unit, for example 60s or 1m30s.',
    ],
    [
      { crashLoopBackOff: { maxSeconds: 60 } },
      "strict crashLoopBackOff.maxSeconds",
      'This has no effect: the kubelet ignores it, unknown field "crashLoopBackOff.maxSeconds". KEP-4603 proposed this name. Set maxContainerRestartPeriod to a duration such as 60s.',
    ],
    [
      { crashloopbackoff: { maxContainerRestartPeriod: "60s" } },
      "strict crashloopbackoff",
      'This has no effect: the kubelet ignores it, unknown field "crashloopbackoff". Did you mean crashLoopBackOff?',
    ],
    [
      { crashLoopBackOff: { maxContainerRestartPeriod: "5us" } },
      "kubelet crashLoopBackOff.maxContainerRestartPeriod",
      "The kubelet does not start: invalid configuration: CrashLoopBackOff.MaxContainerRestartPeriod (got: 5e-06 seconds) must be set between 1s and 300s.",
    ],
    [
      { featureGates: { ReduceDefaultCrashLoopBackOffDecay: "yes" } },
      "kubelet featureGates.ReduceDefaultCrashLoopBackOffDecay",
      "The kubelet does not start: failed to decode: json: cannot unmarshal string into Go struct field KubeletConfiguration.featureGates of type bool. A feature gate must be true or false. Set it to true.",
    ],
    [
      { featureGates: { ReduceDefaultCrashLoopBackoffDecay: true } },
      "kubelet featureGates.ReduceDefaultCrashLoopBackoffDecay",
      "The kubelet does not start: unrecognized feature gate: ReduceDefaultCrashLoopBackoffDecay. Did you mean ReduceDefaultCrashLoopBackOffDecay?",
    ],
    [
      { crashLoopBackOff: "60s" },
      "kubelet crashLoopBackOff",
      "The kubelet does not start: failed to decode: json: cannot unmarshal string into Go struct field KubeletConfiguration.crashLoopBackOff of type v1beta1.CrashLoopBackOffConfig. crashLoopBackOff must contain fields, one per line.",
    ],
  ])("%j", (value, where, message) => {
    const { problems } = readKubeletConfiguration(value, undefined, "1.37", {});
    expect(
      problems.map((problem) => [`${problem.origin} ${problem.path.join(".")}`, kubeletSentence(problem)]),
    ).toEqual([[where, message]]);
  });

  test("a field that came later is ignored, gates of the node count", () => {
    const value = { crashLoopBackOff: { maxContainerRestartPeriod: "60s" } };
    expect(messages(value, "1.31", {})).toEqual(['unknown field "crashLoopBackOff"']);
    expect(messages(value, "1.34", { KubeletCrashLoopBackOffMax: true })).toEqual([]);
    expect(messages(value, "1.34", {})).toEqual([
      "invalid configuration: FeatureGate KubeletCrashLoopBackOffMax not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set",
    ]);
  });

  test("the gates of the document win over those of the node", () => {
    const value = {
      featureGates: { KubeletCrashLoopBackOffMax: true },
      crashLoopBackOff: { maxContainerRestartPeriod: "60s" },
    };
    expect(messages(value, "1.37", { KubeletCrashLoopBackOffMax: false })).toEqual([]);
  });

  test("a bad gate that was set elsewhere is not reported in this document", () => {
    expect(messages({ featureGates: {} }, "1.37", { Foo: true })).toEqual([]);
  });
});

test("no value makes it throw, and a period is always one that the kubelet accepts", () => {
  const field = fc.oneof(fc.jsonValue(), fc.stringMatching(/^-?\d{1,4}(\.\d{1,4})?(ms|s|m|h|)$/));
  const documents = fc.record(
    {
      crashLoopBackOff: fc.oneof(field, fc.record({ maxContainerRestartPeriod: field })),
      syncFrequency: field,
      featureGates: fc.oneof(field, fc.dictionary(fc.string(), field)),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), documents), fc.constantFrom(...minorVersions), (value, version) => {
      const { maxContainerRestartPeriodMs: periodMs = 1_000 } = readKubeletConfiguration(
        value,
        undefined,
        version,
        {},
      ).configuration;
      expect(Number.isInteger(periodMs) && periodMs >= 1_000 && periodMs <= 300_000).toBe(true);
    }),
  );
});

test("the gates of the kubelet's own configuration win on the node", () => {
  const value = { featureGates: { A: false }, syncFrequency: "30s" };
  const kubeletConfiguration = readKubeletConfiguration(value, "gpu.yaml", "1.36", {});
  const node = makeNode({ kubernetes: "1.36", featureGates: { A: true, B: true }, kubeletConfiguration });
  expect(node).toEqual({
    kubernetes: "1.36",
    featureGates: { A: false, B: true },
    kubeletConfiguration: { name: "gpu.yaml", maxContainerRestartPeriodMs: undefined, syncFrequencyMs: 30_000 },
  });
});

test("without a word, everything is the newest Kubernetes with defaults, as released", () => {
  expect(defaultAssumptions()).toEqual({
    node: {
      kubernetes: "1.37",
      featureGates: {},
      kubeletConfiguration: { name: undefined, maxContainerRestartPeriodMs: undefined, syncFrequencyMs: undefined },
    },
    apiServer: { kubernetes: "1.37", featureGates: {} },
    timing: "kubelet",
    semantics: "released",
    imagePull: undefined,
  });
});

function messages(value: unknown, version: KubernetesVersion, gates: Record<string, boolean>): string[] {
  return readKubeletConfiguration(value, undefined, version, gates).problems.map(({ reason }) => reason);
}

function between(version: KubernetesVersion, first: KubernetesVersion, last: KubernetesVersion): boolean {
  return atLeast(version, first) && atLeast(last, version);
}

/** The recorded reason where one of ours says the same; the kubelet puts its gate errors into a longer sentence. */
function agreed(refusals: readonly string[], text: string): string {
  if (refusals.length === 0) return "";
  return refusals.some((message) => message.includes(text) || text.includes(message)) ? text : refusals.join("; ");
}

function fieldOf(message: string): string {
  return /unknown field "(.*)"/.exec(message)?.[1] ?? message;
}

describe("a repair is offered only where the kubelet still starts after it", () => {
  test.each<[unknown, number]>([
    [{ maxpods: 5 }, 1],
    [{ maxpods: -5 }, 0],
    [{ crashloopbackoff: { maxSeconds: 60 } }, 3],
    [{ crashloopbackoff: { maxSeconds: 600 } }, 0],
    [{ crashLoopBackOff: { maxContainerRestartPeriod: 60 } }, 1],
    [{ crashLoopBackOff: { maxContainerRestartPeriod: 600 } }, 0],
    [{ syncFrequency: 1e9 }, 0],
  ])("%j: %d", (value, count) => {
    const { problems } = readKubeletConfiguration(value, undefined, "1.37", {});
    expect(problems.map(({ repairs = [] }) => repairs.length)).toEqual([count]);
  });
});

describe("a shutdown of the node leaves pods", () => {
  test.each<[string, unknown, unknown]>([
    ["nothing by default", {}, undefined],
    [
      "what critical pods do not need",
      { shutdownGracePeriod: "30s", shutdownGracePeriodCriticalPods: "10s" },
      [
        [0, 20],
        [2_000_000_000, 10],
      ],
    ],
    [
      "all of it without critical pods",
      { shutdownGracePeriod: "1m30s" },
      [
        [0, 90],
        [2_000_000_000, 0],
      ],
    ],
    [
      "nothing where the numbers do not fit",
      { shutdownGracePeriod: "10s", shutdownGracePeriodCriticalPods: "30s" },
      undefined,
    ],
    [
      "what the group of their priority has",
      {
        shutdownGracePeriodByPodPriority: [
          { priority: 100, shutdownGracePeriodSeconds: 10 },
          { priority: 0, shutdownGracePeriodSeconds: 60 },
        ],
      },
      [
        [0, 60],
        [100, 10],
      ],
    ],
  ])("%s", (_, value, expected) => {
    const { configuration } = readKubeletConfiguration(value, "kubelet.yaml", "1.37", {});
    expect(configuration.nodeShutdown?.map(({ priority, seconds }) => [priority, seconds])).toEqual(expected);
  });
});
