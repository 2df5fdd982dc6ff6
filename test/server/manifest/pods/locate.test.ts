import { describe, expect, test } from "vitest";
import { parseManifest } from "../../../../server/manifest/documents/parse.ts";
import { podsOf, readDocument } from "../read.ts";

const container = "containers: [{name: app, image: a}]";

describe("built-in kinds", () => {
  test.each([
    ["v1", "Pod", `spec: {${container}}`, "spec"],
    ["v1", "PodTemplate", `template: {spec: {${container}}}`, "template.spec"],
    ["v1", "ReplicationController", `spec: {template: {spec: {${container}}}}`, "spec.template.spec"],
    ["apps/v1", "Deployment", `spec: {template: {spec: {${container}}}}`, "spec.template.spec"],
    ["apps/v1", "StatefulSet", `spec: {template: {spec: {${container}}}}`, "spec.template.spec"],
    ["apps/v1", "DaemonSet", `spec: {template: {spec: {${container}}}}`, "spec.template.spec"],
    ["extensions/v1beta1", "ReplicaSet", `spec: {template: {spec: {${container}}}}`, "spec.template.spec"],
    ["batch/v1", "Job", `spec: {template: {spec: {${container}}}}`, "spec.template.spec"],
    [
      "batch/v1",
      "CronJob",
      `spec: {jobTemplate: {spec: {template: {spec: {${container}}}}}}`,
      "spec.jobTemplate.spec.template.spec",
    ],
  ])("%s %s", (apiVersion, kind, fields, prefix) => {
    const complete = fields
      .replace("spec: {template: {", "spec: {selector: {}, template: {metadata: {labels: {a: b}}, ")
      .replace("containers", "restartPolicy: Never, containers");
    expect(podsOf(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web}\n${complete}\n`)).toEqual([
      `${kind} web ${prefix}`,
    ]);
  });

  test("a pod carries its own value and that of its object", () => {
    const [pod] = readDocument(
      `apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: web-, namespace: shop}\nspec: {backoffLimit: 3, template: {spec: {${container}, restartPolicy: Never}}}\n`,
    ).pods;
    expect(pod).toMatchObject({
      kind: "Job",
      apiVersion: "batch/v1",
      name: "web-",
      namespace: "shop",
      item: undefined,
      objectPath: [],
    });
    expect(pod?.spec).toEqual({ containers: [{ name: "app", image: "a" }], restartPolicy: "Never" });
    expect(pod?.owner).toMatchObject({ spec: { backoffLimit: 3 } });
  });

  test("what a complete object lacks is not invented: its pod spec is undefined", () => {
    const [pod] = readDocument("apiVersion: v1\nkind: Pod\n").pods;
    expect([pod?.spec, pod?.name, pod?.namespace, pod?.partial]).toEqual([undefined, "", "default", false]);
  });
});

describe("lists", () => {
  test("each item is an object", () => {
    const text = `apiVersion: v1\nkind: List\nitems:\n- kind: Service\n- {apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {${container}}}\n`;
    expect(podsOf(text)).toEqual(["Pod b items.1.spec"]);
    expect(readDocument(text).pods[0]).toMatchObject({ item: 1, objectPath: ["items", 1] });
  });

  test("of a kind give it to their items", () => {
    expect(podsOf(`apiVersion: v1\nkind: PodList\nitems:\n- {metadata: {name: a}, spec: {${container}}}\n`)).toEqual([
      "Pod a items.0.spec",
    ]);
  });

  test("whatever has items is a list, even a Pod; its own spec is ignored", () => {
    expect(podsOf(`apiVersion: v1\nkind: Pod\nspec: {${container}}\nitems: []\n`)).toEqual([]);
    expect(podsOf(`apiVersion: v1\nkind: Pod\nspec: {${container}}\nitems:\n`)).toEqual([]);
  });

  test("a list in a list is refused, so it has no pods", () => {
    expect(
      podsOf(
        `apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod, spec: {${container}}}]}\n`,
      ),
    ).toEqual([]);
  });
});

describe("custom resources", () => {
  const named = "containers: [{name: a}]";
  test.each([
    [
      "anywhere",
      `kind: JobSet\nspec: {replicatedJobs: [{template: {spec: {template: {spec: {${named}}}}}}]}`,
      ["JobSet  spec.replicatedJobs.0.template.spec.template.spec partial"],
    ],
    [
      "several in one",
      `kind: MPIJob\nspec: {mpiReplicaSpecs: {Launcher: {template: {spec: {${named}}}}, Worker: {template: {spec: {${named}}}}}}`,
      [
        "MPIJob  spec.mpiReplicaSpecs.Launcher.template.spec partial",
        "MPIJob  spec.mpiReplicaSpecs.Worker.template.spec partial",
      ],
    ],
    ["through an alias", `kind: X\nspec: {a: &a {${named}}, b: *a}`, ["X  spec.a partial", "X  spec.b partial"]],
    ["through a merge", `kind: X\nx: &a {${named}}\nspec: {<<: *a}`, ["X  x partial", "X  spec partial"]],
    [
      "a kind with a built-in name",
      `kind: Job\nspec: {tasks: [{template: {spec: {${named}}}}]}`,
      ["Job  spec.tasks.0.template.spec partial"],
    ],
    [
      "one container with an image, to which Knative gives a name",
      "kind: Service\nspec: {template: {spec: {containers: [{image: a}]}}}",
      ["Service  spec.template.spec partial"],
    ],
    ["not lists of names", "kind: X\nspec: {containers: [a, b]}", []],
    ["not empty lists", "kind: X\nspec: {containers: []}", []],
    ["not in a status", `kind: X\nstatus: {spec: {${named}}}`, []],
    ["not in a schema", `kind: CustomResourceDefinition\nspec: {${named}}`, []],
    ["not in the schema of another", `kind: X\nspec: {openAPIV3Schema: {${named}}}`, []],
    ["not in text", `kind: X\ndata: {a: "${named}"}`, []],
    ["not below a pod spec", `kind: X\nspec: {${named}, other: {${named}}}`, ["X  spec partial"]],
  ])("%s", (_title, text, pods) => {
    expect(podsOf(`apiVersion: example.com/v1\n${text}\n`)).toEqual(pods);
  });

  test("not in a policy that other objects must match", () => {
    expect(podsOf(`apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nspec: {pattern: {spec: {${named}}}}\n`)).toEqual([]);
  });

  test("not in a file without apiVersion, or one that is a list of JSON patches", () => {
    expect(podsOf(`spec: {${named}}`)).toEqual([]);
    expect(podsOf(`- {op: add, path: /spec, value: {${named}}}\n`)).toEqual([]);
  });

  test("where the options say", () => {
    const text =
      "apiVersion: example.com/v1\nkind: Odd\nspec: {jobs: [{pod: {initContainers: []}}], more: {a: {pod: {}}, b: {}}}\n";
    const podTemplates = { "Odd.example.com": ["spec.jobs[].pod", "spec.more.*.pod", "spec.none"] };
    expect(podsOf(text, { podTemplates })).toEqual(["Odd  spec.jobs.0.pod partial", "Odd  spec.more.a.pod partial"]);
  });
});

describe("patches of Kustomize", () => {
  const workload = (kind: string, template: string) =>
    `apiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: web}\nspec: {template: ${template}}\n`;

  test.each([
    [
      "of a container",
      workload("Deployment", "{spec: {containers: [{name: app, livenessProbe: {periodSeconds: 1}}]}}"),
      ["Deployment web spec.template.spec partial"],
    ],
    ["of an image", workload("Deployment", `{spec: {${container}}}`), ["Deployment web spec.template.spec partial"]],
    [
      "with a directive",
      `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, $patch: delete}]}\n`,
      ["Pod web spec partial"],
    ],
    ["of something else", workload("Deployment", "{metadata: {annotations: {a: b}}}"), []],
    [
      "not in a list",
      "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 2}}\n",
      ["Deployment web items.0.spec.template.spec"],
    ],
  ])("%s", (_title, text, pods) => {
    expect(podsOf(text)).toEqual(pods);
  });

  test("an object that lacks only one required field is complete, so that the mistake is told", () => {
    const complete = `{metadata: {labels: {a: b}}, spec: {${container}}}`;
    expect(podsOf(workload("Deployment", complete))).toEqual(["Deployment web spec.template.spec"]);
    expect(podsOf("apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app}]}\n")).toEqual([
      "Pod web spec",
    ]);
  });

  test("an object whose template is there in other letters is complete", () => {
    const cronJob = (field: string) =>
      `apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: web}\nspec: {schedule: "* * * * *", ${field}: {spec: {}}}\n`;
    expect(podsOf(cronJob("jobtemplate"))).toEqual(["CronJob web spec.jobTemplate.spec.template.spec"]);
    expect(podsOf(cronJob("suspend"))).toEqual([]);
  });
});

describe("kubelet configurations", () => {
  test("are found by kind and group", () => {
    const text =
      "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\ncrashLoopBackOff: {maxContainerRestartPeriod: 30s}\n";
    expect(readDocument(text).kubeletConfigurations.map(({ prefix, value }) => ({ prefix, value }))).toEqual([
      {
        prefix: [],
        value: {
          kind: "KubeletConfiguration",
          apiVersion: "kubelet.config.k8s.io/v1beta1",
          crashLoopBackOff: { maxContainerRestartPeriod: "30s" },
        },
      },
    ]);
  });

  test("of another group are something else", () => {
    expect(readDocument("kind: KubeletConfiguration\napiVersion: example.com/v1\n").kubeletConfigurations).toEqual([]);
  });
});

test("a file of several documents has the pods of all", () => {
  const pod = (name: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {${container}}\n`;
  const { documents } = parseManifest(`${pod("a")}---\nkind: Service\n---\n${pod("b")}`);
  expect(documents.map(({ document }) => document.pods.map(({ name }) => name))).toEqual([["a"], [], ["b"]]);
});
