import { describe, expect, test } from "vitest";
import type { FileAccess } from "../../../server/schema/files/file-access.ts";
import type { Overrides, ResolvedSettings, SettingsInput } from "../../../server/schema/model.ts";
import { checkProjectFile, resolveSettings } from "../../../server/schema/resolve.ts";
import { pullRangeWords } from "../../../shared/kubernetes/pull-range.ts";
import { newestVersion } from "../../../shared/kubernetes/versions.ts";

/** Files by path. What is read is written down. */
function disk(files: Readonly<Record<string, string>>): FileAccess & { reads: string[] } {
  const reads: string[] = [];
  return {
    reads,
    async read(uri) {
      reads.push(uri.replace("file://", ""));
      return files[uri.replace("file://", "")];
    },
  };
}

function resolve(
  files: Readonly<Record<string, string>>,
  overrides: Overrides = {},
  input: Partial<SettingsInput> = {},
): Promise<ResolvedSettings> {
  const given = { fileUri: "file:///repo/apps/web/pod.yaml", rootUri: undefined, baseUri: "file:///repo" };
  return resolveSettings({ ...given, overrides, projectFile: "find", ...input }, disk(files));
}

const kubelet = (fields: string) => `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${fields}`;
const git = { "/repo/.git/HEAD": "ref: refs/heads/main" };

describe("without a project file", () => {
  test("the newest Kubernetes, as released", async () => {
    expect(await resolve(git)).toEqual({
      assumptions: {
        node: {
          kubernetes: newestVersion,
          featureGates: {},
          kubeletConfiguration: { name: undefined, maxContainerRestartPeriodMs: undefined, syncFrequencyMs: undefined },
        },
        apiServer: { kubernetes: newestVersion, featureGates: {} },
        timing: "kubelet",
        semantics: "released",
        imagePull: undefined,
      },
      asked: { scenarios: [], events: [], isAlone: false },
      load: { mix: undefined, nodes: 1 },
      training: undefined,
      assumptionsText: `Kubernetes ${newestVersion} · gates default · kubelet configuration: default`,
      assumptionsSource: "default",
      rules: {},
      podTemplates: {},
      projectScenarios: {},
      ignored: false,
      project: undefined,
      reads: [],
      trafficDelayMs: undefined,
      isDropIn: false,
      purpose: undefined,
      kubelet: { files: [], own: -1 },
      staticPods: undefined,
      kustomize: undefined,
      problems: [],
    });
  });
});

