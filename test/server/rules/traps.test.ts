import { describe, expect, it } from "vitest";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { formatPath } from "../../../shared/basics/path.ts";
import { check, settingsOf } from "./check-rules.ts";

// What a careful author would still get wrong, all observed on real API servers: what the rules say of it, as `rule path`.
// Only rules that speak for kubectl and the API server are listed.

async function refusals(text: string, projectFile = ""): Promise<readonly string[]> {
  const settings = await settingsOf(projectFile);
  return check(text, settings)
    .filter(({ origin, severity }) => ["api-server", "strict", "yaml"].includes(origin) && severity === "error")
    .map(({ rule, path }) => `${rule} ${formatPath(path)}`.trim());
}

function pod(spec: string, rest = ""): string {
  return `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n${rest}spec:\n${spec}`;
}

const container = "  containers:\n  - name: app\n    image: registry.example/app\n";

describe("reading manifests", () => {
  it("1. a merge after a key overrides it, the first of a list of merges wins, the last of two merges wins", async () => {
    const merged = (lines: string) => pod(`  containers:\n  - name: app\n    image: x\n    livenessProbe:\n${lines}`);
    const bases = "a: &a {periodSeconds: -1, tcpSocket: {port: 1}}\nb: &b {periodSeconds: 5, tcpSocket: {port: 1}}\n";
    const count = async (lines: string) =>
      (await refusals(`${bases}${merged(lines)}`)).filter((line) => line.startsWith("probe-refused"));
    expect(await count("      periodSeconds: 5\n      <<: *a\n")).toHaveLength(1);
    expect(await count("      <<: *a\n      periodSeconds: 5\n")).toHaveLength(0);
    expect(await count("      <<: [*a, *b]\n")).toHaveLength(1);
    expect(await count("      <<: [*b, *a]\n")).toHaveLength(0);
    expect(await count("      <<: *a\n      <<: *b\n")).toHaveLength(0);
  });

  it("2. of two equal keys the last counts, and the first is told; a merge that is overridden is not", async () => {
    const twice = pod(`${container}    image: ""\n    image: x\n`);
    expect(await refusals(twice)).toEqual([]);
    const told = check(twice, await settingsOf("")).filter(({ rule }) => rule === "duplicate-field");
    expect(told.map(({ path, severity }) => `${severity} ${formatPath(path)}`)).toEqual([
      "warning spec.containers[0].image",
      "warning spec.containers[0].image",
    ]);
    const merge = pod("  containers:\n  - &a {name: a, image: x}\n  - {<<: *a, name: b}\n");
    expect(check(merge, await settingsOf("")).filter(({ rule }) => rule === "duplicate-field")).toEqual([]);
  });

  it("3. text after `...` is dropped, `--- text` and `----` are errors, a `%YAML` line is a broken document of its own", async () => {
    expect(await refusals(`${pod(container)}...\nspec: wrong\n`)).toEqual([]);
    expect(await refusals(`${pod(container)}--- text\n${pod(container)}`)).toEqual(["yaml-syntax"]);
    expect(await refusals(`${pod(container)}----\n${pod(container)}`)).toEqual(["yaml-syntax"]);
    expect(await refusals(`%YAML 1.2\n---\n${pod(container)}`)).toEqual(["yaml-syntax"]);
    expect(await refusals("%YAML 1.2\n---\nanother: tool\n")).toEqual([]);
  });

  it("4. a pod with items is a list, a list inside of a list fails, `items: null` sends nothing", async () => {
    expect(await refusals(pod("  restartPolicy: wrong\n", "items: []\n"))).toEqual([]);
    expect(await refusals(pod("  restartPolicy: wrong\n", "items: null\n"))).toEqual([]);
    const nested = `apiVersion: v1\nkind: List\nitems:\n- {kind: List, apiVersion: v1, items: [{kind: Pod}]}\n`;
    expect(await refusals(nested)).toEqual(["object-refused items[0].items"]);
  });

  it('5. `010` is 8, `0o17` is 15, `09` is 9; `1e3`, `5.` and `!!int "5"` are whole numbers; `1:30` is text', async () => {
    const grace = (value: string) => refusals(pod(`${container}  terminationGracePeriodSeconds: ${value}\n`));
    const numbers = { "010": 8, "0o17": 15, "09": 9, "1e3": 1000, "5.": 5, '!!int "5"': 5 };
    for (const [value, number] of Object.entries(numbers)) {
      expect(await grace(value), value).toEqual([]);
      const { documents } = parseManifest(`seconds: ${value}\n`);
      expect(documents[0]?.document.value(), value).toEqual({ seconds: number });
    }
    expect(await grace("1:30")).toEqual(["field-type spec.terminationGracePeriodSeconds"]);
    const [first] = check(pod(`${container}    args: [010]\n`), await settingsOf(""));
    expect(first?.message).toContain("YAML reads 010 as 8");
  });

  it("6. a resourceVersion is refused last, at storage", async () => {
    const saved = (spec: string) => pod(spec).replace("{name: web}", '{name: web, resourceVersion: "12"}');
    expect(await refusals(saved(container))).toEqual(["object-refused metadata.resourceVersion"]);
    expect(await refusals(saved(`${container}    imagePullPolicy: no-such\n`))).toEqual([
      "container-refused spec.containers[0].imagePullPolicy",
    ]);
    expect(await refusals(pod(container).replace("{name: web}", '{name: web, resourceVersion: "0"}'))).toEqual([]);
  });
});

