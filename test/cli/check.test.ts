import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { expectGolden } from "../golden.ts";
import { checkSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

const scratch = mkdtempSync(join(tmpdir(), "pod-cadence-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const slowPod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: registry.example/app
    livenessProbe: {tcpSocket: {port: 80}, timeoutSeconds: 15}
`;

describe("check", () => {
  it("reports a directory as text and ends with 1", async () => {
    const { stdout, stderr, code } = await runCli(["check", "."]);
    expectGolden("cli/check-text", stdout);
    expect({ stderr, code }).toEqual({ stderr: "", code: 1 });
  });

  it("names the template of piped output in JSON, and reports errors with one cause once", async () => {
    const spec = "spec: {selector: {matchLabels: {app: web}}}\n";
    const stdin = `---\n# Source: shop/templates/web.yaml\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n${spec}`;
    const { stdout, code } = await runCli(["check", "--format", "json", "-"], { stdin });
    const { files, summary } = JSON.parse(stdout);
    expect([files.length, summary.error, code]).toEqual([1, 1, 1]);
    expect(files[0].diagnostics).toMatchObject([
      {
        source: "shop/templates/web.yaml",
        rule: "workload-refused",
        fieldPath: "spec.template.metadata.labels",
        message: expect.stringContaining("spec.template is missing, including metadata.labels and spec.containers."),
      },
    ]);
  });

  it("reports a directory as JSON", async () => {
    const json = await runJson(["check", "."]);
    checkSchema.parse(json);
    expectGolden("cli/check-json", JSON.stringify(json, undefined, 2));
  });

  describe("judges what a kustomization names as what it is", () => {
    const named = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n";
    const container = "spec: {containers: [{name: app, image: 'app:1'}]}";
    const bare = `${named}  template: {${container}}\n`;
    const labeled = `${named}  template: {metadata: {labels: {app: web}}, ${container}}\n`;
    const noPods = `${named}  template: {spec: {containers: [{name: app}]}}\n`;
    const cases: readonly (readonly [
      what: string,
      kustomization: string,
      text: string,
      problems: readonly string[],
    ])[] = [
      ["labels come from it", "resources: [web.yaml]\ncommonLabels: {app: web}", bare, []],
      ["a patch may lack anything", "patches: [{path: web.yaml}]", labeled, []],
      [
        "a resource may not",
        "resources: [web.yaml]",
        labeled,
        ["selector is missing, so it does not match the labels of the template. Add a selector with these labels"],
      ],
      [
        "even if it looks like a patch",
        "resources: [web.yaml]",
        noPods,
        [
          "selector is missing, so it does not match the labels of the template. Add a selector, and its labels",
          "image is missing",
        ],
      ],
      ["what is patched may look like a patch", "resources: [web.yaml]\npatches: [{patch: '{}'}]", noPods, []],
    ];
    it.each(cases)("%s", async (what, kustomization, text, problems) => {
      const cwd = join(scratch, what);
      mkdirSync(cwd);
      writeFileSync(join(cwd, "kustomization.yaml"), kustomization);
      writeFileSync(join(cwd, "web.yaml"), text);
      const { files } = checkSchema.parse(await runJson(["check", "web.yaml"], { cwd }));
      expect(files.flatMap((file) => file.diagnostics.map(({ message }) => message))).toEqual(
        problems.map((words) => expect.stringContaining(words)),
      );
    });
  });

  it("knows of the Services beside a file whether traffic matters to its pods", async () => {
    const cwd = join(scratch, "service-beside");
    mkdirSync(cwd);
    const probe = "{httpGet: {path: /, port: 80}}";
    const pod = `spec: {containers: [{name: app, image: 'app:1', livenessProbe: ${probe}, readinessProbe: ${probe}}]}`;
    writeFileSync(
      join(cwd, "web.yaml"),
      `apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\n${pod}\n`,
    );
    const severity = async (selected: string) => {
      const service = `apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: ${selected}}}\n`;
      writeFileSync(join(cwd, "service.yaml"), service);
      const { files } = checkSchema.parse(await runJson(["check", "web.yaml"], { cwd }));
      return files.flatMap((file) => file.diagnostics.map((each) => each.severity));
    };
    expect(await severity("other")).toEqual(["info"]);
  });

  it("completes a base by an overlay elsewhere in the repository", async () => {
    const base = {
      ".git/HEAD": "ref: refs/heads/main\n",
      "config/manager/kustomization.yaml": "resources: [manager.yaml]\n",
      "config/manager/manager.yaml":
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: manager}\nspec:\n  template: {spec: {containers: [{name: app, image: 'app:1'}]}}\n",
    };
    const messages = async (name: string, files: Readonly<Record<string, string>>) => {
      const cwd = join(scratch, name);
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(cwd, path)), { recursive: true });
        writeFileSync(join(cwd, path), text);
      }
      const checked = checkSchema.parse(await runJson(["check", "config/manager"], { cwd }));
      return checked.files.flatMap((file) => file.diagnostics.map(({ message }) => message));
    };
    const overlay = { "config/default/kustomization.yaml": "resources: [../manager]\ncommonLabels: {app: manager}\n" };
    expect(await messages("base-alone", base)).toEqual([expect.stringContaining("selector is missing")]);
    expect(await messages("base-and-overlay", { ...base, ...overlay })).toEqual([]);
  });

  it("heeds .gitignore as git does, skips node_modules and takes an ignored file that is named", async () => {
    const cwd = join(scratch, "repository");
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    };
    write(".git/HEAD", "ref: refs/heads/main\n");
    write(".gitignore", "build/\n*.local.yaml\n/top.yml\n");
    write("shop/.gitignore", "!kept.local.yaml\n");
    for (const path of ["top.yml", "shop/a.yaml", "shop/b.yml", "shop/c.json", "shop/d.txt", "shop/top.yml"])
      write(path, "{}");
    for (const path of ["shop/kept.local.yaml", "shop/secret.local.yaml", "shop/build/e.yaml"]) write(path, "{}");
    for (const path of ["shop/node_modules/f.yaml", "shop/.pod-cadence.yaml", "shop/.hidden/g.yaml"]) write(path, "{}");
    const paths = async (args: readonly string[], from: string) => {
      const { files } = checkSchema.parse(await runJson(["check", ...args], { cwd: from }));
      return files.map(({ path }) => path);
    };
    const inShop = [".hidden/g.yaml", "a.yaml", "b.yml", "c.json", "kept.local.yaml", "top.yml"];
    expect(await paths(["."], cwd)).toEqual(inShop.map((name) => `shop/${name}`));
    expect(await paths(["shop", "shop/build/e.yaml"], cwd)).toEqual([
      ...inShop.map((name) => `shop/${name}`),
      "shop/build/e.yaml",
    ]);
    expect(await paths(["."], join(cwd, "shop"))).toEqual(inShop);
  });

  it("counts documents as kubectl does and says where in a list", async () => {
    const { files } = checkSchema.parse(await runJson(["check", "shop/deploy.yaml", "shop/list.json"]));
    expect(files.map(({ documents, pods }) => ({ documents, pods }))).toEqual([
      { documents: 2, pods: 1 },
      { documents: 1, pods: 1 },
    ]);
    expect(files[1]?.diagnostics).toMatchObject([
      { item: 1, fieldPath: "spec.initContainers[0].livenessProbe", errorType: "Forbidden" },
    ]);
  });

  it("reads standard input", async () => {
    const { stdout, code } = await runCli(["check", "-"], { stdin: slowPod });
    expect(stdout).toContain("timeout-exceeds-period");
    expect(code).toBe(0);
  });

  it.each([
    [["--fail-on", "warning"], 1],
    [["--fail-on", "hint"], 1],
    [["--fail-on=error"], 0],
  ])("ends by %j with %i where there is a warning", async (options, expected) => {
    const { code } = await runCli(["check", ...options, "-"], { stdin: slowPod });
    expect(code).toBe(expected);
  });

  it("says calmly that there is nothing", async () => {
    const { stdout, code } = await runCli(["check", "empty.yaml", "pod.yaml"]);
    expect(stdout).toBe("No problems in 2 files, 1 pod.\n");
    expect(code).toBe(0);
  });

  it("is silent with --quiet but for errors", async () => {
    expect((await runCli(["check", "--quiet", "-"], { stdin: slowPod })).stdout).toBe("");
    expect((await runCli(["check", "--quiet", "shop/list.json"])).stdout).toContain("field-not-allowed");
  });

  it("lets options win over the project file", async () => {
    const text =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: a, restartPolicy: Never}]}\n";
    const rules = async (options: readonly string[]) => {
      const { files } = checkSchema.parse(await runJson(["check", ...options, "-"], { stdin: text }));
      return files.flatMap(({ diagnostics }) => diagnostics.map(({ rule }) => rule));
    };
    expect(await rules(["--kubernetes", "1.34"])).toEqual(["feature-dropped"]);
    expect(await rules(["--kubernetes", "1.33"])).toEqual(["field-not-allowed"]);
    expect(await rules(["--kubernetes", "v1.34.2", "--feature-gates", "ContainerRestartRules=true"])).toEqual([]);
  });

  it("reports mistakes of a project file in the project file, unless it is not to be read", async () => {
    const { files } = checkSchema.parse(await runJson(["check", "project/pod.yaml"]));
    expect(files.map(({ path }) => path)).toEqual(["project/pod.yaml", "project/.pod-cadence.yaml"]);
    expect(files[1]?.diagnostics.map(({ rule, origin, severity }) => ({ rule, origin, severity }))).toEqual([
      { rule: "project-file", origin: "config", severity: "error" },
      { rule: "project-file", origin: "config", severity: "error" },
    ]);
    expect((await runCli(["check", "--no-config", "project/pod.yaml"])).code).toBe(0);
  });

  it("gives the same answer from several threads, in the same order", async () => {
    const folder = join(scratch, "many");
    mkdirSync(folder);
    const paths = Array.from({ length: 80 }, (_, index) => join(folder, `pod-${String(index).padStart(2, "0")}.yaml`));
    for (const [index, path] of paths.entries()) writeFileSync(path, index % 3 === 0 ? slowPod : "a: 1\n");
    const { files, summary } = checkSchema.parse(await runJson(["check", folder]));
    expect(files.map(({ path }) => path)).toEqual(paths);
    expect(files.map(({ diagnostics }) => diagnostics.length)).toEqual(
      paths.map((_, index) => (index % 3 === 0 ? 1 : 0)),
    );
    expect(summary.warning).toBe(27);
  });

  it("writes to a file without colors", async () => {
    const file = join(scratch, "report.txt");
    const { stdout, code } = await runCli(["check", "--color", "auto", "--output", file, "-"], { stdin: slowPod });
    expect({ stdout, code }).toEqual({ stdout: "", code: 0 });
    expect(readFileSync(file, "utf8")).toContain("1 warning in 1 file, 1 pod.");
  });

  it("colors only when asked to, on a pipe", async () => {
    const csi = "\u001b[";
    expect((await runCli(["check", "-"], { stdin: slowPod })).stdout).not.toContain(csi);
    expect((await runCli(["check", "--color", "always", "-"], { stdin: slowPod })).stdout).toContain(
      `${csi}33mwarning`,
    );
  });

  it("tells a file that is too large or binary in one diagnostic", async () => {
    const { files } = checkSchema.parse(
      await runJson(["check", "-"], { stdin: `kind: Pod\u0000\n${"x".repeat(100)}` }),
    );
    expect(files[0]?.diagnostics).toMatchObject([
      { rule: "yaml-syntax", message: "The file is binary or not encoded in UTF-8, so it is not read." },
    ]);
  });

  it("does not mind a reader that goes away", async () => {
    // More than a pipe holds, so that the process is still writing when the reader leaves.
    const documents = Array.from({ length: 2000 }, () => slowPod).join("---\n");
    const { stderr } = await runCli(["check", "--format", "json", "-"], { stdin: documents, leaveEarly: true });
    expect(stderr).toBe("");
  });
});