describe("the project file", () => {
  const project = 'kubernetes: "1.36"';

  test.each([
    ["in the folder", { "/repo/apps/web/.pod-cadence.yaml": project }, "1.36"],
    ["above", { "/repo/apps/.pod-cadence.yaml": project }, "1.36"],
    ["at the root of the repository", { ...git, "/repo/.pod-cadence.yaml": project }, "1.36"],
    [
      "not above the root of the repository",
      { "/repo/apps/.git/HEAD": "", "/repo/.pod-cadence.yaml": project },
      newestVersion,
    ],
    [
      "not above a work tree, whose .git is a file",
      { "/repo/apps/.git": "gitdir: x", "/repo/.pod-cadence.yaml": project },
      newestVersion,
    ],
    [
      "the nearest wins",
      { "/repo/apps/.pod-cadence.yaml": project, "/repo/.pod-cadence.yaml": 'kubernetes: "1.30"' },
      "1.36",
    ],
  ])("%s", async (_, files, version) => {
    expect((await resolve(files)).assumptions.node.kubernetes).toBe(version);
  });

  test("is not looked for above the workspace folder", async () => {
    const files = disk({ "/.pod-cadence.yaml": project });
    const input = {
      fileUri: "file:///repo/apps/web/pod.yaml",
      baseUri: undefined,
      overrides: {},
      projectFile: "find",
    } as const;
    await resolveSettings({ ...input, rootUri: "file:///repo/apps/" }, files);
    expect(files.reads.filter((path) => path.endsWith("/.pod-cadence.yaml"))).toEqual([
      "/repo/apps/web/.pod-cadence.yaml",
      "/repo/apps/.pod-cadence.yaml",
    ]);
  });

  test("is not read with --no-config, and another with --config", async () => {
    const files = { "/repo/apps/.pod-cadence.yaml": project, "/elsewhere/c.yaml": 'kubernetes: "1.31"' };
    expect((await resolve(files, {}, { projectFile: "none" })).assumptions.node.kubernetes).toBe(newestVersion);
    const named = await resolve(files, {}, { projectFile: { uri: "file:///elsewhere/c.yaml" } });
    expect(named.assumptions.node.kubernetes).toBe("1.31");
    const missing = await resolve(files, {}, { projectFile: { uri: "file:///elsewhere/d.yaml" } });
    expect(missing.problems).toEqual([{ in: "setting", key: "config", message: "/elsewhere/d.yaml cannot be read." }]);
  });

  test("says everything that contract.md lists", async () => {
    const settings = await resolve({
      "/repo/.pod-cadence.yaml": `
kubernetes: "1.36"
featureGates: {ReduceDefaultCrashLoopBackOffDecay: true}
kubeletConfiguration: nodes/kubelet.yaml
apiServer: {kubernetes: "1.37", featureGates: {}}
nodes: {gpu: {kubernetes: "1.37", kubeletConfiguration: nodes/gpu.yaml}}
timing: ideal
semantics: kep
rules: {liveness-equals-readiness: off}
scenarios: {Deployment/web: {app: "crashes x5, then runs"}}
podTemplates: {MyKind.example.com: [spec.template.spec]}
ignore: ["charts/**/templates/**"]
`,
      "/repo/nodes/kubelet.yaml": kubelet("crashLoopBackOff: {maxContainerRestartPeriod: 30s}"),
    });
    expect(settings).toMatchObject({
      assumptions: {
        node: {
          kubernetes: "1.36",
          featureGates: { ReduceDefaultCrashLoopBackOffDecay: true },
          kubeletConfiguration: { name: "kubelet.yaml", maxContainerRestartPeriodMs: 30_000 },
        },
        apiServer: { kubernetes: "1.37", featureGates: {} },
        timing: "ideal",
        semantics: "kep",
      },
      assumptionsText:
        "Kubernetes 1.36, API server 1.37 · ReduceDefaultCrashLoopBackOffDecay on · kubelet configuration: kubelet.yaml · timing without the kubelet's loops · as the enhancement proposals say",
      assumptionsSource: "project file",
      rules: { "liveness-equals-readiness": "off" },
      projectScenarios: { "Deployment/web": { app: "crashes x5, then runs" } },
      podTemplates: { "MyKind.example.com": ["spec.template.spec"] },
      project: { uri: "file:///repo/.pod-cadence.yaml", nodes: ["gpu"] },
      reads: ["file:///repo/nodes/kubelet.yaml"],
      problems: [],
    });
  });

  test.each([
    ["2s–30s", { minMs: 2000, maxMs: 30_000 }, "image pull 2s–30s"],
    ["1.5s - 1m", { minMs: 1500, maxMs: 60_000 }, "image pull 1.5s–1m"],
    ["12s", { minMs: 12_000, maxMs: 12_000 }, "image pull 12s"],
  ])("imagePull: %s", async (text, imagePull, words) => {
    const settings = await resolve({ "/repo/.pod-cadence.yaml": `imagePull: ${text}` });
    expect(settings.problems).toEqual([]);
    expect(settings.assumptions.imagePull).toEqual(imagePull);
    expect(settings.assumptionsText.endsWith(` · ${words}`)).toBe(true);
    const exact = await resolve({ "/repo/.pod-cadence.yaml": `imagePull: ${text}\ntiming: ideal` });
    expect(exact.assumptionsText).not.toContain("image pull");
  });

  test.each([
    ["30s–2s", "The shortest pull (30s) is longer than the longest (2s)."],
    ["2-30s", pullRangeWords],
    ["-2s", pullRangeWords],
    ["2s-", pullRangeWords],
    ["1s-2s-3s", pullRangeWords],
    ["1s-25h", pullRangeWords],
    ["30", pullRangeWords],
    ["{min: 2s}", pullRangeWords],
  ])("imagePull: %s is a mistake, and images stay on the node", async (text, message) => {
    const { problems, assumptions } = await resolve({ "/repo/.pod-cadence.yaml": `imagePull: ${text}` });
    expect(problems.map((problem) => problem.message)).toEqual([message]);
    expect(assumptions.imagePull).toBeUndefined();
  });

  test("an empty one sets nothing", async () => {
    const settings = await resolve({ "/repo/.pod-cadence.yaml": "# nothing yet\n" });
    expect(settings.problems).toEqual([]);
    expect(settings.assumptionsText).toBe(
      `Kubernetes ${newestVersion} · gates default · kubelet configuration: default`,
    );
  });

  test.each([
    ["ignore: [apps/**]", true],
    ["ignore: ['*.yaml']", true],
    ["ignore: ['*.yaml', '!pod.yaml']", false],
    ["ignore: [charts]", false],
    ["ignore: []", false],
    // What would take minutes for a deep path is left out, and the rest counts.
    [`ignore: ["${"**/apps/".repeat(9)}**", '*.json']`, false],
    [`ignore: ["${"**/".repeat(9)}pod.yaml", '*.yaml']`, true],
    [`ignore: ["${"/".repeat(5000)}pod.yaml"]`, false],
  ])("%s", async (text, ignored) => {
    expect((await resolve({ "/repo/.pod-cadence.yaml": text })).ignored).toBe(ignored);
  });
});

