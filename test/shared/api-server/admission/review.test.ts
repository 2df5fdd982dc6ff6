import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Review, reviewObject } from "../../../../shared/api-server/admission/review.ts";
import { isWorkloadKind, type PodCarrierKind, workloadKinds } from "../../../../shared/api-server/types/kinds.ts";
import { formatPath } from "../../../../shared/basics/path.ts";
import { type KubernetesVersion, minorVersions } from "../../../../shared/kubernetes/versions.ts";

const kinds = Object.keys(workloadKinds).filter(isWorkloadKind);

function review(kind: PodCarrierKind, spec: object, kubernetes: KubernetesVersion = "1.37"): Review {
  return reviewObject(kind, { metadata: { name: "web" }, spec }, { kubernetes, featureGates: {} });
}

function pod(container: object, rest: object = {}): object {
  return { containers: [{ name: "app", image: "x", ...container }], ...rest };
}

describe("any value", () => {
  const keys = fc.constantFrom(
    ..."spec template metadata containers initContainers name image livenessProbe httpGet port lifecycle preStop sleep seconds restartPolicy restartPolicyRules exitCodes values selector matchLabels jobTemplate podFailurePolicy rules successPolicy succeededIndexes completions completionMode __proto__".split(
      " ",
    ),
  );
  const { object } = fc.letrec<{ object: object; value: unknown }>((tie) => ({
    object: fc.dictionary(keys, tie("value"), { maxKeys: 5 }),
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom(null, undefined, true, "", "Indexed", "0,2-4", "app", -1, 0, 1.5, 2 ** 31, Number.NaN),
      fc.array(tie("value"), { maxLength: 3 }),
      tie("object"),
    ),
  }));

  it.each(kinds)("of a %s is reviewed without a throw, in every version", (kind) => {
    fc.assert(
      fc.property(object, fc.constantFrom(...minorVersions), (value, kubernetes) => {
        expect(() => reviewObject(kind, value, { kubernetes, featureGates: {} })).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it("is left as it was", () => {
    const written = { spec: pod({ livenessProbe: { httpGet: { port: 1 } } }, { terminationGracePeriodSeconds: -1 }) };
    const before = structuredClone(written);
    reviewObject("Pod", written, { kubernetes: "1.37", featureGates: {} });
    expect(written).toEqual(before);
  });
});

describe("what is dropped", () => {
  it.each<[string, PodCarrierKind, object, KubernetesVersion, readonly string[]]>([
    [
      "rules where the gate is off",
      "Pod",
      pod({ restartPolicy: "Never", restartPolicyRules: [{}] }),
      "1.34",
      ["spec.containers[0].restartPolicy", "spec.containers[0].restartPolicyRules"],
    ],
    [
      "sleep",
      "Pod",
      pod({ lifecycle: { preStop: { sleep: { seconds: 5 } } } }),
      "1.29",
      ["spec.containers[0].lifecycle.preStop.sleep"],
    ],
    [
      "a stop signal",
      "Pod",
      pod({ lifecycle: { stopSignal: "SIGUSR1" } }),
      "1.37",
      ["spec.containers[0].lifecycle.stopSignal"],
    ],
    [
      "resize policies",
      "Pod",
      pod({ resizePolicy: [{ resourceName: "cpu", restartPolicy: "NotRequired" }] }),
      "1.32",
      ["spec.containers[0].resizePolicy"],
    ],
    ["managedBy of a Job", "Job", { managedBy: "a.b/c" }, "1.31", ["spec.managedBy"]],
    [
      "maxUnavailable of a StatefulSet",
      "StatefulSet",
      { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } },
      "1.34",
      ["spec.updateStrategy.rollingUpdate.maxUnavailable"],
    ],
  ])("%s", (_, kind, spec, version, expected) => {
    expect(review(kind, spec, version).dropped.map(({ path }) => formatPath(path))).toEqual(expected);
  });

  it("is not looked at any more, but for the hook that 1.29 leaves empty", () => {
    const sleep = pod({ lifecycle: { preStop: { sleep: { seconds: -5 } } } });
    expect(review("Pod", sleep, "1.29").errors.map(({ path }) => formatPath(path))).toEqual([
      "spec.containers[0].lifecycle.preStop",
    ]);
    expect(review("Pod", sleep, "1.37").errors.map(({ path }) => formatPath(path))).toEqual([
      "spec.containers[0].lifecycle.preStop.sleep",
    ]);
  });
});

it("what cannot be decoded is not validated", () => {
  const { wrongTypes, errors } = review("Pod", { containers: "none", restartPolicy: "wrong" });
  expect(wrongTypes.map(({ path }) => formatPath(path))).toEqual(["spec.containers"]);
  expect(errors).toEqual([]);
});

it("the pods of a StatefulSet are refused one by one before 1.34", () => {
  const spec = {
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: pod({ livenessProbe: {} }) },
  };
  const { errors, errorsOfPods } = review("StatefulSet", spec, "1.33");
  expect(errors).toEqual([]);
  expect(errorsOfPods.map(({ path }) => formatPath(path))).toEqual(["spec.template.spec.containers[0].livenessProbe"]);
  expect(review("StatefulSet", spec, "1.34").errors).toHaveLength(1);
});

it("a template's negative grace period is warned of, a bare pod's is not", () => {
  const spec = { ...pod({}), terminationGracePeriodSeconds: -1 };
  expect(review("Pod", spec).warnings).toEqual([]);
  const workload = { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" } }, spec } };
  expect(review("Deployment", workload).warnings).toMatchObject([
    { message: "must be >= 0; negative values are invalid and will be treated as 1" },
  ]);
});

describe("what a pod asks for as a whole", () => {
  const memory = { memory: "1Gi" };
  const pages = { "hugepages-2Mi": "3Mi" };
  // Models pkg/api/pod/util.go DefaultPodLevelResources, pkg/apis/core/v1/defaults.go defaultPodRequests (v1.37.1); verdicts of the oracle.
  it.each<[string, object, object, KubernetesVersion, readonly string[]]>([
    [
      "limits of huge pages are those of the containers",
      { resources: { limits: { ...pages, ...memory } } },
      { resources: { requests: memory } },
      "1.37",
      [
        "spec.containers[0].resources.limits[hugepages-2Mi] 3Mi is not positive integer multiple of hugepages-2Mi",
        "spec.containers[0].resources.requests[hugepages-2Mi] 3Mi is not positive integer multiple of hugepages-2Mi",
        "spec.resources.limits[hugepages-2Mi] 3Mi is not positive integer multiple of hugepages-2Mi",
        "spec.resources.requests[hugepages-2Mi] 3Mi is not positive integer multiple of hugepages-2Mi",
      ],
    ],
    [
      "without limits, huge pages of a request have one since 1.37 only",
      { resources: { limits: { "hugepages-2Mi": "4Mi", ...memory } } },
      { resources: { requests: { "hugepages-2Mi": "4Mi", ...memory } } },
      "1.37",
      [],
    ],
    [
      "before that they need one",
      { resources: { limits: { "hugepages-2Mi": "4Mi", ...memory } } },
      { resources: { requests: { "hugepages-2Mi": "4Mi", ...memory } } },
      "1.36",
      ["spec.resources.limits Limit must be set for non overcommitable resources"],
    ],
    [
      "a container that may have more than the pod stands behind the pod's resources",
      { resources: { limits: { memory: "2Gi" } } },
      { resources: { limits: memory } },
      "1.37",
      [
        "spec.resources.requests must be less than or equal to memory limit of 1Gi",
        "spec.resources.containers[0][memory].limits must be less than or equal to pod limits of 1Gi",
      ],
    ],
  ])("%s", (_, container, rest, kubernetes, errors) => {
    const found = review("Pod", pod(container, rest), kubernetes).errors;
    expect(found.map(({ path, detail }) => `${formatPath(path)} ${detail}`)).toEqual(errors);
  });
});

it.each<[KubernetesVersion, string]>([
  ["1.34", "must be no more than 253 characters"],
  ["1.35", "must be no more than 253 bytes"],
])("a ReplicationController of %s with a long name %s", (kubernetes, detail) => {
  const object = {
    metadata: { name: "a".repeat(254) },
    spec: { template: { metadata: { labels: { a: "b" } }, spec: pod({}) } },
  };
  const { errors } = reviewObject("ReplicationController", object, { kubernetes, featureGates: {} });
  expect(errors.map((error) => error.detail)).toEqual([detail]);
});
