import { describe, expect, test } from "vitest";
import { newestVersion } from "../../../../shared/kubernetes/versions.ts";
import { complete } from "../completion/completing.ts";
import { diagnosticsOf, host, hoverAt, type Situation } from "../harness.ts";

const header = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

describe("completion of a KubeletConfiguration", () => {
  test("every field that is not there yet, with its documentation", async () => {
    const { labels, taken, documentation } = await complete(`${header}maxPods: 5\n|`);
    expect(labels).toContain("syncFrequency");
    expect(labels).toContain("crashLoopBackOff");
    expect(labels).not.toContain("maxPods");
    expect(labels).not.toContain("kind");
    expect(taken("syncFrequency")).toBe(`${header}maxPods: 5\nsyncFrequency: ‹1m0s›`);
    expect(taken("crashLoopBackOff")).toBe(`${header}maxPods: 5\ncrashLoopBackOff:\n  |`);
    expect(taken("clusterDNS")).toBe(`${header}maxPods: 5\nclusterDNS:\n- |`);
    expect(documentation("maxParallelImagePulls")).toBe(
      "Maximum number of parallel image pulls. If omitted, unlimited. Values above 1 require `serializeImagePulls: false`.\n\ninteger · at least 1",
    );
  });

  test("the word at the cursor is replaced, and a colon that is there stays", async () => {
    expect((await complete(`${header}maxP|`)).taken("maxPods")).toBe(`${header}maxPods: ‹110›`);
    expect((await complete(`${header}ma|x: 5`)).taken("maxPods")).toBe(`${header}maxPods|: 5`);
  });

  test.each<[string, string, readonly string[]]>([
    ["values", "hairpinMode: |", ["promiscuous-bridge", "hairpin-veth", "none"]],
    ["values, half typed", "hairpinMode: hair|", ["promiscuous-bridge", "hairpin-veth", "none"]],
    ["true and false", "failSwapOn: |", ["true", "false"]],
    ["of a gate", "featureGates:\n  MemoryQoS: |", ["true", "false"]],
    ["the default of a number", "maxPods: |", ["110"]],
    ["nothing where fields stand below", "crashLoopBackOff: |", []],
    ["fields below", "crashLoopBackOff:\n  |\nmaxPods: 5", ["maxContainerRestartPeriod"]],
    ["keys of a map", "systemReserved:\n  cpu: 1\n  |", ["memory", "ephemeral-storage", "pid"]],
    ["items of a list", "registerWithTaints:\n- key: a\n  effect: |", ["NoSchedule", "PreferNoSchedule", "NoExecute"]],
    ["fields of an item", "registerWithTaints:\n- key: a\n  |", ["value", "effect", "timeAdded"]],
  ])("%s", async (_, text, labels) => {
    expect((await complete(`${header}${text}`)).labels).toEqual(labels);
  });

  test("gates with the value that changes something; those that are locked can change nothing", async () => {
    const { labels, taken, documentation } = await complete(`${header}featureGates:\n  |`);
    expect(labels).toContain("AllAlpha");
    expect(labels).not.toContain("ExecProbeTimeout");
    expect(taken("ReduceDefaultCrashLoopBackOffDecay")).toBe(
      `${header}featureGates:\n  ReduceDefaultCrashLoopBackOffDecay: true|`,
    );
    expect(taken("ContainerRestartRules")).toBe(`${header}featureGates:\n  ContainerRestartRules: false|`);
    expect(documentation("KubeletCrashLoopBackOffMax")).toContain(
      "1.32 alpha, off by default → 1.35 beta, on by default",
    );
  });

  test("the version of the node decides", async () => {
    const situation = { overrides: { kubernetes: "1.31" } } as const;
    expect((await complete(`${header}|`, situation)).labels).not.toContain("crashLoopBackOff");
    expect((await complete(`${header}memorySwap:\n  swapBehavior: |`, situation)).labels).toEqual([
      "NoSwap",
      "LimitedSwap",
    ]);
  });

  test("inside of a ConfigMap", async () => {
    const inside = `apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: |\n    kind: KubeletConfiguration\n`;
    const { taken } = await complete(`${inside}    maxP|\n`);
    expect(taken("maxPods")).toBe(`${inside}    maxPods: ‹110›\n`);
  });

  test.each([
    ["a Service", "apiVersion: v1\nkind: Service\nspec:\n  |"],
    ["no Kubernetes", "a: |"],
    ["a broken document", `${header}a: [|`],
  ])("nothing in %s", async (_, text) => {
    expect((await complete(text)).labels).toEqual([]);
  });

  test("an item of somebody else is left alone", () => {
    expect(host.resolveCompletion({ label: "other", data: { kubelet: "x" } })).toBeUndefined();
  });
});