describe("who wins", () => {
  const files = {
    "/repo/.pod-cadence.yaml": `
kubernetes: "1.36"
featureGates: {SidecarContainers: true, PodLevelResources: true}
rules: {liveness-equals-readiness: off, liveness-kills-start: off}
nodes: {gpu: {kubernetes: "1.35", featureGates: {PodLevelResources: false}, kubeletConfiguration: gpu.yaml}}
`,
    "/repo/gpu.yaml": kubelet(
      "crashLoopBackOff: {maxContainerRestartPeriod: 7s}\nfeatureGates: {PodLevelResources: true}",
    ),
    "/repo/own.yaml": kubelet("crashLoopBackOff: {maxContainerRestartPeriod: 9s}"),
  };

  test("a setting over the project file, key by key", async () => {
    const { assumptions, rules, assumptionsSource } = await resolve(files, {
      kubernetes: "1.34",
      featureGates: { PodLevelResources: false },
      rules: { "liveness-kills-start": "error" },
    });
    expect(assumptions.node).toMatchObject({
      kubernetes: "1.34",
      featureGates: { SidecarContainers: true, PodLevelResources: false },
    });
    expect(rules).toEqual({ "liveness-equals-readiness": "off", "liveness-kills-start": "error" });
    expect(assumptionsSource).toBe("setting");
  });

  test("the chosen profile over the rest of the project file, its kubelet over its gates", async () => {
    const { assumptions } = await resolve(files, { node: "gpu" });
    expect(assumptions.node).toMatchObject({
      kubernetes: "1.35",
      featureGates: { SidecarContainers: true, PodLevelResources: true },
      kubeletConfiguration: { name: "gpu.yaml", maxContainerRestartPeriodMs: 7000 },
    });
    // The API server does not read the kubelet's file.
    expect(assumptions.apiServer).toEqual({
      kubernetes: "1.35",
      featureGates: { SidecarContainers: true, PodLevelResources: false },
    });
  });

  test("a file of the settings, relative to the workspace folder", async () => {
    const { assumptions, reads } = await resolve(files, { node: "gpu", kubeletConfiguration: ["own.yaml"] });
    expect(assumptions.node.kubeletConfiguration.maxContainerRestartPeriodMs).toBe(9000);
    expect(reads).toEqual(["file:///repo/own.yaml"]);
  });
});

