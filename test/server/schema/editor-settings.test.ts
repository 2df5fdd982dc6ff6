import { describe, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { ruleLevels } from "../../../server/rule-ids/ids.ts";
import {
  defaultDisplay,
  defaultSettings,
  parseEditorSettings,
  restartHintModes,
} from "../../../server/schema/editor-settings.ts";
import { allSemantics, timings } from "../../../server/schema/values.ts";
import { lastVersion, minorVersions, newestVersion } from "../../../shared/kubernetes/versions.ts";

describe("parseEditorSettings", () => {
  test("reads what is set", () => {
    const { value, problems } = parseEditorSettings({
      kubernetesVersion: "v1.36.4",
      featureGates: { A: true },
      kubeletConfiguration: "kubelet.yaml",
      apiServer: { kubernetes: "1.37" },
      timing: "ideal",
      semantics: "kep",
      imagePull: "2s-30s",
      rules: { "liveness-kills-start": "off" },
      podTemplates: { "MyKind.example.com": ["spec.template.spec"] },
      inlayHints: { restarts: "withScenario", probes: false },
      codeLens: false,
      cluster: { context: "kind", observedHints: false },
      simulator: { horizon: "30m" },
    });
    expect(problems).toEqual([]);
    expect(value).toEqual({
      overrides: {
        kubernetes: "1.36",
        featureGates: { A: true },
        kubeletConfiguration: ["kubelet.yaml"],
        apiServer: { kubernetes: "1.37" },
        timing: "ideal",
        semantics: "kep",
        imagePull: { minMs: 2000, maxMs: 30_000 },
        rules: { "liveness-kills-start": "off" },
        podTemplates: { "MyKind.example.com": ["spec.template.spec"] },
      },
      display: {
        inlayHints: { restarts: "withScenario", probes: false, rules: true, kubelet: true },
        codeLens: false,
        observedHints: false,
      },
    });
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["an empty section", {}],
    ["the defaults of the editor", defaultSettings],
  ])("%s sets nothing", (_, section) => {
    const { value, problems } = parseEditorSettings(section);
    expect(problems).toEqual([]);
    expect(value.display).toEqual(defaultDisplay);
    const set = Object.values(value.overrides).filter((override) => override !== undefined);
    expect(set.filter((override) => Object.keys(override).length > 0)).toEqual([]);
  });

  test.each([
    [{ timing: "slow" }, "timing", '"timing" cannot be "slow". Write kubelet or ideal.'],
    [{ semantics: 7 }, "semantics", '"semantics" cannot be 7. Write released or kep.'],
    [{ imagePull: "30s-2s" }, "imagePull", "The shortest pull (30s) is longer than the longest (2s)."],
    [{ codeLens: "yes" }, "codeLens", '"codeLens" cannot be "yes". Write true or false.'],
    [
      { kubernetesVersion: "1.99" },
      "kubernetesVersion",
      `Kubernetes "1.99" is not known. Write a version from "1.28" to "${lastVersion}".`,
    ],
    [
      { kubernetesVersion: 1.3 },
      "kubernetesVersion",
      `Write the version in quotes, "${newestVersion}": without them 1.30 is the number 1.3.`,
    ],
    [{ featureGates: { A: "true" } }, "featureGates.A", '"A" cannot be "true". Write true or false.'],
    [{ featureGates: [] }, "featureGates", '"featureGates" cannot be a list. Write keys with values.'],
    [
      { apiServer: { kubernetez: "1.37" } },
      "apiServer.kubernetez",
      'Unknown key "kubernetez". Did you mean "kubernetes"?',
    ],
    [
      { rules: { "liveness-kills-star": "off" } },
      "rules.liveness-kills-star",
      'Unknown rule "liveness-kills-star". Did you mean "liveness-kills-start"?',
    ],
    [
      { rules: { "liveness-kills-start": "loud" } },
      "rules.liveness-kills-start",
      'A rule cannot be "loud". Write off, hint, info, warning or error.',
    ],
    [
      { rules: { "kubelet-configuration-refused": "hint" } },
      "rules.kubelet-configuration-refused",
      '"kubelet-configuration-refused" reports what Kubernetes rejects. Set it to error or off.',
    ],
    [
      { inlayHints: { restarts: "often" } },
      "inlayHints.restarts",
      '"restarts" cannot be "often". Write always, withScenario or off.',
    ],
    [
      { kubeletConfiguration: 5 },
      "kubeletConfiguration",
      "Write the path of a file, or a list: the main file first, then its drop-ins.",
    ],
    ["text", "", 'The file cannot be "text". Write keys with values.'],
  ])("%j is a problem, and the default applies", (section, key, message) => {
    const { value, problems } = parseEditorSettings(section);
    expect(problems).toEqual([{ in: "setting", key, message }]);
    expect(value.display).toEqual(defaultDisplay);
  });

  test("a mistake costs only itself", () => {
    const { value, problems } = parseEditorSettings({
      timing: "slow",
      semantics: "kep",
      featureGates: { A: true, B: "no", C: false },
      podTemplates: { X: ["spec", 5, "template"] },
    });
    expect(problems).toHaveLength(3);
    expect(value.overrides).toMatchObject({
      semantics: "kep",
      featureGates: { A: true, C: false },
      podTemplates: { X: ["spec", "template"] },
    });
  });
});

describe("the settings of package.json", () => {
  const properties: ReadonlyMap<string, { default?: unknown; enum?: readonly unknown[]; scope?: string }> = new Map(
    packageJson.contributes.configuration.flatMap((section) => Object.entries(section.properties)),
  );
  /** What a cluster is reached by belongs to the machine, and a workspace that is trusted may say otherwise. */
  const ofMachine = ["kubeconfig", "context", "namespaces"].map((key) => `podCadence.cluster.${key}`);
  /** Read by the client alone. */
  const ofClient = ["podCadence.simulator.horizon", "podCadence.trace.server", ...ofMachine];
  /** The language client reads it once for a window. */
  const ofWindow = ["podCadence.trace.server"];

  function flat(settings: object, prefix: string): [string, unknown][] {
    return Object.entries(settings).flatMap(([key, value]): [string, unknown][] =>
      key === "inlayHints" || key === "cluster" ? flat(value, `${prefix}.${key}`) : [[`${prefix}.${key}`, value]],
    );
  }

  test("are the settings that are read, with the same defaults", () => {
    const inManifest = [...properties]
      .filter(([key]) => !ofClient.includes(key))
      .map(([key, { default: value }]) => [key, value]);
    expect(Object.fromEntries(inManifest)).toEqual(Object.fromEntries(flat(defaultSettings, "podCadence")));
  });

  test.each([
    ["kubernetesVersion", ["", ...minorVersions.toReversed()]],
    ["timing", ["", ...timings]],
    ["semantics", ["", ...allSemantics]],
    ["inlayHints.restarts", restartHintModes],
  ])("%s offers the values that are understood", (key, values) => {
    expect(properties.get(`podCadence.${key}`)?.enum).toEqual(values);
  });

  test("rules offers every level", () => {
    const rules = packageJson.contributes.configuration.flatMap((section) =>
      "podCadence.rules" in section.properties ? [section.properties["podCadence.rules"]] : [],
    );
    expect(rules[0]?.additionalProperties.enum).toEqual(ruleLevels);
  });

  test("belong to a resource, but for those of the machine, which a workspace that is not trusted cannot set", () => {
    const scopes = [...properties].filter(([, { scope }]) => scope !== "resource");
    expect(scopes.map(([key, { scope }]) => [key, scope])).toEqual([
      ...ofMachine.map((key) => [key, "machine-overridable"]),
      ...ofWindow.map((key) => [key, "window"]),
    ]);
    expect(packageJson.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(ofMachine);
  });
});