describe("hover", () => {
  test("a field: what it does, unit, default, bounds, version, gate, flag", async () => {
    expect(await hoverAt(`${header}image$0MaximumGCAge: 72h`)).toMatch(
      /^Age at which an unused image.*\n\nduration with a unit, such as 30s or 1h30m\n\nsince 1\.29 · feature gate `ImageMaximumGCAge` \(stable, always on\)\n\n/s,
    );
    expect(await hoverAt(`${header}port: 102$050`)).toMatch(
      /^Port that the kubelet server listens on\.\n\ninteger · default `10250` · 1–65535\n\nflag `--port`\n\n/,
    );
  });

  test("a value and a key of a map: what they mean, then the field", async () => {
    expect(await hoverAt(`${header}cpuManagerPolicy: sta$0tic`)).toMatch(
      /^Guaranteed pods that request whole CPUs get exclusive CPUs\.\n\n/,
    );
    expect(await hoverAt(`${header}evictionSoft:\n  pid.ava$0ilable: 10%`)).toMatch(/^Free process IDs\.\n\n/);
  });

  test("a gate: what it is in each minor, and what it needs", async () => {
    expect(await hoverAt(`${header}featureGates:\n  RestartAll$0ContainersOnContainerExits: true`)).toContain(
      `Kubernetes ${newestVersion}: beta, on by default · requires \`ContainerRestartRules\`, \`NodeDeclaredFeatures\`\n\n1.35 alpha, off by default → 1.36 beta, on by default`,
    );
  });

  test("the longest delay: the curve, then the field", async () => {
    const hover = await hoverAt(`${header}crashLoopBackOff:\n  maxContainer$0RestartPeriod: 60s`);
    expect(hover).toContain("A container in a crash loop on this node backs off");
    expect(hover).toContain("since 1.32 · feature gate `KubeletCrashLoopBackOffMax` (beta, on by default)");
  });

  test("nothing on what the kubelet does not know", async () => {
    expect(await hoverAt(`${header}unkn$0own: 1`)).toBeUndefined();
  });
});

describe("a drop-in is read in its own way", () => {
  const text = `${header}CRASHloopbackoff: {maxcontainerrestartperiod: 4}\nmaxPods: 5\nmaxPods: 6\nunknown: 1\n`;
  const findings = async (situation: Situation) =>
    (await diagnosticsOf(text, situation)).map(({ code, range, message }) => [code, range.start.line + 1, message]);

  test.each<[string, Situation]>([
    ["by its name", { uri: "file:///w/kubelet.conf.d/10.conf" }],
    [
      "as the project file says",
      {
        uri: "file:///w/more.yaml",
        files: {
          "/w/.pod-cadence.yaml": "kubeletConfiguration: [main.yaml, more.yaml]",
          "/w/main.yaml": header,
          "/w/more.yaml": header,
        },
      },
    ],
  ])("%s", async (_, situation) => {
    const found = await findings(situation);
    expect(found.map(([code, line]) => `${line} ${code}`)).toEqual([
      "3 crash-loop-maximum",
      "5 kubelet-configuration-refused",
      "6 kubelet-configuration-strict",
    ]);
  });

  test("the main file ignores the letters' case, too, and takes the last of equal keys", async () => {
    expect((await findings({})).map(([code, line]) => `${line} ${code}`)).toEqual([
      "3 kubelet-configuration-strict",
      "5 kubelet-configuration-strict",
      "6 kubelet-configuration-strict",
    ]);
  });
});