describe("kubelet configurations", () => {
  test("drop-ins come over the main file, one after the other", async () => {
    const { assumptions, assumptionsText } = await resolve({
      "/repo/.pod-cadence.yaml": "kubeletConfiguration: [main.yaml, 10.conf, 20.conf]",
      "/repo/main.yaml": kubelet(
        "syncFrequency: 2m\ncrashLoopBackOff: {maxContainerRestartPeriod: 9s}\nfeatureGates: {PodLevelResources: false}",
      ),
      "/repo/10.conf": kubelet("crashLoopBackOff: {maxContainerRestartPeriod: 8s}"),
      "/repo/20.conf": kubelet("featureGates: {ReduceDefaultCrashLoopBackOffDecay: true}"),
    });
    expect(assumptions.node.kubeletConfiguration).toMatchObject({
      maxContainerRestartPeriodMs: 8000,
      syncFrequencyMs: 120_000,
    });
    expect(assumptions.node.featureGates).toEqual({
      PodLevelResources: false,
      ReduceDefaultCrashLoopBackOffDecay: true,
    });
    expect(assumptionsText).toContain("kubelet configuration: main.yaml, 10.conf, 20.conf");
  });

  test("drop-ins apply by their names, however they are listed; the first file is the main one", async () => {
    const { assumptions } = await resolve({
      "/repo/.pod-cadence.yaml": "kubeletConfiguration: [99.conf, 20.conf, 10.conf]",
      "/repo/99.conf": kubelet("syncFrequency: 99s"),
      "/repo/20.conf": kubelet("syncFrequency: 20s"),
      "/repo/10.conf": kubelet("syncFrequency: 10s"),
    });
    expect(assumptions.node.kubeletConfiguration.syncFrequencyMs).toBe(20_000);
  });

  test.each([
    ["released", "{maxContainerRestartPeriod: 4}", "", undefined, 1],
    ["kep", "{maxContainerRestartPeriod: 4}", "", 4000, 0],
    ["released", "{maxContainerRestartPeriod: 4s}", "featureGates: {KubeletCrashLoopBackOffMax: false}", 4000, 1],
    ["kep", "{maxContainerRestartPeriod: 4s}", "featureGates: {KubeletCrashLoopBackOffMax: false}", 4000, 0],
  ])("with semantics %s: %s %s", async (semantics, crashLoopBackOff, more, periodMs, count) => {
    const { assumptions, problems } = await resolve({
      "/repo/.pod-cadence.yaml": `kubeletConfiguration: k.yaml\nsemantics: ${semantics}`,
      "/repo/k.yaml": kubelet(`crashLoopBackOff: ${crashLoopBackOff}\n${more}`),
    });
    expect(assumptions.node.kubeletConfiguration.maxContainerRestartPeriodMs).toBe(periodMs);
    expect(problems).toHaveLength(count);
  });

  test("only the first document of a file counts, as for the kubelet", async () => {
    const { problems } = await resolve({
      "/repo/.pod-cadence.yaml": "kubeletConfiguration: k.yaml",
      "/repo/k.yaml": `kind: ConfigMap\n---\n${kubelet("")}`,
    });
    expect(problems).toHaveLength(1);
  });
});