it("writes the same text with any number of threads", async () => {
  const [one, three] = await Promise.all(["1", "3"].map((jobs) => runCli(["check", "--jobs", jobs, "."])));
  expect(one?.stdout).toMatch(/\n\n/);
  expect(three).toEqual(one);
});

describe("--fix", () => {
  it("repairs with --fix what has one certain repair, keeps everything else, and says what is left", async () => {
    const cwd = join(scratch, "fix");
    mkdirSync(cwd);
    const file = join(cwd, "pod.yaml");
    const wrong =
      "\uFEFF# kept \u00e9\r\napiVersion: v1\r\nkind: Pod\r\nmetadata: {name: web}\r\nspec:\r\n  containers:\r\n  - {name: app, image: a, livenessprobe: {tcpSocket: {port: 80}}, restartPolicy: Sometimes}\r\n";
    writeFileSync(file, wrong);
    const { stderr, code } = await runCli(["check", "--fix", "pod.yaml"], { cwd });
    expect({ stderr, code }).toEqual({ stderr: "pod-cadence: repaired pod.yaml\n", code: 1 });
    const repaired = wrong.replace("livenessprobe", "livenessProbe");
    expect(readFileSync(file, "utf8")).toBe(repaired);
    expect((await runCli(["check", "--fix", "pod.yaml"], { cwd })).stderr).toBe("");
    expect(readFileSync(file, "utf8")).toBe(repaired);
  });

  it("never writes over a file that is not UTF-8, nor without being told to", async () => {
    const cwd = join(scratch, "latin");
    mkdirSync(cwd);
    const bytes = Buffer.from(
      "# caf\u00e9\napiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - {name: app, image: a, livenessprobe: {tcpSocket: {port: 80}}}\n",
      "latin1",
    );
    writeFileSync(join(cwd, "pod.yaml"), bytes);
    const { stderr, code } = await runCli(["check", "--fix", "pod.yaml"], { cwd });
    expect({ stderr, code }).toEqual({
      stderr: "pod-cadence: pod.yaml: not repaired: it changed, or it is not UTF-8\n",
      code: 2,
    });
    await runCli(["check", "pod.yaml"], { cwd });
    expect(readFileSync(join(cwd, "pod.yaml")).equals(bytes)).toBe(true);
    expect((await runCli(["check", "--fix", "-"], { cwd })).stderr).toBe(
      "pod-cadence: --fix repairs files: stdin has none\n",
    );
  });
});