describe("manifests", () => {
  it("7. with a gate off, fields vanish before anybody looks at them", async () => {
    const modes = pod(
      `${container}    livenessProbe: {httpGet: {port: 1, protocol: h2c}}\n    startupProbe: {grpc: {port: 1, mode: mTLS}}\n`,
    );
    expect(await refusals(modes)).toEqual([]);
    expect(
      await refusals(modes, "apiServer: {featureGates: {H2CContainerProbe: true, GRPCContainerProbeTLS: true}}"),
    ).toEqual([
      "probe-refused spec.containers[0].livenessProbe.httpGet.protocol",
      "probe-refused spec.containers[0].startupProbe.grpc.mode",
    ]);
    const shouting = pod(
      `  initContainers:\n  - {name: side, image: x, restartPolicy: ALWAYS, livenessProbe: {tcpSocket: {port: 1}}}\n${container}`,
    );
    expect(await refusals(shouting, 'kubernetes: "1.34"')).toEqual([
      "field-not-allowed spec.initContainers[0].livenessProbe",
    ]);
    expect(await refusals(shouting)).toEqual([
      "restart-policy-refused spec.initContainers[0].restartPolicy",
      "field-not-allowed spec.initContainers[0].livenessProbe",
    ]);
  });

  it("8. a negative grace period is 1 in a Pod; in a template it stays, warns, and no sleep fits", async () => {
    const sleep = (seconds: number) => `    lifecycle: {preStop: {sleep: {seconds: ${seconds}}}}\n`;
    const grace = "  terminationGracePeriodSeconds: -5\n";
    expect(await refusals(pod(`${grace}${container}${sleep(1)}`))).toEqual([]);
    expect(await refusals(pod(`${grace}${container}${sleep(2)}`))).toEqual([
      "lifecycle-refused spec.containers[0].lifecycle.preStop.sleep",
    ]);
    expect(await refusals(deployment(`${grace}${container}${sleep(0)}`))).toEqual([
      "lifecycle-refused spec.template.spec.containers[0].lifecycle.preStop.sleep",
    ]);
    const warned = check(deployment(`${grace}${container}`), await settingsOf(""));
    expect(warned.map(({ rule }) => rule)).toContain("server-warning");
  });

  it("9. an indexed Job without completions, with a successPolicy, makes the server panic; without parallelism it is valid", async () => {
    const job = (parallelism: string) =>
      `apiVersion: batch/v1\nkind: Job\nmetadata: {name: sum}\nspec:\n  completionMode: Indexed\n${parallelism}  successPolicy: {rules: [{succeededCount: 1}]}\n  template: {spec: {restartPolicy: Never, containers: [{name: c, image: x}]}}\n`;
    expect(await refusals(job("  parallelism: 1\n"))).toEqual(["job-refused spec.completions"]);
    expect(await refusals(job(""))).toEqual([]);
  });

  it("10. one value, two errors", async () => {
    const readiness = pod(`${container}    readinessProbe: {tcpSocket: {port: 1}, terminationGracePeriodSeconds: 0}\n`);
    const twice = "probe-refused spec.containers[0].readinessProbe.terminationGracePeriodSeconds";
    expect(await refusals(readiness)).toEqual([twice, twice]);
    expect(await refusals(deployment(`  activeDeadlineSeconds: 0\n${container}`))).toEqual([
      "field-not-allowed spec.template.spec.activeDeadlineSeconds",
      "lifecycle-refused spec.template.spec.activeDeadlineSeconds",
    ]);
  });

  it("11. an empty restartPolicy is a default on the pod, and refused on a container", async () => {
    expect(await refusals(pod(`  restartPolicy: ""\n${container}`))).toEqual([]);
    expect(await refusals(pod(`${container}    restartPolicy: ""\n`))).toEqual([
      "restart-policy-refused spec.containers[0].restartPolicy",
    ]);
  });
});

function deployment(spec: string): string {
  const indented = spec.replace(/^/gm, "    ").trimEnd();
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n${indented}\n`;
}