describe("problems of the project file stand in their places", () => {
  async function check(text: string, files: Readonly<Record<string, string>> = {}): Promise<string[]> {
    const problems = await checkProjectFile("file:///repo/.pod-cadence.yaml", text, disk(files));
    return problems.map(({ start, end, message }) => `${JSON.stringify(text.slice(start, end))} ${message}`);
  }
  const refused = kubelet("crashLoopBackOff: {maxContainerRestartPeriod: 30m}");

  test.each([
    ["timing: fast", ['"fast" "timing" cannot be "fast". Write kubelet or ideal.']],
    [
      "kubernetes: 1.30",
      [`"1.30" Write the version in quotes, "${newestVersion}": without them 1.30 is the number 1.3.`],
    ],
    [
      "ignore: ['**/a/**/b/**', '**/a/**/b/**/c/**']",
      [`"'**/a/**/b/**/c/**'" Write a shorter pattern, with at most three **.`],
    ],
    ["ignore: charts", ['"charts" "ignore" cannot be "charts". Write a list.']],
    ["- a", ['"- a" The file cannot be a list. Write keys with values.']],
    ["apiServer: {kubelet: 1}", ['"kubelet" Unknown key "kubelet". Known here: kubernetes, featureGates.']],
    [
      "featureGates: {Sidecars: true}",
      [
        `"true" A node with Kubernetes ${newestVersion} does not start with these feature gates: unrecognized feature gate: Sidecars.`,
      ],
    ],
    [
      "nodes: {old: {featureGates: {GRPCContainerProbe: false}, kubernetes: '1.28'}}",
      [
        '"false" A node with Kubernetes 1.28 does not start with these feature gates: cannot set feature gate GRPCContainerProbe to false, feature is locked to true.',
      ],
    ],
    ["rules: {a: off}", ['"a" Unknown rule "a". Run "pod-cadence rules" for a list.']],
    ["scenarios: {Deployment/web: runs}", ['"runs" "Deployment/web" cannot be "runs". Write keys with values.']],
    [
      "kubeletConfiguration: gone.yaml",
      [
        '"gone.yaml" gone.yaml cannot be read, so it is ignored. Use the path of a file with "kind: KubeletConfiguration".',
      ],
    ],
  ])("%s", async (text, expected) => {
    const found = await check(text);
    expect(found).toHaveLength(expected.length);
    for (const [index, start] of expected.entries()) expect(found[index]?.startsWith(start), found[index]).toBe(true);
  });

  test("a kubelet that does not start", async () => {
    const [problem] = await check("kubeletConfiguration: [k.yaml]", { "/repo/k.yaml": refused });
    expect(problem).toContain('"k.yaml" crashLoopBackOff.maxContainerRestartPeriod: The kubelet does not start: ');
  });

  test("the words of YAML 1.2: off and yes are no booleans", async () => {
    expect(await check("rules: {liveness-kills-start: off}\nscenarios: {Pod/yes: {on: 'runs'}}")).toEqual([]);
  });

  test("of every profile, each once", async () => {
    expect(await check("featureGates: {Sidecars: true}\nnodes: {a: {}, b: {}}")).toHaveLength(1);
  });

  test("broken YAML", async () => {
    const found = await check('kubernetes: "1.36\ntiming: ideal');
    expect(found.length).toBeGreaterThan(0);
  });
});

test("an unknown profile is told with the nearest one", async () => {
  const files = { "/repo/.pod-cadence.yaml": "nodes: {gpu: {}, arm: {}}" };
  expect((await resolve(files, { node: "gpus" })).problems).toEqual([
    { in: "setting", key: "node", message: 'Unknown node profile "gpus". Did you mean "gpu"?' },
  ]);
});

test.each([
  "[",
  "{{ .Values }}",
  "\u0000",
  "a: &a [*a]",
  "a: ".repeat(200),
  "? [x]\n: y",
  "<<: 5",
  "kubernetes: {a: [b]}",
])("whatever is in the project file, there is an answer: %j", async (text) => {
  const settings = await resolve({ "/repo/.pod-cadence.yaml": text });
  expect(settings.assumptions.node.kubernetes).toBe(newestVersion);
});
